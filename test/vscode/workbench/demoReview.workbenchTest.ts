/** A user keeps and undoes what the demo agent changed, in the real VS Code and through its UI only. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { longTest } from '../../tools/longTest.ts';
import { ChangesPage } from './changesPage.ts';
import { eventually } from './fakeAgents.ts';
import { guardOver } from './guardOver.ts';
import { demoAgentSettings, newSession, useWorkbench } from './rig.ts';
import type { Workbench } from './workbench.ts';

const before = '# Sample\n\nOne.\n\nTwo.\n\nThree.\n';
const mark = '> The ACP Host demo agent was here.\n';
/** The first and the third are kept, the second is undone. */
const half = `# Sample\n${mark}\nOne.\n\nTwo.\n\nThree.\n${mark}`;
const changed = `# Sample\n${mark}\nOne.\n\n${mark}Two.\n\nThree.\n${mark}`;

describe('changes of the demo agent', () => {
	const open = useWorkbench({
		machineSettings: demoAgentSettings,
		files: { 'README.md': before },
		prepare: (folder) => {
			git(folder, 'init', '-q');
			git(folder, 'add', '.');
			git(folder, 'commit', '-q', '-m', 'First');
			return Promise.resolve();
		},
	});
	const changes = (): ChangesPage => new ChangesPage(open().page);
	const lens = (name: string) =>
		open().page.locator('.codelens-decoration a', { hasText: new RegExp(`^${name}$`, 'u') });
	const file = (name: string): Promise<string> => open().readFile(name);

	/** Commits until one is told apart from what an agent may have committed in the moment after its turn. */
	const keptBy = async (commit: () => void): Promise<void> => {
		for (let tries = 0; ; tries++) {
			commit();
			const isKept = await changes()
				.waitForFiles(['demo-log.txt', 'demo-notes.md'], nameOf)
				.then(
					() => true,
					() => false,
				);
			if (isKept) return;
			assert.ok(tries < 3, 'no commit keeps anything');
			git(open().folder, 'reset', '-q', '--soft', 'HEAD~1');
			await open().runCommand('Git: Refresh');
			await pending();
		}
	};
	/** VS Code's own Git has seen all three: a commit before that would be one of files that had not changed. */
	const pending = (): Promise<void> =>
		open()
			.page.getByRole('tab', { name: /Source Control.*3 pending changes/u })
			.waitFor();

	it('wait, by whatever way they were made', async () => {
		await newSession(open(), 'Configured');
		await playChanges(open());
		assert.equal(await file('README.md'), changed);
		await changes().waitForFiles(['README.md', 'demo-log.txt', 'demo-notes.md'], nameOf);
		const [notes = ''] = (await changes().files()).filter((label) => label.startsWith('demo-notes.md'));
		assert.match(notes, /lines: 3 added, 0 removed, new file, not told by any tool call/u);
	});

	it('are kept and undone by the mouse, above the lines in the editor', async () => {
		await open().editors.openFile('README.md');
		await lens('Keep').first().click();
		await lens('1/2').waitFor();
		await lens('Undo').last().click();
		await lens('1/1').waitFor();
		assert.equal(await file('README.md'), `# Sample\n${mark}\nOne.\n\n${mark}Two.\n\nThree.\n`);
		assert.equal(await open().editors.isDirty('README.md'), false);
	});

	it('come back by the editor’s own undo', async () => {
		await open().editors.editor.click();
		await open().page.keyboard.press('Control+z');
		await lens('1/2').waitFor();
		await open().page.keyboard.press('Control+s');
		await open().editors.waitUntilSaved('README.md');
		await eventually(
			() => file('README.md'),
			(text) => text === changed,
		);
	});

	longTest('are the same after a reload', async () => {
		await open().reload();
		await lens('1/2').waitFor({ timeout: 30_000 });
		// VS Code may bring back, as unsaved, what it had kept of the editor right before the text was saved.
		await open().editors.editor.click();
		await open().page.keyboard.press('Control+s');
		await open().editors.waitUntilSaved('README.md');
		await changes().waitForFiles(['README.md', 'demo-log.txt', 'demo-notes.md'], nameOf);
	});

	it('are undone and kept then as before', async () => {
		await lens('Undo').first().click();
		await lens('1/1').waitFor();
		await lens('Keep').first().click();
		await changes().waitForFiles(['demo-log.txt', 'demo-notes.md'], nameOf);
		await eventually(
			() => file('README.md'),
			(text) => text === half,
		);
	});

	it('are all undone at once, and what was made goes', async () => {
		await open().runCommand('ACP: Undo All Changes');
		const answer = (name: string) => open().page.getByRole('dialog').getByRole('button', { name }).click();
		await answer('Undo All');
		// A browser has no trash, so there it is asked about.
		await answer('Delete Permanently');
		await changes().pane.waitFor({ state: 'detached' });
		for (const name of ['demo-log.txt', 'demo-notes.md']) {
			assert.equal(existsSync(path.join(open().folder, name)), false, `${name} is gone`);
		}
		assert.equal(await file('README.md'), half, 'what was kept stays');
	});

	longTest('are kept by a commit that holds them, as VS Code’s own Git tells, and by no other', async () => {
		await playChanges(open());
		await changes().waitForFiles(['README.md', 'demo-log.txt', 'demo-notes.md'], nameOf);
		await pending();
		await keptBy(() => git(open().folder, 'commit', '-q', '-m', 'Second', 'README.md'));
		git(open().folder, 'commit', '-q', '--allow-empty', '-m', 'Third');
		await open().runCommand('Git: Refresh');
		assert.deepEqual((await changes().files()).map(nameOf), ['demo-log.txt', 'demo-notes.md']);
	});
});

const nameOf = (label: string): string => label.split(', ')[0] ?? '';

async function playChanges(workbench: Workbench): Promise<void> {
	await workbench.chat.send('/changes');
	for (const title of ['Edit README.md in places', 'Take notes and log them']) {
		const card = (await workbench.chat.articles(`Permission: ${title}`)).last();
		await card.getByRole('button', { name: 'Allow once', exact: true }).waitFor();
		await guardOver();
		await card.getByRole('button', { name: 'Allow once', exact: true }).click();
	}
	await workbench.chat.waitForText('I changed:');
	await workbench.chat.waitForStatus('Ready');
}

function git(folder: string, ...args: readonly string[]): void {
	const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.invalid', '-c', 'commit.gpgsign=false'];
	execFileSync('git', [...who, ...args], { cwd: folder, stdio: 'ignore' });
}
