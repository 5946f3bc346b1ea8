/** Messages that are replaced, cleared, and go on after they were complete. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ViewContent } from '../../src/core/view/viewEntry.ts';
import { sized } from '../tools/sized.ts';
import { useHarness, type ViewPage } from './harness.ts';
import { delta, sampleMessage, snapshot } from './samples.ts';

const image = {
	type: 'image',
	mimeType: 'image/png',
	data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
} as const;

const text = (value: string): ViewContent => ({ type: 'text', text: value });

/** The messages as they are drawn, without what only waits to be drawn. */
const drawn = (view: ViewPage): Promise<string[]> =>
	view.page.evaluate(() =>
		[...document.querySelectorAll<HTMLElement>('.message')].map((node) =>
			node.hidden ? '' : (node.querySelector('.content')?.innerHTML ?? ''),
		),
	);

describe('a message as a whole', () => {
	const harness = useHarness();

	const contents: readonly (readonly ViewContent[])[] = [
		[text('A **first** answer\n\n```ts\nconst a = 1;')],
		[text('A **first** answer\n\n```ts\nconst a = 1;\n```\n\ndone')],
		[text('Quite\n\n- another')],
		[image, text('below')],
		[text('above'), image, text('below')],
		[text('above')],
		[],
		[text('after all')],
	];

	it('leaves what was attached as the reader has it, unfolded and in focus', async () => {
		const view = await harness.open();
		const attached: readonly ViewContent[] = [
			text('Look at this'),
			{ type: 'resource', uri: 'file:///ws/a.ts', text: 'const a = 1;' },
			{ type: 'resource_link', uri: 'file:///ws/b.ts', name: 'b.ts' },
		];
		await view.post(snapshot([sampleMessage('a', '', { role: 'user', content: attached })]));
		await view.page.locator('details.resource > summary').click();
		const chip = view.page.locator('.chip.link');
		await chip.focus();
		const changedSince = { files: 1, added: 1, removed: 0 };
		const entry = sampleMessage('a', '', { role: 'user', content: attached, changedSince });
		await view.post(delta(1, { type: 'entry', entry }));
		await view.page.locator('.changed-since').getByText('+1').first().waitFor();
		assert.equal(await view.page.locator('details.resource[open]').count(), 1);
		assert.equal(await chip.evaluate((one) => one === document.activeElement), true);
	});

	for (const isComplete of [true, false]) {
		it(`replaces what was there exactly, ${isComplete ? 'complete' : 'still open'} [acp C246]`, async () => {
			const view = await harness.open();
			await view.post(snapshot([sampleMessage('a', '# Old\n\n| a |\n|---|\n| b |', { isComplete })]));
			for (const [index, content] of contents.entries()) {
				const entry = sampleMessage('a', '', { content, isComplete });
				await view.post(delta(index + 1, { type: 'entry', entry }));
				const fresh = await harness.open();
				await fresh.post(snapshot([entry]));
				assert.deepEqual(await drawn(view), await drawn(fresh), JSON.stringify(content).slice(0, 60));
				await fresh.page.close();
			}
			assert.deepEqual(view.errors, []);
		});
	}

	it('that was cleared leaves nothing, no stop for the keyboard either, and comes back with new text [acp C246]', async () => {
		const view = await harness.open();
		await view.post(snapshot([sampleMessage('a', 'One'), sampleMessage('b', 'Two')]));
		await view.page.getByRole('article').last().focus();
		await view.post(delta(1, { type: 'entry', entry: sampleMessage('b', '') }));
		assert.equal(await view.page.getByRole('article').count(), 1);
		const focused = await view.page.evaluate(() => document.activeElement?.textContent);
		assert.match(focused ?? '', /One/u);
		await view.post(
			delta(2, { type: 'entry', entry: sampleMessage('b', 'Again', { isComplete: false }) }),
			delta(3, { type: 'text', id: 'b', text: ' and more' }),
		);
		assert.match(await view.page.getByRole('article').last().innerText(), /Again and more/u);
	});

	it('of thought that was cleared leaves nothing [acp C246]', async () => {
		const view = await harness.open();
		await view.post(snapshot([sampleMessage('a', 'Hm', { role: 'thought' })]));
		assert.equal(await view.page.getByRole('article').count(), 1);
		await view.post(delta(1, { type: 'entry', entry: sampleMessage('a', '', { role: 'thought' }) }));
		assert.equal(await view.page.getByRole('article').count(), 0);
	});
});

describe('messages whose chunks take turns', () => {
	const harness = useHarness();

	it('each get what is theirs, also one that was complete before [acp C247] [acp C245]', async () => {
		const whole = 'Look:\n\n```ts\nconst a = 1;\n```\n\nand **done**.\n\n``` \nnext';
		for (const size of sized([1, 3, 7], [3])) {
			const view = await harness.open();
			const other = sampleMessage('b', 'B');
			await view.post(snapshot([sampleMessage('a', ''), other]));
			let said = '';
			let seq = 0;
			for (let at = 0; at < whole.length; at += size) {
				said += whole.slice(at, at + size);
				// The other one takes over after each chunk, which completes this one.
				await view.post(
					delta(++seq, { type: 'entry', entry: sampleMessage('a', said, { isComplete: false }) }),
					delta(++seq, { type: 'entry', entry: sampleMessage('a', said) }),
				);
			}
			const fresh = await harness.open();
			await fresh.post(snapshot([sampleMessage('a', whole), other]));
			assert.deepEqual(await drawn(view), await drawn(fresh), `chunks of ${size}`);
			await Promise.all([view.page.close(), fresh.page.close()]);
		}
	});
});

describe('a prompt that was not sent', () => {
	const harness = useHarness();

	it('says so, and goes back into the composer [acp C232]', async () => {
		const view = await harness.open();
		const unsent = { role: 'user', isUnsent: true } as const;
		await view.post(
			snapshot([sampleMessage('a', 'Fix it', unsent), sampleMessage('b', 'Sent', { role: 'user' })]),
		);
		const bubble = view.page.getByRole('article', { name: 'You' }).first();
		assert.match(await bubble.innerText(), /Not sent/u);
		await bubble.getByRole('button', { name: 'Edit' }).press('Enter');
		assert.deepEqual(await view.waitFor('editPrompt'), { type: 'editPrompt', entryId: 'a' });
		assert.equal(await view.page.getByRole('button', { name: 'Edit' }).count(), 1);
	});
});
