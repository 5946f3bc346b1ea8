/** What the user points at in the editor, on its way to an agent. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import { isJsonObject, type JsonObject } from '../../../src/core/base/json.ts';
import * as limits from '../../../src/core/base/limits.ts';
import type { FakeAgentScript } from '../../agents/fakeAgentScript.ts';
import { longTest } from '../../tools/longTest.ts';
import { isLongRun, sized } from '../../tools/sized.ts';
import { eventually, fakeAgents, receivedBy, startSession } from './fakeAgents.ts';
import { useWorkbench } from './rig.ts';

const agentOf = (embeddedContext: boolean): FakeAgentScript => ({
	capabilities: { promptCapabilities: { image: false, audio: false, embeddedContext } },
	on: { 'session/prompt': [{ text: 'Seen.' }] },
});
const lines = Array.from({ length: 9 }, (_none, n) => `line ${n + 1}`);

describe('what is mentioned', () => {
	const open = useWorkbench({
		machineSettings: {
			'acpHost.agents': fakeAgents({ Embedding: agentOf(true), Linking: agentOf(false) }),
			// So that what the terminal shows is text in the page.
			'terminal.integrated.gpuAcceleration': 'off',
		},
		files: {
			'notes.txt': `${lines.join('\n')}\n`,
			'src/deep/composer.ts': 'export const composer = 1;\n',
			'bad.json': '{\n\t"a": 1,\n\t"a": oops\n}\n',
			'node_modules/composer/index.js': '',
		},
	});

	const uriOf = (name: string): string => pathToFileURL(path.join(open().folder, name)).href;

	async function prompts(agent: string): Promise<readonly (readonly JsonObject[])[]> {
		const received = await receivedBy(open(), agent);
		return received.flatMap(({ method, params }) => {
			const blocks = isJsonObject(params) ? params['prompt'] : undefined;
			return method === 'session/prompt' && Array.isArray(blocks) ? [blocks.filter(isJsonObject)] : [];
		});
	}

	async function promptNumber(agent: string, count: number): Promise<readonly JsonObject[]> {
		const all = await eventually(
			() => prompts(agent),
			(sent) => sent.length === count,
		);
		return all.at(-1) ?? [];
	}

	/** The words that went out beside a text, in a prompt of no matter which number. */
	async function wordsBeside(agent: string, start: string): Promise<string[]> {
		const textsOf = (blocks: readonly JsonObject[]) => blocks.map(({ text }) => String(text));
		const all = await eventually(
			async () => (await prompts(agent)).map(textsOf),
			(sent) => sent.some(([text = '']) => text.startsWith(start)),
		);
		return all.find(([text = '']) => text.startsWith(start))?.slice(1) ?? [];
	}

	async function chip(name: string): Promise<Locator> {
		const found = await open().chat.button(`Open ${name}`);
		await found.waitFor();
		return found;
	}

	/** Selects from the beginning of a line to the end of a later one, by keys. */
	async function selectLines(first: number, last: number): Promise<void> {
		const { page, editors } = open();
		await editors.editor.click();
		await page.keyboard.press('Control+Home');
		for (let line = 1; line < first; line++) await page.keyboard.press('ArrowDown');
		await page.keyboard.down('Shift');
		for (let line = first; line < last; line++) await page.keyboard.press('ArrowDown');
		await page.keyboard.press('End');
		await page.keyboard.up('Shift');
	}

	/** Asks for quick fixes where the cursor is; what they are may not be known at once. */
	async function quickFix(label: string): Promise<void> {
		const { page } = open();
		const item = page.locator('.action-widget').getByText(label).first();
		for (let tries = 0; tries < 5; tries++) {
			await page.keyboard.press('Control+.');
			const isThere = await item.waitFor({ timeout: 2_000 }).then(
				() => true,
				() => false,
			);
			if (isThere) return item.click();
			await page.keyboard.press('Escape');
		}
		throw new Error(`There is no quick fix "${label}".`);
	}

	/** Chooses from the context menu that Shift+F10 or a click has opened; a young menu does not take clicks. */
	it('starts a session when there is none, from the menu of the editor', async () => {
		const { chat, editors, page, quickInput } = open();
		await editors.openFile('notes.txt');
		await selectLines(3, 5);
		await page.keyboard.press('Shift+F10');
		await open().chooseFromMenu('Add to Chat');
		await quickInput.waitForTitle('ACP: New Session');
		await quickInput.pick('Embedding');
		await chat.approveIfAsked();
		await chat.waitForStatus('Ready');
		await chip('notes.txt:3-5');
	});

	it('is found by keyboard, and goes out with unsaved text and with lines where they are now [acp C49]', async () => {
		const { chat, editors, page } = open();
		await editors.editor.click();
		await page.keyboard.press('Control+Home');
		await page.keyboard.type('new\n');
		const composer = await chat.composer();
		await composer.click();
		await page.keyboard.type('explain @comp');
		const list = (await chat.frame()).getByRole('listbox', { name: 'Mentions' });
		await list.getByRole('option', { name: /composer\.ts/u }).waitFor();
		assert.equal(await list.getByRole('option', { name: /index\.js/u }).count(), 0);
		await open().screenshot('mentions-list');
		await page.keyboard.press('Enter');
		await chat.waitForDraft('explain @src/deep/composer.ts ');
		await chip('src/deep/composer.ts');
		await page.keyboard.type('and @');
		await list.getByRole('option').first().waitFor();
		await open().screenshot('mentions-all');
		await page.keyboard.press('Escape');
		await page.keyboard.press('Backspace');
		await page.keyboard.type('these');
		await open().screenshot('mentions-chips');
		await page.keyboard.press('Enter');
		assert.deepEqual(await promptNumber('Embedding', 1), [
			{ type: 'text', text: 'explain @src/deep/composer.ts and these' },
			{
				type: 'resource',
				resource: {
					uri: `${uriOf('notes.txt')}#L4-L6`,
					text: 'line 3\nline 4\nline 5',
					mimeType: 'text/plain',
				},
			},
			{
				type: 'resource',
				resource: { uri: uriOf('src/deep/composer.ts'), text: 'export const composer = 1;\n' },
			},
		]);
	});

	it('is where pasted lines were copied from, if they are lines of an open editor', async () => {
		const { chat, editors, page } = open();
		await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
		await editors.openFile('notes.txt');
		await selectLines(2, 3);
		await page.keyboard.press('Control+c');
		await (await chat.composer()).click();
		await page.keyboard.press('Control+v');
		await chat.waitForDraft('@notes.txt:2-3 ');
		await (await chip('notes.txt:2-3')).click();
		await page.getByText(/Ln 3, Col 7 \(13 selected\)/u).waitFor();
		await (await chat.button('Remove notes.txt:2-3')).click();
		await (await chat.composer()).fill('');
	});

	it(`comes from the explorer${sized(', opens by its chip and survives a reload', ' and opens by its chip')} [hazard G2]`, async () => {
		const { chat, page, editors } = open();
		const composer = await chat.composer();
		await composer.fill('half a thought');
		// A user takes longer to move the mouse than the draft takes to be saved.
		await sleep(limits.draftSaveMs * 2);
		await chat.hide();
		const rows = page.locator('.explorer-folders-view .monaco-list-row');
		await rows.filter({ hasText: 'bad.json' }).click();
		await rows.filter({ hasText: 'src' }).click({ modifiers: ['Control'] });
		for (const name of ['bad.json', 'src'])
			await rows.and(page.locator('.selected')).filter({ hasText: name }).waitFor();
		await rows.filter({ hasText: 'bad.json' }).click({ button: 'right' });
		await open().chooseFromMenu('Add to Chat');
		await chip('bad.json');
		await chat.waitForDraft('half a thought');
		await (await chat.frame()).locator('.chip .codicon-folder').waitFor();
		await (await chip('bad.json')).click();
		await editors.tab('bad.json').waitFor();
		if (isLongRun) await open().reload();
		await chip('bad.json');
		await (await chat.frame()).locator('.chip .codicon-folder').waitFor();
		await chat.waitForDraft('half a thought');
	});

	longTest(
		'is a problem when its quick fix is chosen; agents without embedded context get words [acp C49]',
		async () => {
			const { chat, editors, page } = open();
			await startSession(open(), 'Linking');
			await editors.openFile('bad.json');
			await page.locator('.squiggly-error').first().waitFor({ timeout: 30_000 });
			await editors.editor.click();
			await selectLines(3, 3);
			await page.keyboard.press('ArrowRight');
			await quickFix('Add to ACP Chat');
			await (await chat.button(/^Open Problems: bad\.json:3/u)).waitFor();
			await editors.openFile('bad.json');
			await selectLines(2, 3);
			await open().runCommand('ACP: Add to Chat');
			await chip('bad.json:2-3');
			await open().screenshot('mentions-problems');
			await chat.send('Mend it');
			const [text, problems, link, quoted] = await promptNumber('Linking', 1);
			assert.deepEqual(text, { type: 'text', text: 'Mend it' });
			assert.match(
				String(problems?.['text']),
				/^\n\nProblems in bad\.json \(1 error, 1 warning\):\n\n- bad\.json:3:7 error: /u,
			);
			assert.deepEqual(link, {
				type: 'resource_link',
				uri: `${uriOf('bad.json')}#L2-L3`,
				name: 'bad.json:2-3',
				mimeType: 'application/json',
			});
			assert.deepEqual(quoted, {
				type: 'text',
				text: '\n\nbad.json:2-3\n\n```json\n\t"a": 1,\n\t"a": oops\n```',
			});
			await (await chat.articles('You')).last().waitFor();
			await open().screenshot('mentions-sent');
		},
	);

	longTest('is another conversation, as it is when the message goes out', async () => {
		const { chat, page } = open();
		await (await chat.composer()).click();
		await page.keyboard.type('compare @Embedding');
		const list = (await chat.frame()).getByRole('listbox', { name: 'Mentions' });
		await list
			.getByRole('option', { name: /Embedding/u })
			.first()
			.waitFor();
		await open().screenshot('mentions-conversation');
		await page.keyboard.press('Enter');
		await (await chat.frame()).locator('.chip .codicon-comment-discussion').waitFor();
		await page.keyboard.press('Enter');
		const words = (await wordsBeside('Linking', 'compare')).at(-1);
		assert.match(
			words ?? '',
			/^\n\nAnother conversation of the user, "[^"]+", as Markdown:\n\n# [^]*explain @src\/deep\/composer\.ts[^]*Seen\.\n$/u,
		);
	});

	longTest('is what is selected in a terminal, from its menu; the clipboard is as it was', async () => {
		const { chat, page, editors } = open();
		await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
		await page.evaluate(() => navigator.clipboard.writeText('kept'));
		await open().runCommand('Terminal: Create New Terminal');
		await page.locator('.terminal-wrapper.active .xterm-screen').last().click();
		await page.keyboard.type('echo gir""affe');
		await page.keyboard.press('Enter');
		const row = page
			.locator('.xterm-rows > div')
			.filter({ hasText: /^giraffe\s*$/u })
			.last();
		await row.waitFor();
		const box = await row.boundingBox();
		assert.ok(box !== null);
		const at = [box.x + 10, box.y + box.height / 2] as const;
		await page.mouse.dblclick(...at);
		// VS Code looks for what is selected a moment after the mouse.
		await sleep(500);
		await page.mouse.click(...at, { button: 'right' });
		await open().screenshot('mentions-terminal-menu');
		await open().chooseFromMenu('Add Terminal Selection to Chat');
		const added = await chip('Terminal: giraffe');
		assert.equal(await page.evaluate(() => navigator.clipboard.readText()), 'kept');
		await open().screenshot('mentions-terminal');
		await added.click();
		await editors.tab(/Terminal: giraffe/u).waitFor();
		await chat.send('What is it?');
		assert.equal(
			(await wordsBeside('Linking', 'What is it?')).at(-1),
			'\n\nSelected in a terminal:\n\n```\ngiraffe\n```',
		);
	});
});
