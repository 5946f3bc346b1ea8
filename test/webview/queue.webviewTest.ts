/** Messages that wait for their turn. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ViewQueuedPrompt, ViewSession } from '../../src/core/view/viewSession.ts';
import { useHarness, type ViewPage } from './harness.ts';
import { delta, sampleMessage, sampleSession, snapshot } from './samples.ts';
import { shownThemes } from './themes.ts';

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
		panel(view).getByRole('button', { name: `Edit: ${name}`, exact: true });
	const action = (view: ViewPage, name: string) => panel(view).getByRole('button', { name, exact: true });
	const order = async (view: ViewPage): Promise<string[]> =>
		(await panel(view).locator('.queue-text').allInnerTexts()).map((row) => row.trim());
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
		assert.deepEqual(await order(view), ['first', 'second', 'third']);
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
		assert.equal(await focused(view), 'Edit: second');
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
		assert.equal(await focused(view), 'Edit: second');
		await view.post(change(2, three.slice(2)));
		assert.equal(await focused(view), 'Edit: third');
		await view.post(change(3, []));
		assert.equal(await focused(view), 'Message');
	});

	it('is reached from the composer with the Tab key alone, first in line first', async () => {
		const view = await show(three);
		await view.page.getByRole('textbox', { name: 'Message' }).focus();
		const stops: (string | null | undefined)[] = [];
		for (let n = 0; n < 15; n++) {
			await view.page.keyboard.press('Shift+Tab');
			stops.unshift(await focused(view));
		}
		const stop = 'Stop the turn and send this next';
		const of = (text: string): string[] =>
			['Edit', 'Move up (Alt+Up)', 'Move down (Alt+Down)', stop, 'Remove'].map((name) => `${name}: ${text}`);
		assert.deepEqual(stops, [...of('first'), ...of('second'), ...of('third')]);
		await action(view, 'Edit: first').focus();
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

	it('is put into another order by keys and by buttons, and the keyboard stays on its message', async () => {
		const view = await show(three);
		await action(view, 'Edit: third').focus();
		await view.page.keyboard.press('Alt+ArrowUp');
		const moved = await view.waitFor('changeQueue');
		assert.deepEqual(moved, { type: 'changeQueue', queueId: 'q3', action: 'up' });
		await view.post(
			change(
				1,
				[three[0], three[2], three[1]].flatMap((one) => one ?? []),
			),
		);
		assert.deepEqual(await order(view), ['first', 'third', 'second']);
		assert.equal(await focused(view), 'Edit: third');
		await action(view, 'Move down (Alt+Down): third').press('Enter');
		await action(view, 'Move up (Alt+Up): first').press('Enter');
		await action(view, 'Edit: second').press('Alt+ArrowDown');
		assert.deepEqual(
			(await view.sentOf('changeQueue')).map(({ queueId, action: to }) => [queueId, to]),
			[
				['q3', 'up'],
				['q3', 'down'],
			],
		);
	});

	it('sends one now, removes one, and says what sending now does to the turn', async () => {
		const view = await show(three);
		await action(view, 'Stop the turn and send this next: second').press('Enter');
		await action(view, 'Remove: third').press('Enter');
		assert.deepEqual(
			(await view.sentOf('changeQueue')).map(({ queueId, action: to }) => [queueId, to]),
			[
				['q2', 'sendNow'],
				['q3', 'remove'],
			],
		);
		await view.post(change(1, [{ ...queued('q2', 'second'), isNext: true }, queued('q1', 'first')]));
		assert.match(await panel(view).getByRole('listitem').first().innerText(), /goes out next/u);
		await view.post(
			delta(2, { type: 'session', session: sampleSession({ queue: three, queuePause: 'failure' }) }),
		);
		assert.equal(await action(view, 'Send now: first').count(), 1);
	});

	it('says of an agent that takes messages into its turn that they go there, and where each of them is [hazard C10]', async () => {
		const going = [queued('q1', 'one', 'steering'), queued('q2', 'two', 'steered'), queued('q3', 'three')];
		const doubtful = { ...queued('q4', 'four'), isDoubtful: true } as const;
		const view = await show([]);
		const session = sampleSession({
			...running,
			steers: true,
			queue: [...going, doubtful],
			queuePause: 'doubt',
		});
		await view.post(delta(1, { type: 'session', session }));
		const rows = await panel(view).getByRole('listitem').allInnerTexts();
		const notes = ['Sending into the turn…', 'in the turn, not read yet', 'three', 'has perhaps arrived'];
		for (const [at, note] of notes.entries()) assert.ok(rows[at]?.includes(note), rows[at]);
		assert.match(await panel(view).innerText(), /Queued: 4 · Paused: a message has perhaps arrived/u);
		// What is underway cannot be edited, nor sent again.
		await back(view, 'one').press('Enter');
		assert.deepEqual(await view.sentOf('withdrawPrompt'), []);
		assert.equal(
			await panel(view)
				.getByRole('button', { name: /^Send now.*: (?:one|two)$/u })
				.count(),
			0,
		);
		const three = action(view, 'Send now, into the running turn: three');
		assert.equal(await three.getAttribute('title'), 'Send now, into the running turn');
		await three.press('Enter');
		await three.click();
		assert.deepEqual(await view.sentOf('changeQueue'), [
			{ type: 'changeQueue', queueId: 'q3', action: 'sendNow' },
			{ type: 'changeQueue', queueId: 'q3', action: 'sendNow' },
		]);
		assert.equal(await action(view, 'Stop the turn and send this next: four').count(), 1);
	});

	it('leaves what the agent holds to the agent, but for taking it back', async () => {
		const view = await show([queued('q1', 'one', 'agent'), queued('q2', 'two', 'agent')]);
		const names = await panel(view)
			.getByRole('button')
			.evaluateAll((all) => all.map((one) => one.ariaLabel));
		assert.deepEqual(names, ['Edit: one', 'Edit: two']);
	});

	it('says that it is paused after an error, and goes on when the user says so', async () => {
		const view = await show(three);
		const paused = (queuePause: 'failure' | 'login', more = {}) =>
			sampleSession({ queue: three, queuePause, ...more });
		await view.post(delta(1, { type: 'session', session: paused('failure') }));
		assert.match(await panel(view).innerText(), /Queued: 3 · Paused after an error/u);
		await action(view, 'Resume').press('Enter');
		assert.deepEqual(await view.waitFor('resumeQueue'), { type: 'resumeQueue' });
		assert.equal(await focused(view), 'Message');
		const agent = {
			type: 'login_required',
			reason: 'Log in',
			methods: [],
			hasPromptAwaitingLogin: true,
		} as const;
		await view.post(delta(2, { type: 'session', session: paused('login', { agent }) }));
		assert.match(await panel(view).innerText(), /Queued: 3 · Paused until the login/u);
		assert.equal(await action(view, 'Resume').count(), 0);
		assert.ok(
			(await view.page.locator('[aria-live=polite]').innerText()).includes(
				'Paused after an error. Queued: 3',
			),
		);
	});

	for (const theme of shownThemes)
		it(`shows its buttons on the row with the focus, in ${theme}`, async () => {
			const view = await harness.open({ width: 300, theme });
			const session = sampleSession({ queue: three, queuePause: 'failure' });
			await view.post(snapshot([sampleMessage('a', 'Working on it')], session));
			await action(view, 'Edit: second').focus();
			const opacity = (text: string) =>
				action(view, `Edit: ${text}`)
					.locator('..')
					.evaluate((one) => getComputedStyle(one).opacity);
			assert.deepEqual([await opacity('first'), await opacity('second')], ['0', '1']);
			await view.page.screenshot({ path: `test-results/queue-${theme}.png` });
		});

	it('fits into a view of 200 pixels with its buttons', async () => {
		const view = await harness.open({ width: 200 });
		await view.post(
			snapshot(
				[],
				withQueue([queued('q1', 'word '.repeat(50)), queued('q2', 'x', 'agent'), queued('q3', 'last')]),
			),
		);
		for (const button of await panel(view).getByRole('button').all()) {
			const box = await button.boundingBox();
			assert.ok(box !== null && box.x >= 0 && box.x + box.width <= 200);
		}
		for (const name of ['Send', 'Stop']) {
			const button = await view.page.getByRole('button', { name, exact: true }).boundingBox();
			assert.ok(button !== null && button.x + button.width <= 200, name);
		}
	});
});
