/** What a session is opened with: what both versions send, and what is left out for an agent that does not take it. */
import { firstOfEach } from '../../base/firstOfEach.ts';
import type { AgentCapabilities } from '../../session/model/capabilities.ts';
import type { McpServer } from '../../session/model/mcp.ts';
import type { SessionSetup } from '../../session/model/agentPort.ts';
import { AgentError } from '../../base/errors.ts';
import { sentence } from '../../base/sentence.ts';

/** Only kinds that the agent takes are sent (acp C43, C217). */
export function takesMcpServer({ type }: McpServer, capabilities: AgentCapabilities): boolean {
	switch (type) {
		case 'stdio':
			return capabilities.mcpStdio;
		case 'http':
			return capabilities.mcpHttp;
		case 'sse':
			return capabilities.mcpSse;
		case 'acp':
			return capabilities.mcpAcp;
	}
}

/**
 * What a session is opened with. Only what the agent takes goes out (acp C39, C43, C128, C217, C275), each server's name
 * once (acp C225).
 * @param isTyped servers that run on a command have a type, as version 2 asks for; version 1 knows none for them
 * @throws AgentError `denied` for a directory that is not absolute (acp C9)
 */
export function encodeSetup(
	{ cwd, additionalDirectories, mcpServers, systemPrompt: prompt }: SessionSetup,
	capabilities: AgentCapabilities,
	isTyped: boolean,
): object {
	const servers = mcpServers.filter((server) => takesMcpServer(server, capabilities));
	const systemPrompt = encodeSystemPrompt(prompt, capabilities);
	return {
		cwd: requireAbsolute(cwd),
		// Not every draft of version 2 had it optional.
		mcpServers: firstOfEach(servers, ({ name }) => name).map((server) => encodeServer(server, isTyped)),
		...(capabilities.additionalDirectories && additionalDirectories.length > 0
			? { additionalDirectories: additionalDirectories.map(requireAbsolute) }
			: {}),
		...(systemPrompt === undefined ? {} : { systemPrompt }),
	};
}

function encodeServer(server: McpServer, isTyped: boolean): object {
	const { type, name } = server;
	switch (type) {
		case 'stdio': {
			const { command, args, env } = server;
			const typed = isTyped ? { type } : {};
			return { ...typed, name, command, args: [...args], env: nameValuePairs(env) };
		}
		case 'http':
		case 'sse':
			return { type, name, url: server.url, headers: nameValuePairs(server.headers) };
		case 'acp':
			return { type, name, serverId: server.serverId };
	}
}

/** A record as the wire has it. */
function nameValuePairs(values: Readonly<Record<string, string>>): { name: string; value: string }[] {
	return Object.entries(values).map(([name, value]) => ({ name, value }));
}

interface WireSystemPrompt {
	mode: 'append' | 'override';
	content: { type: 'text'; text: string }[];
}

/** Instructions of the user (unstable). Nothing is sent that the agent would not take as it is meant (acp C128, C275). */
function encodeSystemPrompt(
	prompt: SessionSetup['systemPrompt'],
	capabilities: AgentCapabilities,
): WireSystemPrompt | undefined {
	if (prompt === undefined || prompt.text.trim() === '' || !capabilities.systemPrompt) return undefined;
	if (prompt.mode === 'override' && !capabilities.systemPromptOverride) return undefined;
	return { mode: prompt.mode, content: [{ type: 'text', text: prompt.text }] };
}

/** Starts at a root: POSIX, a drive of Windows, or a network share. */
const absolute = /^(?:\/|[A-Za-z]:[\\/]|\\\\[^\\/])/u;

/**
 * The path, if it may go to an agent (acp C9).
 * @throws AgentError `denied` for a relative one: the agent would take it from a directory of its own
 */
export function requireAbsolute(path: string): string {
	if (absolute.test(path)) return path;
	throw new AgentError('denied', sentence('The directory is not absolute, so it was not sent: {0}', path));
}
