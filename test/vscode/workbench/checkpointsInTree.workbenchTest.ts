/** Checkpoints from the rows of the Changes view, by keys, and what is said of Git when it has moved since. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import type { FakeAgentScript } from '../../agents/fakeAgentScript.ts';
import { longTest } from '../../tools/longTest.ts';
import { ChangesPage } from './changesPage.ts';
import { eventually, fakeAgents, startSession } from './fakeAgents.ts';
import { guardOver } from './guardOver.ts';
import { useWorkbench } from './rig.ts';
import type { Workbench } from './workbench.ts';

const before = 'one\ntwo\n';
const after = 'one\nagent\n';

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
			// Meanwhile the test writes as an agent does that has tools of its own, and moves Git.
			{
				request: {
					method: 'session/request_permission',
					params: {
						sessionId: '$session',
						toolCall: { toolCallId: 'wait', title: 'Go on', kind: 'other', status: 'pending' },
						options: [{ optionId: 'allow', name: 'Allow once', kind: 'allow_once' }],
					},
				},
			},
			{ text: ' Done.' },
		],
	},
};

describe('checkpoints in the Changes view', () => {
	const open = useWorkbench({
		machineSettings: { 'acpHost.agents': fakeAgents({ Changing: changing }), 'acpHost.demoAgent': false },
		files: { 'src/totals.py': before, 'stashed.txt': 'one\n' },
	});
	const git = (...args: readonly string[]): string => {
		const who = ['-c', 'user.name=A', '-c', 'user.email=a@b'];
		return execFileSync('git', [...who, ...args], { cwd: open().folder, encoding: 'utf8' }).trim();
	};
	const commitOf = (name: string): string => git('rev-parse', name).slice(0, 7);
	const totals = (expected: string): Promise<string> =>
		eventually(
			() => open().readFile('src/totals.py'),
			(text) => text === expected,
		);
	const changes = (): ChangesPage => new ChangesPage(open().page);
	/** The prompt is called by what it says. */
	const prompt = (): RegExp => new RegExp(`^${open().folder.slice(0, 20)}`, 'u');
	let main = '';

	it('say that Git has moved since, and show the commands that would take it back, without running any', async () => {
		const workbench = open();
		const { page, quickInput } = workbench;
		await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
		git('init', '-qb', 'main');
		git('add', '-A');
		git('commit', '-qm', 'first');
		main = commitOf('HEAD');
		await startSession(workbench, 'Changing');
		await workbench.chat.send(workbench.folder);
		await workbench.chat.waitForText('I work on it.');
		await totals(after);
		await writeFile(path.join(workbench.folder, 'notes.txt'), 'by itself\n');
		await writeFile(path.join(workbench.folder, 'stashed.txt'), 'two\n');
		git('stash', 'push', '-q', 'stashed.txt');
		git('switch', '-qc', 'feature');
		git('commit', '-q', '--allow-empty', '-m', 'second');
		const card = (await workbench.chat.articles('Permission: Go on')).last();
		await card.getByRole('button', { name: 'Allow once', exact: true }).waitFor();
		await guardOver();
		await card.getByRole('button', { name: 'Allow once', exact: true }).click();
		await workbench.chat.waitForText('Done.');
		await changes()
			.row(/^notes\.txt, /u)
			.waitFor();
		await workbench.runCommand('ACP: Group Changes by Prompt');
		await changes().row(prompt()).waitFor();
		await chooseByKeys(workbench, 'Restore Checkpoint…');
		await quickInput.waitForTitle(/^Back to: /u);
		const said = `Git has moved since: main ${main} → feature ${commitOf('HEAD')} · 1 stash more`;
		await quickInput.widget.getByRole('button', { name: said }).waitFor();
		assert.ok((await quickInput.input.getAttribute('placeholder'))?.startsWith(`${said}. `));
		await workbench.screenshot('checkpoints-git-plan');
		await quickInput.waitForKeys();
		await page.keyboard.press('Enter');
		await totals(before);
		// Under test VS Code shows no notification by itself, only in its list.
		await page.getByText('1 file is as it was. Git has moved since and stays there.').first().waitFor();
		await page.locator('[id="status.notifications"]').click();
		const notice = page.locator('.notifications-center .notification-list-item');
		await notice.getByRole('button', { name: 'Show Git Commands' }).click();
		await quickInput.waitForTitle('Commands that take Git back');
		const offered = (await quickInput.rows()).filter((row) => /^(?:git|Copy) /u.test(row));
		assert.deepEqual(offered, ['git switch main', 'git stash pop', 'Copy All']);
		await workbench.screenshot('checkpoints-git-commands');
		await quickInput.waitForKeys();
		await page.keyboard.press('Enter');
		await page.getByText('Copied; nothing was run').first().waitFor();
		assert.equal(await page.evaluate(() => navigator.clipboard.readText()), 'git switch main');
		assert.equal(git('branch', '--show-current'), 'feature');
		assert.equal(git('stash', 'list').split('\n').length, 1);
	});

	longTest('are of a session its list, its restores and the way forth again', async () => {
		const workbench = open();
		const { page, quickInput } = workbench;
		await workbench.runCommand('ACP: Group Changes by Session');
		await changes()
			.row(/^Before going back, /u)
			.waitFor();
		await chooseByKeys(workbench, 'Restore Checkpoint…');
		await quickInput.waitForTitle('ACP: Restore Checkpoint');
		assert.equal((await quickInput.rows())[0], 'Before going back');
		await quickInput.waitForKeys();
		await page.keyboard.press('Escape');
		await quickInput.waitClosed();
		await chooseByKeys(workbench, 'Redo Restore');
		await totals(after);
		// It is the work of that message again.
		await changes()
			.row(/^workspace, 2 files/u)
			.waitFor();
		await workbench.screenshot('checkpoints-tree-session');
	});

	longTest(
		'are compared with the files as they are, from a row, from the message and among each other',
		async () => {
			const workbench = open();
			const { editors, page, quickInput } = workbench;
			await workbench.runCommand('ACP: Group Changes by Prompt');
			await changes().row(prompt()).waitFor();
			await chooseByKeys(workbench, 'Compare with Checkpoint…');
			await editors.tab(/^Changed since: /u).waitFor();
			const difference = page.locator('.multiDiffEntry').filter({ hasText: 'totals.py' });
			await eventually(
				async () =>
					(await difference.locator('.modified .view-line').allInnerTexts()).map((text) => text.trim()),
				(found) => found.includes('agent'),
			);
			assert.ok(
				(await difference.locator('.original .view-line').allInnerTexts()).some((text) =>
					text.includes('two'),
				),
			);
			await workbench.screenshot('checkpoints-compared');
			await workbench.runCommand('View: Close All Editors');
			await editors.tab(/^Changed since: /u).waitFor({ state: 'detached' });
			await (await workbench.chat.articles('You')).first().click({ button: 'right' });
			await workbench.chooseFromMenu('Compare with Checkpoint…');
			await editors.tab(/^Changed since: /u).waitFor();
			await workbench.runCommand('ACP: Compare with Checkpoint…');
			await quickInput.waitForTitle('ACP: Compare with Checkpoint');
			await quickInput.pick('Two checkpoints with each other…');
			await quickInput.row('Before going back').first().click();
			await quickInput.widget.locator('input[placeholder="The other checkpoint"]').waitFor();
			await quickInput.row(workbench.folder).first().click();
			await editors.tab(/ ↔ Before going back/u).waitFor();
		},
	);

	longTest('are where a message is edited and sent again, from the button of its row', async () => {
		const workbench = open();
		const { chat, page, quickInput } = workbench;
		for (const name of ['Restore Checkpoint…', 'Compare with Checkpoint…', 'Edit and Send Again…']) {
			await changes().row(prompt()).first().hover();
			await changes().row(prompt()).first().getByRole('button', { name }).waitFor();
		}
		await changes().press(prompt(), 'Edit and Send Again…');
		await quickInput.waitForTitle(/^Edit and Send Again: files first, back to: /u);
		await quickInput.waitForKeys();
		await page.keyboard.press('Enter');
		await totals(before);
		await chat.waitForDraft(workbench.folder);
	});
});

/** Opens the menu of the first row of the Changes view and chooses in it, by keys alone. */
async function chooseByKeys(workbench: Workbench, label: string): Promise<void> {
	const { page } = workbench;
	await workbench.runCommand('ACP Host: Focus on Changes View');
	await page.locator('.tree-explorer-viewlet-tree-view .monaco-list:focus').waitFor();
	await page.keyboard.press('Home');
	await page.keyboard.press('Shift+F10');
	await page.getByRole('menuitem', { name: label, exact: true }).waitFor();
	const focused = page.locator('.monaco-menu .action-item.focused');
	for (let tries = 0; tries < 30; tries++) {
		if ((await focused.count()) > 0 && (await focused.innerText()).trim() === label) break;
		await page.keyboard.press('ArrowDown');
	}
	assert.equal((await focused.innerText()).trim(), label);
	await page.keyboard.press('Enter');
}
