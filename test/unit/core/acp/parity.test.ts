/** Our decoder and the SDK's own validators take and refuse the same messages, and read them alike. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createDecoder } from '../../../../src/core/acp/decoder.ts';
import { isJsonObject } from '../../../../src/core/base/json.ts';
import { prunedSchemaV1 } from '../../../../build/pruneSchemas.ts';
import { messages } from './fixtures.ts';
import { sized } from '../../../tools/sized.ts';

interface Validator {
	safeParse(value: unknown): { success: boolean; data?: unknown };
}

const zodFile = '../../../../node_modules/@agentclientprotocol/sdk/dist/v1/unstable/schema/zod.gen.js';
const validators: Record<string, Validator> = await import(
	pathToFileURL(join(import.meta.dirname, zodFile)).href
);
const decoder = createDecoder(prunedSchemaV1());

describe('decoder and SDK validators', () => {
	it('agree on every message and on every way to break it in one place', () => {
		let cases = 0;
		const differences: string[] = [];
		for (const [root, message] of messages) {
			for (const value of [message, ...mutationsOf(message)]) {
				cases++;
				if (cases % sized(1, 4) !== 0) continue;
				const difference = compare(root, value);
				if (difference !== undefined) differences.push(`${root} ${difference} ${JSON.stringify(value)}`);
			}
		}
		assert.ok(cases > 2000, `only ${cases} cases`);
		assert.deepEqual(differences, []);
	});
});

function compare(root: string, value: unknown): string | undefined {
	const theirs = validators[`z${root}`]?.safeParse(value);
	assert.ok(theirs, `the SDK has no validator for ${root}`);
	const ours = decoder.decode(root, value);
	if (ours.ok !== theirs.success) return ours.ok ? 'only we accept' : `only we refuse (${ours.error})`;
	return ours.ok && !agrees(theirs.data, ours.value) ? 'read differently' : undefined;
}

/** The SDK strips unknown fields and fills in defaults, we keep the former and leave the latter out. */
function agrees(theirs: unknown, ours: unknown): boolean {
	if (ours === undefined) return isEmpty(theirs);
	if (Array.isArray(theirs)) {
		return (
			Array.isArray(ours) &&
			ours.length === theirs.length &&
			theirs.every((item, index) => agrees(item, ours[index]))
		);
	}
	if (!isJsonObject(theirs)) return Object.is(theirs, ours);
	return isJsonObject(ours) && Object.entries(theirs).every(([key, value]) => agrees(value, ours[key]));
}

function isEmpty(value: unknown): boolean {
	if (value === undefined || value === false) return true;
	return typeof value === 'object' && value !== null && Object.values(value).every(isEmpty);
}

const replacements = [null, 7, -1, 1.5, 'zzz', '', true, [], [7], {}, { type: 'zzz' }];

/** The value with each of its parts in turn left out, or replaced by something else. */
function* mutationsOf(value: unknown): Generator {
	if (Array.isArray(value)) {
		for (const [index, item] of value.entries()) {
			yield value.toSpliced(index, 1);
			for (const other of [...replacements, ...mutationsOf(item)]) yield value.with(index, other);
		}
	} else if (isJsonObject(value)) {
		for (const [key, item] of Object.entries(value)) {
			const { [key]: _, ...rest } = value;
			yield rest;
			for (const other of [...replacements, ...mutationsOf(item)]) yield { ...value, [key]: other };
		}
	}
}
