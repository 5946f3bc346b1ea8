import type { McpServer as WireMcpServer } from '@agentclientprotocol/sdk/experimental/v2/unstable';
import type { McpServer } from '../../session/model/mcp.ts';
import { nameValuePairs } from '../shared/sessionSetup.ts';

/** Each with its type, which this version asks for. The old kind of remote servers is gone from it. */
export function encodeServer(server: McpServer): WireMcpServer[] {
	const { type, name } = server;
	switch (type) {
		case 'stdio': {
			const { command, args, env } = server;
			return [{ type, name, command, args: [...args], env: nameValuePairs(env) }];
		}
		case 'http':
			return [{ type, name, url: server.url, headers: nameValuePairs(server.headers) }];
		case 'acp':
			return [{ type, name, serverId: server.serverId }];
		case 'sse':
			return [];
	}
}
