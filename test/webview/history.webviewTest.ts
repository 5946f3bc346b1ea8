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

	/** Up from a text that is being written. */
	async function upFrom(text: string): Promise<ViewPage> {
		const view = await harness.open();
		await view.post(snapshot(prompts), { type: 'focusComposer' });
		await view.page.keyboard.type(text);
		assert.equal(await press(view, 'Home', 'ArrowUp'), 'third');
		return view;
	}
	/** What the next page of the view finds, from the host or by itself. */
	async function draftsOf(view: ViewPage): Promise<unknown> {
		await view.post(snapshot([], { key: 'session-2' }, { generation: 2 }));
		const { text } = (await view.sentOf('draftChanged')).at(-1) ?? {};
		return text;
	}

	it('is not the draft, which stays what is being written [hazard G2]', async () => {
		const view = await upFrom('being written');
		const state = await view.page.evaluate(() => window.acpState);
		assert.equal(await draftsOf(view), 'being written');
		const next = await harness.open({ state });
		await next.post(snapshot(prompts));
		assert.equal(await press(next), 'being written');
	});

	it('is sent without what is being written, which comes back into the field [hazard G2]', async () => {
		const view = await upFrom('being written');
		assert.equal(await press(view, 'Enter'), 'being written');
		assert.equal((await view.waitFor('submit')).text, 'third');
		assert.equal(await draftsOf(view), 'being written');
	});

	it('is changed without loss: what was being written is the first that Up brings, and left by the next message [hazard G2]', async () => {
		const view = await upFrom('being written');
		assert.equal(await press(view, 'End', '!', 'Home', 'ArrowUp'), 'being written');
		assert.equal(await press(view, 'ArrowUp'), 'third');
		assert.equal(await press(view, 'End', 'ArrowDown', 'ArrowDown'), 'third!');
		assert.equal(await press(view, 'Enter'), 'being written');
		assert.equal((await view.waitFor('submit')).text, 'third!');
		assert.equal(await press(view, 'Enter'), '');
		assert.equal((await view.waitFor('submit')).text, 'being written');
	});

	it('and was changed is in the draft with what was being written, until one of them is sent [hazard G2]', async () => {
		const view = await upFrom('being written');
		assert.equal(await press(view, 'End', '!'), 'third!');
		assert.equal(await draftsOf(view), 'third!\n\nbeing written');
		const again = await upFrom('being written');
		assert.equal(await press(again, 'End', '!', 'Home', 'ArrowUp', 'Enter'), 'third!');
		assert.equal((await again.waitFor('submit')).text, 'being written');
		assert.equal(await draftsOf(again), 'third!');
	});

	it('opens no list that would keep the arrow keys, be it a command or end with a mention', async () => {
		const view = await harness.open();
		const sent = ['first', 'see @a', '/plan', 'last'];
		await view.post(
			snapshot(
				sent.map((text, at) => sampleMessage(`u${at}`, text, { role: 'user' })),
				{ commands: [{ name: 'plan', description: '' }] },
			),
			{ type: 'focusComposer' },
		);
		for (const text of sent.toReversed()) assert.equal(await press(view, 'ArrowUp'), text);
		for (const text of sent.slice(1)) {
			assert.equal(await press(view, 'End', 'ArrowDown'), text);
			await view.page.waitForTimeout(100);
		}
		assert.deepEqual(await view.sentOf('findMentions'), []);
		assert.equal(await view.page.getByRole('listbox').count(), 0);
		assert.equal(await press(view, 'ArrowDown'), '');
	});
});
