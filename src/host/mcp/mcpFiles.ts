/** Finds and reads the files that name MCP servers: the user's, and those that came with a workspace. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Sentence, sentence, type Spoken } from '../../core/base/sentence.ts';
import * as limits from '../../core/base/limits.ts';
import { probeFile } from '../../node/fileProbe.ts';
import { placeOnDemand } from '../../node/pathGuard.ts';
import type * as McpFileBundle from './mcpFile.ts';
import { lazyBundle } from '../common/lazyBundle.ts';
import {
	type ConfiguredMcpServer,
	mcpEntryHash,
	type McpServerList,
	noMcpServers,
} from '../settings/mcpDefinition.ts';

/** Where a workspace keeps its servers; of two with one name the later file's is used. */
const workspaceFiles = ['.mcp.json', '.vscode/mcp.json'];

/** A server that came with a workspace: untrusted text until the user has approved it. */
export interface WorkspaceMcpServer {
	/** Path of its file inside the folder. */
	readonly file: string;
	readonly server: ConfiguredMcpServer;
	/** Of everything that decides what runs. */
	readonly hash: string;
}

interface WorkspaceMcpServers {
	readonly entries: readonly WorkspaceMcpServer[];
	readonly problems: readonly Sentence[];
}

/**
 * The user's own `mcp.json`. VS Code keeps it beside the user settings, in a remote window on the remote side; that
 * is two levels above our own storage there and here.
 * @param globalStorage path of the extension's global storage
 */
export function userMcpFile(globalStorage: string): string {
	return path.join(globalStorage, '..', '..', 'mcp.json');
}

/** The servers of one file. A missing file names none. */
export async function readMcpFile(file: string, where: string): Promise<McpServerList> {
	try {
		const probe = await probeFile(file);
		if (probe.type === 'missing') return noMcpServers;
		if (probe.type !== 'file') return unreadable(where, sentence('it is not a file'));
		if (probe.size > limits.fileBytes) return unreadable(where, sentence('it is too large'));
		return lazyBundle<typeof McpFileBundle>('./mcpFile.cjs').parseMcpFile(
			await readFile(file, 'utf8'),
			where,
		);
	} catch (error) {
		return unreadable(where, error instanceof Error ? error.message : String(error));
	}
}

function unreadable(where: string, reason: Spoken): McpServerList {
	return {
		servers: [],
		problems: [sentence('The MCP servers of {0} are not used, because {1}.', where, reason)],
	};
}

/** Nothing on another machine is touched because a repository has a link to it (hazard D11). */
async function readWorkspaceFile(folder: string, file: string): Promise<McpServerList> {
	const whole = path.join(folder, file);
	const { type } = await placeOnDemand(whole, [folder]);
	return type === 'remote'
		? unreadable(file, sentence('it is on another machine'))
		: readMcpFile(whole, file);
}

/** Everything that the files of a workspace name, approved or not. */
export async function readWorkspaceServers(folder: string): Promise<WorkspaceMcpServers> {
	const lists = await Promise.all(
		workspaceFiles.map(async (file) => ({ file, ...(await readWorkspaceFile(folder, file)) })),
	);
	return {
		entries: lists.flatMap(({ file, servers }) =>
			servers.map((server) => ({ file, server, hash: mcpEntryHash(server) })),
		),
		problems: lists.flatMap(({ problems }) => problems),
	};
}
