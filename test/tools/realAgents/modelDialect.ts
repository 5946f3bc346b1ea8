/** How an agent talks to its model: one of the usual interfaces of model servers. */
import { isJsonObject, type JsonObject } from '../../../src/core/base/json.ts';
import type { ModelAnswer, ModelRequest } from './modelScript.ts';

/** Sends one event of a stream, and resolves when it is time for the next. */
export type SendEvent = (event: JsonObject) => Promise<void>;

export interface ModelDialect {
	/** True for the addresses to which prompts are sent. */
	readonly answers: (path: string) => boolean;
	readonly read: (body: JsonObject) => ModelRequest;
	/** The answer as a whole, for requests that want no stream. */
	readonly whole: (answer: ModelAnswer) => JsonObject;
	/** The answer piece by piece. */
	readonly stream: (answer: ModelAnswer, send: SendEvent) => Promise<void>;
	/** What ends a stream, after the events. */
	readonly end?: string;
}

/** The pieces in which the text of an answer comes. */
export function piecesOf({ text, isSlow }: ModelAnswer): readonly string[] {
	if (text === '') return [];
	return isSlow === true
		? text.split(/(?<= )/u)
		: [text.slice(0, text.length / 2), text.slice(text.length / 2)];
}

/** All text in a value: contents are texts, blocks with a text, or lists of both. */
export function textIn(value: unknown): string {
	if (typeof value === 'string') return value;
	if (Array.isArray(value)) return value.map(textIn).join('\n');
	if (!isJsonObject(value)) return '';
	return textIn(value['text'] ?? value['content'] ?? value['output'] ?? '');
}

export function objectsIn(value: unknown): readonly JsonObject[] {
	return Array.isArray(value) ? value.filter((item) => isJsonObject(item)) : [];
}

let count = 0;

/** An id that no other answer has. */
export function newId(prefix: string): string {
	return `${prefix}_${(++count).toString(36).padStart(8, '0')}`;
}
