import { type JsonObject, numberAt, objectAt, stringAt } from '../../base/json.ts';
import type { AgentEvent } from '../../session/model/agentEvents.ts';
import type { AttemptCause } from '../../session/model/attempts.ts';

/** As codex words it: `Reconnecting... 2/5`. */
const counted = /(\d{1,4})\s*\/\s*(\d{1,4})/u;

const causes: Readonly<Record<string, AttemptCause>> = {
	httpConnectionFailed: 'network',
	responseStreamConnectionFailed: 'network',
	responseStreamDisconnected: 'network',
	serverOverloaded: 'overloaded',
	internalServerError: 'server_error',
	usageLimitExceeded: 'rate_limit',
};

/**
 * codex-acp tells in the `_meta` of a `session_info_update` that its request to the model failed and is sent again, and by
 * the state of its thread that it gave up (docs/agents-in-the-wild.md#requests-that-are-sent-again; seen with 2.6.0,
 * test/traffic/codex-acp-retries). What it goes on with tells that it worked.
 * @param update raw
 */
export function codexRetriesIn(update: JsonObject): readonly AgentEvent[] {
	const codex = objectAt(objectAt(update, '_meta'), 'codex') ?? {};
	const thread = objectAt(codex, 'threadStatus');
	if (thread !== undefined && stringAt(thread, 'type') === 'systemError')
		return [{ type: 'attempt', attempt: { state: 'gave_up' } }];
	const error = objectAt(codex, 'error');
	return error?.['willRetry'] === true ? [retryOf(error)] : [];
}

/**
 * A failure after which Codex tries again, as both its own app-server and codex-acp tell it.
 * @param error with `message`, `additionalDetails` and `codexErrorInfo`
 */
export function retryOf(error: JsonObject): AgentEvent {
	const [, number, of] = counted.exec(stringAt(error, 'message')?.slice(0, 200) ?? '') ?? [];
	const message = stringAt(error, 'additionalDetails');
	return {
		type: 'attempt',
		attempt: {
			state: 'waiting',
			...(number === undefined ? {} : { number: Number(number), of: Number(of) }),
			cause: causeOf(error['codexErrorInfo']),
			...(message === undefined ? {} : { message }),
		},
	};
}

/** A word, or an object with the word as its key, and in it what the service answered with. */
function causeOf(info: unknown): AttemptCause {
	if (typeof info === 'string') return known(info);
	if (typeof info !== 'object' || info === null) return 'other';
	const [name = ''] = Object.keys(info);
	const answered = numberAt(objectAt(info, name), 'httpStatusCode');
	return answered === undefined ? known(name) : causeOfStatus(answered);
}

function known(name: string): AttemptCause {
	return Object.hasOwn(causes, name) ? (causes[name] ?? 'other') : 'other';
}

/** What a status of HTTP says of a request to a model. */
export function causeOfStatus(status: number): AttemptCause {
	if (status === 408 || status === 504) return 'timeout';
	if (status === 429) return 'rate_limit';
	if (status === 529) return 'overloaded';
	return status >= 500 ? 'server_error' : 'other';
}
