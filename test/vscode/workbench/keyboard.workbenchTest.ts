/** The whole flow without a mouse, messages that wait among it, and typing while an agent floods the chat. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import type { FakeAgentScript } from '../../agents/fakeAgentScript.ts';
import { longTest } from '../../tools/longTest.ts';
import { ask, eventually, fakeAgents, outcomesOf, startSession } from './fakeAgents.ts';
import { guardOver } from './guardOver.ts';
import { describePanels, panelsAgents } from './panelsTests.ts';
import { newSession, useWorkbench } from './rig.ts';
import { scenarioAgents, ScenarioPage } from './scenarioPage.ts';
import { describeSteering, steeringAgents } from './steeringTests.ts';

const script: FakeAgentScript = {
	on: {
		'session/prompt': [ask({ command: 'make' }), { text: 'You said ${result.answer.outcome.optionId}.' }],
		'session/prompt#4': [{ text: 'Working on it' }, { waitCancel: true }],
	},
};

const flood: FakeAgentScript = {
	on: { 'session/prompt': [{ flood: { count: 50_000, size: 20 } }, { text: ' The flood is over.' }] },
};
const waiting: FakeAgentScript = { on: { 'session/prompt': [{ expect: 'never' }] } };

const open = useWorkbench({
	machineSettings: {
		'acpHost.agents': {
			...fakeAgents({ Asker: script, Flooder: flood, Waiting: waiting }),
			...scenarioAgents(['v1']),
			...panelsAgents,
			...steeringAgents,
		},
	},
	files: { 'a.txt': 'a\n' },
	viewport: { width: 1400, height: 900 },
});

describePanels(open);

describeSteering(open);

describe('keyboard only', () => {
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

	/** By its key, if need be: where the focus is there already, the key would take it from what opens meanwhile. */
	async function focusChat(): Promise<void> {
		if ((await focused()) !== 'Message') await open().page.keyboard.press('Control+Alt+a');
		await waitForFocus('Message');
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
		await waitForFocus('Message');
		await page.keyboard.type('second');
		await page.keyboard.press('Enter');
		await quickInput.waitForTitle(/Asker: Run it/u);
		await quickInput.waitForKeys();
		await page.keyboard.press('Escape');
		await quickInput.waitClosed();
		// Esc closed the picker, not the turn.
		await chat.waitForStatus('Waiting for permission');
		await focusChat();
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
		await focusChat();
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

	it('loses no key while the agent sends a megabyte in 50,000 pieces [hazard A7] [hazard E5]', async () => {
		const workbench = open();
		const { page, chat } = workbench;
		await newSession(workbench, 'Flooder');
		await chat.approveIfAsked();
		await chat.waitForStatus('Ready');
		await chat.send('go');
		await (await chat.composer()).focus();
		let typed = '';
		let isOver = false;
		for (let key = 0; key < 1_000 && (!isOver || key < 100); key++) {
			const letter = 'abcdefgh'.charAt(key % 8);
			await page.keyboard.press(letter);
			typed += letter;
			if (key % 20 === 19) isOver = (await chat.transcriptText()).includes('The flood is over.');
		}
		await chat.waitForDraft(typed);
		await chat.waitForStatus('Ready', 60_000);
		await chat.waitForDraft(typed);
		assert.match(await chat.transcriptText(), /The flood is over\./u);
	});

	describe('messages that wait', () => {
		const queue = async (): Promise<Locator> =>
			(await open().chat.frame()).getByRole('region', { name: 'Queued messages' });
		const order = async (): Promise<string[]> =>
			(await (await queue()).locator('.queue-text').allInnerTexts()).map((text) => text.trim());
		const action = async (name: string): Promise<Locator> =>
			(await queue()).getByRole('button', { name, exact: true });

		it('are moved, and one is sent now: the turn stops, and the others keep their order [acp C52]', async () => {
			await startSession(open(), 'Shape v1');
			const play = new ScenarioPage(open());
			await play.send('slow');
			await play.chat.waitForStatus('Working');
			for (const text of ['hello one', 'hello two', 'hello three']) {
				await play.send(text);
				await play.queued(text);
			}
			await (await action('Edit: hello three')).press('Alt+ArrowUp');
			await eventually(order, (all) => all.join() === 'hello one,hello three,hello two');
			await open().screenshot('queue-moved');
			await (await action('Stop the turn and send this next: hello two')).press('Enter');
			await (await play.chat.articles(/.*/u)).filter({ hasText: 'You said: hello three' }).waitFor();
			await play.ready();
			const text = await play.chat.transcriptText();
			const places = ['two', 'one', 'three'].map((word) => text.lastIndexOf(`You said: hello ${word}`));
			assert.ok(!places.includes(-1), text);
			assert.deepEqual(
				places,
				places.toSorted((a, b) => a - b),
				text,
			);
		});

		it('stay when the agent dies, and go out when the user says so [hazard B3] [hazard G2]', async () => {
			const play = new ScenarioPage(open());
			await play.send('slow');
			await play.chat.waitForStatus('Working');
			for (const text of ['crash', 'hello after']) {
				await play.send(text);
				await play.queued(text);
			}
			await (await action('Stop the turn and send this next: crash')).press('Enter');
			await play.chat.waitForStatus('Agent exited');
			assert.deepEqual(await order(), ['hello after']);
			assert.match(await (await queue()).innerText(), /Paused after an error/u);
			await open().screenshot('queue-paused');
			await (await action('Resume')).press('Enter');
			await (await play.chat.articles(/.*/u)).filter({ hasText: 'You said: hello after' }).waitFor();
			await play.ready();
			assert.equal(await (await queue()).count(), 0);
			assert.equal(await play.countOf('hello after', 'You'), 1);
		});

		longTest('survive a reload, in order, and stand in the composer once [hazard G2]', async () => {
			const { chat } = open();
			await startSession(open(), 'Waiting');
			await chat.send('the first');
			await (await chat.articles('You')).first().waitFor();
			for (const text of ['the second', 'the third']) {
				await chat.send(text);
				await (await queue()).getByText(text).first().waitFor();
			}
			await open().screenshot('queue');
			await open().reload();
			const composer = await chat.composer();
			assert.equal(
				await eventually(
					() => composer.inputValue(),
					(value) => value !== '',
				),
				'the second\n\nthe third',
			);
			await open().screenshot('queue-after-reload');
		});
	});
});
