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

/** What is sent of a session's servers: the kinds that the agent takes, each name once (acp C43, C217, C225). */
export function sentMcpServers(servers: readonly McpServer[], capabilities: AgentCapabilities): McpServer[] {
	const taken = servers.filter((server) => takesMcpServer(server, capabilities));
	return firstOfEach(taken, ({ name }) => name);
}

/** A record as the wire has it. */
export function nameValuePairs(values: Readonly<Record<string, string>>): { name: string; value: string }[] {
	return Object.entries(values).map(([name, value]) => ({ name, value }));
}

/** The same in all versions. */
export interface WireSystemPrompt {
	mode: 'append' | 'override';
	content: { type: 'text'; text: string }[];
}

/** Instructions of the user (unstable). Nothing is sent that the agent would not take as it is meant (acp C128, C275). */
export function encodeSystemPrompt(
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
