/** What comments and documents refer to is there, for a reader who has only this repository. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { clauseTables } from '../../clauses/all.ts';
import { hazardGroups } from '../../hazards/all.ts';
import { anchorsOf, brokenInDocument, brokenInSource, type Known } from '../../tools/citations.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const find = (...patterns: string[]): string[] =>
	globSync(patterns, { cwd: root })
		.map((name) => name.replaceAll('\\', '/'))
		.toSorted();

const documents = find('*.md', 'docs/**/*.md', 'test/{bench,traffic}/README.md');
/** They plant broken ones. */
const planting = ['test/unit/sources/citations.test.ts', 'test/unit/protocol/coverageRows.test.ts'];
const sources = find('src/**/*.ts', 'test/**/*.ts', 'build/*.ts', 'esbuild.mjs').filter(
	(file) => !planting.includes(file),
);
const known: Known = {
	files: new Set([
		...documents,
		...sources,
		...find('{media,l10n,.ci}/**/*.*', 'test/**/*.*', 'src/**/*.*', '*.*', 'LICENSE', '.oxlintrc.json'),
	]),
	anchors: new Map(documents.map((file) => [file, anchorsOf(read(file))])),
	rows: new Set([
		...clauseTables.flatMap(({ clauses }) => clauses.map(({ id }) => `acp ${id}`)),
		...hazardGroups.flatMap(({ hazards }) => hazards.map(({ id }) => `hazard ${id}`)),
	]),
};
/** Files that only tests make, to show what names of files do. */
const madeUp = new Set(['src/a.ts', 'src/report.ts', 'source.ts']);

describe('what is referred to', () => {
	it('by sources is a document of ours, a row of a table, or a file', () => {
		const broken = sources.flatMap((file) =>
			brokenInSource(read(file), known)
				.filter((cited) => !madeUp.has(cited))
				.map((cited) => `${file}: ${cited}`),
		);
		assert.deepEqual(broken, []);
	});

	for (const file of documents.filter((name) => name !== 'THIRD-PARTY-NOTICES.md')) {
		it(`by ${file} is there`, () => {
			assert.deepEqual(
				brokenInDocument(file, read(file), known).filter((cited) => !madeUp.has(cited)),
				[],
			);
		});
	}

	const planted: Readonly<Record<string, string>> = {
		'/** Sends it (protocol.md 2.3). */': 'protocol.md 2.3',
		'// As agents do (agents-in-the-wild 16).': 'agents-in-the-wild 16',
		'\t * A view of the state (design 4.5).': 'design 4.5',
		'/** See docs/protocol.md#no-such-heading. */': 'docs/protocol.md#no-such-heading',
		'const a = 1; // docs/nothing.md': 'docs/nothing.md',
		'/** Ended with us (hazard B99). */': 'hazard B99',
		'/** Guarded (hazards A1, A99). */': 'hazard A99',
		"it('is answered once [acp C999]', run);": 'acp C999',
		'/** Bounded (A7). */': '(A7)',
		'/** As `core/session/noSuchFile.ts` does. */': 'core/session/noSuchFile.ts',
	};
	for (const [comment, cited] of Object.entries(planted)) {
		it(`is found broken: ${cited}`, () => assert.ok(brokenInSource(comment, known).includes(cited)));
	}

	it('is found whole where it is', () => {
		const comment =
			'/** Once (acp C58, hazards B5, C1; docs/protocol.md#turn-shapes): `src/core/base/limits.ts`. */';
		assert.deepEqual(brokenInSource(comment, known), []);
	});

	it('is found broken in documents', () => {
		const text = '[a](no.md) [b](../README.md) [c](protocol.md#versions) [d](#e) `core/none.ts` hazard A77';
		assert.deepEqual(brokenInDocument('docs/hazards.md', text, known), [
			'no.md',
			'#e',
			'core/none.ts',
			'hazard A77',
		]);
	});
});
