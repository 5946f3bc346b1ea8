/** What streamable HTTP has to know of a message: which session it belongs to, and what answers what. Pure. */
import { isJsonObject, parseJson } from '../../core/base/json.ts';

/** A message as it is carried; anything else is noise, which is handed on as it is. */
export interface CarriedMessage {
	/** Absent for an answer. */
	readonly method?: string;
	/** Absent for a notification. */
	readonly id?: string | number;
	/** The session that its parameters name. */
	readonly sessionId?: string;
	/** The session that its answer has opened. */
	readonly openedSessionId?: string;
}

export function carriedMessage(text: string): CarriedMessage {
	const message = parseJson(text);
	if (!isJsonObject(message)) return {};
	const { method, id, params, result } = message;
	return {
		...(typeof method === 'string' ? { method } : {}),
		...(typeof id === 'string' || typeof id === 'number' ? { id } : {}),
		...named('sessionId', params),
		...(typeof method === 'string' ? {} : named('openedSessionId', result)),
	};
}

function named(as: 'sessionId' | 'openedSessionId', value: unknown): Partial<CarriedMessage> {
	if (!isJsonObject(value) || typeof value['sessionId'] !== 'string') return {};
	return { [as]: value['sessionId'] };
}

/** `1` and `"1"` are different ids. */
export function idKey(id: string | number): string {
	return `${typeof id}:${id}`;
}
