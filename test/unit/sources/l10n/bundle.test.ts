/** What the sources say, and what the German bundle says for it. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { messageCalls, placesIn } from '../../../tools/messageCalls.ts';
import { parseSource, readSources } from '../../../tools/sourceTree.ts';

const sources = await readSources('src/**/*.ts');
const calls = sources.flatMap(messageCalls);
const keys = new Set(calls.flatMap(({ key }) => key ?? []));
const german = JSON.parse(
	await readFile(new URL('../../../../l10n/bundle.l10n.de.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, string>>;

describe('the sentences of the sources', () => {
	it('are found: by name, over several lines, and whether their places are filled elsewhere', async () => {
		const text = `import { t } from '../core/base/l10n.ts';
			const a = [t('One'), t("Two's {0}", 2), x.t('no'), formatNodes(t('Three {0}'), node)];
			const b = t(\`four\`), c = t('a' + 'b');`;
		const found = messageCalls({ name: 'a.ts', text, tree: await parseSource(text) });
		assert.deepEqual(
			found.map(({ key, argumentCount, isPlaced }) => [key, argumentCount, isPlaced]),
			[
				['One', 0, false],
				["Two's {0}", 1, false],
				['Three {0}', 0, true],
				[undefined, 0, false],
				[undefined, 0, false],
			],
		);
		assert.ok(calls.length > 500);
	});

	it('are literals, so that they can be collected', () => {
		assert.deepEqual(
			calls.filter(({ key }) => key === undefined).map(({ at }) => at),
			[],
		);
	});

	it('have a place for each argument, and an argument for each place', () => {
		const wrong = calls.filter(({ key = '', argumentCount, isPlaced }) => {
			const places = placesIn(key);
			return !isPlaced && places.join() !== Array.from({ length: argumentCount }, (_, n) => `{${n}}`).join();
		});
		assert.deepEqual(
			wrong.map(({ at, key }) => `${at} ${key}`),
			[],
		);
	});

	it('say no more than they mean: no blanks at the ends', () => {
		assert.deepEqual(
			[...keys].filter((key) => key !== key.trim() || key === ''),
			[],
		);
	});
});

describe('the German bundle', () => {
	it('has all sentences: add what is missing to l10n/bundle.l10n.de.json', () => {
		assert.deepEqual(
			calls.filter(({ key = '' }) => !Object.hasOwn(german, key)).map(({ at, key }) => `${at} ${key}`),
			[],
		);
	});

	it('has no sentence that nobody says', () => {
		assert.deepEqual(
			Object.keys(german).filter((key) => !keys.has(key)),
			[],
		);
	});

	it('has the same places as the English', () => {
		const wrong = Object.entries(german).filter(
			([key, text]) => placesIn(key).join() !== placesIn(text).join(),
		);
		assert.deepEqual(wrong, []);
	});

	it('is in order, so that two who add to it do not meet', () => {
		assert.deepEqual(Object.keys(german), Object.keys(german).toSorted());
	});

	it('leaves nothing empty, and ends sentences as the English does', () => {
		const end = (text: string): string => /[.?…:]$/u.exec(text.replaceAll(/["“”)]+$/gu, ''))?.[0] ?? '';
		const wrong = Object.entries(german).filter(
			([key, text]) => text.trim() === '' || (end(key) !== end(text) && !endsElsewhere.has(key)),
		);
		assert.deepEqual(wrong, []);
	});
});

/** What stands before a name in German needs a colon. */
const endsElsewhere = new Set(['add', 'copy', 'delete', 'modify', 'move', 'other']);
