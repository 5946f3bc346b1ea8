/** What is selected in a terminal: taken by way of the clipboard, which is put back, and named by its first words. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as limits from '../../../../src/core/base/limits.ts';
import { newestOf, parseTerminalText, terminalText } from '../../../../src/host/mentions/contextText.ts';
import { copiedSelection, terminalContext } from '../../../../src/host/mentions/terminalSelection.ts';
import { promptContent } from '../../../../src/host/prompt/promptContent.ts';
import { lookingAt } from '../lookingAt.ts';

/** A clipboard, and a terminal with that selection. Pictures are no text, and gone when something is written. */
function clipboardWith(holds: { text?: string; picture?: string }, selected: string) {
	const state = { text: '', picture: '', writes: 0, ...holds };
	const put = (text: string): Promise<void> => {
		Object.assign(state, { text, picture: '', writes: state.writes + 1 });
		return Promise.resolve();
	};
	return {
		state,
		clipboard: { readText: () => Promise.resolve(state.text), writeText: put },
		copySelection: () => (selected === '' ? Promise.resolve() : put(selected)),
	};
}

describe('what is selected in a terminal', () => {
	it('is taken, and the text of the clipboard is there again', async () => {
		const source = clipboardWith({ text: 'mine' }, 'npm ERR!');
		assert.equal(await copiedSelection(source), 'npm ERR!');
		assert.equal(source.state.text, 'mine');
	});

	it('is taken also when exactly that was on the clipboard before', async () => {
		const source = clipboardWith({ text: 'npm ERR!' }, 'npm ERR!');
		assert.equal(await copiedSelection(source), 'npm ERR!');
		assert.equal(source.state.text, 'npm ERR!');
	});

	it('is waited for, because VS Code says too early that it was copied', async () => {
		for (const text of ['mine', 'npm ERR!', '']) {
			const source = clipboardWith({ text }, 'npm ERR!');
			const copySelection = (): Promise<void> => {
				setTimeout(() => void source.clipboard.writeText('npm ERR!'), 20);
				return Promise.resolve();
			};
			assert.equal(await copiedSelection({ ...source, copySelection }), 'npm ERR!');
			assert.equal(source.state.text, text);
		}
	});

	it('is nothing when nothing is, and never what was on the clipboard', async () => {
		const source = clipboardWith({ text: 'a password' }, '');
		assert.equal(await copiedSelection(source), '');
		assert.equal(source.state.text, 'a password');
	});

	it('leaves a picture on the clipboard alone when nothing is selected, and loses it otherwise', async () => {
		const none = clipboardWith({ picture: 'cat' }, '');
		assert.equal(await copiedSelection(none), '');
		assert.deepEqual([none.state.picture, none.state.writes], ['cat', 0]);
		const some = clipboardWith({ picture: 'cat' }, 'text');
		assert.equal(await copiedSelection(some), 'text');
		assert.deepEqual([some.state.picture, some.state.text], ['', '']);
	});

	it('puts the clipboard back when the terminal fails in the middle', async () => {
		const source = clipboardWith({ text: 'mine' }, 'x');
		const copySelection = (): Promise<void> =>
			source.clipboard.writeText('half').then(() => Promise.reject(new Error('gone')));
		await assert.rejects(copiedSelection({ ...source, copySelection }), /gone/u);
		assert.equal(source.state.text, 'mine');
	});
});

describe('a selection of a terminal that goes along', () => {
	it('is named by its first words and holds its text, without colours', () => {
		const context = terminalContext('\n  \n\u001B[31mnpm ERR!\u001B[0m code 1\r\n\tat main\r\n\r\n');
		assert.equal(context?.name, 'Terminal: npm ERR! code 1');
		assert.equal(context.text, 'npm ERR! code 1\n\tat main');
		assert.match(context.id, /^terminal:24-/u);
		assert.equal(
			terminalContext('npm ERR! code 1\n\tat main')?.id,
			context.id,
			'the same text is the same chip',
		);
		assert.equal(terminalContext('\r\n \u001B[0m\n'), undefined);
	});

	it('obeys nothing and hides nothing, whatever a program printed [hazard E10] [hazard C7]', () => {
		const context = terminalContext(
			'\u001B]0;title\u0007\u009B31m\u202Eevil\u0008\u0000\u001B]52;c;cm0=\u001B\\ end',
		);
		assert.equal(context?.text, '\u202Eevil end');
		assert.equal(context.name, 'Terminal: ⟨U+202E⟩evil end');
		const long = terminalContext(`${'w'.repeat(100_000)}\nnext`);
		assert.equal(long?.name, `Terminal: ${'w'.repeat(40)}…`);
	});

	it('is at most so large, keeps its end, and says so', () => {
		const text = terminalContext(`first\n${'line ü\n'.repeat(100_000)}last`)?.text ?? '';
		assert.ok(Buffer.byteLength(text) <= limits.terminalSelectionBytes);
		assert.ok(Buffer.byteLength(text) > limits.terminalSelectionBytes - 100);
		assert.match(text, /^\(Cut: only the end of 781(?:\.\d)? KB is here\.\)\nline ü\n[^]*\nlast$/u);
	});

	it('goes out in a fence that it cannot close, and is read back out of it', async () => {
		for (const text of ['plain', 'a\n```\nb\n````', '  indented\n\nlast', '```']) {
			const words = terminalText(text);
			assert.equal(parseTerminalText(words), text);
			const attached = { type: 'terminal', id: 'terminal:1', name: 'Terminal: a' } as const;
			const look = lookingAt(() => ({ type: 'missing' }));
			assert.deepEqual(await promptContent('', [{ ...attached, text }], false, look), [
				{ type: 'text', text: words, attached },
			]);
		}
		assert.equal(parseTerminalText('Selected in a terminal: no fence'), undefined);
	});

	it('is cut between characters', () => {
		assert.equal(newestOf('äöü', 6), 'äöü');
		assert.equal(newestOf('äöü', 3), 'ü');
		assert.equal(newestOf('one\ntwo', 5), 'two');
		assert.equal(newestOf('one', 0), '');
		assert.equal(newestOf('one', -5), '');
	});
});
