/**
 * Cuts the SDK's JSON Schemas down to what the decoder reads: the definitions reachable from the messages we receive,
 * without prose. Writes `acp-v1.json` and `acp-v2.json`, which the host loads at run time.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type JsonObject } from '../src/core/base/json.ts';

const schemaRoot = join(import.meta.dirname, '../node_modules/@agentclientprotocol/sdk/schema');

/** What agents of both versions send. */
const inbound = [
	'RequestPermissionRequest',
	'CreateElicitationRequest',
	'CompleteElicitationNotification',
	'InitializeResponse',
	'NewSessionResponse',
	'ResumeSessionResponse',
	'ListSessionsResponse',
	'PromptResponse',
	'SetSessionConfigOptionResponse',
	'Error',
	'ForkSessionResponse',
	'AuthStatusResponse',
	'AuthStatusUpdateNotification',
	'SessionStatusResponse',
	'SetSessionTitleResponse',
	'ListProvidersResponse',
	'MessageMcpRequest',
];

/** What an agent of version 1 sends (docs/protocol.md#methods). */
const inboundV1 = [
	...inbound,
	'SessionNotification',
	'ReadTextFileRequest',
	'WriteTextFileRequest',
	'CreateTerminalRequest',
	'TerminalOutputRequest',
	'ReleaseTerminalRequest',
	'WaitForTerminalExitRequest',
	'KillTerminalRequest',
	'LoadSessionResponse',
];

/** What an agent of version 2 sends (docs/protocol.md#methods). */
const inboundV2 = [...inbound, 'UpdateSessionNotification'];

const outputs = [
	{ file: 'acp-v1.json', source: 'v1/schema.unstable.json', roots: inboundV1 },
	{ file: 'acp-v2.json', source: 'v2/schema.unstable.json', roots: inboundV2 },
];

/** Keywords the decoder does not read. */
const droppedKeywords = new Set(['description', 'title', 'default', 'x-side', 'x-method', 'x-docs-ignore']);

/** The formats that narrow an integer's range; the others say nothing to the decoder. */
const keptFormats = new Set<unknown>(['uint16', 'uint32', 'int32']);

/** The SDK's whole schema of one version. */
export function readSdkSchema(source: string): JsonObject {
	const schema: unknown = JSON.parse(readFileSync(join(schemaRoot, source), 'utf8'));
	if (!isJsonObject(schema)) throw new Error(`${source} is not a schema`);
	return schema;
}

/** The schema for the decoder of version 1, as it is shipped. */
export function prunedSchemaV1(): JsonObject {
	return pruneSchema(readSdkSchema('v1/schema.unstable.json'), inboundV1);
}

/** The schema for the decoder of version 2, as it is shipped. */
export function prunedSchemaV2(): JsonObject {
	return pruneSchema(readSdkSchema('v2/schema.unstable.json'), inboundV2);
}

/**
 * @param schema a JSON Schema with `$defs`
 * @param roots names of definitions to keep, with all they refer to
 * @throws Error when a name is not defined
 */
export function pruneSchema(schema: JsonObject, roots: readonly string[]): JsonObject {
	const definitions = schema['$defs'];
	const kept: Record<string, unknown> = {};
	const waiting = [...roots];
	for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
		if (Object.hasOwn(kept, name)) continue;
		const definition = isJsonObject(definitions) ? definitions[name] : undefined;
		if (definition === undefined) throw new Error(`The schema has no definition ${name}`);
		kept[name] = strip(definition);
		waiting.push(...referencesIn(kept[name]));
	}
	return { $defs: kept };
}

/**
 * Writes the pruned schemas.
 * @param outDir folder, created where missing
 * @returns each file's name and size in bytes
 */
export function pruneSchemas(outDir: string): { file: string; bytes: number }[] {
	mkdirSync(outDir, { recursive: true });
	return outputs.map(({ file, source, roots }) => {
		const text = JSON.stringify(pruneSchema(readSdkSchema(source), roots));
		writeFileSync(join(outDir, file), text);
		return { file, bytes: Buffer.byteLength(text) };
	});
}

/** Drops keywords, but not properties that happen to have the same name. */
function strip(schema: unknown): unknown {
	if (Array.isArray(schema)) return schema.map(strip);
	if (!isJsonObject(schema)) return schema;
	const entries = Object.entries(schema)
		.filter(
			([keyword, value]) => !droppedKeywords.has(keyword) && (keyword !== 'format' || keptFormats.has(value)),
		)
		.map(([keyword, value]): [string, unknown] => [
			keyword,
			keyword === 'properties' && isJsonObject(value) ? stripProperties(value) : strip(value),
		]);
	return Object.fromEntries(entries);
}

function stripProperties(properties: JsonObject): JsonObject {
	return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, strip(schema)]));
}

function referencesIn(schema: unknown): string[] {
	if (Array.isArray(schema)) return schema.flatMap(referencesIn);
	if (!isJsonObject(schema)) return [];
	return Object.entries(schema).flatMap(([keyword, value]) =>
		keyword === '$ref' && typeof value === 'string' ? [value.replace('#/$defs/', '')] : referencesIn(value),
	);
}

if (import.meta.main) {
	for (const { file, bytes } of pruneSchemas(join(import.meta.dirname, '../dist/schema'))) {
		console.log(`dist/schema/${file}  ${(bytes / 1024).toFixed(1)} KiB`);
	}
}
