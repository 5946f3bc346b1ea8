import type { ElicitationChoice, ElicitationField } from '../../session/model/elicitation.ts';
import {
	isJsonObject,
	type JsonObject,
	objectAt,
	pickNumbers,
	pickStrings,
	stringAt,
	stringsIn,
} from '../json.ts';

const formats: ReadonlySet<string> = new Set(['email', 'uri', 'date', 'date-time']);
type Format = 'email' | 'uri' | 'date' | 'date-time';

/** One property of a form. A kind we do not know stays unknown: it is never drawn as one we know (acp C109). */
export function decodeField(name: string, property: JsonObject, isRequired: boolean): ElicitationField {
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
	const format = stringAt(property, 'format');
	return {
		...base,
		type: 'text',
		...(isFormat(format) ? { format } : {}),
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
	return raw.flatMap((item: unknown): ElicitationChoice[] => {
		const value = isJsonObject(item) ? stringAt(item, 'const') : undefined;
		if (!isJsonObject(item) || value === undefined) return [];
		const label = stringAt(item, 'title') ?? value;
		return [{ value, label, ...pickStrings(item, 'description') }];
	});
}

function valuesOf(raw: unknown): ElicitationChoice[] | undefined {
	return Array.isArray(raw) ? stringsIn(raw).map((value) => ({ value, label: value })) : undefined;
}

function isFormat(format: string | undefined): format is Format {
	return format !== undefined && formats.has(format);
}
