/** Questions of the agent: from its JSON schema to fields, and the answer back (docs/protocol.md#questions). */
import * as limits from '../../base/limits.ts';
import type { CreateElicitationResponse } from '@agentclientprotocol/sdk/unstable';
import type {
	ElicitationChoice,
	ElicitationField,
	ElicitationMode,
	ElicitationOutcome,
	ElicitationRequest,
} from '../../session/model/elicitation.ts';
import type { Decoded } from '../decoder.ts';
import type { Offer } from './initialized.ts';
import {
	isJsonObject,
	type JsonObject,
	knownWord,
	objectAt,
	objectsIn,
	pickNumbers,
	pickStrings,
	stringAt,
	stringsIn,
} from '../../base/json.ts';

/** A question, and whom it is for: a session, or a request of ours that is still open. */
interface DecodedElicitation {
	readonly sessionId?: string;
	readonly request: ElicitationRequest;
}

/**
 * Anything that is not offered, unknown or ambiguous is an error: `-32602` (acp C106, C107).
 * @param offer which kinds of question we said that we answer
 */
export function decodeElicitation(params: JsonObject, offer: ElicitationOffer): Decoded<DecodedElicitation> {
	const message = stringAt(params, 'message');
	if (message === undefined) return { ok: false, error: 'message: should be string' };
	const sessionId = stringAt(params, 'sessionId');
	const requestId = params['requestId'];
	const hasRequest = requestId !== undefined && requestId !== null;
	if ((sessionId !== undefined) === hasRequest) {
		return { ok: false, error: 'scope: exactly one of sessionId and requestId' };
	}
	const mode = decodeMode(params, offer);
	if (!mode.ok) return mode;
	const request = { message, mode: mode.value, ...pickStrings(params, 'toolCallId') };
	return { ok: true, value: { request, ...(sessionId === undefined ? {} : { sessionId }) } };
}

type ElicitationOffer = Pick<Offer, 'forms' | 'urls'>;

function decodeMode(params: JsonObject, offer: ElicitationOffer): Decoded<ElicitationMode> {
	const mode = stringAt(params, 'mode');
	if (mode === 'form' && offer.forms) return decodeForm(params);
	if (mode === 'url' && offer.urls) return decodeUrl(params);
	return { ok: false, error: `mode: ${mode ?? 'nothing'} is not offered` };
}

function decodeUrl(params: JsonObject): Decoded<ElicitationMode> {
	const elicitationId = stringAt(params, 'elicitationId');
	const url = stringAt(params, 'url');
	if (elicitationId === undefined) return { ok: false, error: 'elicitationId: should be string' };
	// Other schemes would start programs instead of showing a page.
	if (url === undefined || !/^https?:\/\/\S+$/iu.test(url)) {
		return { ok: false, error: 'url: only http and https addresses are opened' };
	}
	return { ok: true, value: { type: 'url', elicitationId, url } };
}

function decodeForm(params: JsonObject): Decoded<ElicitationMode> {
	const schema = objectAt(params, 'requestedSchema');
	if (schema === undefined) return { ok: false, error: 'requestedSchema: should be object' };
	const required = new Set(stringsIn(schema['required']));
	const properties = Object.entries(objectAt(schema, 'properties') ?? {});
	// An answer of the view may not have more fields than this.
	if (properties.length > limits.namedItems)
		return { ok: false, error: `requestedSchema: there are more than ${limits.namedItems} fields` };
	const fields = properties.map(([name, property]) =>
		decodeField(name, isJsonObject(property) ? property : {}, required.has(name)),
	);
	return { ok: true, value: { type: 'form', ...pickStrings(schema, 'title', 'description'), fields } };
}

/** The three answers of the protocol (acp C95). */
export function encodeElicitation(outcome: ElicitationOutcome): CreateElicitationResponse {
	if (outcome.type !== 'accept') return { action: outcome.type };
	if (outcome.content === undefined) return { action: 'accept' };
	const content = Object.fromEntries(
		Object.entries(outcome.content).map(([name, value]) => [
			name,
			typeof value === 'object' ? [...value] : value,
		]),
	);
	return { action: 'accept', content };
}

const formats = ['email', 'uri', 'date', 'date-time'] as const;

/** One property of a form. A kind we do not know stays unknown: it is never drawn as one we know (acp C109). */
function decodeField(name: string, property: JsonObject, isRequired: boolean): ElicitationField {
	const base = { name, ...pickStrings(property, 'title', 'description'), isRequired };
	const initial = property['default'];
	const type = stringAt(property, 'type');
	switch (type) {
		case 'string':
			return toTextOrChoice(base, property);
		case 'number':
		case 'integer':
			return {
				...base,
				type: 'number',
				isInteger: type === 'integer',
				...pickNumbers(property, 'minimum', 'maximum'),
				...(typeof initial === 'number' ? { initial } : {}),
			};
		case 'boolean':
			return { ...base, type: 'boolean', ...(typeof initial === 'boolean' ? { initial } : {}) };
		case 'array':
			return toChoices(base, property);
		default:
			return { ...base, type: 'unknown', kind: type ?? 'nothing' };
	}
}

type Base = Pick<ElicitationField, 'name' | 'title' | 'description' | 'isRequired'>;

function toTextOrChoice(base: Base, property: JsonObject): ElicitationField {
	const choices = choicesOf(property['oneOf']) ?? valuesOf(property['enum']);
	const initial = stringAt(property, 'default');
	const start = initial === undefined ? {} : { initial };
	if (choices !== undefined) return { ...base, type: 'choice', choices, ...start };
	const format = knownWord(property['format'], formats);
	return {
		...base,
		type: 'text',
		...(format === undefined ? {} : { format }),
		...pickStrings(property, 'pattern'),
		...pickNumbers(property, 'minLength', 'maxLength'),
		...start,
	};
}

function toChoices(base: Base, property: JsonObject): ElicitationField {
	const items = objectAt(property, 'items') ?? {};
	const choices = choicesOf(items['anyOf']) ?? choicesOf(items['oneOf']) ?? valuesOf(items['enum']);
	// Items of a type that we do not know are not drawn as texts (acp C271).
	const isOfTexts = items['type'] === undefined || items['type'] === 'string';
	// A list of free texts has no control here.
	if (choices === undefined || !isOfTexts) return { ...base, type: 'unknown', kind: 'array' };
	const initial = Array.isArray(property['default']) ? { initial: stringsIn(property['default']) } : {};
	return {
		...base,
		type: 'choices',
		choices,
		...pickNumbers(property, 'minItems', 'maxItems'),
		...initial,
	};
}

function choicesOf(raw: unknown): ElicitationChoice[] | undefined {
	if (!Array.isArray(raw)) return undefined;
	return objectsIn(raw).flatMap((item): ElicitationChoice[] => {
		const value = stringAt(item, 'const');
		if (value === undefined) return [];
		const label = stringAt(item, 'title') ?? value;
		return [{ value, label, ...pickStrings(item, 'description') }];
	});
}

function valuesOf(raw: unknown): ElicitationChoice[] | undefined {
	return Array.isArray(raw) ? stringsIn(raw).map((value) => ({ value, label: value })) : undefined;
}
