/** SECURITY.md names promises and tests: none may be made up. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { hazardGroups } from '../../hazards/all.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const page = readFileSync(path.join(root, 'SECURITY.md'), 'utf8');
const rows = [...page.matchAll(/^\| ([A-G]\d+) \| ([^|]+?) \| (.*) \|$/gmu)].map(
	([, id = '', promise = '', tests = '']) => ({
		id,
		promise,
		files: [...tests.matchAll(/`([^`]+)`/gu)].map(([, file = '']) => file),
	}),
);

const tests = readdirSync(path.join(root, 'test'), { recursive: true, encoding: 'utf8' })
	.filter((name) => /(?:\.test|Test)\.ts$/u.test(name))
	.map((name) => [name, readFileSync(path.join(root, 'test', name), 'utf8')] as const);

/** A row that no test has yet is for `npm run hazards` to complain about. */
function testsOf(id: string): string[] {
	const tag = new RegExp(String.raw`\[hazard ${id}\]`, 'u');
	return tests.filter(([, text]) => tag.test(text)).map(([name]) => name);
}

describe('SECURITY.md', () => {
	it('has each promise of the table of hazards, in its words', () => {
		assert.deepEqual(
			rows.map(({ id, promise }) => `${id} ${promise}`),
			hazardGroups.flatMap(({ hazards }) => hazards.map(({ id, promise }) => `${id} ${promise}`)),
		);
	});

	for (const { id, files } of rows) {
		it(`names tests of ${id} that are there and say so`, () => {
			if (files.length === 0)
				assert.deepEqual(testsOf(id), [], `${id} has tests that the page does not name`);
			for (const file of files) {
				assert.ok(existsSync(path.join(root, file)), file);
				assert.match(
					readFileSync(path.join(root, file), 'utf8'),
					new RegExp(String.raw`hazard ${id}(?!\d)`, 'u'),
					file,
				);
			}
		});
	}

	it('gives a private way to report, and no address that nobody reads', () => {
		assert.match(page, /Report a vulnerability/u);
		assert.doesNotMatch(page, /[\w.]+@[\w-]+\.\w/u);
	});
});
