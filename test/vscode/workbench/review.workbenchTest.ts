/** Changes that wait in a real VS Code, by its UI only: the tree, the marks in editors, and a review by keys alone. */
import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import type { FakeAgentScript } from '../../agents/fakeAgentScript.ts';
import { longTest } from '../../tools/longTest.ts';
import { eventually, fakeAgents, startSession } from './fakeAgents.ts';
import { useWorkbench } from './rig.ts';
import type { Workbench } from './workbench.ts';

const lines = (...all: string[]): string => all.map((line) => `${line}\n`).join('');
const before = lines(
	'def total(rows):',
	'    n = 0',
	'    return n',
	'',
	'def mean(rows):',
	'    pass',
	'',
	'old',
);
const after = lines(
	'def total(rows):',
	'    return sum(rows)',
	'',
	'def mean(rows):',
	'    # new',
	'    pass',
	'',
);

/** The prompt is the workspace folder: an agent in a JSON script does not know it otherwise. */
const written = '${params.prompt.0.text}/src/totals.py';
const changing: FakeAgentScript = {
	on: {
		'session/prompt': [
			{ text: 'I work on it.' },
			{
				request: {
					method: 'fs/write_text_file',
					params: { sessionId: '$session', path: written, content: after },
				},
			},
			// Meanwhile the test writes as an agent does that has tools of its own.
			{ sleep: 2_500 },
			{ text: ' Done.' },
		],
		'session/prompt#2': [{ text: 'Again.' }, { sleep: 2_500 }, { text: ' Over.' }],
	},
};

const rows = ({ page }: Workbench): Locator =>
	page.getByRole('tree', { name: 'Changes' }).getByRole('treeitem');

function rowLabels(workbench: Workbench): Promise<string[]> {
	return rows(workbench).evaluateAll((all) => all.map((row) => row.getAttribute('aria-label') ?? ''));
}

/** Where the cursor stands, as the status bar says it. */
async function cursorAt({ page }: Workbench): Promise<string> {
	const button = page.locator('.statusbar-item').filter({ hasText: /^Ln \d+, Col \d+/u });
	return (await button.count()) === 0 ? '' : await button.first().innerText();
}

/** The name of what has the focus in the window. */
function focusedIn({ page }: Workbench): Promise<string> {
	return page.evaluate(() => document.activeElement?.ariaLabel ?? '');
}

/** Presses a key until the cursor is there: VS Code hears late of what the keys count for. */
async function press(workbench: Workbench, key: string, tab: string, line: number): Promise<void> {
	await workbench.page.waitForTimeout(700);
	await workbench.page.keyboard.press(key);
	await workbench.page.locator('.tabs-container .tab.active').filter({ hasText: tab }).waitFor();
	await eventually(
		() => cursorAt(workbench),
		(text) => text.startsWith(`Ln ${line},`),
	);
}

