/** Which MCP servers a session passes to its agent, from every place that may name some. */
import * as vscode from 'vscode';
import { spoken, t } from '../../core/base/l10n.ts';
import { type Sentence, sentence, withTexts } from '../../core/base/sentence.ts';
import { type AgentDefinition, type AgentSettings, mcpServersPath } from '../settings/agentDefinition.ts';
import { messageText } from '../common/displayText.ts';
import { McpApprovals, type McpVerdict } from './mcpApprovals.ts';
import {
	type ConfiguredMcpServer,
	type McpServerList,
	noMcpServers,
	parseMcpServers,
	resolveMcpServers,
} from '../settings/mcpDefinition.ts';
import { readMcpFile, readWorkspaceServers } from './mcpFiles.ts';
import { type OpenText, pickMcpServers } from './mcpPicker.ts';
import { openSettings } from '../settings/settings.ts';
import { variableResolver } from '../settings/variables.ts';

interface McpConfiguration {
	/** Value of `acpHost.mcpServers`, not checked yet. */
	readonly servers: unknown;
	readonly importsUser: boolean;
	readonly usesWorkspace: boolean;
}

export interface McpServersParts {
	/** The agents of the settings, read anew on each use. */
	readonly settings: {
		readonly agents: AgentSettings;
		agent(name: string): AgentDefinition | undefined;
	};
	/** Global: what a workspace holds is no place for answers about it. */
	readonly globalState: vscode.Memento;
	/** The user's `mcp.json`, see `userMcpFile`. */
	readonly userFile: string;
	readonly openText: OpenText;
	readonly configuration?: () => McpConfiguration;
	readonly isTrusted?: () => boolean;
}

/**
 * The tool servers of a new session: those of the settings, of files, and of the window, as far as approved.
 */
export class McpServers {
	readonly #parts: McpServersParts;
	readonly #approvals: McpApprovals;

	constructor(parts: McpServersParts) {
		this.#parts = parts;
		this.#approvals = new McpApprovals(parts.globalState);
	}

	/**
	 * The servers for a new session, variables put in, and what to tell the user. Of servers with one name the one of
	 * the closest place is used: the agent's own, then `acpHost.mcpServers`, the workspace, the user's `mcp.json`.
	 * @param folder absolute path of the folder that the session works in
	 */
	async forSession(agentName: string, folder: string): Promise<McpServerList> {
		if (!this.#isTrusted) return noMcpServers;
		const { servers, importsUser, usesWorkspace } = this.#configuration;
		const { userFile, settings } = this.#parts;
		const own = [parseMcpServers(servers, 'acpHost.mcpServers'), this.#ofAgent(agentName)] as const;
		if (settings.agent(agentName)?.type === 'remote') return putTogether(forAddress(...own), folder);
		const ownNames = new Set(own.flatMap((list) => list.servers.map(({ name }) => name)));
		const places = [
			importsUser ? await readMcpFile(userFile, userFile) : noMcpServers,
			usesWorkspace ? await this.#ofWorkspace(folder, ownNames) : noMcpServers,
			...own,
		];
		return putTogether(places, folder);
	}

	/** Lets the user choose among the servers that the files of a folder name. */
	async pickWorkspaceServers(folder: string): Promise<void> {
		if (!this.#isTrusted) {
			void vscode.window.showWarningMessage(
				t('MCP servers run programs. Trust this workspace first, then choose its servers.'),
			);
			return;
		}
		if (!this.#configuration.usesWorkspace) {
			await explainSwitch();
			return;
		}
		const { entries, problems } = await readWorkspaceServers(folder);
		if (problems.length > 0) {
			void vscode.window.showWarningMessage(messageText(problems.map(spoken).join(' ')));
		}
		if (entries.length === 0) {
			void vscode.window.showInformationMessage(
				t('This folder has no MCP servers to choose from: neither .vscode/mcp.json nor .mcp.json names one.'),
			);
			return;
		}
		const allowed = await pickMcpServers(
			entries,
			(entry) => this.#approvals.verdict(folder, entry),
			this.#parts.openText,
		);
		if (allowed === undefined) return;
		await this.#approvals.answer(folder, entries, (entry) => allowed.includes(entry));
	}

	get #isTrusted(): boolean {
		return this.#parts.isTrusted?.() ?? vscode.workspace.isTrusted;
	}

	get #configuration(): McpConfiguration {
		return this.#parts.configuration?.() ?? readConfiguration();
	}

