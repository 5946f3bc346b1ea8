import { type JsonObject, numberAt, objectAt, stringAt } from '../../base/json.ts';
import type { AgentEvent } from '../../session/model/agentEvents.ts';
import type { AttemptCause } from '../../session/model/attempts.ts';
import { causeOfStatus } from './codexRetries.ts';

const causes: Readonly<Record<string, AttemptCause>> = {
	rate_limit: 'rate_limit',
	overloaded: 'overloaded',
	server_error: 'server_error',
};

/**
 * claude-agent-acp tells in the `_meta` of the call that runs a subagent that the subagent waits to send its request to
 * the model again, and by a beat without that that it went through
 * (docs/agents-in-the-wild.md#requests-that-are-sent-again; seen with 0.101.0, test/traffic/claude-agent-acp-retries).
 * @param update raw, of a tool call
 */
export function claudeRetriesIn(update: JsonObject, toolCallId: string): readonly AgentEvent[] {
	const own = objectAt(objectAt(update, '_meta'), 'claudeCode') ?? {};
	const response = objectAt(own, 'toolResponse') ?? {};
	const retry = objectAt(response, 'subagentRetry');
	if (retry === undefined)
		return isAtWork(response) ? [{ type: 'attempt', toolCallId, attempt: { state: 'recovered' } }] : [];
	const number = numberAt(retry, 'attempt');
	if (number === undefined) return [];
	const of = numberAt(retry, 'max_retries');
	const nextInMs = numberAt(retry, 'retry_delay_ms');
	return [
		{
			type: 'attempt',
			toolCallId,
			attempt: {
				state: 'waiting',
				number,
				...(of === undefined ? {} : { of }),
				...(nextInMs === undefined ? {} : { nextInMs }),
				cause: causeOf(retry),
			},
		},
	];
}

/** A beat of a subagent that waits for nothing: its request has come through. */
function isAtWork(response: JsonObject): boolean {
	return stringAt(response, 'subagentType') !== undefined && response['subagentRetry'] === undefined;
}

/** Without an answer of the service the line was down. */
function causeOf(retry: JsonObject): AttemptCause {
	if (retry['error_status'] === null) return 'network';
	const category = stringAt(retry, 'error_category') ?? '';
	if (Object.hasOwn(causes, category)) return causes[category] ?? 'other';
	return causeOfStatus(numberAt(retry, 'error_status') ?? 0);
}
