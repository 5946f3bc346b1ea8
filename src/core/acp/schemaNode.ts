import { isJsonObject, type JsonObject, stringAt } from '../base/json.ts';

/** One JSON Schema, parsed once. Only the keywords that the protocol's schemas use. */
export interface SchemaNode {
	/** Name of another definition that the value must match as well. */
	readonly ref: string | undefined;
	readonly types: ReadonlySet<string> | undefined;
	/** From `const` and `enum`. */
	readonly values: readonly unknown[] | undefined;
	readonly properties: ReadonlyMap<string, SchemaNode>;
	readonly required: ReadonlySet<string>;
	/** Schema of the properties that are not listed; without one they are kept as they are. */
	readonly additional: SchemaNode | undefined;
	readonly items: SchemaNode | undefined;
	readonly all: readonly SchemaNode[];
	/** From `anyOf` and `oneOf`: the first that matches wins. */
	readonly any: readonly SchemaNode[] | undefined;
	/** Where a property names the branch, so that the others need not be tried. */
	readonly tagged: TaggedUnion | undefined;
	readonly not: SchemaNode | undefined;
	readonly minimum: number;
	readonly maximum: number;
	readonly minLength: number;
	readonly minItems: number;
	readonly defaultOnError: boolean;
	readonly defaultOnNull: boolean;
	readonly skipInvalidItems: boolean;
}

interface TaggedUnion {
	readonly property: string;
	readonly branches: ReadonlyMap<string, SchemaNode>;
}

/** Integer formats that narrow the range. The 64-bit ones are left open, JSON.parse has rounded them already. */
const formatRanges: ReadonlyMap<unknown, readonly [number, number]> = new Map([
	['uint16', [0, 65_535]],
	['uint32', [0, 4_294_967_295]],
	['int32', [-2_147_483_648, 2_147_483_647]],
]);

/**
 * @param schema a JSON Schema as parsed JSON
 * @throws Error when it is not a schema
 */
export function parseSchemaNode(schema: unknown): SchemaNode {
	if (schema === true) return parseSchemaNode({});
	if (!isJsonObject(schema)) throw new Error(`Not a JSON Schema: ${JSON.stringify(schema)}`);
	const [formatMinimum, formatMaximum] = formatRanges.get(schema['format']) ?? [-Infinity, Infinity];
	const union = schema['oneOf'] ?? schema['anyOf'];
	const any = union === undefined ? undefined : listOf(union).map(parseSchemaNode);
	return {
		ref: stringAt(schema, '$ref')?.replace('#/$defs/', ''),
		types: schema['type'] === undefined ? undefined : new Set(listOf(schema['type']).map(String)),
		values: valuesOf(schema),
		properties: parseProperties(schema['properties']),
		required: new Set(listOf(schema['required'] ?? []).map(String)),
		additional: isJsonObject(schema['additionalProperties'])
			? parseSchemaNode(schema['additionalProperties'])
			: undefined,
		items: schema['items'] === undefined ? undefined : parseSchemaNode(schema['items']),
		all: listOf(schema['allOf'] ?? []).map(parseSchemaNode),
		any,
		tagged: taggedUnion(schema['discriminator'], any),
		not: schema['not'] === undefined ? undefined : parseSchemaNode(schema['not']),
		minimum: Math.max(formatMinimum, numberOr(schema['minimum'], -Infinity)),
		maximum: Math.min(formatMaximum, numberOr(schema['maximum'], Infinity)),
		minLength: numberOr(schema['minLength'], 0),
		minItems: numberOr(schema['minItems'], 0),
		defaultOnError: schema['x-deserialize-default-on-error'] === true,
		defaultOnNull: schema['x-deserialize-default-on-null'] === true,
		skipInvalidItems: schema['x-deserialize-skip-invalid-items'] === true,
	};
}

function listOf(value: unknown): readonly unknown[] {
	return Array.isArray(value) ? value : [value];
}

function numberOr(value: unknown, fallback: number): number {
	return typeof value === 'number' ? value : fallback;
}

function valuesOf(schema: JsonObject): readonly unknown[] | undefined {
	if (Object.hasOwn(schema, 'const')) return [schema['const']];
	return Array.isArray(schema['enum']) ? schema['enum'] : undefined;
}

function parseProperties(properties: unknown): ReadonlyMap<string, SchemaNode> {
	if (!isJsonObject(properties)) return new Map();
	return new Map(Object.entries(properties).map(([name, schema]) => [name, parseSchemaNode(schema)]));
}

function taggedUnion(
	discriminator: unknown,
	branches: readonly SchemaNode[] | undefined,
): TaggedUnion | undefined {
	const property = isJsonObject(discriminator) ? discriminator['propertyName'] : undefined;
	if (typeof property !== 'string' || branches === undefined) return undefined;
	const byTag = new Map<string, SchemaNode>();
	for (const branch of branches) {
		const tag = branch.properties.get(property)?.values?.[0];
		if (typeof tag !== 'string') return undefined;
		byTag.set(tag, branch);
	}
	return { property, branches: byTag };
}
