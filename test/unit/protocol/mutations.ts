/** Every way to break a message in one place. */
import { isJsonObject } from '../../../src/core/base/json.ts';

/** A place in a message: names and indexes from the root. */
type Place = readonly (string | number)[];

/** JSON texts, since a key such as `__proto__` and very deep nesting are lost as values. */
const replacements: readonly string[] = [
	'null',
	'""',
	'0',
	'-1',
	'1e308',
	'true',
	'[]',
	'{}',
	'"unheard_of"',
	'"\\u0000\\u202e\\ud800"',
	'{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
	'"__proto__"',
	'[[[[1]]],null,{"toString":1}]',
];

/** Taken only now and then: each makes a message long. */
const bigReplacements: readonly string[] = [
	JSON.stringify('x'.repeat(50_000)),
	`${'['.repeat(500)}${']'.repeat(500)}`,
	`[${'{"type":"text","text":"y"},'.repeat(500)}null]`,
];

/**
 * All of them, as JSON texts.
 * @param pick a random integer below its argument
 */
export function mutationsOf(message: object, pick: (limit: number) => number): string[] {
	return placesIn(message).flatMap((place) => {
		const big = bigReplacements[pick(bigReplacements.length)] ?? 'null';
		const chosen = pick(3) === 0 ? [...replacements, big] : replacements;
		return [
			without(message, place),
			...chosen.map((replacement) => withText(message, place, replacement)),
			withKey(message, place),
		];
	});
}

function placesIn(value: unknown, place: Place = []): Place[] {
	const below = Array.isArray(value)
		? [...value.entries()]
		: isJsonObject(value)
			? Object.entries(value)
			: [];
	const here = place.length === 0 ? [] : [place];
	return [...here, ...below.flatMap(([key, item]) => placesIn(item, [...place, key]))];
}

function change(value: unknown, place: Place, how: (parent: object, key: string | number) => void): unknown {
	const copy: unknown = structuredClone(value);
	let parent: unknown = copy;
	for (const key of place.slice(0, -1)) parent = Reflect.get(Object(parent), key);
	how(Object(parent), place.at(-1) ?? '');
	return copy;
}

function without(message: object, place: Place): string {
	return JSON.stringify(
		change(message, place, (parent, key) => {
			if (Array.isArray(parent)) parent.splice(Number(key), 1);
			else Reflect.deleteProperty(parent, key);
		}),
	);
}

const mark = '«here»';

function withText(message: object, place: Place, replacement: string): string {
	const marked = change(message, place, (parent, key) => Reflect.set(parent, key, mark));
	return JSON.stringify(marked).replace(JSON.stringify(mark), () => replacement);
}

/** A key of an object twice, the second time with another value. */
function withKey(message: object, place: Place): string {
	const key = place.at(-1);
	if (typeof key !== 'string') return JSON.stringify(message);
	const text = withText(message, place, '"first"');
	return text.replace(
		`${JSON.stringify(key)}:"first"`,
		() => `${JSON.stringify(key)}:"first",${JSON.stringify(key)}:[7]`,
	);
}
