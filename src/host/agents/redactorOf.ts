import { Redactor } from '../../node/redact.ts';
import type { AgentDefinition } from '../settings/agentDefinition.ts';

/** Keeps the configured values out of everything that is written down (hazard F5). */
export function redactorOf(definition: AgentDefinition): Redactor {
	return new Redactor(Object.values(definition.env));
}
