import type { ConfiguredMcpServer } from './mcpDefinition.ts';

/**
 * The tool servers that sessions of this window have passed to each agent: what is secret in them stays out of what is
 * written down, also once the settings say something else (hazard F5).
 */
export class PassedServers {
	readonly #byAgent = new Map<string, Map<string, ConfiguredMcpServer>>();

	note(agentName: string, servers: readonly ConfiguredMcpServer[]): void {
		const known = this.#byAgent.get(agentName) ?? new Map<string, ConfiguredMcpServer>();
		for (const server of servers) known.set(JSON.stringify(server), server);
		this.#byAgent.set(agentName, known);
	}

	of(agentName: string): readonly ConfiguredMcpServer[] {
		return [...(this.#byAgent.get(agentName)?.values() ?? [])];
	}
}
