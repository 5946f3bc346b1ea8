/** Reading a conversation: its keys, the way back to the end, copying, and where a card that is too high opens. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ViewMessage } from '../../src/core/view/viewEntry.ts';
import { useHarness, type ViewPage } from './harness.ts';
import { delta, sampleMessage, samplePermission, snapshot } from './samples.ts';

const long = Array.from({ length: 40 }, (_, index) => `Paragraph ${index}`).join('\n\n');

function turn(number: number): ViewMessage[] {
	return [
		sampleMessage(`u${number}`, `Question ${number}`, { role: 'user' }),
		sampleMessage(`a${number}`, `Answer ${number}\n\n${long}`),
	];
}

const turns = (count: number): ViewMessage[] =>
	Array.from({ length: count }, (_, index) => turn(index + 1)).flat();

/** The entry that has the focus, and how far its top is from that of the transcript. */
async function focused(view: ViewPage): Promise<{ id: string; top: number }> {
	await view.settled();
	return view.page.evaluate(() => {
		const entry = document.activeElement?.closest<HTMLElement>('.entry');
		const top = document.querySelector('.scroller')?.getBoundingClientRect().top ?? 0;
		return {
			id: entry?.dataset['entryId'] ?? document.activeElement?.ariaLabel ?? '',
			top: Math.round((entry?.getBoundingClientRect().top ?? 0) - top),
		};
	});
}

describe('the keys for the user\u2019s messages', () => {
	const harness = useHarness();

	it('go to the one before and after, from the composer too, and back to it', async () => {
		const view = await harness.open({ height: 500 });
		await view.post(snapshot(turns(4)));
		await view.page.getByRole('textbox', { name: 'Message' }).focus();
		for (const [key, id] of [
			['Alt+ArrowUp', 'u4'],
			['Alt+ArrowUp', 'u3'],
			['Alt+ArrowUp', 'u2'],
			['Alt+ArrowDown', 'u3'],
			['Alt+ArrowUp', 'u2'],
			['Alt+ArrowUp', 'u1'],
			['Alt+ArrowUp', 'u1'],
		] as const) {
			await view.page.keyboard.press(key);
			const now = await focused(view);
			assert.equal(now.id, id);
			assert.ok(now.top >= 0 && now.top < 200, `${id} stands at ${now.top}`);
		}
		for (let step = 0; step < 4; step++) await view.page.keyboard.press('Alt+ArrowDown');
		assert.equal((await focused(view)).id, 'Message');
		await view.page.waitForFunction(() => document.querySelector('.jump')?.hasAttribute('hidden'));
	});

	it('count from what is in sight when the focus is elsewhere', async () => {
		const view = await harness.open({ height: 500 });
		await view.post(snapshot(turns(4)));
		await view.page.evaluate(() =>
			document.querySelector('[data-entry-id="a2"]')?.scrollIntoView({ block: 'start' }),
		);
		await view.page.waitForFunction(() => document.querySelector('.jump')?.hasAttribute('hidden') === false);
		await view.page.getByRole('textbox', { name: 'Message' }).focus();
		await view.page.keyboard.press('Alt+ArrowDown');
		assert.equal((await focused(view)).id, 'u3');
	});

	it('find the last one from the composer in a conversation that is all in sight, too', async () => {
		const view = await harness.open({ height: 700 });
		await view.post(
			snapshot([sampleMessage('u', 'Short', { role: 'user' }), sampleMessage('a', 'Short as well')]),
		);
		await view.page.getByRole('textbox', { name: 'Message' }).focus();
		for (let times = 0; times < 2; times++) {
			await view.page.keyboard.press('Alt+ArrowUp');
			assert.equal((await focused(view)).id, 'u');
			assert.equal(await view.page.locator('.jump').isVisible(), false);
			await view.page.getByRole('textbox', { name: 'Message' }).focus();
		}
	});

	it('leave alone what is typed', async () => {
		const view = await harness.open();
		await view.post(snapshot(turns(1)));
		const field = view.page.getByRole('textbox', { name: 'Message' });
		await field.fill('draft');
		await view.page.keyboard.press('Alt+ArrowUp');
		assert.equal(await field.inputValue(), 'draft');
	});
});

