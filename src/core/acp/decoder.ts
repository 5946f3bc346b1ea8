/**
 * Checks inbound data along a schema. Nothing is coerced: a value comes back as it is, except that parts the schema
 * calls forgivable are left out or emptied. The input is never changed; the parts that differ are copied. Only what the
 * schema describes is walked, so free-form values may nest as deep as JSON.parse allows.
 */
import { isJsonObject, type JsonObject } from '../base/json.ts';
import { parseSchemaNode, type SchemaNode } from './schemaNode.ts';

/** A value as its schema has it, or where and why it is not. */
export type Decoded<T> =
	{ readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string };

/** `Types` maps the names of the schema's definitions to the SDK's types. */
export interface Decoder<Types extends object = Record<string, unknown>> {
	/**
	 * Keeps unknown fields, leaves out what the schema says may be left out when malformed, and never changes `value`.
	 * @param root name of a definition
	 * @param value parsed JSON
	 * @throws Error when the schema has no such definition, which is a mistake of ours
	 */
	decode<Root extends keyof Types & string>(root: Root, value: unknown): Decoded<Types[Root]>;
}

/**
 * @param schema the SDK's JSON Schema, pruned by `build/pruneSchemas.ts` or whole
 * @throws Error when it is none
 */
export function createDecoder<Types extends object = Record<string, unknown>>(
	schema: unknown,
): Decoder<Types> {
	const definitions = isJsonObject(schema) ? schema['$defs'] : undefined;
	if (!isJsonObject(definitions)) throw new Error('Not a protocol schema: it has no $defs');
	const nodes = new Map<string, SchemaNode>();
	for (const [name, definition] of Object.entries(definitions)) nodes.set(name, parseSchemaNode(definition));
	return {
		decode<Root extends keyof Types & string>(root: Root, value: unknown): Decoded<Types[Root]> {
			const node = nodes.get(root);
			if (node === undefined) throw new Error(`The schema has no definition ${root}`);
			const walk = new Walk(nodes);
			const decoded = walk.decode(node, value, 0);
			if (decoded === mismatch) return { ok: false, error: walk.error };
			// The schema and the type of this name come from the same SDK.
			return { ok: true, value: decoded as Types[Root] };
		},
	};
}

/** Steps down through schemas after which a value is refused instead of exhausting the stack (hazard A11). */
export const maxDecodeDepth = 512;

/** Says that a value does not match; the walk knows why. */
const mismatch = Symbol('mismatch');

/** One decoding: where the definitions are, and why it failed. */
class Walk {
	readonly #definitions: ReadonlyMap<string, SchemaNode>;
	readonly #path: (string | number)[] = [];
	#reason = '';

	constructor(definitions: ReadonlyMap<string, SchemaNode>) {
		this.#definitions = definitions;
	}

	/** Why the walk failed, such as `update.content: should be array`. */
	get error(): string {
		const path = this.#path.toReversed().join('.');
		return path === '' ? this.#reason : `${path}: ${this.#reason}`;
	}

	/** @returns the value as the schema has it, undefined for "absent", or `mismatch` */
	decode(node: SchemaNode, value: unknown, depth: number): unknown {
		if (node.defaultOnNull && value === null) return emptyOf(node);
		const decoded =
			depth > maxDecodeDepth ? this.#fail('nested too deeply') : this.#match(node, value, depth);
		return decoded === mismatch && node.defaultOnError ? undefined : decoded;
	}

	#match(node: SchemaNode, value: unknown, depth: number): unknown {
		const reason = plainMismatch(node, value);
		if (reason !== undefined) return this.#fail(reason);
		let result = value;
		if (node.ref !== undefined) result = this.decode(this.#definition(node.ref), result, depth + 1);
		for (const part of node.all) {
			if (result === mismatch) return mismatch;
			result = this.decode(part, result, depth + 1);
		}
		if (result !== mismatch && node.any !== undefined) result = this.#matchAny(node, node.any, result, depth);
		if (result === mismatch) return mismatch;
		if (node.not !== undefined && this.decode(node.not, result, depth + 1) !== mismatch) {
			return this.#fail('is reserved for another shape');
		}
		if (Array.isArray(result)) return this.#items(node, result, depth);
		return isJsonObject(result) ? this.#object(node, result, depth) : result;
	}

