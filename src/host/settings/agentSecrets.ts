/** What must not be written down of an agent's environment (hazard F5). */
import { Redactor } from '../../node/redact.ts';
import { secretsIn } from '../../node/secretValues.ts';
import { type AgentDefinition, resolveVariables } from './agentDefinition.ts';

/**
 * The secrets of an agent, as its settings say now.
 * @param entered out of the secret storage: every value there is one
 */
export function secretsOfAgent(
	definition: AgentDefinition | undefined,
	entered: Readonly<Record<string, string>>,
): readonly string[] {
	if (definition === undefined) return Object.values(entered);
	const resolved = resolveVariables(definition, '', process.env);
	return [...secretsIn(definition.env), ...secretsIn(resolved.env), ...Object.values(entered)];
}

/** Keeps them out of what is written down whether the agent runs or not. */
export function loggedRedactor(
	definition: AgentDefinition | undefined,
	entered: Readonly<Record<string, string>>,
): Redactor {
	return new Redactor(secretsOfAgent(definition, entered));
}

/** Keeps them out of everything that is written down while the agent runs. Its variables are put in already. */
export function redactorOf({ env, entered = {} }: AgentDefinition): Redactor {
	return new Redactor([...secretsIn(env), ...Object.values(entered)]);
}
