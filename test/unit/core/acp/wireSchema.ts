import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isJsonObject, type JsonObject } from '../../../../src/core/base/json.ts';
import { extensionRequests } from '../../../../src/core/acp/methods.ts';
import { readSdkSchema } from '../../../../build/pruneSchemas.ts';

/** Checks what we send against the SDK's full schemas, with unknown keys forbidden (acp C11). */
const validators = {
	stable: validatorOf('v1/schema.json'),
	unstable: validatorOf('v1/schema.unstable.json'),
	v2: validatorOf('v2/schema.json'),
	v2unstable: validatorOf('v2/schema.unstable.json'),
};

/** `unstable` where drafts of the protocol are switched on; `v2first` for the first draft of version 2. */
export type SchemaVersion = keyof typeof validators | 'v2first';

/** What the first draft of version 2 has as version 1 has it. */
const ofFirstDraft: ReadonlySet<string> = new Set(['authenticate', 'logout', 'session/load']);
/** What it does not have. */
const notInFirstDraft: ReadonlySet<string> = new Set(['auth/login', 'auth/logout', 'session/resume']);

export type SentKind = 'request' | 'notification' | 'response';

/** Requests that the schema lost and agents still take. */
const legacy: ReadonlyMap<string, readonly string[]> = new Map([
	['session/set_model', ['modelId', 'sessionId']],
]);

/**
 * Fails the test when a message of ours is not what the protocol says.
 * @param version of the schema that it has to fit
 */
export function assertValidOutgoing(
	kind: SentKind,
	method: string,
	value: unknown,
	version: SchemaVersion = 'stable',
): void {
	if (version === 'v2first') {
		assert.ok(!notInFirstDraft.has(method), `${method} is not in the first draft`);
		return assertValidOutgoing(kind, method, value, ofFirstDraft.has(method) ? 'stable' : 'v2');
	}
	if (method === extensionRequests.steer) {
		const { _meta, ...prompt } = isJsonObject(value) ? value : {};
		assert.deepEqual(_meta, { steering: { idleBehavior: 'promptRequired' } });
		return assertValidOutgoing(kind, 'session/prompt', prompt, version);
	}
	const isV1 = version === 'stable' || version === 'unstable';
	const keys = kind === 'request' && isV1 ? legacy.get(method) : undefined;
	if (keys !== undefined) return assert.deepEqual(Object.keys(Object(value)).toSorted(), keys);
	const { ajv, definitions } = validators[version];
	const name = definitionOf(definitions, kind, method);
	const validate = ajv.getSchema(`acp#/$defs/${name}`);
	assert.ok(validate, `no schema for the ${kind} ${method}`);
	assert.ok(validate(value), `${name}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(value)}`);
}

function validatorOf(source: string): { ajv: Ajv2020; definitions: JsonObject } {
	const schema = forbidUnknownKeys(withoutCustomKinds(readSdkSchema(source)));
	const definitions = isJsonObject(schema['$defs']) ? schema['$defs'] : {};
	const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
	return { ajv: ajv.addSchema({ $id: 'acp', $defs: definitions }), definitions };
}

function definitionOf(definitions: JsonObject, kind: SentKind, method: string): string | undefined {
	const suffix = { request: 'Request', notification: 'Notification', response: 'Response' }[kind];
	const sides: unknown[] = [kind === 'response' ? 'client' : 'agent', 'protocol'];
	return Object.entries(definitions).find(
		([name, definition]) =>
			isJsonObject(definition) &&
			definition['x-method'] === method &&
			sides.includes(definition['x-side']) &&
			name.endsWith(suffix),
	)?.[0];
}

/** Version 2 lets each side add kinds of its own to a union. We add none, and none may hide a mistake of ours. */
function withoutCustomKinds(whole: JsonObject): JsonObject {
	const isCustom = (branch: unknown): boolean =>
		isJsonObject(branch) && branch['type'] === 'object' && branch['not'] !== undefined;
	return visit(whole, (node) => {
		const { anyOf } = node;
		return Array.isArray(anyOf) && anyOf.some(isCustom)
			? { ...node, anyOf: anyOf.filter((branch) => !isCustom(branch)) }
			: node;
	});
}

/** Closes every object, except those that are only a part of another one. */
function forbidUnknownKeys(whole: JsonObject): JsonObject {
	const parts = new Set<unknown>();
	const openDefinitions = new Set<unknown>();
	visit(whole, (node, original) => {
		if (node['properties'] === undefined) return node;
		if (Array.isArray(node['allOf'])) {
			for (const part of node['allOf']) if (isJsonObject(part)) parts.add(part['$ref']);
		}
		// The branches of an object with properties of its own are parts of it as well.
		for (const key of ['anyOf', 'oneOf']) {
			const branches = original[key];
			if (Array.isArray(branches)) for (const branch of branches) openDefinitions.add(branch);
		}
		return node;
	});
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
