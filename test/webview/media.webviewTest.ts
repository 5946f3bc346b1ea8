/** Images, sound and files on their way into a prompt. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as limits from '../../src/core/base/limits.ts';
import { mediaTypeOf } from '../../src/core/view/mediaKinds.ts';
import type { FromView } from '../../src/core/view/fromView.ts';
import type { ViewAttachment } from '../../src/core/view/viewAttachment.ts';
import { longTest } from '../tools/longTest.ts';
import { dot, gesture, png } from './fileGestures.ts';
import { useHarness, type ViewPage } from './harness.ts';
import { sampleSession, snapshot } from './samples.ts';

const audioTaken = { accepts: { image: true, audio: true } };
const nothingTaken = { accepts: { image: false, audio: false } };

const field = (view: ViewPage) => view.page.getByRole('textbox', { name: 'Message' });
const problem = (view: ViewPage) => view.page.locator('.composer-problem-line');

/** Answers as the host does. */
async function accept(
	view: ViewPage,
	message: Extract<FromView, { type: 'addMedia' }>,
): Promise<ViewAttachment> {
	const { kind, name, mimeType, data, requestId } = message;
	const attachment: ViewAttachment = { type: kind, id: `id-${requestId}`, name, mimeType, data };
	await view.post({ type: 'attached', attachments: [attachment], requestId });
	return attachment;
}

async function sizeOf(view: ViewPage, mimeType: string, data: string): Promise<readonly [number, number]> {
	return view.page.evaluate(
		async ({ type, base64 }) => {
			const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
			const bitmap = await createImageBitmap(new Blob([bytes], { type }));
			return [bitmap.width, bitmap.height] as const;
		},
		{ type: mimeType, base64: data },
	);
}

function image(id: string, name: string): ViewAttachment {
	return { type: 'image', id, name, mimeType: 'image/png', data: dot };
}