	#matchAny(node: SchemaNode, branches: readonly SchemaNode[], value: unknown, depth: number): unknown {
		if (node.tagged !== undefined && isJsonObject(value)) {
			const { property, branches: byTag } = node.tagged;
			const tag = Object.hasOwn(value, property) ? value[property] : undefined;
			const branch = typeof tag === 'string' ? byTag.get(tag) : undefined;
			if (branch !== undefined) return this.decode(branch, value, depth + 1);
			return this.#fail(`unknown ${property} ${shorten(tag)}`);
		}
		for (const branch of branches) {
			const result = this.decode(branch, value, depth + 1);
			if (result !== mismatch) return result;
		}
		return branches.length > 1 ? this.#fail(`${shorten(value)} matches no known shape`) : mismatch;
	}

	#items(node: SchemaNode, list: readonly unknown[], depth: number): unknown {
		if (node.items === undefined) return list;
		const result: unknown[] = [];
		let isSame = true;
		for (const [index, item] of list.entries()) {
			const decoded = this.decode(node.items, item, depth + 1);
			if (decoded === mismatch && !node.skipInvalidItems) return this.#failAt(index);
			if (decoded !== item) isSame = false;
			if (decoded !== mismatch) result.push(decoded);
		}
		return isSame ? list : result;
	}

	#object(node: SchemaNode, object: JsonObject, depth: number): unknown {
		for (const name of node.required) {
			if (!Object.hasOwn(object, name)) return this.#fail(`${name} is missing`);
		}
		let result = object;
		for (const [name, property] of node.properties) {
			if (!Object.hasOwn(object, name)) continue;
			const decoded = this.decode(property, object[name], depth + 1);
			if (decoded === mismatch) return this.#failAt(name);
			if (decoded === object[name]) continue;
			const replacement = decoded === undefined && node.required.has(name) ? emptyOf(property) : decoded;
			result = withProperty(result, name, replacement);
		}
		return node.additional === undefined ? result : this.#additional(node, node.additional, result, depth);
	}

	#additional(node: SchemaNode, additional: SchemaNode, object: JsonObject, depth: number): unknown {
		let result = object;
		for (const name of Object.keys(object)) {
			if (node.properties.has(name)) continue;
			const decoded = this.decode(additional, object[name], depth + 1);
			if (decoded === mismatch) return this.#failAt(name);
			if (decoded !== object[name]) result = withProperty(result, name, decoded);
		}
		return result;
	}

	#definition(name: string): SchemaNode {
		const node = this.#definitions.get(name);
		if (node === undefined) throw new Error(`The schema has no definition ${name}`);
		return node;
	}

	#fail(reason: string): typeof mismatch {
		this.#reason = reason;
		this.#path.length = 0;
		return mismatch;
	}

	#failAt(key: string | number): typeof mismatch {
		this.#path.push(key);
		return mismatch;
	}
}

/** Everything that can be said without going down. */
function plainMismatch(node: SchemaNode, value: unknown): string | undefined {
	if (node.types !== undefined && !hasType(node.types, value)) {
		return `should be ${[...node.types].join(' or ')}`;
	}
	if (node.values !== undefined && !node.values.includes(value)) return `should not be ${shorten(value)}`;
	if (typeof value === 'number' && (value < node.minimum || value > node.maximum)) return 'is out of range';
	if (typeof value === 'string' && value.length < node.minLength) return 'is too short';
	if (Array.isArray(value) && value.length < node.minItems) return 'has too few items';
	return undefined;
}

function hasType(types: ReadonlySet<string>, value: unknown): boolean {
	if (value === null) return types.has('null');
	if (Array.isArray(value)) return types.has('array');
	if (typeof value !== 'number') return types.has(typeof value);
	return types.has('number') || (types.has('integer') && Number.isInteger(value));
}

function emptyOf(node: SchemaNode): unknown {
	if (node.types?.has('array') === true) return [];
	return node.types?.has('object') === true ? {} : undefined;
}

/** A copy with one property replaced, or left out. The name may be `__proto__`. */
function withProperty(object: JsonObject, name: string, value: unknown): JsonObject {
	const others = Object.entries(object).filter(([key]) => key !== name);
	return Object.fromEntries(value === undefined ? others : [...others, [name, value]]);
}

function shorten(value: unknown): string {
	if (value === undefined) return 'undefined';
	return typeof value === 'object' && value !== null ? 'this value' : JSON.stringify(value).slice(0, 60);
}
