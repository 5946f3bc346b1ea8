/** What must not be written down of what an agent is given (hazard F5). */
import { Redactor } from '../../node/redact.ts';
import {
	inheritedSecrets,
	secretsIn,
	secretsInArgs,
	secretsInHeaders,
	spellingsOf,
} from '../../node/secretValues.ts';
import { type AgentDefinition, putInVariables } from './agentDefinition.ts';
import type { ConfiguredMcpServer } from './mcpDefinition.ts';

/**
 * The secrets of an agent, as its settings say now.
 * @param entered all values that the secret storage has for it: every one is a secret
 * @param given tool servers that its sessions passed to it
 */
export function secretsOfAgent(
	definition: AgentDefinition | undefined,
	entered: readonly string[],
	given: readonly ConfiguredMcpServer[],
): readonly string[] {
	const all = [...entered.flatMap(spellingsOf), ...inheritedSecrets(process.env), ...secretsOfServers(given)];
	if (definition === undefined) return all;
	return [
		...all,
		...secretsOfDefinition(definition),
		...secretsOfDefinition(putInVariables(definition, '', process.env)),
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
	return new Redactor([...all, ...secretsOfDefinition(definition)]);
}

/** Values in what an agent is started or reached with that look like secrets, as far as its variables are put in. */
export function secretsOfDefinition(definition: AgentDefinition): readonly string[] {
	if (definition.type === 'program') {
		const { entered = {}, env, args } = definition;
		return [...Object.values(entered), ...secretsIn(env), ...secretsInArgs(args)];
	}
	const { url, headers, secretValues = [] } = definition;
	const sent = [...secretsIn({ '': url }), ...secretsInHeaders(headers)].filter(isPutIn);
	return [...sent, ...secretValues.flatMap(spellingsOf)];
}

/** What still has a variable in it is no secret, but says which one goes there. */
function isPutIn(value: string): boolean {
	return !value.includes('${');
}

/** Secret values in what tool servers are started or reached with, their variables put in. */
export function secretsOfServers(servers: readonly ConfiguredMcpServer[]): readonly string[] {
	return servers.flatMap((server) =>
		server.type === 'stdio'
			? [...secretsIn(server.env), ...secretsInArgs(server.args)]
			: [...secretsIn({ '': server.url }), ...secretsInHeaders(server.headers)],
	);
}