describe('an image for the prompt', () => {
	const harness = useHarness();

	it('comes from the real clipboard, is shown as a picture with its size, and goes along with the message', async () => {
		const view = await harness.open();
		await view.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
		await view.post(snapshot([]), { type: 'focusComposer' });
		await view.page.evaluate(async (data) => {
			const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
			const blob = new Blob([bytes], { type: 'image/png' });
			await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
		}, dot);
		await view.page.keyboard.press('Control+V');
		const message = await view.waitFor('addMedia');
		assert.deepEqual([message.kind, message.mimeType], ['image', 'image/png']);
		const { id, name } = await accept(view, message);
		const chip = view.page.getByRole('list', { name: 'Attachments' }).getByRole('listitem');
		assert.match(await chip.innerText(), new RegExp(`${name}\\s*\\d+ bytes`, 'u'));
		const width = await chip.locator('img').evaluate(async (img: HTMLImageElement) => {
			await img.decode();
			return img.naturalWidth;
		});
		assert.equal(width, 1);
		await view.page.keyboard.type('Look');
		await view.page.keyboard.press('Enter');
		assert.deepEqual(await view.waitFor('submit'), {
			type: 'submit',
			text: 'Look',
			attachments: [id],
			revision: 5,
		});
		assert.equal(await chip.count(), 0);
		assert.deepEqual(view.errors, []);
	});

	it('is announced when it is added and when it is taken off', async () => {
		const view = await harness.open();
		await view.post(snapshot([]));
		await gesture(view, 'paste', { files: [png] });
		await accept(view, await view.waitFor('addMedia'));
		await view.page.getByRole('button', { name: 'Remove image.png' }).click();
		const spoken = await view.page.locator('[aria-live="polite"]').innerText();
		assert.match(spoken, /Attached image\.png/u);
		assert.match(spoken, /Removed image\.png/u);
	});

	it('is scaled down to the longest side allowed, and stays what it was', async () => {
		const view = await harness.open();
		await view.post(snapshot([]));
		await gesture(view, 'paste', {
			files: [{ name: 'wide.png', type: 'image/png', drawn: { width: 4000, height: 100 } }],
		});
		const { mimeType, data } = await view.waitFor('addMedia');
		assert.equal(mimeType, 'image/png');
		const expected = Math.round((100 * limits.promptImagePixels) / 4000);
		assert.deepEqual(await sizeOf(view, mimeType, data), [limits.promptImagePixels, expected]);
	});

	it('is compressed when it would be too large as it is', async () => {
		const view = await harness.open();
		await view.post(snapshot([]));
		const drawn = { width: 1500, height: 1500, isNoise: true };
		await gesture(view, 'paste', { files: [{ name: 'noise.png', type: 'image/png', drawn }] });
		const { mimeType, data } = await view.waitFor('addMedia');
		assert.equal(mimeType, 'image/webp');
		assert.equal(mediaTypeOf(Buffer.from(data, 'base64'))?.mimeType, 'image/webp');
		assert.ok(Buffer.byteLength(data, 'base64') <= limits.promptImageBytes);
		assert.deepEqual(await sizeOf(view, mimeType, data), [1500, 1500]);
	});

	longTest('keeps its place before smaller ones, which are read faster', async () => {
		const view = await harness.open();
		await view.post(snapshot([]));
		const drawn = { width: 1500, height: 1500, isNoise: true };
		const large = { name: 'large.png', type: 'image/png', drawn };
		await gesture(view, 'paste', { files: [large, { ...png, name: 'small.png' }] });
		await view.waitForLast('addMedia', ({ name }) => name === 'small.png');
		const names = (await view.sentOf('addMedia')).map(({ name }) => name);
		assert.deepEqual(names, ['large.png', 'small.png']);
	});

	it('stays as it is, byte for byte, when it is small enough', async () => {
		const view = await harness.open();
		await view.post(snapshot([]));
		await gesture(view, 'paste', { files: [png] });
		assert.equal((await view.waitFor('addMedia')).data, dot);
	});

	it('is told by its content, not by its name', async () => {
		const view = await harness.open();
		await view.post(snapshot([]));
		await gesture(view, 'drop', { files: [{ name: 'photo.jpg', type: 'image/jpeg', data: dot }] });
		assert.equal((await view.waitFor('addMedia')).mimeType, 'image/png');
	});

	it('has a name of its own beside another of that name', async () => {
		const view = await harness.open();
		await view.post(snapshot([], {}, { attachments: [image('a', 'image.png')] }));
		await gesture(view, 'paste', { files: [png, png] });
		await view.page.waitForFunction(
			() => window.acpSent.filter(({ type }) => type === 'addMedia').length === 2,
		);
		const names = (await view.sentOf('addMedia')).map(({ name }) => name);
		assert.deepEqual(names, ['image 2.png', 'image 3.png']);
	});

	it('is waited for: a message is not sent without what is on its way', async () => {
		const view = await harness.open();
		await view.post(snapshot([]), { type: 'focusComposer' });
		await gesture(view, 'paste', { files: [png] });
		const message = await view.waitFor('addMedia');
		await view.page.keyboard.type('Look');
		await view.page.keyboard.press('Enter');
		await view.page.locator('.composer-hint', { hasText: 'still being read' }).waitFor();
		assert.deepEqual(await view.sentOf('submit'), []);
		assert.equal(await field(view).inputValue(), 'Look');
		const { id } = await accept(view, message);
		await view.page.keyboard.press('Enter');
		assert.deepEqual((await view.waitFor('submit')).attachments, [id]);
	});

	it('does not move to another session that is shown in the meantime', async () => {
		const view = await harness.open();
		await view.post(snapshot([]));
		await gesture(view, 'paste', { files: [png] });
		await view.waitFor('addMedia');
		await view.post(snapshot([], { key: 'session-2' }, { generation: 2 }), { type: 'focusComposer' });
		assert.equal(await view.page.locator('.attachments .chip').count(), 0);
		await view.page.keyboard.type('Other');
		await view.page.keyboard.press('Enter');
		assert.equal((await view.waitFor('submit')).text, 'Other');
	});

	it('goes to the session it was for, or is said to be damaged, when another one comes on show while it is read [hazard G2]', async () => {
		for (const isDamaged of [false, true]) {
			const view = await harness.open();
			await view.post(snapshot([]));
			await view.page.evaluate((fails) => {
				const decode = window.createImageBitmap.bind(window);
				const isAway = new Promise((resolve) => document.addEventListener('away', resolve));
				window.createImageBitmap = async (blob: ImageBitmapSource) => {
					await isAway;
					return decode(fails ? new Blob() : blob);
				};
			}, isDamaged);
			await gesture(view, 'paste', { files: [png] });
			await view.post(snapshot([], { key: 'session-2' }, { generation: 2 }));
			assert.deepEqual(await view.sentOf('addMedia'), []);
			await view.page.evaluate(() => document.dispatchEvent(new Event('away')));
			if (isDamaged) {
				assert.match(await problem(view).innerText(), /image\.png/u);
			} else {
				await view.waitFor('addMedia');
				const at = (await view.sent()).findIndex(({ type }) => type === 'addMedia');
				assert.equal((await view.sentFor())[at], 'session-1');
			}
			assert.equal(await view.page.locator('.attachments .chip').count(), 0);
		}
	});

	it('that the host read from the disk is scaled down as well, and comes back', async () => {
		const view = await harness.open();
		await view.post(snapshot([]), { type: 'takeMedia', name: 'logo.png', data: dot });
		const { requestId, ...media } = await view.waitFor('addMedia');
		assert.deepEqual(media, {
			type: 'addMedia',
			kind: 'image',
			name: 'logo.png',
			mimeType: 'image/png',
			data: dot,
		});
		assert.notEqual(requestId, '');
	});

	it('comes back with a prompt that could not be sent', async () => {
		const view = await harness.open();
		await view.post(snapshot([]), {
			type: 'draft',
			text: 'again',
			attachments: [image('a', 'a.png')],
			replaces: '',
		});
		assert.equal(await field(view).inputValue(), 'again');
		assert.equal(await view.page.locator('.attachments img').count(), 1);
	});
});

