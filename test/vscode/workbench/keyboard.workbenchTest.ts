/** The whole flow without a mouse. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FakeAgentScript } from '../../agents/fakeAgentScript.ts';
import { ask, eventually, fakeAgents, outcomesOf } from './fakeAgents.ts';
import { guardOver } from './guardOver.ts';
import { useWorkbench } from './rig.ts';

const script: FakeAgentScript = {
	on: {
		'session/prompt': [ask({ command: 'make' }), { text: 'You said ${result.answer.outcome.optionId}.' }],
		'session/prompt#4': [{ text: 'Working on it' }, { waitCancel: true }],
	},
};

describe('keyboard only', () => {
	const open = useWorkbench({
		machineSettings: { 'acpHost.agents': fakeAgents({ Asker: script }) },
		files: { 'a.txt': 'a\n' },
	});

	/** Accessible name of what has the focus inside of the chat, '' when the chat has not got it. */
	async function focused(): Promise<string> {
		const frame = await open().chat.frame();
		return frame.evaluate(() => {
			const { activeElement } = document;
			if (!document.hasFocus() || activeElement === null) return '';
			return activeElement.ariaLabel ?? activeElement.textContent?.trim() ?? '';
		});
	}

	async function waitForFocus(name: string | RegExp): Promise<void> {
		await eventually(focused, (now) => (typeof name === 'string' ? now === name : name.test(now)));
	}

	it('starts a session from the palette; the cursor stands in the composer', async () => {
		const { page, quickInput } = open();
		await page.keyboard.press('F1');
		await quickInput.input.waitFor();
		await page.keyboard.type('ACP: New Session');
		await quickInput.row('ACP: New Session').first().waitFor();
		await page.keyboard.press('Enter');
		await quickInput.waitForTitle('ACP: New Session');
		await page.keyboard.type('Asker');
		await page.keyboard.press('Enter');
		await waitForFocus('Message');
	});

	it('approves the command line, which is too long for the list; the cursor is back in the composer', async () => {
		const { page, chat } = open();
		await chat.waitForStatus('Not approved');
		await guardOver();
		for (let steps = 0; steps < 10 && (await focused()) !== 'Approve'; steps++)
			await page.keyboard.press('Shift+Tab');
		await page.keyboard.press('Enter');
		await chat.waitForStatus('Ready');
		await waitForFocus('Message');
	});

	it('answers the picker with arrow and Enter; the cursor is back in the composer', async () => {
		const { page, quickInput, chat } = open();
		await page.keyboard.type('first');
		await page.keyboard.press('Enter');
		await quickInput.waitForTitle(/Asker: Run it/u);
		await guardOver();
		await page.keyboard.press('ArrowDown');
		await page.keyboard.press('Enter');
		await quickInput.waitClosed();
		await eventually(
			() => chat.transcriptText(),
			(text) => text.includes('You said yes.'),
		);
		assert.deepEqual(await outcomesOf(open(), 'Asker'), ['yes']);
		await waitForFocus('Message');
	});

	it('postpones with Esc and answers on the card', async () => {
		const { page, quickInput, chat } = open();
		await page.keyboard.press('Control+Alt+a');
		await waitForFocus('Message');
		await page.keyboard.type('second');
		await page.keyboard.press('Enter');
		await quickInput.waitForTitle(/Asker: Run it/u);
		await page.keyboard.press('Escape');
		await quickInput.waitClosed();
		// Esc closed the picker, not the turn.
		await chat.waitForStatus('Waiting for permission');
		await page.keyboard.press('Control+Alt+a');
		await waitForFocus('Message');
		await guardOver();
		for (let n = 0; n < 15 && (await focused()) !== 'Reject'; n++) await page.keyboard.press('Shift+Tab');
		assert.equal(await focused(), 'Reject');
		await open().screenshot('keyboard-card');
		await page.keyboard.press('Enter');
		await eventually(
			() => chat.transcriptText(),
			(text) => text.includes('You said no.'),
		);
	});

	it('leaves the palette alone that closes the picker', async () => {
		const { page, quickInput, chat } = open();
		await page.keyboard.press('Control+Alt+a');
		await waitForFocus('Message');
		await page.keyboard.type('again');
		await page.keyboard.press('Enter');
		await quickInput.waitForTitle(/Asker: Run it/u);
		await page.keyboard.press('F1');
		await quickInput.input.fill('>ACP: Answer');
		await page.waitForTimeout(700);
		await quickInput.row('ACP: Answer Permission Request').first().waitFor();
		await page.keyboard.press('Enter');
		await quickInput.waitForTitle(/Asker: Run it/u);
		await guardOver();
		await quickInput.pick('Allow');
		await chat.waitForStatus('Ready');
	});

	it('reaches the chat from an editor by its key, and stops the agent with Esc', async () => {
		const { page, chat, editors } = open();
		await editors.openFile('a.txt');
		await page.keyboard.press('Control+Alt+a');
		await waitForFocus('Message');
		await page.keyboard.type('third');
		await page.keyboard.press('Enter');
		await chat.waitForStatus('Working');
		await page.keyboard.press('Escape');
		await chat.waitForStatus('Ready');
		assert.match(await chat.transcriptText(), /Stopped/u);
		await waitForFocus('Message');
	});

	it('the arrow key brings the last prompt back; Shift+Enter makes a line', async () => {
		const { page, chat } = open();
		await page.keyboard.press('ArrowUp');
		await chat.waitForDraft('third');
		await page.keyboard.press('End');
		await page.keyboard.press('Shift+Enter');
		await page.keyboard.type('more');
		await chat.waitForDraft('third\nmore');
	});
});
