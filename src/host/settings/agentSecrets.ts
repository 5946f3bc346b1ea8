/** What must not be written down of what an agent is given (hazard F5). */
import { Redactor } from '../../node/redact.ts';
import { inheritedSecrets, secretsIn, secretsInArgs, secretsInHeaders } from '../../node/secretValues.ts';
import { type AgentDefinition, resolveVariables } from './agentDefinition.ts';
import type { ConfiguredMcpServer } from './mcpDefinition.ts';

/**
 * The secrets of an agent, as its settings say now.
 * @param entered out of the secret storage: every value there is one
 * @param given tool servers that its sessions passed to it
 */
export function secretsOfAgent(
	definition: AgentDefinition | undefined,
	entered: Readonly<Record<string, string>>,
	given: readonly ConfiguredMcpServer[],
): readonly string[] {
	const all = [...Object.values(entered), ...inheritedSecrets(process.env), ...secretsOfServers(given)];
	if (definition === undefined) return all;
	return [
		...all,
		...secretsOfLine(definition),
		...secretsOfLine(resolveVariables(definition, '', process.env)),
	];
}

/** Keeps them out of what is written down whether the agent runs or not. */
export function loggedRedactor(...about: Parameters<typeof secretsOfAgent>): Redactor {
	return new Redactor(secretsOfAgent(...about));
}

/**
 * Keeps them out of everything that is written down while the agent runs. Its variables are put in already; what its
 * sessions pass to it later has to be added.
 */
export function redactorOf(definition: AgentDefinition, given: readonly ConfiguredMcpServer[]): Redactor {
	const all = [...inheritedSecrets(process.env), ...secretsOfServers(given)];
	return new Redactor([...all, ...enteredFor(definition), ...secretsOfLine(definition)]);
}

/** Of tool servers with their variables put in. */
export function secretsOfServers(servers: readonly ConfiguredMcpServer[]): readonly string[] {
	return servers.flatMap((server) =>
		server.type === 'stdio'
			? [...secretsIn(server.env), ...secretsInArgs(server.args)]
			: [...secretsIn({ '': server.url }), ...secretsInHeaders(server.headers)],
	);
}

function enteredFor(definition: AgentDefinition): readonly string[] {
	return definition.type === 'remote'
		? (definition.secretValues ?? [])
		: Object.values(definition.entered ?? {});
}

function secretsOfLine(definition: AgentDefinition): readonly string[] {
	return definition.type === 'remote'
		? [...secretsIn({ '': definition.url }), ...secretsInHeaders(definition.headers)]
		: [...secretsIn(definition.env), ...secretsInArgs(definition.args)];
}
