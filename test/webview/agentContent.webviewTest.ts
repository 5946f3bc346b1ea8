/** Images, sound, links and whole files in messages: what is drawn of them, and what stands for the rest. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import type { ViewContent, ViewToolCall } from '../../src/core/view/viewEntry.ts';
import { sized } from '../tools/sized.ts';
import { useHarness, type ViewPage } from './harness.ts';
import { delta, sampleMessage, sampleToolCall, snapshot } from './samples.ts';

const dot =
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('content of agents', () => {
	const harness = useHarness();

	async function show(...content: readonly ViewContent[]): Promise<ViewPage> {
		const view = await harness.open();
		await view.post(snapshot([sampleMessage('a', '', { content })]));
		return view;
	}

	it('is drawn when it is an image of one of four kinds, from its data alone [hazard E2]', async () => {
		const view = await show({ type: 'image', mimeType: 'image/png', data: dot });
		const picture = view.page.getByRole('article').getByRole('img', { name: 'Image' });
		await picture.waitFor();
		assert.equal(await picture.evaluate((img: HTMLImageElement) => img.naturalWidth), 1);
		assert.deepEqual(view.requests, []);
	});

	it('is a placeholder that names kind, type and size when it cannot be drawn [acp C124] [acp C211]', async () => {
		const view = await show(
			{ type: 'audio', mimeType: 'audio/wav', bytes: 12_300 },
			{ type: 'resource', uri: 'file:///ws/report.pdf', mimeType: 'application/pdf', blobBytes: 3_500_000 },
			{ type: 'unknown', kind: 'hologram' },
			{ type: 'image', mimeType: 'image/svg+xml', data: btoa('<svg/>') },
			{ type: 'image', mimeType: 'text/html"><script>', data: dot },
			{ type: 'image', mimeType: 'image/png', data: '" onerror="alert(1)' },
			{ type: 'image', mimeType: 'image/png', data: '' },
			{ type: 'image', mimeType: 'image/png', data: btoa('no picture at all') },
		);
		const shown = view.page.locator('.placeholder');
		await view.page.waitForFunction(() => document.querySelectorAll('.placeholder').length === 8);
		assert.deepEqual(
			(await shown.allInnerTexts()).map((text) => text.trim()),
			[
				'Audio (audio/wav, 12 KB)',
				'report.pdf (application/pdf, 3.3 MB)',
				'Content of kind "hologram" cannot be shown',
				'Image (image/svg+xml, 6 bytes) cannot be shown',
				`Image (text/html"><script>, ${Buffer.byteLength(dot, 'base64')} bytes) cannot be shown`,
				'Image (image/png, 14 bytes) is damaged',
				'Image (image/png, 0 bytes) is damaged',
				'Image (image/png, 17 bytes) is damaged',
			],
		);
		assert.equal(await view.page.locator('.transcript img, .scroller img').count(), 0);
		assert.deepEqual(view.requests, []);
	});

	it('is a link with its title, its size, and what it is about as the tooltip', async () => {
		const view = await show({
			type: 'resource_link',
			uri: 'file:///ws/data.csv',
			name: 'data.csv',
			title: 'Measurements',
			description: 'All of \u202Elast week',
			mimeType: 'text/csv',
			size: 2048,
		});
		const link = view.page.getByRole('link', { name: /Measurements/u });
		assert.match((await link.innerText()).replaceAll(/\s+/gu, ' '), /^\s*Measurements 2 KB$/u);
		assert.equal(await link.getAttribute('title'), 'All of ⟨U+202E⟩last week\nfile:///ws/data.csv');
		await link.click();
		assert.equal((await view.waitFor('openLink')).href, 'file:///ws/data.csv');
	});

	it('is not decoded again when the message goes on', async () => {
		const content = [
			{ type: 'image', mimeType: 'image/png', data: dot },
			{ type: 'text', text: 'a' },
		] as const;
		const view = await show(...content);
		const picture = await view.page.locator('.entry img').elementHandle();
		const entry = sampleMessage('a', '', { content: [content[0], { type: 'text', text: 'a and b' }] });
		await view.post({ type: 'delta', generation: 1, seq: 1, ops: [{ type: 'entry', entry }] });
		await view.page.getByText('a and b').waitFor();
		assert.equal(await picture?.evaluate((img) => img.isConnected), true);
	});

	it('stands in the own message as it was sent: images, files and their text', async () => {
		const view = await harness.open();
		await view.post(
			snapshot([
				sampleMessage('u', '', {
					role: 'user',
					content: [
						{ type: 'text', text: 'Look at these' },
						{ type: 'image', mimeType: 'image/png', data: dot },
						{ type: 'resource', uri: 'file:///ws/notes.md', text: 'not saved yet' },
						{ type: 'resource_link', uri: 'file:///ws/a.zip', name: 'a.zip', size: 4096 },
					],
				}),
			]),
		);
		const message = view.page.getByRole('article', { name: 'You' });
		await message.getByRole('img', { name: 'Image' }).waitFor();
		await message.getByText('notes.md').click();
		await message.getByText('not saved yet').waitFor();
		await message.getByRole('link', { name: /a\.zip/u }).waitFor();
	});
});

describe('the text of a tool call', () => {
	const harness = useHarness();
	const printed = '# not a heading\n* not an item\n  _a_ <b>c</b> $1 [x](y)\n\u001B[32mgreen\u001B[0m 100%\n';

	async function bodyOf(kind: ViewToolCall['kind'], text: string): Promise<Locator> {
		const view = await harness.open({ state: { sessionKey: 'session-1', expanded: { t: true } } });
		const content = [{ type: 'content', content: { type: 'text', text } }] as const;
		await view.post(snapshot([sampleToolCall('t', { kind, content })]));
		const body = view.page.locator('.card-body');
		await body.locator('.content, .terminal').waitFor();
		await view.settled();
		return body;
	}

	it('is shown as it is where it is what a command printed or a file says', async () => {
		for (const kind of sized(['execute', 'read', 'search'] as const, ['execute'] as const)) {
			const body = await bodyOf(kind, printed);
			const output = body.getByRole('group', { name: 'Output' });
			assert.equal(await output.textContent(), printed.replaceAll(/\u001B\[\d*m/gu, ''), kind);
			assert.equal(await body.locator('h1, li, em, strong, a').count(), 0, kind);
			assert.equal(await output.locator('.ansi-green-fg').innerText(), 'green');
		}
	});

	it('is Markdown where the agent fences it, and in calls that say something', async () => {
		for (const kind of sized(['fetch', 'think', 'switch_mode', 'other'] as const, ['other'] as const))
			assert.equal(await (await bodyOf(kind, printed)).locator('h1').count(), 1, kind);
		const fenced = await bodyOf('execute', '```console\n# one\ntwo\n```');
		assert.equal((await fenced.locator('pre code').innerText()).trim(), '# one\ntwo');
		const inside = await bodyOf('read', '# Title\n```sh\nls\n```\nmore');
		assert.equal(await inside.locator('h1').count(), 0, 'a file with a fence in it');
	});

	it('grows with what the agent sends again as a whole', async () => {
		const view = await harness.open({ state: { sessionKey: 'session-1', expanded: { t: true } } });
		const call = (text: string): ViewToolCall =>
			sampleToolCall('t', {
				kind: 'execute',
				status: 'in_progress',
				content: [{ type: 'content', content: { type: 'text', text } }],
			});
		await view.post(snapshot([call('one')]));
		await view.post(delta(1, { type: 'entry', entry: call('one\n* two') }));
		await view.post(delta(2, { type: 'entry', entry: call('one\n* two\nthree') }));
		const output = view.page.getByRole('group', { name: 'Output' });
		await output.waitFor();
		assert.equal(await output.textContent(), 'one\n* two\nthree');
		assert.equal(await view.page.locator('.card-body .content').count(), 0);
	});
});

describe('the head of a tool call', () => {
	const harness = useHarness();

	it('never cuts the name of the tool, nor of its file, down to a letter', async () => {
		for (const width of sized([240, 280, 320, 360, 420, 600], [240, 360])) {
			const view = await harness.open({ width });
			const call = sampleToolCall('t', {
				title: 'Look through all the files of the project for what was asked',
				name: 'mcp__search',
				kind: 'other',
				locations: [{ path: '/ws/README.md', label: 'README.md' }],
			});
			await view.post(snapshot([call]));
			for (const part of ['.tool-name', '.file-label']) {
				const shown = view.page.locator(part);
				if (!(await shown.isVisible())) continue;
				const box = await shown.boundingBox();
				const fold = await view.page.locator('.card-fold').boundingBox();
				assert.ok(box !== null && fold !== null && box.width >= 40, `${part} at ${width}`);
				assert.ok(box.x + 40 <= fold.x + fold.width, `${part} at ${width} is cut off`);
			}
			await view.page.close();
		}
	});
});
