/** The lists of what is left out at an address. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { aboutProcesses, notByHttp } from './eachCarrier.ts';

const units = path.join(import.meta.dirname, '..');

/** Titles of the tests that run for each carrier; a value in them stands for any text. */
function titles(): RegExp[] {
	const files = globSync('**/*.test.ts', { cwd: units }).map((file) =>
		readFileSync(path.join(units, file), 'utf8'),
	);
	const carried = files.filter((text) => /from '.*\/eachCarrier\.ts'/u.test(text));
	const found = carried.flatMap((text) => [...text.matchAll(/\bit\(\s*(['"`])(.+?)\1,/gsu)]);
	return found.map(([, , title = '']) => {
		const parts = title.split(/\$\{.*?\}/u).map((part) => part.replaceAll(/[[\](){}.*+?|^$\\]/gu, '\\$&'));
		return new RegExp(`^${parts.join('.+')}$`, 'u');
	});
}

it('what is left out at an address is a test that there is', () => {
	const all = titles();
	assert.ok(all.length > 80, String(all.length));
	for (const title of [...Object.keys(aboutProcesses), ...Object.keys(notByHttp)])
		assert.ok(
			all.some((one) => one.test(title)),
			title,
		);
});