describe('the review', () => {
	const open = useWorkbench({
		machineSettings: { 'acpHost.agents': fakeAgents({ Changing: changing }), 'acpHost.demoAgent': false },
		files: { 'src/totals.py': before, 'old.txt': 'gone soon\n', 'poem.txt': 'roses\nviolets\n' },
	});

	it('has a row for each file that an agent changed, by whatever way', async () => {
		const workbench = open();
		await startSession(workbench, 'Changing');
		await workbench.chat.send(workbench.folder);
		await workbench.chat.waitForText('I work on it.');
		await eventually(
			() => workbench.readFile('src/totals.py'),
			(text) => text === after,
		);
		await writeFile(path.join(workbench.folder, 'notes.txt'), 'by itself\n');
		await writeFile(path.join(workbench.folder, 'poem.txt'), 'roses\ntulips\n');
		await rm(path.join(workbench.folder, 'old.txt'));
		await workbench.chat.waitForText('Done.');
		const labels = await eventually(
			() => rowLabels(workbench),
			(found) => found.length === 4,
		);
		assert.deepEqual(labels, [
			'notes.txt, lines: 1 added, 0 removed, new file, not told by any tool call',
			'old.txt, lines: 0 added, 1 removed, deleted, not told by any tool call',
			'poem.txt, lines: 1 added, 1 removed, not told by any tool call',
			'src/totals.py, lines: 2 added, 3 removed',
		]);
	});

	it('can be seen by prompt, which is called by what it says', async () => {
		const workbench = open();
		await workbench.runCommand('ACP: Group Changes by Prompt');
		const labels = await eventually(
			() => rowLabels(workbench),
			([first]) => first?.endsWith('4 files') === true,
		);
		assert.ok(labels[0]?.startsWith(workbench.folder.slice(0, 20)), labels[0]);
		await workbench.runCommand('ACP: Group Changes by File');
		await eventually(
			() => rowLabels(workbench),
			(found) => found.length === 4,
		);
	});

	it('is marked in the editor, where each change has its buttons', async () => {
		const workbench = open();
		const { page } = workbench;
		await rows(workbench).filter({ hasText: 'totals.py' }).click();
		await workbench.editors.tab('totals.py').waitFor();
		// The text of a file row is its first change.
		await eventually(
			() => cursorAt(workbench),
			(text) => text.startsWith('Ln 2,'),
		);
		const lenses = page.locator('.codelens-decoration');
		const texts = await eventually(
			async () => (await lenses.allInnerTexts()).map((text) => text.replaceAll(/\s+/gu, ' ').trim()),
			// VS Code makes room for them before it has their words.
			(found) => found.length === 3 && found.every((text) => text !== ''),
		);
		assert.deepEqual(texts.toSorted(), [
			'Keep | Undo | Before (-1) | 3/3',
			'Keep | Undo | Before (-2) | 1/3',
			'Keep | Undo | Before | 2/3',
		]);
		for (const name of ['Keep Changes of File', 'Undo Changes of File', 'Go to Next Change']) {
			await page.locator('.editor-actions').getByRole('button', { name }).waitFor();
		}
		await page.keyboard.press('Control+k');
		await page.keyboard.press('Control+i');
		await page.locator('.monaco-hover-content').filter({ hasText: 'Before the change:' }).waitFor();
		await page.keyboard.press('Escape');
	});

	it('is done by keys alone, over all files, until nothing waits', async () => {
		const workbench = open();
		await press(workbench, 'Alt+F5', 'totals.py', 5);
		await press(workbench, 'Shift+Alt+F5', 'totals.py', 2);
		await press(workbench, 'Alt+Enter', 'totals.py', 5);
		await press(workbench, 'Alt+Delete', 'totals.py', 7);
		await press(workbench, 'Alt+Enter', 'notes.txt', 1);
		await press(workbench, 'Alt+Enter', 'old.txt', 1);
		await workbench.page.locator('.codelens-decoration').filter({ hasText: 'deleted' }).waitFor();
		await press(workbench, 'Alt+Delete', 'poem.txt', 2);
		await workbench.page.waitForTimeout(700);
		await workbench.page.keyboard.press('Alt+Enter');
		await rows(workbench).first().waitFor({ state: 'hidden' });
		assert.equal(
			await workbench.readFile('src/totals.py'),
			lines('def total(rows):', '    return sum(rows)', '', 'def mean(rows):', '    pass', ''),
		);
		assert.equal(await workbench.readFile('old.txt'), 'gone soon\n');
		assert.equal(await workbench.readFile('poem.txt'), 'roses\ntulips\n');
		assert.equal(await workbench.readFile('notes.txt'), 'by itself\n');
		await workbench.page.getByText('All changes of agents are reviewed').waitFor();
	});

	longTest(
		'comes back after a reload; the tree and the review tab answer to keys, and all else is undone',
		async () => {
			const workbench = open();
			const { page } = workbench;
			const kept = await workbench.readFile('src/totals.py');
			await workbench.chat.send(workbench.folder);
			await workbench.chat.waitForText('Again.');
			await writeFile(path.join(workbench.folder, 'src', 'totals.py'), after);
			await writeFile(path.join(workbench.folder, 'poem.txt'), 'roses\nlilies\n');
			await writeFile(path.join(workbench.folder, 'notes.txt'), 'by itself\nagain\n');
			await writeFile(path.join(workbench.folder, 'old.txt'), 'new\n');
			await eventually(
				() => rowLabels(workbench),
				(found) => found.length === 4,
			);
			await workbench.chat.waitForStatus('Ready');
			await workbench.reload();
			const explorer = page.locator('.explorer-folders-view');
			await workbench.showExplorer(explorer.getByLabel(/poem\.txt.*Changed by an agent \(\+1 -1\)/u));
			await workbench.chat.show();
			await eventually(
				() => rowLabels(workbench),
				(found) => found.length === 4,
			);
			await rows(workbench).filter({ hasText: 'notes.txt' }).click();
			await workbench.editors.tab('notes.txt').waitFor();
			await page.waitForTimeout(700);
			// Keys in the tree are about the row that is selected.
			await workbench.runCommand('ACP Host: Focus on Changes View');
			await page.keyboard.press('Alt+Enter');
			await eventually(
				() => rowLabels(workbench),
				([first]) => first?.startsWith('old.txt') === true,
			);
			assert.equal(await workbench.readFile('notes.txt'), 'by itself\nagain\n');
			await workbench.runCommand('ACP: Review Changes');
			await page.locator('.modified .view-line').filter({ hasText: 'lilies' }).click();
			await page.waitForTimeout(700);
			await page.keyboard.press('Alt+Enter');
			await eventually(
				() => rowLabels(workbench),
				(found) => found.length === 2,
			);
			await workbench.editors
				.tab(/^Changes of Agents/u)
				.and(page.locator('.active'))
				.waitFor();
			await workbench.runCommand('ACP: Undo All Changes');
			await page.getByRole('dialog').getByRole('button', { name: 'Undo All' }).click();
			await rows(workbench).first().waitFor({ state: 'hidden' });
			// A row goes with the answer, a moment before the file is written.
			await eventually(
				() => workbench.readFile('src/totals.py'),
				(text) => text === kept,
			);
			await eventually(
				() => workbench.readFile('old.txt'),
				(text) => text === 'gone soon\n',
			);
			assert.equal(await workbench.readFile('poem.txt'), 'roses\nlilies\n');
		},
	);

	longTest(
		'answers by a key the row with the focus, and leaves the focus nowhere without a place',
		async () => {
			const workbench = open();
			const { page } = workbench;
			await startSession(workbench, 'Changing');
			await workbench.chat.send(workbench.folder);
			await workbench.chat.waitForText('I work on it.');
			await eventually(
				() => workbench.readFile('src/totals.py'),
				(text) => text === after,
			);
			await writeFile(path.join(workbench.folder, 'poem.txt'), 'roses\ntulips\n');
			await workbench.chat.waitForText('Done.');
			await workbench.chat.waitForStatus('Ready');
			await eventually(
				() => rowLabels(workbench),
				(found) => found.length === 2,
			);
			await rows(workbench).filter({ hasText: 'poem.txt' }).click();
			await workbench.editors.tab('poem.txt').waitFor();
			await workbench.runCommand('ACP Host: Focus on Changes View');
			await page.keyboard.press('ArrowDown');
			// The row above it is the one that is selected.
			await page.keyboard.press('Alt+Enter');
			const [label] = await eventually(
				() => rowLabels(workbench),
				(found) => found.length === 1,
			);
			assert.match(label ?? '', /^poem\.txt/u);

			await page.locator('.editor-actions').getByRole('button', { name: 'Undo Changes of File' }).focus();
			await page.keyboard.press('Enter');
			await rows(workbench).first().waitFor({ state: 'hidden' });
			await eventually(
				() => focusedIn(workbench),
				(name) => name.startsWith('poem.txt'),
			);

			await page.keyboard.press('Control+z');
			await page.keyboard.press('Control+s');
			await rows(workbench).first().waitFor();
			await workbench.runCommand('ACP Host: Focus on Changes View');
			await page.keyboard.press('Home');
			await page.keyboard.press('Alt+Enter');
			await rows(workbench).first().waitFor({ state: 'hidden' });
			const frame = await workbench.chat.frame();
			await eventually(
				() => frame.evaluate(() => (document.hasFocus() ? document.activeElement?.ariaLabel : undefined)),
				(name) => name === 'Message',
			);
		},
	);
});
