import { AgentError, ServiceError } from '../../base/errors.ts';
import { sentence } from '../../base/sentence.ts';
import { isJsonObject, objectAt, parseJson, stringAt } from '../../base/json.ts';
import { errorCodes, WireError } from '../wire.ts';

/**
 * What to tell the user about an agent's error. `message` alone is often only "Internal error", the reason hides in
 * the data, which may be anything (docs/agents-in-the-wild.md#reasons-in-the-data-of-errors).
 */
export function agentErrorText(message: string, data: unknown): string {
	return sentenceIn(reasonOf(message, data));
}

function reasonOf(message: string, data: unknown): string {
	if (typeof data === 'string' && data !== '') return data;
	if (!isJsonObject(data)) return message;
	return stringAt(data, 'details') || stringAt(data, 'message') || message;
}

/**
 * Some agents pass on the whole answer of a service as text, alone or behind words of their own: the sentence in it is
 * what a person can read. A service may have passed on another one's.
 */
function sentenceIn(text: string, depth = 0): string {
	if (depth === maxPassedOn || text.length > maxJsonChars) return text;
	const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1;
	for (const { index } of [...text.slice(0, end).matchAll(/[[{]/gu)].slice(0, maxBeginnings)) {
		const sentence = messageIn(text.slice(index, end));
		if (sentence !== undefined)
			return `${text.slice(0, index)}${sentenceIn(sentence, depth + 1)}${text.slice(end)}`;
	}
	return text;
}

function messageIn(json: string): string | undefined {
	const answer = parseJson(json);
	const said: unknown = Array.isArray(answer) ? answer[0] : answer;
	if (!isJsonObject(said)) return undefined;
	return stringAt(objectAt(said, 'error') ?? said, 'message') || stringAt(said, 'error') || undefined;
}

/** Services that pass on each other's answers. */
const maxPassedOn = 3;

/** Brackets in the words before an answer. */
const maxBeginnings = 8;

/** Longest text that is looked into. */
const maxJsonChars = 64 * 1024;

/** The agent answered something that cannot be used. */
export function unreadable(method: string, error: string): AgentError {
	return new AgentError('protocol', sentence("The agent's answer to {0} cannot be read: {1}", method, error));
}

/** An answered error with the text for the user as its message; every other error as it is. */
export function readableError(error: unknown): unknown {
	if (!AgentError.is(error, 'answered')) return error;
	const text = agentErrorText(error.message, error.data);
	return new AgentError('answered', text, {
		cause: error,
		data: error.data,
		...(error.code === undefined ? {} : { code: error.code }),
	});
}

/**
 * Why a service refused, as an error of the protocol (docs/protocol.md#files-for-the-agent). Other errors stay as they
 * are.
 * @param subjectKey what the data calls the thing it is about
 */
export function toWireError(error: unknown, subjectKey: 'path' | 'terminalId'): unknown {
	if (!ServiceError.is(error)) return error;
	const data = error.subject === undefined ? undefined : { [subjectKey]: error.subject };
	return new WireError(codeOf(error.reason), error.message, data);
}

function codeOf(reason: ServiceError['reason']): number {
	switch (reason) {
		case 'notFound':
			return errorCodes.resourceNotFound;
		case 'denied':
		case 'invalid':
			return errorCodes.invalidParams;
		case 'conflict':
		case 'failed':
			return errorCodes.internalError;
	}
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