describe('what cannot be attached', () => {
	const harness = useHarness();

	it('is refused in a sentence when the agent does not take images, and nothing is lost [acp C48]', async () => {
		const view = await harness.open();
		await view.post(snapshot([], nothingTaken), { type: 'focusComposer' });
		await view.page.keyboard.type('half a thought');
		await gesture(view, 'paste', { files: [png] });
		await problem(view).waitFor();
		assert.equal(await problem(view).innerText(), 'Demo Agent does not take images.');
		assert.equal(await field(view).inputValue(), 'half a thought');
		assert.deepEqual(await view.sentOf('addMedia'), []);
		assert.match(await view.page.locator('[aria-live="polite"]').innerText(), /does not take images/u);
		await view.page.keyboard.type('!');
		assert.equal(await problem(view).count(), 0);
	});

	it('was refused in one session, of which the field of another says nothing', async () => {
		const view = await harness.open();
		await view.post(snapshot([], nothingTaken));
		await gesture(view, 'paste', { files: [png] });
		await problem(view).waitFor();
		await view.post(snapshot([], sampleSession({ key: 's2' })));
		assert.equal(await problem(view).count(), 0);
	});

	it('says so when nothing is known of the agent yet [acp C48]', async () => {
		const view = await harness.open();
		await view.post(snapshot([], { ...nothingTaken, agent: { type: 'starting', since: 0 } }));
		await gesture(view, 'paste', { files: [png] });
		await problem(view).waitFor();
		assert.match(await problem(view).innerText(), /not ready.*Try again/u);
	});

	it('leaves text to the field, with or without a picture of it', async () => {
		const view = await harness.open();
		await view.post(snapshot([], nothingTaken));
		assert.equal(await gesture(view, 'paste', { texts: { 'text/plain': 'words' } }), false);
		assert.equal(await gesture(view, 'paste', { files: [png], texts: { 'text/plain': 'a\tb' } }), false);
		assert.equal(await problem(view).count(), 0);
		// The name of a copied file is not text of its own.
		assert.equal(await gesture(view, 'paste', { files: [png], texts: { 'text/plain': 'image.png' } }), true);
	});

	for (const [given, sentence] of [
		[
			{ name: 'a.svg', type: 'image/svg+xml', data: btoa('<svg xmlns="http://www.w3.org/2000/svg"/>') },
			'a.svg cannot be attached: it is not one of PNG, JPEG, GIF or WebP.',
		],
		[
			{ name: 'a.mid', type: 'audio/midi', data: btoa('MThd') },
			'a.mid cannot be attached: it is not one of WAV, MP3, OGG, M4A, AAC or FLAC.',
		],
		[
			{ name: 'notes.txt', type: 'text/plain', data: btoa('notes') },
			'notes.txt is no image or sound. Files of the disk can be attached with the Attach button.',
		],
		[
			{ name: 'cut.png', type: 'image/png', data: dot.slice(0, 40) },
			'cut.png cannot be attached: the image is damaged.',
		],
		[
			{
				name: 'long.wav',
				type: 'audio/wav',
				data: Buffer.concat([
					Buffer.from('RIFF\0\0\0\0WAVE'),
					Buffer.alloc(limits.promptImageBytes),
				]).toString('base64'),
			},
			'long.wav is larger than 4 MB, the most that can be attached.',
		],
	] as const) {
		it(`is named with the reason: ${given.name} [acp C48]`, async () => {
			const view = await harness.open();
			await view.post(snapshot([], audioTaken));
			await gesture(view, 'drop', { files: [given] });
			await problem(view).waitFor();
			assert.equal(await problem(view).innerText(), sentence);
			assert.deepEqual(await view.sentOf('addMedia'), []);
			assert.equal(await view.page.locator('.attachments .chip').count(), 0);
		});
	}

	it('is what the host says it is, and no longer waited for', async () => {
		const view = await harness.open();
		await view.post(snapshot([]), { type: 'focusComposer' });
		await gesture(view, 'paste', { files: [png] });
		const { requestId } = await view.waitFor('addMedia');
		await view.post({
			type: 'attached',
			attachments: [],
			requestId,
			problem: 'A message can hold 10 images.',
		});
		assert.equal(await problem(view).innerText(), 'A message can hold 10 images.');
		await view.page.keyboard.type('Look');
		await view.page.keyboard.press('Enter');
		assert.deepEqual((await view.waitFor('submit')).attachments, []);
	});
});

describe('attachments by keyboard', () => {
	const harness = useHarness();
	const focused = (view: ViewPage) =>
		view.page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

	it('are taken off one after the other, and the focus ends in the field', async () => {
		const view = await harness.open();
		const attachments = ['a.png', 'b.png', 'c.png'].map((name) => image(name, name));
		await view.post(snapshot([], {}, { attachments }), { type: 'focusComposer' });
		await view.page.keyboard.press('Shift+Tab');
		assert.equal(await focused(view), 'Remove c.png');
		await view.page.keyboard.press('Shift+Tab');
		await view.page.keyboard.press('Delete');
		assert.equal(await focused(view), 'Remove c.png');
		await view.page.keyboard.press('Backspace');
		assert.equal(await focused(view), 'Remove a.png');
		await view.page.keyboard.press('Enter');
		assert.equal(await focused(view), 'Message');
		await view.waitForLast('draftChanged', ({ attachments }) => attachments.length === 0);
	});
});