	#ofAgent(agentName: string): McpServerList {
		const { settings } = this.#parts;
		const path = mcpServersPath(agentName);
		return {
			servers: settings.agent(agentName)?.mcpServers ?? [],
			problems: settings.agents.problems.filter((problem) => spoken(problem).startsWith(path)),
		};
	}

	/** @param overridden names that another place decides: their entries need no answer */
	async #ofWorkspace(folder: string, overridden: ReadonlySet<string>): Promise<McpServerList> {
		const { entries, problems } = await readWorkspaceServers(folder);
		const judged = entries.map((entry) => ({
			...entry,
			verdict: this.#approvals.verdict(folder, entry),
		}));
		const unanswered = (verdict: McpVerdict): string[] =>
			judged
				.filter((entry) => entry.verdict === verdict && !overridden.has(entry.server.name))
				.map(({ server }) => JSON.stringify(server.name));
		return {
			servers: judged.filter(({ verdict }) => verdict === 'allowed').map(({ server }) => server),
			problems: [
				...problems,
				...about(unanswered('new'), (names) =>
					sentence('New in this workspace, and not used until you choose: {0}.', names),
				),
				...about(unanswered('changed'), (names) =>
					sentence('Changed since you chose, and not used until you choose again: {0}.', names),
				),
			],
		};
	}
}

/** Of servers with one name the last is used. Variables are put in. */
function putTogether(places: readonly McpServerList[], folder: string): McpServerList {
	const byName = new Map<string, ConfiguredMcpServer>();
	for (const server of places.flatMap((place) => place.servers)) byName.set(server.name, server);
	const resolved = resolveMcpServers([...byName.values()], variableResolver(folder, process.env));
	return {
		servers: resolved.servers,
		problems: [...places.flatMap(({ problems }) => problems), ...resolved.problems].map((problem) =>
			withTexts(problem, messageText),
		),
	};
}

/** Programs, paths and keys of this machine go to no other one, unless the entry of the agent names them itself. */
function forAddress(shared: McpServerList, own: McpServerList): readonly McpServerList[] {
	const isOwn = (name: string): boolean => own.servers.some((server) => server.name === name);
	const kept = shared.servers.filter(({ name }) => !isOwn(name)).map(({ name }) => JSON.stringify(name));
	const problems = about(kept, (names) =>
		sentence('Not passed to an agent at an address, unless its own "mcpServers" names them: {0}.', names),
	);
	return [own, { servers: [], problems }];
}

/** One for all of them: the user is told once what waits, and has one button for it. */
function about(names: readonly string[], say: (names: string) => Sentence): Sentence[] {
	return names.length === 0 ? [] : [say(names.join(', '))];
}

function readConfiguration(): McpConfiguration {
	const configuration = vscode.workspace.getConfiguration('acpHost');
	return {
		servers: configuration.get('mcpServers'),
		importsUser: configuration.get<unknown>('mcp.importUser') === true,
		usesWorkspace: configuration.get<unknown>('mcp.useWorkspace') === true,
	};
}

async function explainSwitch(): Promise<void> {
	const open = t('Open Settings');
	const choice = await vscode.window.showInformationMessage(
		t(
			'MCP servers of workspaces are switched off. Set "acpHost.mcp.useWorkspace" to true in your settings, then choose.',
		),
		open,
	);
	if (choice === open) await openSettings();
}
