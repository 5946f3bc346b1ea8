import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isJsonObject, type JsonObject } from '../../../src/core/acp/json.ts';
import { readSdkSchema } from '../../tools/pruneSchemas.ts';

/** Checks what we send against the SDK's full, stable schema, with unknown keys forbidden (acp C11). */
const schema = forbidUnknownKeys(readSdkSchema('v1/schema.json'));
const definitions = isJsonObject(schema['$defs']) ? schema['$defs'] : {};
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true }).addSchema({
	$id: 'acp',
	$defs: definitions,
});

export type SentKind = 'request' | 'notification' | 'response';

/** Fails the test when a message of ours is not what the protocol says. */
export function assertValidOutgoing(kind: SentKind, method: string, value: unknown): void {
	const name = definitionOf(kind, method);
	const validate = ajv.getSchema(`acp#/$defs/${name}`);
	assert.ok(validate, `no schema for the ${kind} ${method}`);
	assert.ok(validate(value), `${name}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(value)}`);
}

function definitionOf(kind: SentKind, method: string): string | undefined {
	const suffix = { request: 'Request', notification: 'Notification', response: 'Response' }[kind];
	const side = kind === 'response' ? 'client' : 'agent';
	return Object.entries(definitions).find(
		([name, definition]) =>
			isJsonObject(definition) &&
			definition['x-method'] === method &&
			definition['x-side'] === side &&
			name.endsWith(suffix),
	)?.[0];
}

/** Closes every object, except those that are only a part of another one. */
function forbidUnknownKeys(whole: JsonObject): JsonObject {
	const parts = new Set<unknown>();
	visit(whole, (node) => {
		if (node['properties'] === undefined || !Array.isArray(node['allOf'])) return node;
		for (const part of node['allOf']) if (isJsonObject(part)) parts.add(part['$ref']);
		return node;
	});
	const openDefinitions = new Set<unknown>();
	const defs = isJsonObject(whole['$defs']) ? whole['$defs'] : {};
	for (const [name, definition] of Object.entries(defs)) {
		if (parts.has(`#/$defs/${name}`)) openDefinitions.add(definition);
	}
	return visit(whole, (node, original) =>
		isJsonObject(node['properties']) && !openDefinitions.has(original)
			? { ...node, unevaluatedProperties: false }
			: node,
	);
}

function visit(node: JsonObject, change: (node: JsonObject, original: JsonObject) => JsonObject): JsonObject {
	const walk = (value: unknown): unknown => {
		if (Array.isArray(value)) return value.map(walk);
		return isJsonObject(value) ? visit(value, change) : value;
	};
	const entries = Object.entries(node).map(([key, value]): [string, unknown] => [key, walk(value)]);
	const copy: JsonObject = Object.fromEntries(entries);
	// A list of properties may itself have one called `properties`: it is no schema and stays as it is.
	const isSchema = node['type'] === undefined || typeof node['type'] === 'string';
	return isSchema ? change(copy, node) : copy;
}