describe('the way back to the end', () => {
	const harness = useHarness();

	it('says how many entries came meanwhile, and Ctrl+End goes it', async () => {
		const view = await harness.open({ height: 500 });
		await view.post(snapshot(turns(3)));
		await view.page.getByRole('textbox', { name: 'Message' }).focus();
		await view.page.keyboard.press('Alt+ArrowUp');
		await view.page.getByRole('button', { name: 'Jump to latest', exact: true }).waitFor();
		await view.post(
			delta(1, { type: 'entry', entry: sampleMessage('n1', 'One more', { isComplete: false }) }),
			delta(2, { type: 'text', id: 'n1', text: ' with text' }),
			delta(3, { type: 'entry', entry: sampleMessage('n2', 'And another') }),
		);
		await view.page.getByRole('button', { name: 'Jump to latest, 2 new' }).waitFor();
		await view.page.keyboard.press('Control+End');
		await view.settled();
		assert.ok((await view.scrollState()).fromEnd <= 8);
		assert.equal((await focused(view)).id, 'n2');
		assert.equal(await view.page.locator('.jump').isVisible(), false);
		await view.page.keyboard.press('Alt+ArrowUp');
		await view.page.getByRole('button', { name: 'Jump to latest', exact: true }).waitFor();
	});

	it('leaves the focus in the composer', async () => {
		const view = await harness.open({ height: 500 });
		await view.post(snapshot(turns(3)));
		await view.page.mouse.move(200, 200);
		await view.page.mouse.wheel(0, -600);
		await view.page.getByRole('button', { name: 'Jump to latest' }).waitFor();
		await view.page.getByRole('textbox', { name: 'Message' }).focus();
		await view.page.keyboard.press('Control+End');
		await view.settled();
		assert.ok((await view.scrollState()).fromEnd <= 8);
		assert.equal((await focused(view)).id, 'Message');
	});

	it('covers nothing of what is read', async () => {
		const view = await harness.open({ width: 240, height: 500 });
		await view.post(snapshot(turns(2)));
		await view.page.mouse.move(100, 100);
		await view.page.mouse.wheel(0, -600);
		const button = view.page.getByRole('button', { name: 'Jump to latest' });
		await button.waitFor();
		const [own, scroller] = [await button.boundingBox(), await view.page.locator('.scroller').boundingBox()];
		assert.ok(own !== null && scroller !== null);
		assert.ok(own.y >= scroller.y + scroller.height, 'it stands below the transcript');
	});
});

describe('a card that waits and is higher than the view', () => {
	const harness = useHarness();
	const options = Array.from({ length: 40 }, (_, index) => ({
		optionId: `o${index}`,
		name: `Option ${index}`,
		kind: 'allow_once' as const,
	}));
	const high = samplePermission('p', { options });

	it('opens at its beginning, and the end counts again once it is answered', async () => {
		const view = await harness.open({ height: 500 });
		await view.post(snapshot(turns(2)));
		await view.post(delta(1, { type: 'entry', entry: high }));
		await view.page.waitForFunction(() => document.querySelector('.jump')?.hasAttribute('hidden') === false);
		const offset = await view.page.evaluate(() => {
			const card = document.querySelector('[data-entry-id="p"]')?.getBoundingClientRect().top ?? -1;
			return card - (document.querySelector('.scroller')?.getBoundingClientRect().top ?? 0);
		});
		assert.ok(Math.abs(offset) <= 2, `${offset}`);
		const answered = {
			type: 'answered',
			option: { optionId: 'o1', name: 'Option 1', kind: 'allow_once' },
		} as const;
		await view.post(delta(2, { type: 'entry', entry: { ...high, state: answered } }));
		assert.ok((await view.scrollState()).fromEnd <= 8);
		await view.post(delta(3, { type: 'entry', entry: sampleMessage('next', long) }));
		assert.ok((await view.scrollState()).fromEnd <= 8);
	});

	it('moves nobody who reads elsewhere', async () => {
		const view = await harness.open({ height: 500 });
		await view.post(snapshot(turns(2)));
		await view.page.getByRole('textbox', { name: 'Message' }).focus();
		await view.page.keyboard.press('Alt+ArrowUp');
		await view.page.keyboard.press('Alt+ArrowUp');
		const before = await focused(view);
		await view.post(delta(1, { type: 'entry', entry: high }));
		assert.deepEqual(await focused(view), before);
	});

	it('is followed to its end when it fits', async () => {
		const view = await harness.open({ height: 700 });
		await view.post(snapshot(turns(2)));
		await view.post(delta(1, { type: 'entry', entry: samplePermission('p') }));
		assert.ok((await view.scrollState()).fromEnd <= 8);
	});
});

