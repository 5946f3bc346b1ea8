import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { AGENT_METHODS, CLIENT_METHODS, PROTOCOL_METHODS } from '@agentclientprotocol/sdk/unstable';
import { isJsonObject } from '../../../../src/core/base/json.ts';
import {
	clientNotifications,
	clientRequests,
	legacyAgentRequests,
} from '../../../../src/core/acp/methods.ts';
import { sentByClient } from './sentByClient.ts';
import { prunedSchemaV1, prunedSchemaV2, pruneSchema, pruneSchemas } from '../../../../build/pruneSchemas.ts';

describe('method names', () => {
	it('are those of the protocol [acp C115]', () => {
		const known = new Set<string>([
			...Object.values(AGENT_METHODS),
			...Object.values(PROTOCOL_METHODS),
			// Removed from the protocol, still the only way to choose a model in many agents.
			...Object.values(legacyAgentRequests),
		]);
		for (const method of sentByClient) assert.ok(known.has(method) || method.startsWith('_'), method);
		const served = new Set<string>(Object.values(CLIENT_METHODS));
		for (const method of Object.values({ ...clientRequests, ...clientNotifications })) {
			assert.ok(served.has(method), method);
		}
	});

	it('do not include the cancel notification of another protocol [acp C114]', () => {
		assert.ok(!sentByClient.has('$/cancelRequest'));
	});
});

describe('pruned schema', () => {
	it('is written without prose, and small', () => {
		const folder = mkdtempSync(join(tmpdir(), 'acp-schema-'));
		try {
			const shipped = { 'acp-v1.json': prunedSchemaV1(), 'acp-v2.json': prunedSchemaV2() };
			const written = pruneSchemas(folder);
			assert.deepEqual(
				written.map(({ file }) => file),
				Object.keys(shipped),
			);
			for (const { file, bytes } of written) assert.ok(bytes < 80 * 1024, `${file}: ${bytes} bytes`);
			for (const [file, schema] of Object.entries(shipped)) {
				const text = readFileSync(join(folder, file), 'utf8');
				assert.doesNotMatch(text, /"description":"|"x-side"/);
				assert.deepEqual(JSON.parse(text), schema);
			}
		} finally {
			rmSync(folder, { recursive: true });
		}
	});

	it('keeps properties that are called like a dropped keyword', () => {
		const T = {
			title: 'T',
			properties: { title: { type: 'string', title: 'x' }, other: { $ref: '#/$defs/U' } },
		};
		const pruned = pruneSchema({ $defs: { T, U: { type: 'null' }, Unused: {} } }, ['T']);
		const definitions = isJsonObject(pruned['$defs']) ? pruned['$defs'] : {};
		assert.deepEqual(definitions, {
			T: { properties: { title: { type: 'string' }, other: { $ref: '#/$defs/U' } } },
			U: { type: 'null' },
		});
	});
});
