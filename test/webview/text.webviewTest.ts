import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { matchingCommands } from '../../src/webview/composer/slashCommands.ts';
import { formatDuration, formatSeconds } from '../../src/core/view/quantities.ts';
import { visibleText } from '../../src/core/view/visibleText.ts';
import { decodeEntities } from '../../src/webview/markdown/entities.ts';
import { isLiveHref } from '../../src/webview/markdown/links.ts';
import { OpenFence, openingFence } from '../../src/webview/markdown/openFence.ts';
import { AnsiFilter, type AnsiPiece } from '../../src/core/view/ansiFilter.ts';

describe('hostile text in titles and commands [hazard C7]', () => {
	const cases: readonly [name: string, text: string, shown: string][] = [
		['a plain command', 'npm test -- --watch', 'npm test -- --watch'],
		['a command pushed out of sight by blanks', `ls${' '.repeat(500)}; rm -rf ~`, 'ls⟨500 blanks⟩; rm -rf ~'],
		['the same with tabs between', `ls\t${' '.repeat(500)}; rm -rf ~`, 'ls⟨501 blanks⟩; rm -rf ~'],
		['blanks in front', `${' '.repeat(300)}rm -rf ~`, '⟨300 blanks⟩rm -rf ~'],
		['text that runs backwards', 'echo \u202Efr- mr', 'echo ⟨U+202E⟩fr- mr'],
		['isolates', 'a\u2066b\u2069c', 'a⟨U+2066⟩b⟨U+2069⟩c'],
		['characters without width', 'r\u200Bm\u200D \u2060x\uFEFF', 'r⟨U+200B⟩m⟨U+200D⟩ ⟨U+2060⟩x⟨U+FEFF⟩'],
		['soft hyphens and fillers', 'a\u00ADb\u3164c\u115Fd', 'a⟨U+00AD⟩b⟨U+3164⟩c⟨U+115F⟩d'],
		['strange blanks', 'a\u00A0b\u3000c\u2003d\u2028e', 'a⟨U+00A0⟩b⟨U+3000⟩c⟨U+2003⟩d⟨U+2028⟩e'],
		['control characters', 'a\u0007b\u0000c\u009Bd', 'a⟨U+0007⟩b⟨U+0000⟩c⟨U+009B⟩d'],
		['colour sequences', '\u001B[8mhidden\u001B[0m', '⟨U+001B⟩[8mhidden⟨U+001B⟩[0m'],
		['icons of VS Code, which are text here', '$(verified) Safe', '$(verified) Safe'],
		['tag characters', 'ok\u{E0072}\u{E006D}', 'ok⟨U+E0072⟩⟨U+E006D⟩'],
		['variation selectors', 'a\uFE00b\u{E0100}', 'a⟨U+FE00⟩b⟨U+E0100⟩'],
		['lone surrogates', 'a\uD800b', 'a⟨U+D800⟩b'],
		['private use characters', 'a\uE000b', 'a⟨U+E000⟩b'],
		['braille blank', 'a\u2800b', 'a⟨U+2800⟩b'],
		['lines', 'a\nb\r\nc', 'a⏎b⟨U+000D⟩⏎c'],
		['many empty lines', `a${'\n'.repeat(200)}b`, 'a⟨200 line breaks⟩b'],
		['emoji', '👩‍👩‍👧 ❤️ 1️⃣ 👍🏽', '👩‍👩‍👧 ❤️ 1️⃣ 👍🏽'],
		['other scripts', '中文 עברית العربية ñ', '中文 עברית العربية ñ'],
	];
	for (const [name, text, shown] of cases) {
		it(`makes visible or leaves alone: ${name}`, () => assert.equal(visibleText(text), shown));
	}

	it('keeps lines and indentation where several lines are shown', () => {
		const command = 'if true\n\t\tthen x\n            fi';
		assert.equal(visibleText(command, { isMultiline: true }), command);
		assert.equal(visibleText(`a\n${' '.repeat(80)}b`, { isMultiline: true }), 'a\n⟨80 blanks⟩b');
		assert.equal(visibleText(`a${'\n \t'.repeat(50)}\nb`, { isMultiline: true }), 'a⟨51 line breaks⟩b');
	});

	it('reads 100 KB without dropping a character', () => {
		const command = `echo ${'x'.repeat(100_000)}`;
		assert.equal(visibleText(command, { isMultiline: true }), command);
	});
});