describe('copying a message', () => {
	const harness = useHarness();

	it('asks the host for its source, with the pointer', async () => {
		const view = await harness.open();
		await view.post(snapshot(turns(1)));
		const answer = view.page.getByRole('article', { name: 'Demo Agent' });
		const button = answer.getByRole('button', { name: 'Copy Message' });
		const opacity = () => button.evaluate((found) => getComputedStyle(found).opacity);
		await view.page.getByRole('textbox', { name: 'Message' }).hover();
		assert.equal(await opacity(), '0');
		await answer.hover();
		assert.equal(await opacity(), '1');
		await button.click();
		assert.deepEqual(await view.waitFor('copyMessage'), { type: 'copyMessage', entryId: 'a1' });
		await answer.getByRole('button', { name: 'Copied' }).waitFor();
	});

	it('is one Tab away from a message that has the focus, and no stop elsewhere', async () => {
		const view = await harness.open();
		await view.post(snapshot(turns(2)));
		await view.page.getByRole('textbox', { name: 'Message' }).focus();
		await view.page.keyboard.press('Alt+ArrowUp');
		await view.page.keyboard.press('Tab');
		assert.equal((await focused(view)).id, 'u2');
		await view.page.keyboard.press('Enter');
		assert.deepEqual(await view.waitFor('copyMessage'), { type: 'copyMessage', entryId: 'u2' });
		const stops = await view.page.locator('.copy-message[tabindex="0"]').count();
		assert.equal(stops, 1);
	});
});

describe('where the reader was', () => {
	const harness = useHarness();
	const id = 'u12';
	const first = (view: ViewPage): Promise<{ id: string; top: number }> =>
		view.page.evaluate(() => {
			const edge = document.querySelector('.scroller')?.getBoundingClientRect().top ?? 0;
			const all = [...document.querySelectorAll<HTMLElement>('.entries > .entry')];
			const entry = all.find((one) => one.getBoundingClientRect().bottom > edge + 1);
			return {
				id: entry?.dataset['entryId'] ?? '',
				top: Math.abs(Math.round((entry?.getBoundingClientRect().top ?? 0) - edge)),
			};
		});

	it('is where the view opens, though the conversation comes after the session [hazard E9]', async () => {
		const state = { sessionKey: 'session-1', expanded: {}, anchor: { id, offset: -5 } };
		const view = await harness.open({ height: 500, state });
		await view.post(snapshot([]));
		await view.post(snapshot(turns(20), {}, { generation: 2 }));
		assert.deepEqual(await first(view), { id, top: 5 });
	});

	it('stays in sight when the agent tells the conversation anew, under other names [hazard E9]', async () => {
		const view = await harness.open({ height: 500 });
		await view.post(snapshot(turns(20)));
		await view.page.evaluate((at) => {
			const entry = document.querySelector(`[data-entry-id=${at}]`);
			entry?.dispatchEvent(new WheelEvent('wheel', { bubbles: true }));
			entry?.scrollIntoView({ block: 'start' });
		}, id);
		await view.settled();
		const before = await first(view);
		assert.equal(before.id, id);
		const told = turns(20).map((entry) => ({ ...entry, id: `told-${entry.id}` }));
		const names = Object.fromEntries(told.map((entry) => [entry.id.slice(5), entry.id]));
		await view.post(snapshot(told, {}, { generation: 2, names }));
		assert.deepEqual(await first(view), { ...before, id: `told-${id}` });
	});
});
