/** Checks of JSON that was read from the disk: whatever has another shape is not ours (hazard G4). */
import { isFields } from '../../base/fields.ts';

export type Shape = (value: unknown) => boolean;

export const text: Shape = (value) => typeof value === 'string';
export const number: Shape = (value) => typeof value === 'number';
export const truth: Shape = (value) => typeof value === 'boolean';
export const anything: Shape = () => true;

/** Every name and every fixed value that a shape asks for: without it nothing of that shape can be read. */
const words = new Set<string>();

/** True when a word of the shapes has it in it: a text without it would have another shape. */
export function isInShapes(part: string): boolean {
	return [...words].some((word) => word.includes(part));
}

export function optional(shape: Shape): Shape {
	return (value) => value === undefined || shape(value);
}

export function nullable(shape: Shape): Shape {
	return (value) => value === null || shape(value);
}

export function listOf(shape: Shape): Shape {
	return (value) => Array.isArray(value) && value.every(shape);
}

export function oneOf(...values: readonly string[]): Shape {
	const known = new Set<unknown>(values);
	for (const value of values) words.add(value);
	return (value) => known.has(value);
}

/** An object with at least these fields. */
export function fields(shapes: Readonly<Record<string, Shape>>): Shape {
	const wanted = Object.entries(shapes);
	for (const [name] of wanted) words.add(name);
	return (value) => isFields(value) && wanted.every(([name, shape]) => shape(value[name]));
}

/** An object whose `type` says which of the shapes it has. */
export function variants(shapes: Readonly<Record<string, Shape>>): Shape {
	for (const name of ['type', ...Object.keys(shapes)]) words.add(name);
	return (value) => {
		const type = isFields(value) ? value['type'] : undefined;
		return typeof type === 'string' && Object.hasOwn(shapes, type) && shapes[type]?.(value) === true;
	};
}
