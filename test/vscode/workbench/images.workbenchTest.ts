/** Images and files on their way from the real view to an agent. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Locator } from 'playwright-core';
import { isJsonObject, type JsonObject } from '../../../src/core/base/json.ts';
import * as limits from '../../../src/core/base/limits.ts';
import type { FakeAgentScript } from '../../agents/fakeAgentScript.ts';
import { longTest } from '../../tools/longTest.ts';
import { eventually, fakeAgents, receivedBy, startSession } from './fakeAgents.ts';
import { attemptsSettings, describeAttempts } from './attemptsTests.ts';
import { describeOptions, optionsSettings } from './optionsTests.ts';
import { useWorkbench } from './rig.ts';

const onePixel =
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const answer: FakeAgentScript['on'] = { 'session/prompt': [{ text: 'Seen.' }] };
const scripts: Record<string, FakeAgentScript> = {
	Seeing: {
		capabilities: { promptCapabilities: { image: true, audio: false, embeddedContext: true } },
		on: answer,
	},
	Blind: {
		capabilities: { promptCapabilities: { image: false, audio: false, embeddedContext: false } },
		on: answer,
	},
};

const open = useWorkbench({
	machineSettings: {
		...optionsSettings,
		'acpHost.agents': { ...fakeAgents(scripts), ...attemptsSettings, ...optionsSettings['acpHost.agents'] },
	},
	files: { 'notes.txt': 'on disk\n', 'other.md': '# Other\n' },
});

describe('attachments', () => {
	/** Draws an image in the page, puts it into the clipboard and pastes it into the composer, as a user would. */
	async function pasteImage(width: number, height: number, isNoise = false): Promise<void> {
		const { page, chat } = open();
		await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
		await page.evaluate(
			async ([wide, high, noise]) => {
				const canvas = new OffscreenCanvas(wide, high);
				const context = canvas.getContext('2d');
				if (context === null) throw new Error('No canvas');
				context.fillStyle = '#2563eb';
				context.fillRect(0, 0, wide, high);
				context.fillStyle = '#f59e0b';
				context.fillRect(wide / 4, high / 4, wide / 2, high / 2);
				if (noise) {
					const pixels = context.getImageData(0, 0, wide, high);
					for (let at = 0; at < pixels.data.length; at++) pixels.data[at] = Math.random() * 256;
					context.putImageData(pixels, 0, 0);
				}
				const blob = await canvas.convertToBlob({ type: 'image/png' });
				await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
			},
			[width, height, isNoise] as const,
		);
		await (await chat.composer()).click();
		await page.keyboard.press('Control+V');
	}

	/** A row of a list in which several can be checked. */
	function fileRow(label: string | RegExp): Locator {
		return open().quickInput.widget.locator('.monaco-list-row').filter({ hasText: label }).first();
	}

	/** Checks files in the list of the Attach button. */
	async function attach(...names: readonly string[]): Promise<void> {
		const { chat, page, quickInput } = open();
		await (await chat.button('Attach')).click();
		await quickInput.waitForTitle('ACP: Attach');
		for (const name of names) {
			await quickInput.input.fill(name);
			await fileRow(name).click();
		}
		await page.keyboard.press('Enter');
		for (const name of names) await (await chat.button(`Remove ${name}`)).waitFor();
	}

	/** The content blocks of the prompts that the agent was sent. */
	async function prompts(agent: string): Promise<readonly (readonly JsonObject[])[]> {
		const received = await receivedBy(open(), agent);
		return received.flatMap(({ method, params }) => {
			const blocks = isJsonObject(params) ? params['prompt'] : undefined;
			return method === 'session/prompt' && Array.isArray(blocks) ? [blocks.filter(isJsonObject)] : [];
		});
	}

	async function lastPrompt(agent: string, count = 1): Promise<readonly JsonObject[]> {
		const all = await eventually(
			() => prompts(agent),
			(sent) => sent.length === count,
		);
		return all.at(-1) ?? [];
	}

	const uriOf = (name: string): string => pathToFileURL(path.join(open().folder, name)).href;

	it('go out as the image that was pasted and the text that the editor shows [acp C48] [acp C49]', async () => {
		const { chat, editors } = open();
		await startSession(open(), 'Seeing');
		await editors.openFile('notes.txt');
		await editors.typeAtEnd('and not saved');
		await pasteImage(640, 400);
		await (await chat.button('Remove image.png')).waitFor();
		await attach('notes.txt', 'other.md');
		await open().screenshot('images-composer');
		await chat.send('What is this?');
		const [text, image, notes, other] = await lastPrompt('Seeing');
		assert.deepEqual(text, { type: 'text', text: 'What is this?' });
		assert.deepEqual([image?.['type'], image?.['mimeType']], ['image', 'image/png']);
		assert.match(String(image?.['data']), /^iVBORw0KGgo/u);
		assert.deepEqual(notes, {
			type: 'resource',
			resource: { uri: uriOf('notes.txt'), text: 'on disk\nand not saved', mimeType: 'text/plain' },
		});
		assert.deepEqual(other, {
			type: 'resource',
			resource: { uri: uriOf('other.md'), text: '# Other\n', mimeType: 'text/markdown' },
		});
		const message = (await chat.articles('You')).last();
		await message.getByRole('img', { name: 'Image' }).waitFor();
		await message.getByText('notes.txt').waitFor();
		await chat.waitForStatus('Ready');
		await open().screenshot('images-sent');
	});

	it('of the disk that are images are scaled down on the way [acp C48]', async () => {
		const { chat, page, quickInput, folder } = open();
		const drawn = await page.evaluate(async (side) => {
			const canvas = new OffscreenCanvas(side, 10);
			canvas.getContext('2d')?.fillRect(0, 0, side, 10);
			const blob = await canvas.convertToBlob({ type: 'image/jpeg' });
			return [...new Uint8Array(await blob.arrayBuffer())];
		}, limits.promptImagePixels * 2);
		await writeFile(path.join(folder, 'wide.jpg'), Buffer.from(drawn));
		await (await chat.button('Attach')).click();
		await quickInput.waitForTitle('ACP: Attach');
		await fileRow(/Image from disk/u).waitFor();
		await open().screenshot('images-attach-list');
		await page.keyboard.press('Escape');
		await eventually(
			async () => {
				await (await chat.button('Attach')).click();
				await quickInput.waitForTitle('ACP: Attach');
				await quickInput.input.fill('wide.jpg');
				const isThere = (await fileRow('wide.jpg').count()) > 0;
				if (!isThere) await page.keyboard.press('Escape');
				return isThere;
			},
			(isThere) => isThere,
		);
		await fileRow('wide.jpg').click();
		await page.keyboard.press('Enter');
		await (await chat.button('Remove wide.jpg')).waitFor();
		await chat.send('And this?');
		const [, image] = await lastPrompt('Seeing', 2);
		assert.equal(image?.['mimeType'], 'image/jpeg');
		const size = await page.evaluate(async (data) => {
			const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
			const bitmap = await createImageBitmap(new Blob([bytes]));
			return [bitmap.width, bitmap.height];
		}, String(image?.['data']));
		assert.deepEqual(size, [limits.promptImagePixels, 5]);
		await chat.waitForStatus('Ready');
	});

	longTest('are picked from the disk through the first row of the list', async () => {
		const { chat, page, quickInput, folder } = open();
		const picture = Buffer.from(onePixel, 'base64');
		await writeFile(path.join(path.dirname(folder), 'outside.png'), picture);
		await (await chat.button('Attach')).click();
		await quickInput.waitForTitle('ACP: Attach');
		await fileRow(/Image from disk/u).click();
		// The dialog of a window in the browser, which begins in the workspace.
		await fileRow('..').waitFor();
		await quickInput.input.fill(path.join(path.dirname(folder), 'outside.png'));
		await fileRow('outside.png').waitFor();
		await page.keyboard.press('Enter');
		await (await chat.button('Remove outside.png')).waitFor();
		await chat.send('And that?');
		const [, image] = await lastPrompt('Seeing', 3);
		assert.deepEqual(image, { type: 'image', mimeType: 'image/png', data: onePixel });
		await chat.waitForStatus('Ready');
	});

	it('survive a reload of the window with the draft; what was too large is named [hazard G2]', async () => {
		const { chat, page } = open();
		await startSession(open(), 'Seeing');
		await pasteImage(320, 200);
		await (await chat.button('Remove image.png')).waitFor();
		await pasteImage(900, 900, true);
		await (await chat.button('Remove image 2.png')).waitFor();
		await page.keyboard.type('unsent');
		await page.waitForTimeout(limits.draftSaveMs + 1_000);
		await open().reload();
		await chat.frame();
		await (await chat.button('Remove image.png')).waitFor({ timeout: 20_000 });
		await chat.waitForDraft('unsent');
		assert.equal(await (await chat.button('Remove image 2.png')).count(), 0);
		await eventually(
			() => chat.transcriptText(),
			(text) => text.includes('no longer attached: image 2.png'),
		);
		await open().screenshot('images-reloaded');
	});

	longTest('are dropped from the Explorer while Shift is held', async () => {
		const { chat, page } = open();
		await startSession(open(), 'Seeing');
		await open().runCommand('ACP: Open Session in Editor');
		await open().runCommand('View: Show Explorer');
		const row = page.locator('.explorer-folders-view .monaco-list-row').filter({ hasText: 'other.md' });
		await row.first().hover();
		await page.mouse.down();
		await page.mouse.move(700, 300, { steps: 10 });
		await page.keyboard.down('Shift');
		const hint = (await chat.frame()).locator('.drop-hint');
		await eventually(
			async () => {
				await page.mouse.move(700 + (Date.now() % 50), 340, { steps: 3 });
				return hint.isVisible();
			},
			(isVisible) => isVisible,
		);
		assert.equal((await hint.innerText()).trim(), 'Drop to attach');
		await open().screenshot('images-drop');
		await page.mouse.up();
		await page.keyboard.up('Shift');
		await (await chat.button('Remove other.md')).waitFor();
		await open().runCommand('View: Close Editor');
		await chat.show();
	});

	it('of kinds that the agent does not take are refused or become links [acp C48] [acp C49]', async () => {
		const { chat } = open();
		await startSession(open(), 'Blind');
		await (await chat.composer()).fill('kept text');
		await pasteImage(32, 32);
		const frame = await chat.frame();
		await frame.getByText('Blind does not take images.').first().waitFor();
		await chat.waitForDraft('kept text');
		await open().screenshot('images-refused');
		await attach('other.md');
		await chat.send('Read it');
		const blocks = await lastPrompt('Blind');
		assert.deepEqual(blocks, [
			{ type: 'text', text: 'Read it' },
			{ type: 'resource_link', uri: uriOf('other.md'), name: 'other.md', mimeType: 'text/markdown', size: 8 },
		]);
	});
});

describeOptions(open);
describeAttempts(open);
