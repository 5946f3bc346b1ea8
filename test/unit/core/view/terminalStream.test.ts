import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TerminalStream } from '../../../../src/core/view/terminalStream.ts';

const all = (...chunks: string[]): string => {
	const stream = new TerminalStream();
	return chunks.map((chunk) => stream.push(chunk)).join('');
};

/** What a real terminal would obey, or answer: none of it may reach one. */
const hostile: Readonly<Record<string, string>> = {
	'clipboard write (OSC 52)': '\u001B]52;c;cm0gLXJmIH4=\u0007',
	'clipboard write, ST': '\u001B]52;c;cm0gLXJmIH4=\u001B\\',
	'clipboard query': '\u001B]52;c;?\u0007',
	'window title': '\u001B]0;root@prod\u0007',
	'icon and title, C1': '\u009D2;root@prod\u009C',
	'hyperlink (OSC 8)': '\u001B]8;;file:///etc/passwd\u0007',
	'hyperlink end': '\u001B]8;;\u001B\\',
	'working directory (OSC 7)': '\u001B]7;file:///tmp\u0007',
	'iTerm command (OSC 1337)': '\u001B]1337;File=inline=1:AAAA\u0007',
	'shell integration (OSC 633)': '\u001B]633;E;rm -rf ~\u0007',
	'shell integration (OSC 133)': '\u001B]133;C\u0007',
	'notification (OSC 9)': '\u001B]9;hello\u0007',
	'palette (OSC 4)': '\u001B]4;1;rgb:00/00/00\u0007',
	'colour query (OSC 10)': '\u001B]10;?\u0007',
	'device attributes': '\u001B[c',
	'secondary attributes': '\u001B[>c',
	'tertiary attributes': '\u001B[=0c',
	'status report': '\u001B[5n',
	'cursor report': '\u001B[6n',
	'private report': '\u001B[?6n',
	'terminal parameters': '\u001B[x',
	'mode query': '\u001B[?2004$p',
	'window report': '\u001B[21t',
	'DCS request': '\u001BP$qm\u001B\\',
	'termcap request': '\u001BP+q544e\u001B\\',
	'DCS, C1': '\u0090$qm\u009C',
	sixel: '\u001BPq#0;2;0;0;0~\u001B\\',
	'application command': '\u001B_Gf=24;AAAA\u001B\\',
	'privacy message': '\u001B^x\u001B\\',
	'start of string': '\u001BXx\u001B\\',
	answerback: '\u0005',
	bell: '\u0007',
	backspaces: '\b\b\b',
	'vertical tab': '\u000B',
	'form feed': '\u000C',
	'shift out': '\u000E',
	'cursor up': '\u001B[10A',
	'cursor home': '\u001B[H',
	'clear screen': '\u001B[2J',
	'clear scrollback': '\u001B[3J',
	'erase line': '\u001B[2K',
	'alternate screen': '\u001B[?1049h',
	'mouse reports': '\u001B[?1003h',
	'bracketed paste': '\u001B[?2004h',
	'focus reports': '\u001B[?1004h',
	'key protocol': '\u001B[>4;2m',
	'key protocol, kitty': '\u001B[>1u',
	'SGR with a private mark': '\u001B[?4m',
	'SGR with sub-parameters': '\u001B[4:3m',
	'full reset': '\u001Bc',
	'save cursor': '\u001B7',
	index: '\u001BD',
	'character set': '\u001B(0',
	'cursor, C1': '\u009B5A',
	'very long parameters': `\u001B[${'1;'.repeat(500)}m`,
};

describe('output on its way to a real terminal [hazard E10]', () => {
	for (const [name, sequence] of Object.entries(hostile)) {
		it(`loses ${name}, however it is cut`, () => {
			const whole = `a${sequence}b`;
			const expected = 'ab';
			assert.equal(all(whole), expected);
			assert.equal(all(...Array.from(whole)), expected);
			for (let at = 1; at < whole.length; at++) {
				assert.equal(all(whole.slice(0, at), whole.slice(at)), expected, `cut at ${at}`);
			}
		});
	}

	it('lets a sequence that never ends swallow no more than itself can', () => {
		const stream = new TerminalStream();
		assert.equal(stream.push('a\u001B]52;c;'), 'a');
		assert.equal(stream.push('x'.repeat(1_000_000)), '');
		assert.equal(stream.push('\u0007b'), 'b');
	});

	it('keeps text, colours and tabs', () => {
		const text = 'plain \u001B[31;1mred\u001B[0m \u001B[38;5;208morange\u001B[m\t漢😀';
		assert.equal(all(text), text);
		assert.equal(all(...Array.from(text)), text);
	});

	it('makes every line end CR LF, also one that is cut in two', () => {
		assert.equal(all('a\nb'), 'a\r\nb');
		assert.equal(all('a\r\nb'), 'a\r\nb');
		assert.equal(all('a\r', '\nb'), 'a\r\nb');
		assert.equal(all('a\r', '\r', '\n', '\nb'), 'a\r\n\r\nb');
	});

	it('lets a carriage return overwrite its line, as the card does', () => {
		assert.equal(all('10 %\r', '20 %\r100 %\n'), '10 %\r\u001B[2K20 %\r\u001B[2K100 %\r\n');
	});
});
