import { isJsonObject } from './json.ts';
import { mismatch, Walk } from './decodeValue.ts';
import { parseSchemaNode, type SchemaNode } from './schemaNode.ts';

/** A value as its schema has it, or where and why it is not. */
export type Decoded<T> =
	{ readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string };

/** Checks inbound data. `Types` maps the names of the schema's definitions to the SDK's types. */
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
