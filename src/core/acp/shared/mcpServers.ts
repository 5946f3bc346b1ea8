import { firstOfEach } from '../../base/firstOfEach.ts';
import type { AgentCapabilities } from '../../session/model/capabilities.ts';
import type { McpServer } from '../../session/model/mcp.ts';

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
