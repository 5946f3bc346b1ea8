/** The glossary names what is there: each link leads to a file, and each name in code marks is declared in its file. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { readDocument } from '../../tools/documents.ts';

const declaration = (name: string): RegExp =>
	new RegExp(`^export (?:abstract |async )*(?:class|const|function|interface|type) ${name}\\b`, 'mu');

/** Names and targets of the links of a document; the targets relative to the root. */
function linksOf(text: string): readonly { readonly name: string; readonly target: string }[] {
	return Array.from(text.matchAll(/\[([^\]]+)\]\(([^)#]+)(?:#[^)]*)?\)/gu), ([, name = '', target = '']) => ({
		name,
		target: path.posix.join('docs', target),
	}));
}

/** What is wrong with the links of a glossary. */
function problemsOf(text: string): readonly string[] {
	return linksOf(text).flatMap(({ name, target }) => {
		if (!existsSync(target)) return [`${target} is not there`];
		const [, symbol] = /^`(\w+)`$/u.exec(name) ?? [];
		const isDeclared = symbol === undefined || declaration(symbol).test(readFileSync(target, 'utf8'));
		return isDeclared ? [] : [`${target} does not export ${symbol}`];
	});
}

describe('the glossary', () => {
	const text = readDocument('docs/glossary.md');

	it('names only what its files export', () => {
		assert.ok(linksOf(text).length > 50, 'too few links were found');
		assert.deepEqual(problemsOf(text), []);
	});

	it('says no word twice in a table', () => {
		const names = Array.from(text.matchAll(/^\| \[([^\]]+)\]/gmu), ([, name]) => name);
		assert.deepEqual(names, [...new Set(names)]);
	});

	it('would fail with a name or a file that is gone', () => {
		assert.deepEqual(problemsOf('[`Desk`](../src/core/base/limits.ts) [gone](../src/gone.ts)'), [
			'src/core/base/limits.ts does not export Desk',
			'src/gone.ts is not there',
		]);
	});
});
