/** Messages that wait for their turn. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ViewQueuedPrompt, ViewSession } from '../../src/core/view/viewModel.ts';
import { useHarness, type ViewPage } from './harness.ts';
import { delta, sampleMessage, sampleSession, snapshot } from './samples.ts';

const running = { turn: { type: 'running', startedAt: Date.now() } } as const;

const queued = (id: string, text: string, place: ViewQueuedPrompt['place'] = 'here'): ViewQueuedPrompt => ({
	id,
	text,
	place,
});

const three = [queued('q1', 'first\nand its second line'), queued('q2', 'second'), queued('q3', 'third')];

const withQueue = (queue: readonly ViewQueuedPrompt[]): ViewSession =>
	sampleSession({ ...running, ...(queue.length === 0 ? {} : { queue }) });

const change = (seq: number, queue: readonly ViewQueuedPrompt[]) =>
	delta(seq, { type: 'session', session: withQueue(queue) });

describe('the queue', () => {
	const harness = useHarness();
	const panel = (view: ViewPage) => view.page.getByRole('region', { name: 'Queued messages' });
	const back = (view: ViewPage, name: string) =>
		panel(view).getByRole('button', { name: `Take back ${name}`, exact: true });
	const focused = (view: ViewPage) => view.page.evaluate(() => document.activeElement?.ariaLabel);

	async function show(queue: readonly ViewQueuedPrompt[]): Promise<ViewPage> {
		const view = await harness.open();
		await view.post(snapshot([sampleMessage('a', 'Working on it')], withQueue(queue)));
		return view;
	}

	it('is there only while something waits, and says how much and what, line by line', async () => {
		const view = await show([]);
		assert.equal(await panel(view).count(), 0);
		await view.post(change(1, three));
		assert.match(await panel(view).innerText(), /Queued: 3/u);
		const rows = await panel(view).getByRole('listitem').allInnerTexts();
		assert.deepEqual(
			rows.map((row) => row.trim()),
			['first', 'second', 'third'],
		);
		await view.post(change(2, []));
		assert.equal(await panel(view).count(), 0);
	});

	it('says which ones the agent holds, and which one is on its way back [acp C231]', async () => {
		const view = await show([queued('q1', 'one', 'withdrawing'), queued('q2', 'two', 'agent')]);
		const rows = panel(view).getByRole('listitem');
		assert.match(await rows.first().innerText(), /Taking back…/u);
		assert.match(await rows.last().innerText(), /with the agent/u);
		await back(view, 'one').press('Enter');
		assert.deepEqual(await view.sentOf('withdrawPrompt'), []);
		await back(view, 'two').press('Enter');
		assert.deepEqual(await view.waitFor('withdrawPrompt'), { type: 'withdrawPrompt', queueId: 'q2' });
	});

	it('gives the focus to the composer with the text that comes back, also when that takes a while', async () => {
		const view = await show(three);
		await back(view, 'second').focus();
		await view.page.keyboard.press('Enter');
		await view.post(
			change(
				1,
				three.map((one) => (one.id === 'q2' ? { ...one, place: 'withdrawing' } : one)),
			),
		);
		assert.equal(await focused(view), 'Take back second');
		await view.post(
			change(
				2,
				three.filter(({ id }) => id !== 'q2'),
			),
			{
				type: 'draft',
				text: 'second',
				attachments: [],
				replaces: '',
			},
		);
		assert.equal(await focused(view), 'Message');
		assert.equal(await view.page.getByRole('textbox', { name: 'Message' }).inputValue(), 'second');
	});

	it('never loses the focus, and never moves it to another message under the hand', async () => {
		const view = await show(three);
		await back(view, 'second').focus();
		await view.post(change(1, three.slice(1)));
		assert.equal(await focused(view), 'Take back second');
		await view.post(change(2, three.slice(2)));
		assert.equal(await focused(view), 'Take back third');
		await view.post(change(3, []));
		assert.equal(await focused(view), 'Message');
	});

	it('is reached from the composer with the Tab key alone, first in line first', async () => {
		const view = await show(three);
		await view.page.getByRole('textbox', { name: 'Message' }).focus();
		const stops: (string | null | undefined)[] = [];
		for (let n = 0; n < 3; n++) {
			await view.page.keyboard.press('Shift+Tab');
			stops.unshift(await focused(view));
		}
		assert.deepEqual(stops, ['Take back first', 'Take back second', 'Take back third']);
		await view.page.keyboard.press('Space');
		assert.equal((await view.waitFor('withdrawPrompt')).queueId, 'q1');
	});

	it('tells those who listen when a message joins or leaves, and not when another session is shown', async () => {
		const view = await show([]);
		const said = () =>
			view.page.evaluate(() =>
				[...document.querySelectorAll('[aria-live=polite] p')].map((node) => node.textContent),
			);
		await view.post(change(1, three.slice(0, 1)));
		await view.post(change(2, three.slice(0, 2)));
		await view.post(change(3, three.slice(0, 1)));
		assert.deepEqual(await said(), ['Message queued. Queued: 1', 'Message queued. Queued: 2', 'Queued: 1']);
		const other = { ...withQueue(three), key: 'session-2' };
		await view.post(snapshot([], other, { generation: 2 }));
		assert.equal((await said()).length, 3);
	});

	it('shows what hides in a message, and leaves no way to write over the view [hazard E4]', async () => {
		const view = await show([queued('q1', '<b>x</b>\u202Egpj.exe '.repeat(50))]);
		assert.equal(await panel(view).locator('b').count(), 0);
		assert.equal((await panel(view).locator('.hidden-char').count()) > 0, true);
	});

	it('fits into a view of 200 pixels with its buttons', async () => {
		const view = await harness.open({ width: 200 });
		await view.post(snapshot([], withQueue([queued('q1', 'word '.repeat(50), 'agent')])));
		const box = await panel(view).getByRole('button').boundingBox();
		assert.ok(box !== null && box.x + box.width <= 200);
		for (const name of ['Send', 'Stop']) {
			const button = await view.page.getByRole('button', { name, exact: true }).boundingBox();
			assert.ok(button !== null && button.x + button.width <= 200, name);
		}
	});
});
