import type { McpServer as WireMcpServer } from '@agentclientprotocol/sdk/unstable';
import type { McpServer } from '../../session/model/mcp.ts';
import { nameValuePairs } from '../shared/sessionSetup.ts';

/** A tool server as version 1 has it: one that runs on a command has no type. */
export function encodeServer(server: McpServer): WireMcpServer[] {
	const { type, name } = server;
	switch (type) {
		case 'stdio': {
			const { command, args, env } = server;
			return [{ name, command, args: [...args], env: nameValuePairs(env) }];
		}
		case 'http':
		case 'sse':
			return [{ type, name, url: server.url, headers: nameValuePairs(server.headers) }];
		case 'acp':
			return [{ type, name, serverId: server.serverId }];
	}
}
