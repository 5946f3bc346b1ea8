import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { growth } from '../../../tools/growth.ts';
import {
	documentName,
	escapeIcons,
	fitsIntoRow,
	oneLine,
	rowsOf,
} from '../../../../src/host/common/displayText.ts';

/** As VS Code's label renderer sees it: an icon unless the dollar is escaped. */
const rendersIcon = (label: string): boolean => /(?<!\\)\$\([\w-]+(~\w+)?\)/u.test(label);

const hidden = [
	['\u202E', 'U+202E'],
	['\u2066', 'U+2066'],
	['\u200B', 'U+200B'],
	['\u200D', 'U+200D'],
	['\uFEFF', 'U+FEFF'],
	['\u00AD', 'U+00AD'],
	['\u061C', 'U+061C'],
	['\u2060', 'U+2060'],
	['\u0000', 'U+0000'],
	['\u0007', 'U+0007'],
	['\u001B', 'U+001B'],
	['\u007F', 'U+007F'],
	['\u009B', 'U+009B'],
	['\u2028', 'U+2028'],
	['\u2029', 'U+2029'],
	['\u{E0041}', 'U+E0041'],
	['\u3164', 'U+3164'],
	['\u115F', 'U+115F'],
	['\u2800', 'U+2800'],
	['\u034F', 'U+034F'],
	['\u00A0', 'U+00A0'],
	['\u3000', 'U+3000'],
	['\u2003', 'U+2003'],
	['\uE000', 'U+E000'],
	['\uD800', 'U+D800'],
	// Not assigned, and drawn as nothing all the same.
	['\u2065', 'U+2065'],
	['\uFFF0', 'U+FFF0'],
	['\u{E0FFF}', 'U+E0FFF'],
	['\uFFFE', 'U+FFFE'],
	['\u{1D159}', 'U+1D159'],
	['\u{16FE4}', 'U+16FE4'],
] as const;

describe('foreign text in VS Code controls', () => {
	for (const [character, code] of hidden) {
		it(`makes ${code} visible [hazard C7]`, () => {
			assert.ok(oneLine(`a${character}b`).includes(code), oneLine(`a${character}b`));
			assert.ok(rowsOf(`a${character}b`, 90).join('').includes(code));
			assert.ok(!oneLine(`a${character}b`).includes(character));
		});
	}

	for (const text of ['$(check) Safe', '$$(check)', '$($(check))', String.raw`\$(check)`, '$(sync~spin) x']) {
		it(`renders no icon of ${text} [hazard C7]`, () => {
			assert.equal(rendersIcon(oneLine(text)), false, oneLine(text));
			assert.equal(rendersIcon(escapeIcons(text)), false, escapeIcons(text));
		});
	}

	it('leaves honest text alone', () => {
		for (const text of ['npm test -- --grep "a b"', 'Grüße 你好 مرحبا 👩‍💻', 'a & b < c > d']) {
			assert.equal(oneLine(text), text);
		}
	});

	it('shows long blanks and line breaks in one line', () => {
		const line = oneLine(`ls${' '.repeat(500)}; rm -rf ~\nsecond`);
		assert.match(line, /500 blanks/u);
		assert.match(line, /rm -rf ~.*⏎.*second/u);
		assert.ok(line.length < 100);
		assert.ok(!oneLine('a\r\nb\rc').includes('\r'));
	});

	it('brings the dangerous half of a command within the first rows, however far blanks push it [hazard C7]', () => {
		for (const blank of [' ', '\t', '\u3000', '\u00A0', '\n', ' \n', '\u200B']) {
			const rows = rowsOf(`echo hi${blank.repeat(2_000)}; rm -rf ~`, 90);
			const at = rows.findIndex((row) => row.includes('rm -rf ~'));
			const isShort = at >= 0 && at < 12;
			// Characters that are each shown by their code take room, but they are no blanks.
			const isSolid = rows.slice(0, 12).every((row) => row.trim() !== '');
			assert.ok(isShort || isSolid, `${JSON.stringify(blank)}: ${rows.slice(0, 14).join('|')}`);
		}
	});

	it('cuts rows without losing or tearing a character', () => {
		const text = '👍'.repeat(200);
		const rows = rowsOf(text, 90);
		assert.equal(rows.join(''), text);
		assert.ok(rows.every((row) => Array.from(row).length <= 90));
		assert.deepEqual(rowsOf('a\n\nb', 90), ['a', '', 'b']);
		assert.deepEqual(rowsOf('a\r\nb\rc', 90), ['a', 'b', 'c']);
		assert.deepEqual(rowsOf('', 90), ['']);
	});

	it('cuts rows between words where it can, and sooner where characters are wide [hazard C7]', () => {
		const text = 'Allow it to run exactly this one, in this session';
		assert.deepEqual(rowsOf(text, 46), ['Allow it to run exactly this one, in this ', 'session']);
		assert.deepEqual(rowsOf(`a ${'x'.repeat(50)}`, 46)[0], `a ${'x'.repeat(44)}`);
		assert.deepEqual(
			rowsOf('漢'.repeat(70), 60).map((row) => row.length),
			[30, 30, 10],
		);
	});
});

describe('the name of a document', () => {
	it('is no path, whatever the agent calls it, and hides nothing [hazard C7]', () => {
		assert.equal(documentName('/bin/rm -rf /', 'txt'), '_bin_rm -rf _.txt');
		assert.equal(documentName('..\\\u202Ea\nb', 'log'), '.._⟨U+202E⟩a⏎b.log');
		assert.equal(documentName('👍'.repeat(81), 'txt'), `${'👍'.repeat(80)}….txt`);
	});
});

describe('a row of a quick-pick', () => {
	it('takes time in proportion to the text, also where that has no blank [hazard E5]', () => {
		const times = growth((length) => rowsOf('x'.repeat(length), 60), 100_000);
		// Linear is 8, quadratic 64.
		assert.ok(times < 24, `${times} times as long for eight times the length`);
	});

	it('shows all of a label only if it is short and no character of it may be wide [hazard F3]', () => {
		assert.deepEqual(['x'.repeat(60), 'x'.repeat(61), '漢'.repeat(31), 'é', 'a\tb', ''].map(fitsIntoRow), [
			true,
			false,
			false,
			false,
			false,
			true,
		]);
	});
});
