/**
 * What the picker of a permission shows of 40 hostile titles and commands, beside what it has to show. To make the
 * golden file anew: `UPDATE_GOLDEN=1`, and read what changed.
 */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { visibleText } from '../../../../src/core/view/visibleText.ts';
import { escapeIcons, oneLine, rowsOf } from '../../../../src/host/common/displayText.ts';

const golden = new URL('golden/hostileTitles.json', import.meta.url);
const blanks = ' '.repeat(500);

const texts: readonly string[] = [
	`echo hi${blanks}; rm -rf ~`,
	`echo hi${'\t'.repeat(500)}; rm -rf ~`,
	`echo hi${'\n'.repeat(500)}rm -rf ~`,
	`echo hi${' \n'.repeat(500)}rm -rf ~`,
	`echo hi${'\u3000'.repeat(100)}; rm -rf ~`,
	`echo hi${'\u00A0'.repeat(100)}; rm -rf ~`,
	`echo hi${'\u200B'.repeat(100)}; rm -rf ~`,
	`echo hi${'\u2800'.repeat(100)}; rm -rf ~`,
	`echo hi${'\u3164'.repeat(100)}; rm -rf ~`,
	'rm -rf \u202E~ ;ih ohce',
	'\u2066echo\u2069 \u2067rm -rf ~\u2069',
	'echo \u202Dhi\u202C',
	'r\u200Bm -r\u200Df ~',
	'rm\u2060 -rf ~',
	'\uFEFFrm -rf ~',
	'rm \u00AD-rf ~',
	'ls \u001B[2K\rrm -rf ~',
	'\u001B]8;;https://evil.example\u0007click\u001B]8;;\u0007',
	'\u001B[8mrm -rf ~\u001B[0m',
	'\u009B2Jrm -rf ~',
	'echo hi\rrm -rf ~',
	'echo hi\r\nrm -rf ~',
	'echo hi\u2028rm -rf ~',
	'echo hi\u2029rm -rf ~',
	'echo hi\u0085rm -rf ~',
	'echo hi\vrm -rf ~\f',
	'echo hi\0rm -rf ~',
	'rm\b\b\b\bls',
	'$(verified) Safe',
	'$(sync~spin) working',
	'$$(check) Safe',
	String.raw`\$(check) Safe`,
	'[click](command:workbench.action.terminal.new)',
	'<img src=x onerror=alert(1)>',
	'**Allow** `once`',
	'\u{E0001}\u{E0072}\u{E006D}rm',
	'\uE000 private \uD800 lone',
	'e\u0301\u0301\u0301\u0301 Zalgo',
	'👩‍💻 npm test ✅',
	`${'a'.repeat(100 * 1024)}; rm -rf ~`,
];

interface Shown {
	readonly title: string;
	readonly label: string;
	readonly rows: readonly string[];
}

function shownOf(text: string): Shown {
	const rows = rowsOf(text, 90).map((row) => escapeIcons(row));
	return { title: visibleText(text), label: oneLine(text), rows };
}

/** A long one is told by its ends. */
function short({ title, label, rows }: Shown): Shown {
	const ends = (text: string): string =>
		text.length < 2_000 ? text : `${text.slice(0, 40)} (${text.length}) ${text.slice(-40)}`;
	const some = rows.length < 40 ? rows : [...rows.slice(0, 2), `(${rows.length} rows)`, ...rows.slice(-2)];
	return { title: ends(title), label: ends(label), rows: some };
}

const all = texts.map((text) => shownOf(text));
if (process.env['UPDATE_GOLDEN'] === '1') {
	await writeFile(golden, `${JSON.stringify(all.map(short), undefined, '\t')}\n`);
}
const expected = JSON.parse(await readFile(golden, 'utf8')) as readonly Shown[];

describe('40 hostile titles and commands', () => {
	it('are as many', () => assert.deepEqual([texts.length, expected.length], [40, 40]));

	for (const [at, shown] of all.entries()) {
		it(`number ${at + 1} shows what it is [hazard C7]`, () => {
			assert.deepEqual(short(shown), expected[at]);
			for (const line of [shown.title, shown.label, ...shown.rows]) {
				const withoutEmoji = line.replaceAll(
					/\p{Extended_Pictographic}(?:\u200D\p{Extended_Pictographic})*/gu,
					'',
				);
				assert.doesNotMatch(withoutEmoji, /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u);
				assert.doesNotMatch(line, /\S {9,}\S/u, 'nothing is pushed out of sight');
			}
			for (const line of [shown.label, ...shown.rows]) assert.doesNotMatch(line, /(?<!\\)\$\(/u);
		});
	}

	it('are shown whole: what can be read of them is all there, in its order [hazard C7]', () => {
		for (const text of texts) {
			const words = text.match(/[a-z]{2,}/gu) ?? [];
			for (const shown of [oneLine(text), rowsOf(text, 90).join('')]) {
				let from = 0;
				for (const word of words) {
					from = shown.indexOf(word, from);
					assert.ok(from >= 0, `${word} in ${shown.slice(0, 200)}`);
					from += word.length;
				}
			}
		}
	});
});
