/** What is written while the agent works, and does not wait for the end of its turn. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ViewSession } from '../../src/core/view/viewSession.ts';
import { useHarness, type ViewPage } from './harness.ts';
import { delta, sampleMessage, sampleSession, snapshot } from './samples.ts';

const running = { turn: { type: 'running', startedAt: Date.now() } } as const;
const intoTurn = 'Send now, into the running turn';
const stopsTurn = 'Stop the turn and send this next';

describe('sending now from the composer', () => {
	const harness = useHarness();
	const field = (view: ViewPage) => view.page.getByRole('textbox', { name: 'Message' });
	const button = (view: ViewPage, name: string) => view.page.getByRole('button', { name, exact: true });

	async function show(session: Partial<ViewSession>): Promise<ViewPage> {
		const view = await harness.open();
		await view.post(snapshot([sampleMessage('a', 'Working on it')], sampleSession(session)));
		return view;
	}

	it('is offered while a turn runs and something is written, and its button says what it does', async () => {
		const view = await show({});
		await field(view).fill('hello');
		for (const name of [intoTurn, stopsTurn, 'Send now']) assert.equal(await button(view, name).count(), 0);
		const post = (seq: number, session: Partial<ViewSession>): Promise<void> =>
			view.post(delta(seq, { type: 'session', session: sampleSession(session) }));
		await post(1, running);
		assert.equal(await button(view, stopsTurn).getAttribute('title'), `${stopsTurn} (Alt+Enter)`);
		await post(2, { ...running, steers: true });
		assert.equal(await button(view, intoTurn).getAttribute('title'), `${intoTurn} (Alt+Enter)`);
		assert.equal(await button(view, stopsTurn).count(), 0);
		await field(view).fill('');
		assert.equal(await button(view, intoTurn).count(), 0);
	});

	for (const [how, send] of Object.entries({
		'by the mouse': (view: ViewPage) => button(view, intoTurn).click(),
		'by the key': (view: ViewPage) => field(view).press('Alt+Enter'),
		'by the button and the keyboard': (view: ViewPage) => button(view, intoTurn).press('Enter'),
	}))
		it(`goes out ${how} as urgent, once, and leaves the focus in the message`, async () => {
			const view = await show({ ...running, steers: true });
			await field(view).fill('hello');
			await send(view);
			const [sent, ...more] = await view.sentOf('submit');
			assert.deepEqual([sent?.text, sent?.isUrgent, more], ['hello', true, []]);
			assert.equal(await field(view).inputValue(), '');
			assert.equal(await view.page.evaluate(() => document.activeElement?.ariaLabel), 'Message');
		});

	it('is another thing than Enter, which waits', async () => {
		const view = await show({ ...running, steers: true });
		await field(view).fill('hello');
		await field(view).press('Enter');
		const [sent] = await view.sentOf('submit');
		assert.equal(sent?.isUrgent, undefined);
	});
});
