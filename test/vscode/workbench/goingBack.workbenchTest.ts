/**
 * Three turns, edits of the user in between, back to the first, a look at the difference, forth again, and a message
 * edited and sent again: with agents that write through the client, by themselves, and by commands, in the real VS Code
 * and by the keyboard alone.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import * as limits from '../../../src/core/base/limits.ts';
import { waysToAppend } from '../../agents/scenarioWrites.ts';
import { sized } from '../../tools/sized.ts';
import { eventually, startSession } from './fakeAgents.ts';
import { useWorkbench } from './rig.ts';
import { scenarioAgents, ScenarioPage } from './scenarioPage.ts';

const written = 'title\n\nbody\n';

describe('three turns', () => {
	const open = useWorkbench({
		machineSettings: { 'acpHost.agents': scenarioAgents(['v1']) },
		files: { 'story.txt': written },
	});
	const story = (expected: string): Promise<string> =>
		eventually(
			() => open().readFile('story.txt'),
			(text) => text === expected,
		);

	/** Chooses in a picker by typing what the row begins with. */
	async function choose(title: string | RegExp, text: string): Promise<void> {
		const { page, quickInput } = open();
		await quickInput.waitForTitle(title);
		await quickInput.waitForKeys();
		await page.keyboard.type(text);
		await quickInput.widget.locator('.monaco-list-row').first().waitFor();
		await page.keyboard.press('Enter');
	}

	/** Takes a plan as it is, once its one file is ticked. */
	async function agree(title: string): Promise<void> {
		const { page, quickInput } = open();
		await quickInput.waitForTitle(title);
		await quickInput.waitForKeys();
		const row = quickInput.widget.locator('.monaco-list-row').filter({ hasText: 'story.txt' });
		await row.locator('[aria-checked="true"], input:checked').first().waitFor();
		await page.keyboard.press('Enter');
	}

	async function command(name: string): Promise<void> {
		const { page, quickInput } = open();
		await quickInput.openPalette(name);
		// Enter takes the row that has the focus, which may be another one that matches.
		await quickInput.widget.locator('.monaco-list-row.focused').and(quickInput.row(name)).waitFor();
		await page.keyboard.press('Enter');
	}

	/**
	 * A turn that changes nothing, whose command waits for the first look and its copies. A command of the agent's own
	 * waits for neither, and nothing tells what was there before one that is as fast as that look.
	 */
	async function firstLook(): Promise<void> {
		const play = new ScenarioPage(open());
		await play.send('shell');
		await open().chat.waitForText('The command ended with 0.');
		await play.ready();
	}

	/** A line of the user's at the top of the file, saved. */
	async function typeOnTop(line: string): Promise<void> {
		const { page, editors } = open();
		// What is saved in the moment after a turn may be the agent's.
		await sleep(limits.changeSettleMs + 1_000);
		await editors.openFile('story.txt');
		await page.keyboard.press('Control+Home');
		await page.keyboard.type(`${line}\n`);
		await page.keyboard.press('Control+s');
		// An editor that has not taken the keys yet has nothing to save, either.
		await eventually(
			() => open().readFile('story.txt'),
			(text) => text.startsWith(`${line}\n`),
		);
		await editors.waitUntilSaved('story.txt');
	}

	// Commands are what no agent tells of; unit tests go back over what was written in each way.
	for (const way of waysToAppend.filter((one) => sized(true, one === 'command'))) {
		it(`of an agent that writes ${way === 'client' ? 'through the client' : way === 'itself' ? 'by itself' : 'by commands'} go back, forth, and on from a message that is edited [hazard D15]`, async () => {
			const { page, quickInput, chat } = open();
			const play = new ScenarioPage(open());
			const start = await open().readFile('story.txt');
			await startSession(open(), 'Shape v1');
			await firstLook();
			for (const word of ['one', 'two', 'three']) {
				await play.send(`append ${way} ${word}`);
				await chat.waitForText(`Wrote ${word}.`);
				await play.ready();
				if (word === 'two') await typeOnTop(`mine ${way}`);
			}
			const mine = `mine ${way}\n`;
			const all = `${mine}${start}one\ntwo\nthree\n`;
			await story(all);

			await command('ACP: Compare with Checkpoint…');
			await choose('ACP: Compare with Checkpoint', `append ${way} two`);
			await eventually(
				() => open().editors.tabs(),
				(tabs) => tabs.some((tab) => tab.includes(`Changed since: append ${way} two`)),
			);
			// It takes the focus once it is drawn, and the palette would lose it.
			await page.locator('.editor-instance .monaco-editor.focused').first().waitFor();
			await command('View: Close All Editors');

			await command('ACP: Restore Checkpoint…');
			await choose('ACP: Restore Checkpoint', `append ${way} one`);
			await agree(`Back to: append ${way} one`);
			await story(`${mine}${start}`);
			const line = (await chat.articles(`Notice: Went back to before “append ${way} one”`)).last();
			await line.getByText('1 file is as it was then.').waitFor();

			await command('ACP: Redo Restore');
			await story(all);
			await (await chat.articles('Notice: Went back, then redone')).last().waitFor();

			await command('ACP: Edit and Send Again…');
			await choose('ACP: Edit and Send Again', `append ${way} two`);
			await agree(`Edit and Send Again: files first, back to: append ${way} two`);
			await story(`${mine}${start}one\n`);
			await chat.waitForDraft(`append ${way} two`);
			await chat.waitForCursor();
			await page.keyboard.press('End');
			await page.keyboard.type('fold');
			await page.keyboard.press('Enter');
			await chat.waitForText('Wrote twofold.');
			await play.ready();
			await story(`${mine}${start}one\ntwofold\n`);
			assert.equal(await quickInput.isOpen(), false);
		});
	}
});
