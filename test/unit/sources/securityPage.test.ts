/** SECURITY.md names promises and tests: none may be made up. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { hazardGroups } from '../../hazards/all.ts';
import { filesByTag } from '../../tools/taggedTests.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const page = readFileSync(path.join(root, 'SECURITY.md'), 'utf8');
const rows = [...page.matchAll(/^\| ([A-G]\d+) \| ([^|]+?) \| (.*) \|$/gmu)].map(
	([, id = '', promise = '', tests = '']) => ({
		id,
		promise,
		files: [...tests.matchAll(/`([^`]+)`/gu)].map(([, file = '']) => file),
	}),
);

describe('SECURITY.md', async () => {
	const tests = await filesByTag('hazard');

	it('has each promise of the table of hazards, in its words', () => {
		assert.deepEqual(
			rows.map(({ id, promise }) => `${id} ${promise}`),
			hazardGroups.flatMap(({ hazards }) => hazards.map(({ id, promise }) => `${id} ${promise}`)),
		);
	});

	for (const { id, files } of rows) {
		it(`names tests of ${id} that are there and say so`, () => {
			for (const file of files) assert.ok(existsSync(path.join(root, file)), file);
			// A row that no test has yet is for `npm run hazards` to complain about.
			assert.deepEqual(files, tests.get(id) ?? []);
		});
	}

	it('gives a private way to report, and no address that nobody reads', () => {
		assert.match(page, /Report a vulnerability/u);
		assert.doesNotMatch(page, /[\w.]+@[\w-]+\.\w/u);
	});
});
