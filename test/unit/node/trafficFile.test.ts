/** The file of a traffic log, on a disk that does not always take it. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, it } from 'node:test';
import { TrafficFile } from '../../../src/node/trafficFile.ts';
import { until } from './until.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'acp-host-traffic-'));
after(() => rmSync(folder, { recursive: true, force: true }));

it('[hazard F5] a traffic log starts over at its size, whole line by whole line', async () => {
	const name = path.join(folder, 'new', 'log.jsonl');
	const file = new TrafficFile(name, { maxBytes: 1000, onError: (error) => assert.fail(String(error)) });
	const line = (n: number): string => `${n} ${'é'.repeat(20)}\n`;
	for (let n = 0; n < 100; n++) file.append(line(n));
	const read = (): string => {
		try {
			return readFileSync(name, 'utf8');
		} catch {
			// It starts over just then.
			return '';
		}
	};
	await until(() => read().endsWith(line(99)));
	const { size } = statSync(name);
	assert.ok(size <= 1000, String(size));
	const numbers = read()
		.trimEnd()
		.split('\n')
		.map((text) => Number.parseInt(text, 10));
	assert.deepEqual(
		numbers,
		Array.from(numbers, (_number, index) => 100 - numbers.length + index),
	);
});

it('a traffic log that cannot be written says so, and goes on once it can be', async () => {
	const parent = path.join(folder, 'taken');
	writeFileSync(parent, 'a file where the folder should be');
	const name = path.join(parent, 'log.jsonl');
	const errors: unknown[] = [];
	const file = new TrafficFile(name, { onError: (error) => errors.push(error) });
	file.append('one\n');
	await until(() => errors.length === 1);
	rmSync(parent);
	file.append('two\n');
	await until(() => statSync(name, { throwIfNoEntry: false })?.size === 4);
	assert.equal(errors.length, 1);
});
