/** Files and folders that are no plain text of a project: what is seen of them in the tree, in the strip and in words. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import type { FakeAgentScript } from '../../agents/fakeAgentScript.ts';
import { longTest } from '../../tools/longTest.ts';
import { isLongRun } from '../../tools/sized.ts';
import { ChangesPage } from './changesPage.ts';
import { eventually, fakeAgents, startSession } from './fakeAgents.ts';
import { useWorkbench } from './rig.ts';

/** The test writes as an agent does that has tools of its own, between the two words. */
const working: FakeAgentScript = {
	on: { 'session/prompt': [{ text: 'Working.' }, { sleep: 4_000 }, { text: ' Done.' }] },
};
const machineSettings = { 'acpHost.agents': fakeAgents({ Odd: working }), 'acpHost.demoAgent': false };

const bytes = (seed: number): Buffer =>
	Buffer.from(Array.from({ length: 3_000 }, (_, n) => (n * seed) % 251));
const lines = (count: number, word: string): string => `${word}\n`.repeat(count);
const large = 17 * 1024 * 1024;

describe('files that are no plain text', () => {
	const open = useWorkbench({
		machineSettings,
		files: {
			'.env': 'TOKEN=1\n',
			'.gitignore': 'out/\n',
			'out/built.js': 'built\n',
			'long.txt': lines(60_000, 'line'),
			'locked.txt': 'one\n',
		},
		prepare: async (folder) => {
			await writeFile(path.join(folder, 'logo.png'), bytes(7));
			await writeFile(path.join(folder, 'film.bin'), Buffer.alloc(large, 1));
		},
	});

	it('are rows that say what is known of them, and why some cannot be undone', async () => {
		const { chat, folder, page } = open();
		const at = (name: string): string => path.join(folder, name);
		await startSession(open(), 'Odd');
		await chat.send('go');
		await chat.waitForText('Working.');
		await page.waitForTimeout(1_500);
		await writeFile(at('logo.png'), bytes(11));
		await writeFile(at('film.bin'), Buffer.alloc(large + 1, 2));
		await writeFile(at('long.txt'), lines(60_000, 'other'));
		await writeFile(at('.env'), 'TOKEN=2\n');
		await writeFile(at('out/built.js'), 'built again\n');
		await writeFile(at('locked.txt'), 'two\n');
		await chmod(at('locked.txt'), 0o444);
		execFileSync('mkfifo', [at('pipe')]);
		await chat.waitForText('Done.');
		const changes = new ChangesPage(page);
		const label = (text: string): string => text.replace(', not told by any tool call', '');
		const shown = await eventually(
			async () => (await changes.files()).map(label),
			(found) => found.some((row) => row.startsWith('pipe')) && found.length >= 6,
			30_000,
		);
		await open().screenshot('odd-files');
		assert.deepEqual(shown, [
			'.env, cannot be undone: no copy is made of likely secrets, changed as a whole',
			'film.bin, cannot be undone: too large to be copied, changed as a whole',
			'locked.txt, changed as a whole',
			'logo.png, changed as a whole',
			'long.txt, changed as a whole',
			'pipe, new file',
			'Seen, but cannot be undone: secrets, by their name (1), too large (1)',
		]);
		await changes.row(/^Not watched: .*ignored by Git/u).waitFor();
		const strip = (await chat.frame()).getByRole('region', { name: 'Changes to review' });
		await strip.locator('.review-fold').click();
		await strip.getByText('cannot be undone: no copy is made of likely secrets').waitFor();
		await open().screenshot('odd-files-strip');
	});

	it('come back as a whole, byte for byte, also one that may not be written', async () => {
		const changes = new ChangesPage(open().page);
		for (const [row, name] of [
			[/^logo\.png/u, 'logo.png'],
			[/^locked\.txt/u, 'locked.txt'],
		] as const) {
			await changes.press(row, 'Undo');
			await changes.row(row).waitFor({ state: 'hidden' });
			const now = await readFile(path.join(open().folder, name));
			assert.ok(now.equals(name === 'logo.png' ? bytes(7) : Buffer.from('one\n')), name);
		}
	});

	longTest('are in the review, where nothing stands for what is no text', async () => {
		await open().runCommand('ACP: Review Changes');
		const { page } = open();
		await page
			.locator('.tabs-container .tab.active')
			.filter({ hasText: 'Changes of Agents (1 file)' })
			.waitFor();
		await page.locator('[id="status.notifications"]').click();
		const notice = page.locator('.notifications-center .notification-list-item');
		await notice
			.filter({ hasText: '3 changed files cannot be shown as a diff: .env, film.bin, pipe' })
			.waitFor();
		await open().screenshot('odd-files-review');
		await rm(path.join(open().folder, 'pipe'));
	});
});

if (isLongRun)
	void describe('a home folder that is opened as a workspace', () => {
		const env: NodeJS.ProcessEnv = {};
		const open = useWorkbench({
			machineSettings,
			files: { 'notes.txt': 'mine\n' },
			serverEnv: env,
			prepare: (folder) => {
				env['HOME'] = folder;
				return Promise.resolve();
			},
		});

		it('says that it is not searched for changes, and what to do', async () => {
			const { chat, page, folder } = open();
			await startSession(open(), 'Odd');
			await chat.send('go');
			await chat.waitForText('Done.');
			// Under test VS Code shows no notification by itself, only in its list.
			await page.locator('[id="status.notifications"]').click();
			const notice = page.locator('.notifications-center .notification-list-item');
			await notice.filter({ hasText: 'is your home folder' }).waitFor({ timeout: 30_000 });
			await open().screenshot('odd-home');
			assert.match((await notice.textContent()) ?? '', new RegExp(path.basename(folder), 'u'));
			await notice.getByRole('button', { name: 'Open Folder' }).waitFor();
		});
	});