describe('links of agent text [hazard E3]', () => {
	const live = [
		'https://example.com',
		'http://example.com/a?b=c#d',
		'HTTPS://EXAMPLE.COM/',
		'http://127.0.0.1:3000/x',
		'mailto:a@example.com',
		'src/a.ts',
		'./src/a.ts',
		'../a.ts',
		'/work/a.ts',
		'a.ts:12',
		'src/a.ts:12:3',
		'src/a.ts#L12',
		'C:\\work\\a.ts',
		'c:/work/a.ts',
		'file:///work/a.ts',
		'file:///c:/work/a%20b.ts',
		'my%20file.md',
	];
	const dead = [
		'',
		'javascript:alert(1)',
		'JaVaScRiPt:alert(1)',
		'java\nscript:alert(1)',
		' javascript:alert(1)',
		'\u0001javascript:alert(1)',
		'javascript%3Aalert(1)',
		'javascript:1',
		'command:workbench.action.quit',
		'COMMAND:x',
		'vscode:extension/a.b',
		'vscode://file/etc/passwd',
		'vscode-insiders://x',
		'data:text/html,<script>',
		'blob:https://x/y',
		'about:blank',
		'ftp://example.com',
		'ws://x',
		'tel:123',
		'file://server/share',
		'file://localhost/etc',
		'file:///a?b',
		'file:///a/../../etc',
		'file:a',
		'file:///a\u202Eb',
		'//evil.com',
		'\\\\server\\share',
		'#anchor',
		'?q=1',
		'https:evil.com',
		'https:///evil.com',
		'https:\\\\evil.com',
		'https://user@evil.com',
		'https://good.com\\@evil.com',
		'https://a:b@evil.com',
		'http://',
		'https://exa\u200Bmple.com',
		'https://e.com/\u202Eabc',
		'a%00b',
		'x:y:z',
		'%zz',
		'mailto:',
		'mailto:a b@c',
		'a\u0000.ts',
		'&colon;x',
		'view-source:https://x',
		'git-commit:1',
		'x'.repeat(5000),
	];
	for (const href of live) it(`is live: ${href}`, () => assert.equal(isLiveHref(href), true));
	for (const href of dead)
		it(`is text: ${JSON.stringify(href).slice(0, 60)}`, () => assert.equal(isLiveHref(href), false));

	it('sees through character references', () => {
		assert.equal(isLiveHref(decodeEntities('javascript&colon;alert(1)')), false);
		assert.equal(isLiveHref(decodeEntities('&#106;avascript&#58;alert(1)')), false);
		assert.equal(isLiveHref(decodeEntities('java&NewLine;script&#x3a;alert(1)')), false);
		assert.equal(
			decodeEntities('a &lt;b&gt; &amp;amp; &unknown; &#0; &#x1F600;'),
			'a <b> &amp; &unknown; \uFFFD 😀',
		);
	});
});

