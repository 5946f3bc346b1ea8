import type { McpServer as WireMcpServer, SystemPrompt } from '@agentclientprotocol/sdk/unstable';
import type { AgentCapabilities } from '../../session/capabilities.ts';
import type { McpServer } from '../../session/mcp.ts';
import type { SessionSetup } from '../../session/ports.ts';
import { requireAbsolute } from '../absolutePath.ts';

export interface WireSetup {
	cwd: string;
	mcpServers: WireMcpServer[];
	additionalDirectories?: string[];
	systemPrompt?: SystemPrompt;
}

/**
 * What a session is opened with. Only what the agent takes goes out (acp C39, C43, C128).
 * @throws AgentError `denied` for a directory that is not absolute (acp C9)
 */
export function encodeSetup(setup: SessionSetup, capabilities: AgentCapabilities): WireSetup {
	const { cwd, additionalDirectories, mcpServers } = setup;
	const systemPrompt = encodeSystemPrompt(setup.systemPrompt, capabilities);
	return {
		cwd: requireAbsolute(cwd),
		mcpServers: mcpServers.filter((server) => takesMcpServer(server, capabilities)).map(encodeServer),
		...(capabilities.additionalDirectories && additionalDirectories.length > 0
			? { additionalDirectories: additionalDirectories.map(requireAbsolute) }
			: {}),
		...(systemPrompt === undefined ? {} : { systemPrompt }),
	};
}

/** Programs are taken by every agent, the rest only where it was advertised (acp C43). */
export function takesMcpServer({ type }: McpServer, capabilities: AgentCapabilities): boolean {
	switch (type) {
		case 'stdio':
			return true;
		case 'http':
			return capabilities.mcpHttp;
		case 'sse':
			return capabilities.mcpSse;
		case 'acp':
			return capabilities.mcpAcp;
	}
}

function encodeServer(server: McpServer): WireMcpServer {
	switch (server.type) {
		case 'stdio':
			return {
				name: server.name,
				command: server.command,
				args: [...server.args],
				env: pairs(server.env),
			};
		case 'http':
		case 'sse':
			return { type: server.type, name: server.name, url: server.url, headers: pairs(server.headers) };
		case 'acp':
			return { type: 'acp', name: server.name, serverId: server.serverId };
	}
}

function pairs(values: Readonly<Record<string, string>>): { name: string; value: string }[] {
	return Object.entries(values).map(([name, value]) => ({ name, value }));
}

/** Nothing is sent that the agent would not take as it is meant. */
function encodeSystemPrompt(
	prompt: SessionSetup['systemPrompt'],
	capabilities: AgentCapabilities,
): SystemPrompt | undefined {
	if (prompt === undefined || prompt.text.trim() === '' || !capabilities.systemPrompt) return undefined;
	if (prompt.mode === 'override' && !capabilities.systemPromptOverride) return undefined;
	return { mode: prompt.mode, content: [{ type: 'text', text: prompt.text }] };
}
