/**
 * Shapes of data that others can change: what was stored, what is configured, what the chat view sends. A shape reads a
 * value into a copy that holds only what the shape names, and its type is that of the copy. What agents send is decoded
 * by the protocol's own schemas instead (`core/acp/decoder.ts`).
 */
import { isJsonObject } from './json.ts';

/** Stands for a value that has another shape. */
const mismatch = Symbol('mismatch');

/** Reads a value of unknown type into a `T`, or says that it has another shape. */
export interface Shape<T> {
	/** Never throws and never changes the value. */
	readonly read: (value: unknown) => T | typeof mismatch;
	/** The names of fields and the fixed values that stand in data of this shape. */
	readonly words: readonly string[];
}

/** What a shape reads. */
export type TypeOf<S> = S extends Shape<infer T> ? T : never;

/** Shapes by the names of the fields that an object must have, or may have where the shape takes undefined. */
type FieldShapes = Readonly<Record<string, Shape<unknown>>>;

type MayBeMissing<F> = { [K in keyof F]: undefined extends TypeOf<F[K]> ? K : never }[keyof F];
type ObjectOf<F> = {
	readonly [K in Exclude<keyof F, MayBeMissing<F>>]: TypeOf<F[K]>;
} & {
	readonly [K in MayBeMissing<F>]?: Exclude<TypeOf<F[K]>, undefined>;
};
type Flat<T> = { [K in keyof T]: T[K] };

/** The value in that shape; undefined where it has another one. */
export function read<T>(shape: Shape<T>, value: unknown): T | undefined {
	const result = shape.read(value);
	return result === mismatch ? undefined : result;
}

/** True when the value has that shape as it stands, whatever else is in it. Not for shapes that leave out or fill in. */
export function matches<T>(shape: Shape<T>, value: unknown): value is T {
	return shape.read(value) !== mismatch;
}

/** Every value, as it is. */
export const anything: Shape<unknown> = { read: (value) => value, words: [] };
/** A string of any length. */
export const text: Shape<string> = {
	read: (value) => (typeof value === 'string' ? value : mismatch),
	words: [],
};
/** A number, NaN and infinities included: bounds go through `where`. */
export const number: Shape<number> = {
	read: (value) => (typeof value === 'number' ? value : mismatch),
	words: [],
};
/** True or false. */
export const boolean: Shape<boolean> = {
	read: (value) => (typeof value === 'boolean' ? value : mismatch),
	words: [],
};

/** Only values of the shape for which the condition holds, such as a bound. */
export function where<T>(shape: Shape<T>, condition: (value: T) => boolean): Shape<T> {
	const readWhere = (value: unknown): T | typeof mismatch => {
		const result = shape.read(value);
		return result === mismatch || condition(result) ? result : mismatch;
	};
	return { read: readWhere, words: shape.words };
}

/** One of the fixed values, compared by `===`. */
export function oneOf<const V extends string | number>(...values: readonly V[]): Shape<V> {
	return {
		read: (value) => values.find((known) => known === value) ?? mismatch,
		words: values.map(String),
	};
}

export function either<S extends readonly Shape<unknown>[]>(...shapes: S): Shape<TypeOf<S[number]>> {
	const readEither = (value: unknown): unknown => {
		for (const shape of shapes) {
			const result = shape.read(value);
			if (result !== mismatch) return result;
		}
		return mismatch;
	};
	return { read: readEither, words: shapes.flatMap(({ words }) => words) } as Shape<TypeOf<S[number]>>;
}

/** The shape, or undefined: a field that may be absent. */
export function optional<T>(shape: Shape<T>): Shape<T | undefined> {
	return { read: (value) => (value === undefined ? undefined : shape.read(value)), words: shape.words };
}

export function nullable<T>(shape: Shape<T>): Shape<T | null> {
	return { read: (value) => (value === null ? null : shape.read(value)), words: shape.words };
}

/** Fills in what is missing or has another shape; with undefined the field is left out then. */
export function withDefault<T, D>(shape: Shape<T>, value: D): Shape<T | D> {
	const readOrFill = (given: unknown): T | D => {
		const result = shape.read(given);
		return result === mismatch ? value : result;
	};
	return { read: readOrFill, words: shape.words };
}

