/** A user goes back to where a message was sent and forth again, in the real VS Code and through its UI only. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import * as limits from '../../../src/core/base/limits.ts';
import { longTest } from '../../tools/longTest.ts';
import { isLongRun, sized } from '../../tools/sized.ts';
import { ChangesPage } from './changesPage.ts';
import { eventually } from './fakeAgents.ts';
import { guardOver } from './guardOver.ts';
import { demoAgentSettings, newSession, useWorkbench } from './rig.ts';
import type { Workbench } from './workbench.ts';

const before = '# Sample\n\nOne.\n\nTwo.\n\nThree.\n';
const mark = '> The ACP Host demo agent was here.\n';
const changed = `# Sample\n${mark}\nOne.\n\n${mark}Two.\n\nThree.\n${mark}`;
const mine = 'Mine.\n';

/** Classes of a message that is undone. */
const marked = 'entry message from-user undone';

describe('checkpoints', () => {
	const open = useWorkbench({ machineSettings: demoAgentSettings, files: { 'README.md': before } });
	const readme = (expected: string): Promise<string> =>
		eventually(
			() => open().readFile('README.md'),
			(text) => text === expected,
		);
	let changedAgain = '';
	/** The files of the plan, with a mark before those that are ticked. */
	const planned = async (): Promise<readonly string[]> => {
		const labels = await open()
			.quickInput.widget.locator('.monaco-list-row')
			.evaluateAll((all) =>
				all.map((row) => {
					const box = row.querySelector('[role="checkbox"], input[type="checkbox"]');
					const isTicked =
						box?.getAttribute('aria-checked') === 'true' || (box instanceof HTMLInputElement && box.checked);
					return `${isTicked ? 'x' : '-'} ${row.querySelector('.label-name')?.textContent ?? ''}`;
				}),
			);
		return labels.toSorted();
	};

	it('are what the agent changed since each message, and a plan ticks what is surely the agent’s', async () => {
		await newSession(open(), 'Configured');
		await playChanges(open());
		await readme(changed);
		await open().editors.openFile('README.md');
		await open().page.keyboard.press('Control+Home');
		await open().page.keyboard.type(mine);
		await open().page.keyboard.press('Control+s');
		await readme(`${mine}${changed}`);
		await open().runCommand('ACP: Restore Checkpoint…');
		await open().quickInput.waitForTitle('ACP: Restore Checkpoint');
		assert.equal((await open().quickInput.rows())[0], '/changes');
		await open().screenshot('checkpoints-list');
		await open().quickInput.pick('/changes');
		await open().quickInput.waitForTitle('Back to: /changes');
		await open().screenshot('checkpoints-plan');
		assert.deepEqual(await planned(), ['- demo-notes.md', 'x README.md', 'x demo-log.txt']);
	});

	it('are gone back to by the keyboard alone, and lines of the user stay', async () => {
		await open().quickInput.waitForKeys();
		await open().page.keyboard.press('Enter');
		await readme(`${mine}${before}`);
		await eventually(
			() => Promise.resolve(existsSync(path.join(open().folder, 'demo-log.txt'))),
			(isThere) => !isThere,
		);
		assert.ok(existsSync(path.join(open().folder, 'demo-notes.md')), 'what nobody told of stays');
		await open().editors.waitUntilSaved('README.md');
		await open().page.getByText('2 files are as they were.').first().waitFor();
		await open().screenshot('checkpoints-done');
	});

	it('stand in the conversation: what came after the message is marked, under a line that says so', async () => {
		const line = (await open().chat.articles('Notice: Went back to before “/changes”')).last();
		await line.waitFor();
		await line.getByText('2 of 3 changed files went back.').waitFor();
		assert.equal(await (await open().chat.articles('You')).first().getAttribute('class'), marked);
		await line.getByRole('button', { name: 'Redo' }).waitFor();
		await open().screenshot('checkpoints-line');
	});

	it(`are gone forth from again${sized(', also after a reload', '')}`, async () => {
		if (isLongRun) await open().reload();
		await open().runCommand('ACP: Redo Restore');
		await readme(`${mine}${changed}`);
		assert.ok(existsSync(path.join(open().folder, 'demo-log.txt')));
		await (await open().chat.articles('Notice: Went back, then redone')).last().waitFor();
		const message = (await open().chat.articles('You')).first();
		await eventually(
			() => message.getAttribute('class'),
			(names) => names === 'entry message from-user',
		);
	});

	longTest('are gone back to by the button under the message, and forth by that of the line', async () => {
		const { chat, page, quickInput } = open();
		const since = (await chat.articles('You')).first().getByRole('group', { name: 'Changed since' });
		await since.getByText('3 files changed since').waitFor();
		await open().screenshot('checkpoints-since');
		await since.getByRole('button', { name: 'Restore to Here…' }).click();
		await quickInput.waitForTitle('Back to: /changes');
		await quickInput.waitForKeys();
		await page.keyboard.press('Enter');
		await readme(`${mine}${before}`);
		await since.getByText('1 file changed since').waitFor();
		await (
			await chat.articles('Notice: Went back to before')
		)
			.last()
			.getByRole('button', { name: 'Redo' })
			.click();
		await quickInput.waitForTitle('Back to: Before going back');
		await quickInput.waitForKeys();
		await page.keyboard.press('Enter');
		await readme(`${mine}${changed}`);
		await since.getByText('3 files changed since').waitFor();
	});

	longTest('are gone back to from the menu over the message', async () => {
		const { quickInput } = open();
		// A conversation that has just come back may be told once more by its agent: then the list is shown.
		for (let tries = 0; ; tries++) {
			const message = (await open().chat.articles('You')).first();
			await message.click({ button: 'right' });
			await open().chooseFromMenu('Restore Checkpoint…');
			await quickInput.waitForTitle(/^(?:Back to: \/changes|ACP: Restore Checkpoint)$/u);
			if ((await quickInput.title()).startsWith('Back to:')) break;
			assert.ok(tries < 3, 'the list is shown time and again');
			await open().page.keyboard.press('Escape');
			await quickInput.waitClosed();
		}
		await open().screenshot('checkpoints-menu');
		await quickInput.waitForKeys();
		await open().page.keyboard.press('Enter');
		await readme(`${mine}${before}`);
	});

	longTest(
		'are where a message is edited and sent again, by keys alone: first the files, then the message',
		async () => {
			const { chat, page, quickInput } = open();
			await open().runCommand('ACP: Redo Restore');
			await readme(`${mine}${changed}`);
			await open().runCommand('ACP: Edit and Send Again…');
			await quickInput.waitForTitle('ACP: Edit and Send Again');
			await quickInput.pick('/changes');
			await quickInput.waitForTitle('Edit and Send Again: files first, back to: /changes');
			await quickInput.waitForKeys();
			await open().screenshot('edit-again-files');
			await page.keyboard.press('Enter');
			await readme(`${mine}${before}`);
			await chat.waitForDraft('/changes');
			await (await chat.button(/^Remove Undone: 2 changes in 2 files/u)).waitFor();
			await chat.waitForCursor();
			await open().screenshot('edit-again-message');
			await page.keyboard.press('Enter');
			await allowChanges(open());
			changedAgain = await eventually(
				() => open().readFile('README.md'),
				(text) => text.startsWith(mine) && text.split(mark).length === 4,
			);
		},
	);

	longTest(
		'are left as they are, and the message where it is, when the user thinks better of it',
		async () => {
			const { chat, page, quickInput } = open();
			await (await chat.articles('You')).last().click({ button: 'right' });
			await open().chooseFromMenu('Edit and Send Again…');
			await quickInput.waitForTitle(/^Edit and Send Again: files first, back to: /u);
			await quickInput.waitForKeys();
			await page.keyboard.press('Escape');
			await quickInput.waitClosed();
			await chat.waitForDraft('');
			await readme(changedAgain);
		},
	);

	longTest('are there after a reload, also where nothing waits any more', async () => {
		const { page, quickInput } = open();
		await open().runCommand('ACP: Keep All Changes');
		await new ChangesPage(page).pane.waitFor({ state: 'detached' });
		await open().reload();
		// By then the agent has told its history, in which what went with the message is joined to it.
		await open().chat.waitForStatus('Ready');
		const message = (await open().chat.articles('You')).last();
		await message.getByText('Undone: 2 changes in 2 files').scrollIntoViewIfNeeded();
		await open().screenshot('checkpoints-told-anew');
		await open().runCommand('ACP: Restore Checkpoint…');
		await quickInput.waitForTitle('ACP: Restore Checkpoint');
		assert.equal((await quickInput.rows())[0], '/changes');
		await quickInput.waitForKeys();
		await page.keyboard.press('Escape');
		await quickInput.waitClosed();
	});

	it('are deleted with the stored conversations', async () => {
		const { page } = open();
		await open().runCommand('ACP: Delete Stored Conversations…');
		await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
		await page.getByText('Deleted 1 stored conversation.').first().waitFor();
		await open().runCommand('ACP: Restore Checkpoint…');
		await page.getByText('There is no checkpoint to go back to').first().waitFor();
	});
});

async function playChanges(workbench: Workbench): Promise<void> {
	await workbench.chat.send('/changes');
	await allowChanges(workbench);
	// What is saved in the moment after a turn may be the agent's.
	await sleep(limits.changeSettleMs + 1_000);
}

async function allowChanges(workbench: Workbench): Promise<void> {
	for (const title of ['Edit README.md in places', 'Take notes and log them']) {
		const card = (await workbench.chat.articles(`Permission: ${title}`)).last();
		await card.getByRole('button', { name: 'Allow once', exact: true }).waitFor();
		await guardOver();
		await card.getByRole('button', { name: 'Allow once', exact: true }).click();
	}
	await (await workbench.chat.frame()).getByText('I changed:').last().waitFor();
	await workbench.chat.waitForStatus('Ready');
}
