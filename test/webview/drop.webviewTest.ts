/** Files, addresses and text that are dropped on the composer. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gesture, png, wave } from './fileGestures.ts';
import { useHarness } from './harness.ts';
import { snapshot } from './samples.ts';

describe('a drop', () => {
	const harness = useHarness();

	it('says while dragging that VS Code wants Shift to be held, and stops saying so', async () => {
		const view = await harness.open();
		await view.post(snapshot([]));
		const hint = view.page.locator('.drop-hint');
		assert.equal(await hint.isVisible(), false);
		await gesture(view, 'dragover', { files: [png] });
		assert.equal((await hint.innerText()).trim(), 'Hold Shift and drop to attach');
		await gesture(view, 'dragover', { files: [png], shiftKey: true });
		assert.equal((await hint.innerText()).trim(), 'Drop to attach');
		await gesture(view, 'drop', { files: [png], shiftKey: true });
		assert.equal(await hint.isVisible(), false);
		await view.waitFor('addMedia');
	});

	it('takes files of the workspace by their address, from either list', async () => {
		const view = await harness.open();
		await view.post(snapshot([]));
		await gesture(view, 'drop', {
			texts: {
				'application/vnd.code.uri-list': 'file:///ws/a.ts\r\nfile:///ws/b%20c.ts',
				'text/plain': '/ws/a.ts',
			},
		});
		await gesture(view, 'drop', { texts: { 'text/uri-list': '# a comment\r\nfile:///ws/d.ts' } });
		assert.deepEqual(
			(await view.sentOf('addFiles')).map(({ uris }) => uris),
			[['file:///ws/a.ts', 'file:///ws/b%20c.ts'], ['file:///ws/d.ts']],
		);
	});

	it('leaves web addresses and text to the field', async () => {
		const view = await harness.open();
		await view.post(snapshot([]));
		for (const texts of [{ 'text/uri-list': 'https://example.com/a.png' }, { 'text/plain': 'words' }]) {
			assert.equal(await gesture(view, 'drop', { texts }), false);
		}
		assert.deepEqual(await view.sentOf('addFiles'), []);
	});

	it('takes images by content and the rest by address when a file manager gives both', async () => {
		const view = await harness.open();
		await view.post(snapshot([]));
		await gesture(view, 'drop', {
			files: [png, { name: 'a.zip', type: 'application/zip', data: '' }],
			texts: { 'text/uri-list': 'file:///tmp/image.png\r\nfile:///tmp/a.zip' },
		});
		assert.equal((await view.waitFor('addMedia')).name, 'image.png');
		assert.deepEqual((await view.waitFor('addFiles')).uris, ['file:///tmp/a.zip']);
		assert.equal(await view.page.locator('.composer-problem-line').count(), 0);
	});

	it('takes sound where the agent does [acp C48]', async () => {
		const view = await harness.open();
		await view.post(snapshot([], { accepts: { image: true, audio: true } }));
		await gesture(view, 'drop', { files: [{ name: 'a.wav', type: 'audio/x-wav', data: wave }] });
		const { kind, mimeType } = await view.waitFor('addMedia');
		assert.deepEqual([kind, mimeType], ['audio', 'audio/wav']);
	});
});
