/** The arrow keys bring back what was sent before, and what was being written. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useHarness, type ViewPage } from './harness.ts';
import { sampleMessage, snapshot } from './samples.ts';

const prompts = ['first', 'second\nwith two lines', 'third', 'third'].map((text, at) =>
	sampleMessage(`u${at}`, text, { role: 'user' }),
);

describe('what was sent before', () => {
	const harness = useHarness();

	async function press(view: ViewPage, ...keys: readonly string[]): Promise<string> {
		for (const key of keys) await view.page.keyboard.press(key);
		return view.page.getByRole('textbox', { name: 'Message' }).inputValue();
	}

	it('comes back by Up from the start of the field, the newest first, and goes by Down from its end', async () => {
		const view = await harness.open();
		await view.post(snapshot(prompts));
		await view.page.getByRole('textbox', { name: 'Message' }).fill('being written');
		assert.equal(await press(view, 'ArrowUp'), 'being written');
		assert.equal(await press(view, 'Home', 'ArrowUp'), 'third');
		assert.equal(await press(view, 'ArrowUp'), 'second\nwith two lines');
		assert.equal(await press(view, 'ArrowUp'), 'first');
		assert.equal(await press(view, 'ArrowUp'), 'first');
		assert.equal(await press(view, 'End', 'ArrowDown'), 'second\nwith two lines');
		assert.equal(await press(view, 'ArrowDown'), 'third');
		assert.equal(await press(view, 'ArrowDown'), 'being written');
		assert.equal(await press(view, 'ArrowDown'), 'being written');
	});

	it('is a text like any other once it is changed', async () => {
		const view = await harness.open();
		await view.post(snapshot(prompts));
		await view.page.getByRole('textbox', { name: 'Message' }).focus();
		assert.equal(await press(view, 'ArrowUp', 'End', '!'), 'third!');
		assert.equal(await press(view, 'ArrowDown'), 'third!');
		await view.waitForLast('draftChanged', ({ text }) => text === 'third!');
		assert.equal(await press(view, 'Home', 'ArrowUp'), 'third');
		assert.equal(await press(view, 'End', 'ArrowDown'), 'third!');
	});
});
