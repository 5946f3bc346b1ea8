/** Prompts that go into a turn that runs: an extension of some agents, no part of the protocol (docs/protocol.md#steering). */
import { AgentError } from '../../base/errors.ts';
import { type JsonObject, objectAt } from '../../base/json.ts';
import { sentence } from '../../base/sentence.ts';
import type { SteeringOutcome } from '../../session/model/agentPort.ts';

/** @param answer to `initialize`, as it came @returns true only for an agent that says so itself (acp C20) */
export function offersSteering(answer: JsonObject): boolean {
	const meta = objectAt(answer, '_meta') ?? {};
	return objectAt(meta, 'steering')?.['supported'] === true;
}

/** Without it an agent at rest would begin a turn that no prompt here waits for. */
export const steeringMeta = Object.freeze({ steering: Object.freeze({ idleBehavior: 'promptRequired' }) });

/**
 * What the agent says of the prompt.
 * @throws AgentError `refused` where it says that it failed
 */
export function toSteeringOutcome({ outcome }: JsonObject): SteeringOutcome {
	switch (outcome) {
		case 'injected':
			return 'injected';
		case 'startedNewTurn':
			return 'began';
		case 'promptRequired':
			return 'required';
		case 'failed':
			throw new AgentError('refused', sentence('The agent did not say why.'));
		default:
			return 'unknown';
	}
}
