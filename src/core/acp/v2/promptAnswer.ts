/** What an agent answers to a prompt, in any shape that the draft has had (docs/protocol.md#turn-shapes). */
import { AgentError } from '../../base/errors.ts';
import type { PromptAnswer } from '../../session/model/agentPort.ts';
import { type JsonObject, stringAt } from '../../base/json.ts';
import { toTurnEnd } from '../shared/sessionFacts.ts';
import { errorCodes } from '../wire.ts';

/**
 * A reason to stop is the end of the turn; without one the agent has only taken the prompt up, and its updates tell
 * the rest (acp C228). Null and whatever else an agent sends count as an empty answer (acp C229).
 */
export function toPromptAnswer(answer: JsonObject): PromptAnswer {
	const { stopReason } = answer;
	const messageId = stringAt(answer, 'messageId');
	if (typeof stopReason === 'string') return { type: 'ended', end: toTurnEnd(stopReason) };
	if (messageId !== undefined) return { type: 'taken', messageId };
	// A reason that cannot be read is an end all the same, one that is not reported (acp C235).
	const isEnd = stopReason !== undefined && stopReason !== null;
	return isEnd ? { type: 'ended', end: toTurnEnd(undefined) } : { type: 'taken' };
}

/**
 * An error in place of an answer: the agent did not take the prompt up (acp C232), or gave it back because it was asked
 * to (acp C231). Other failures stay as they are.
 */
export function toRefusal(error: unknown): unknown {
	if (AgentError.is(error, 'answered')) return refusal(error, error.code);
	return AgentError.is(error, 'cancelled') ? refusal(error, errorCodes.requestCancelled) : error;
}

function refusal(error: AgentError, code: number | undefined): AgentError {
	const known = code === undefined ? {} : { code };
	return new AgentError('refused', error.message, { cause: error, data: error.data, ...known });
}
