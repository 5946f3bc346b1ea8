/** Tool servers that a session passes to its agent (Model Context Protocol). */

export type McpServer = StdioMcpServer | RemoteMcpServer | HostedMcpServer;

/** A program that the agent starts. */
export interface StdioMcpServer {
	readonly type: 'stdio';
	readonly name: string;
	/** Program name or absolute path. */
	readonly command: string;
	readonly args: readonly string[];
	readonly env: Readonly<Record<string, string>>;
}

/** A server that the agent calls over the network. */
export interface RemoteMcpServer {
	readonly type: 'http' | 'sse';
	readonly name: string;
	readonly url: string;
	readonly headers: Readonly<Record<string, string>>;
}

/** A server of this window, reached through the agent's own connection (unstable: MCP over ACP). */
interface HostedMcpServer {
	readonly type: 'acp';
	readonly name: string;
	readonly serverId: string;
}