/** A list in which each item has the shape. */
export function list<T>(shape: Shape<T>, maxLength = Number.POSITIVE_INFINITY): Shape<readonly T[]> {
	const readList = (value: unknown): readonly T[] | typeof mismatch => {
		if (!Array.isArray(value) || value.length > maxLength) return mismatch;
		const items = value.map((item) => shape.read(item));
		return items.includes(mismatch) ? mismatch : (items as T[]);
	};
	return { read: readList, words: shape.words };
}

/** A list of which the items of another shape are left out. */
export function itemsOf<T>(shape: Shape<T>): Shape<readonly T[]> {
	const readItems = (value: unknown): readonly T[] | typeof mismatch => {
		if (!Array.isArray(value)) return mismatch;
		return value.map((item) => shape.read(item)).filter((item) => item !== mismatch) as readonly T[];
	};
	return { read: readItems, words: shape.words };
}

/** An object with any names, each of which has a value of the shape. */
export function record<T>(
	shape: Shape<T>,
	name: Shape<string> = text,
	maxNames = Number.POSITIVE_INFINITY,
): Shape<Readonly<Record<string, T>>> {
	const readRecord = (value: unknown): Readonly<Record<string, T>> | typeof mismatch => {
		const pairs = isJsonObject(value) ? Object.entries(value) : undefined;
		if (pairs === undefined || pairs.length > maxNames) return mismatch;
		const items = pairs.map(([key, item]) => [name.read(key), shape.read(item)] as const);
		// Not by assignment: a name may be `__proto__`.
		return items.some((pair) => pair.includes(mismatch))
			? mismatch
			: (Object.fromEntries(items) as Readonly<Record<string, T>>);
	};
	return { read: readRecord, words: shape.words };
}

/** The same as a map, of which the values of another shape are left out. */
export function entriesOf<T>(shape: Shape<T>): Shape<ReadonlyMap<string, T>> {
	const readEntries = (value: unknown): ReadonlyMap<string, T> | typeof mismatch => {
		if (!isJsonObject(value)) return mismatch;
		const items = Object.entries(value).map(([key, item]) => [key, shape.read(item)] as const);
		return new Map(items.filter((pair): pair is readonly [string, T] => pair[1] !== mismatch));
	};
	return { read: readEntries, words: shape.words };
}

export function object<F extends FieldShapes>(fields: F): Shape<Flat<ObjectOf<F>>> {
	const wanted = Object.entries(fields);
	const readObject = (value: unknown): unknown => {
		if (!isJsonObject(value)) return mismatch;
		const result: Record<string, unknown> = {};
		for (const [name, shape] of wanted) {
			const field = shape.read(Object.hasOwn(value, name) ? value[name] : undefined);
			if (field === mismatch) return mismatch;
			if (field !== undefined) result[name] = field;
		}
		return result;
	};
	const words = wanted.flatMap(([name, shape]) => [name, ...shape.words]);
	return { read: readObject, words } as Shape<Flat<ObjectOf<F>>>;
}

/**
 * An object whose `type` says which fields it has.
 * @param common fields that it has whatever its type is
 */
export function variants<V extends Readonly<Record<string, FieldShapes>>, C extends FieldShapes = {}>(
	fieldsOfTypes: V,
	common?: C,
): Shape<{ [K in keyof V & string]: Flat<{ readonly type: K } & ObjectOf<V[K] & C>> }[keyof V & string]> {
	const shapes = new Map<unknown, Shape<unknown>>(
		Object.entries(fieldsOfTypes).map(([type, fields]) => [
			type,
			object({ type: oneOf(type), ...common, ...fields }),
		]),
	);
	const readVariant = (value: unknown): unknown => {
		const type = isJsonObject(value) && Object.hasOwn(value, 'type') ? value['type'] : undefined;
		return shapes.get(type)?.read(value) ?? mismatch;
	};
	const words = [...shapes.values()].flatMap((shape) => shape.words);
	return { read: readVariant, words } as never;
}
