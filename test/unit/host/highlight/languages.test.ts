import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Languages } from '../../../../src/host/highlight/languages.ts';
import { contributions } from './extensions.ts';

describe('the word behind a fence', () => {
	const languages = new Languages(contributions.languages);
	const cases: readonly (readonly [string, string | undefined])[] = [
		['mini', 'mini'],
		['MINI', 'mini'],
		['mn', 'mini'],
		['.mini', 'mini'],
		['mini title="a.sh"', 'mini'],
		['mini,ignore', 'mini'],
		['mini{1,3}', 'mini'],
		['{.mini}', 'mini'],
		['{mini}', 'mini'],
		['mini:src/a.txt', 'mini'],
		['src/a.mini', 'mini'],
		['12:34:src/a.sh', 'shellscript'],
		['C:\\code\\a.sh', 'shellscript'],
		['a.mini.other', 'other'],
		['Minifile', 'mini'],
		['sh', 'shellscript'],
		['bash', 'shellscript'],
		['shell', 'shellscript'],
		['golang', undefined],
		['', undefined],
		['???', undefined],
		['unknown', undefined],
		['__proto__', undefined],
		['constructor', undefined],
		['<img src=x>', undefined],
	];

	for (const [info, id] of cases) {
		it(`names ${id ?? 'no language'}: ${JSON.stringify(info)}`, () => assert.equal(languages.find(info), id));
	}

	it('is looked up quickly, however long it is [hazard E5]', () => {
		const started = performance.now();
		languages.find('.'.repeat(8_000));
		languages.find('a:'.repeat(4_000));
		assert.ok(performance.now() - started < 500);
	});
});