describe('terminal output [hazard E10]', () => {
	const escape = '\u001B';
	/** Each with the text and colours that must remain. */
	const sequences: readonly [sequence: string, remains: string][] = [
		...[
			'A',
			'B',
			'C',
			'D',
			'E',
			'F',
			'G',
			'H',
			'J',
			'K',
			'L',
			'M',
			'P',
			'S',
			'T',
			'X',
			'Z',
			'@',
			'd',
			'f',
			'r',
			's',
			'u',
			'n',
			'c',
			'q',
			't',
		].map((final): [string, string] => [`${escape}[12;3${final}`, '']),
		[`${escape}[?25l`, ''],
		[`${escape}[?1049h`, ''],
		[`${escape}[>4;2m`, ''],
		[`${escape}[?4m`, ''],
		[`${escape}[4:3m`, ''],
		[`${escape}[!p`, ''],
		[`${escape}[2 q`, ''],
		[`${escape}]0;title\u0007`, ''],
		[`${escape}]2;title${escape}\\`, ''],
		[`${escape}]8;;https://evil.example${escape}\\link${escape}]8;;${escape}\\`, 'link'],
		[`${escape}]52;c;cm0gLXJmIH4=\u0007`, ''],
		[`${escape}]52;c;x\u009C`, ''],
		[`${escape}]1337;File=:AAAA\u0007`, ''],
		[`${escape}P1$r0m${escape}\\`, ''],
		[`${escape}Pq#0;2;0;0;0${escape}\\`, ''],
		[`${escape}_Gi=1;AAAA${escape}\\`, ''],
		[`${escape}^private${escape}\\`, ''],
		[`${escape}Xstart of string${escape}\\`, ''],
		['\u009B2J', ''],
		['\u009B31m', '<31>'],
		['\u009D0;title\u009C', ''],
		['\u0090q\u009C', ''],
		['\u009Fx\u009C', ''],
		['\u009Ex\u009C', ''],
		['\u0098x\u009C', ''],
		['\u0085', ''],
		[`${escape}(B`, ''],
		[`${escape})0`, ''],
		[`${escape}#8`, ''],
		[`${escape}%G`, ''],
		[`${escape} F`, ''],
		[`${escape}7`, ''],
		[`${escape}8`, ''],
		[`${escape}c`, ''],
		[`${escape}=`, ''],
		[`${escape}>`, ''],
		[`${escape}M`, ''],
		[`${escape}[31m`, '<31>'],
		[`${escape}[m`, '<>'],
		[`${escape}[1;38;5;208m`, '<1;38;5;208>'],
		[`${escape}[48;2;1;2;3m`, '<48;2;1;2;3>'],
		[`${escape}${escape}[31m`, '<31>'],
		[`${escape}[3\u001812m`, '12m'],
		['\u0007\b\u0000\u007F\v\f', ''],
		[`${escape}[${'1;'.repeat(200)}m`, ''],
		[`${escape}]0;a${escape}[31m`, '<31>'],
	];

	it('has enough sequences', () => assert.ok(sequences.length >= 60, String(sequences.length)));

	for (const [sequence, remains] of sequences) {
		it(`leaves ${remains === '' ? 'nothing' : remains} of ${JSON.stringify(sequence).slice(0, 50)}, cut anywhere`, () => {
			const text = `before${sequence}after`;
			for (let cut = 0; cut <= text.length; cut++) {
				const filter = new AnsiFilter();
				const pieces = [...filter.push(text.slice(0, cut)), ...filter.push(text.slice(cut))];
				assert.equal(spell(pieces), `before${remains}after`, `cut at ${cut}`);
			}
			const filter = new AnsiFilter();
			assert.equal(
				spell(Array.from(text).flatMap((character) => filter.push(character))),
				`before${remains}after`,
			);
		});
	}

	function spell(pieces: readonly AnsiPiece[]): string {
		return pieces
			.map((piece) => {
				if (piece.type === 'text') return piece.text;
				if (piece.type === 'style') return `<${piece.parameters}>`;
				return piece.type === 'newline' ? '\n' : '\r';
			})
			.join('');
	}
});

describe('an open code fence', () => {
	it('finds its end however the text is cut', () => {
		const source = '```ts\nconst a = `x`;\n``\n````x\n  ```` \nrest';
		const opening = openingFence(source);
		assert.equal(opening?.info, 'ts');
		const body = source.slice(opening?.length);
		for (let cut = 0; cut <= body.length; cut++) {
			let code = '';
			const fence = new OpenFence('```', (text) => (code += text));
			const first = fence.push(body.slice(0, cut));
			const rest = first === undefined ? fence.push(body.slice(cut)) : first + body.slice(cut);
			assert.equal(rest, 'rest', `cut at ${cut}`);
			assert.equal(code, 'const a = `x`;\n``\n````x\n');
		}
	});

	it('is no fence when the line holds the end as well', () => {
		assert.equal(openingFence('```js``` text\n'), undefined);
		assert.equal(openingFence('```js'), undefined);
	});
});

describe('small things', () => {
	it('writes durations', () => {
		assert.deepEqual([20, 340, 9_900, 12_400, 65_000].map(formatDuration), [
			'',
			'',
			'9.9 s',
			'12 s',
			'1 min 05 s',
		]);
		assert.deepEqual([-5, 59_999, 3_700_000].map(formatSeconds), ['0 s', '59 s', '1 h 01 min']);
	});

	it('finds commands by their beginning first', () => {
		const commands = ['review', 'plan', 'preview'].map((name) => ({ name, description: '' }));
		assert.deepEqual(
			matchingCommands(commands, '/re').map(({ name }) => name),
			['review', 'preview'],
		);
		assert.deepEqual(
			matchingCommands(commands, '/view').map(({ name }) => name),
			['review', 'preview'],
		);
		assert.deepEqual(matchingCommands(commands, '/review x'), []);
		assert.deepEqual(matchingCommands(commands, 'a /re'), []);
	});
});
