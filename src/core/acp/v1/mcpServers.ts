import type { McpServer as WireMcpServer } from '@agentclientprotocol/sdk/unstable';
import type { AgentCapabilities } from '../../session/model/capabilities.ts';
import type { McpServer } from '../../session/model/mcp.ts';
import type { SessionSetup } from '../../session/model/agentPort.ts';
import {
	encodeSystemPrompt,
	nameValuePairs,
	requireAbsolute,
	sentMcpServers,
	type WireSystemPrompt,
} from '../shared/sessionSetup.ts';

interface WireSetup {
	cwd: string;
	mcpServers: WireMcpServer[];
	additionalDirectories?: string[];
	systemPrompt?: WireSystemPrompt;
}

/**
 * What a session is opened with. Only what the agent takes goes out (acp C39, C43, C128), each name once (acp C225).
 * @throws AgentError `denied` for a directory that is not absolute (acp C9)
 */
export function encodeSetup(setup: SessionSetup, capabilities: AgentCapabilities): WireSetup {
	const { cwd, additionalDirectories, mcpServers } = setup;
	const systemPrompt = encodeSystemPrompt(setup.systemPrompt, capabilities);
	return {
		cwd: requireAbsolute(cwd),
		mcpServers: sentMcpServers(mcpServers, capabilities).map(encodeServer),
		...(capabilities.additionalDirectories && additionalDirectories.length > 0
			? { additionalDirectories: additionalDirectories.map(requireAbsolute) }
			: {}),
		...(systemPrompt === undefined ? {} : { systemPrompt }),
	};
}

function encodeServer(server: McpServer): WireMcpServer {
	switch (server.type) {
		case 'stdio':
			return {
				name: server.name,
				command: server.command,
				args: [...server.args],
				env: nameValuePairs(server.env),
			};
		case 'http':
		case 'sse':
			return {
				type: server.type,
				name: server.name,
				url: server.url,
				headers: nameValuePairs(server.headers),
			};
		case 'acp':
			return { type: 'acp', name: server.name, serverId: server.serverId };
	}
}
