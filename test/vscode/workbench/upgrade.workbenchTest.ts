/** What an earlier release has stored, in a window of this version: the same sessions, conversations and drafts. */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { readRelease, type StoredRelease, textsIn } from '../../unit/upgrade/storedRelease.ts';
import { eventually } from './fakeAgents.ts';
import { useWorkbench } from './rig.ts';
import type { Workbench } from './workbench.ts';

const extensionId = 'acp-host.acp-host';

describe('what 0.3.0 has stored', () => {
	const release = readRelease('0.3.0');
	const open = useWorkbench({
		machineSettings: release.settings,
		files: { 'src/app.ts': 'export const one = 1;\n' },
		viewport: { width: 1280, height: 1600 },
	});

	it('is there in the first window of this version [hazard G1] [hazard G2]', async () => {
		const { chat, page, quickInput } = open();
		// Once the extension is there, so are the places where VS Code keeps what it stores.
		await chat.show();
		await moveIn(open(), release);
		await page
			.getByRole('tab', { name: /ACP Host/u })
			.first()
			.waitFor({ timeout: 60_000 });
		await open().runCommand('ACP: Focus Chat');
		const shows = (...texts: readonly string[]): Promise<string> =>
			eventually(
				() => chat.transcriptText(),
				(shown) => texts.every((text) => shown.includes(text)),
			);
		await shows('Write another', 'answer.', 'This conversation ended when the window was reloaded');
		await chat.waitForDraft('queued one\n\nqueued\ntwo\n\nand a draft below the queue');
		await open().screenshot('upgrade-active');
		await open().runCommand('ACP: Switch Session');
		await quickInput.waitForTitle('ACP: Switch Session');
		await quickInput.input.fill('A look around');
		await page.keyboard.press('Enter');
		await shows('Allowed by rule: Allow Notes to run commands', 'That is all.');
		// A view begins with the newest entries, and has the others as soon as its reader comes to them.
		const scroller = (await chat.frame()).locator('.scroller');
		await scroller.evaluate((element) => element.scrollTo(0, 0));
		await shows('Look around, please', 'It ended with 3.', 'Allowed by rule: Allow Notes to run commands');
		await open().screenshot('upgrade-conversation');
	});
});

/** Puts what is stored where VS Code keeps it, while no window is open, and opens one again. */
async function moveIn({ page, server, folder }: Workbench, release: StoredRelease): Promise<void> {
	const windowUrl = page.url();
	const [first = ''] = release.workspaceFolders;
	const moved = (text: string): string => text.replaceAll(first, folder);
	await page.goto(new URL('/version', windowUrl).href);
	await store(page, 'global', moved(JSON.stringify(release.globalState)));
	await store(page, 'workspace', moved(JSON.stringify(release.workspaceState)));
	const storages = path.join(server.dataDir, 'data', 'User', 'workspaceStorage');
	for (const workspace of await readdir(storages)) {
		const conversations = path.join(storages, workspace, extensionId, 'conversations');
		await mkdir(conversations, { recursive: true });
		for (const [name, text] of textsIn(release, 'conversations')) {
			await writeFile(path.join(conversations, name), moved(text));
		}
	}
	await page.goto(windowUrl);
}

/** In the browser VS Code keeps what extensions store in a database for all windows, and in one for each workspace. */
async function store(page: Page, place: 'global' | 'workspace', memento: string): Promise<void> {
	await page.evaluate(
		async ([wanted, key, value]) => {
			const finished = <T>(request: IDBRequest<T>): Promise<T> =>
				new Promise((resolve, reject) => {
					request.addEventListener('success', () => resolve(request.result));
					request.addEventListener('error', () => reject(new Error(String(request.error))));
				});
			const prefix = 'vscode-web-state-db-';
			const names = (await indexedDB.databases()).map(({ name = '' }) => name);
			const chosen = names.filter(
				(name) => name.startsWith(prefix) && name.startsWith(`${prefix}global`) === (wanted === 'global'),
			);
			for (const name of chosen) {
				const database = await finished(indexedDB.open(name));
				const items = database.transaction('ItemTable', 'readwrite').objectStore('ItemTable');
				await finished(items.put(value, key));
				database.close();
			}
		},
		[place, extensionId, memento] as const,
	);
}
