import type {
	McpServer as WireMcpServer,
	NewSessionRequest,
} from '@agentclientprotocol/sdk/experimental/v2/unstable';
import type { AgentCapabilities } from '../../session/model/capabilities.ts';
import type { McpServer } from '../../session/model/mcp.ts';
import type { SessionSetup } from '../../session/model/agentPort.ts';
import {
	encodeSystemPrompt,
	nameValuePairs,
	requireAbsolute,
	sentMcpServers,
} from '../shared/sessionSetup.ts';

/**
 * What a session is opened with. Only what the agent takes goes out (acp C217, C275), each server's name once
 * (acp C225).
 * @throws AgentError `denied` for a directory that is not absolute (acp C9)
 */
export function encodeSetup(setup: SessionSetup, capabilities: AgentCapabilities): NewSessionRequest {
	const { cwd, additionalDirectories, mcpServers } = setup;
	const systemPrompt = encodeSystemPrompt(setup.systemPrompt, capabilities);
	return {
		cwd: requireAbsolute(cwd),
		// Not every draft had it optional.
		mcpServers: sentMcpServers(mcpServers, capabilities).flatMap(encodeServer),
		...(capabilities.additionalDirectories && additionalDirectories.length > 0
			? { additionalDirectories: additionalDirectories.map(requireAbsolute) }
			: {}),
		...(systemPrompt === undefined ? {} : { systemPrompt }),
	};
}

/** Each with its type, which this version asks for. The old kind of remote servers is gone from it. */
function encodeServer(server: McpServer): WireMcpServer[] {
	const { name } = server;
	switch (server.type) {
		case 'stdio': {
			const { command, args, env } = server;
			return [{ type: 'stdio', name, command, args: [...args], env: nameValuePairs(env) }];
		}
		case 'http':
			return [{ type: 'http', name, url: server.url, headers: nameValuePairs(server.headers) }];
		case 'acp':
			return [{ type: 'acp', name, serverId: server.serverId }];
		case 'sse':
			return [];
	}
}
