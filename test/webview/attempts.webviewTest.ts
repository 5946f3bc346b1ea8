/** What is tried again, as a reader sees and hears it. The page's time is the test's. */
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { describe, it } from 'node:test';
import type { Attempts } from '../../src/core/session/model/attempts.ts';
import type { ViewAttempt } from '../../src/core/view/viewEntry.ts';
import { useHarness, type ViewPage } from './harness.ts';
import { delta, sampleMessage, sampleToolCall, snapshot } from './samples.ts';
import { shownThemes } from './themes.ts';

declare global {
	interface Window {
		/** What the page does each second, by the number of its timer. */
		acpTicks: Map<number, () => void>;
	}
}

const shots = new URL('../../test-results/webview/', import.meta.url);
const now = new Date('2026-11-23T12:00:00');
const waiting: Attempts = {
	number: 2,
	of: 3,
	state: 'waiting',
	nextAt: now.getTime() + 4_000,
	failure: { before: 2, cause: 'network', message: 'The line was cut' },
};
const attempt = (attempts: Attempts): ViewAttempt => ({ type: 'attempt', id: 'a1', attempts });
const lineOf = (view: ViewPage): ReturnType<ViewPage['page']['locator']> =>
	view.page.locator('.attempt-line');

/** What is on show, without what only a screen reader gets. */
async function shown(view: ViewPage): Promise<string> {
	return view.page.evaluate(() => {
		const line = document.querySelector('.attempt-line')?.cloneNode(true) as HTMLElement | undefined;
		for (const hidden of line?.querySelectorAll('.visually-hidden') ?? []) hidden.remove();
		return (line?.textContent ?? '').replaceAll(/\s+/gu, ' ').trim();
	});
}

const tickers = (view: ViewPage): Promise<number> => view.page.evaluate(() => window.acpTicks.size);

/** A second later. */
async function tick(view: ViewPage, seconds: number): Promise<void> {
	await view.standStillAt(now.getTime() + seconds * 1000);
	await view.page.evaluate(() => {
		for (const run of window.acpTicks.values()) run();
	});
}

async function setVisible(view: ViewPage, state: 'visible' | 'hidden'): Promise<void> {
	await view.page.evaluate((value) => {
		Object.defineProperty(document, 'visibilityState', { value, configurable: true });
		document.dispatchEvent(new Event('visibilitychange'));
	}, state);
}

describe('what is tried again', () => {
	const harness = useHarness();

	async function open(options: Parameters<typeof harness.open>[0] = {}): Promise<ViewPage> {
		const view = await harness.open(options);
		await view.standStillAt(now.getTime());
		await view.page.evaluate(() => {
			window.acpTicks = new Map();
			let last = 0;
			Object.assign(window, {
				setInterval: (run: () => void) => {
					window.acpTicks.set(++last, run);
					return last;
				},
				clearInterval: (id: number) => window.acpTicks.delete(id),
			});
		});
		return view;
	}

	it('is one line with its number, its cause and a countdown, then how it went', async () => {
		const view = await open();
		await view.post(snapshot([attempt(waiting)]));
		await lineOf(view).waitFor();
		assert.equal(await shown(view), 'Attempt 2 of 3 · network error · next in 4 s');
		assert.equal(await view.page.locator('.attempt-message').innerText(), 'The line was cut');
		await tick(view, 1);
		assert.equal(await shown(view), 'Attempt 2 of 3 · network error · next in 3 s');
		await tick(view, 4);
		assert.equal(await shown(view), 'Attempt 2 of 3 · network error', 'its time has come');
		assert.equal(await tickers(view), 0, 'nothing is counted any more');
		const { nextAt: _nextAt, ...rest } = waiting;
		await view.post(delta(1, { type: 'entry', entry: attempt({ ...rest, number: 3, state: 'gave_up' }) }));
		assert.equal(await shown(view), 'Gave up after attempt 3 · network error');
		assert.equal(await lineOf(view).count(), 1);
		assert.deepEqual(view.errors, []);
	});

	it('counts only while it can be seen, and no longer than it is there', async () => {
		const view = await open();
		await view.post(snapshot([attempt(waiting)]));
		await lineOf(view).waitFor();
		assert.equal(await tickers(view), 1);
		await setVisible(view, 'hidden');
		assert.equal(await tickers(view), 0);
		await tick(view, 2);
		await setVisible(view, 'visible');
		assert.equal(await shown(view), 'Attempt 2 of 3 · network error · next in 2 s');
		assert.equal(await tickers(view), 1);
		await view.post(snapshot([sampleMessage('m', 'Another session')], { key: 'other' }, { generation: 2 }));
		assert.equal(await tickers(view), 0);
		await setVisible(view, 'visible');
		assert.equal(await tickers(view), 0, 'what is gone does not begin again');
	});

	it('names the time instead for a reader who wants less motion', async () => {
		const view = await open();
		await view.page.emulateMedia({ reducedMotion: 'reduce' });
		await view.post(snapshot([attempt(waiting)]));
		await lineOf(view).waitFor();
		assert.match(await shown(view), /^Attempt 2 of 3 · network error · next at 12:00:04\sPM$/u);
		// The time is looked at once, when it has come.
		await tick(view, 4);
		assert.equal(await lineOf(view).getAttribute('data-state'), 'running');
		assert.match(await shown(view), /^Attempt 2 of 3 · network error$/u);
		assert.equal(await tickers(view), 0);
	});

	it('is said once for each attempt, and when it has ended', async () => {
		const view = await open();
		await view.post(snapshot([]));
		const said = (): Promise<string[]> => view.page.locator('[aria-live=polite] p').allInnerTexts();
		const put = (seq: number, attempts: Attempts): Promise<void> =>
			view.post(delta(seq, { type: 'entry', entry: attempt(attempts) }));
		await put(1, waiting);
		await lineOf(view).waitFor();
		await put(2, { ...waiting, nextAt: now.getTime() + 9_000 });
		await put(3, { ...waiting, state: 'running' });
		await put(4, { ...waiting, number: 3 });
		await put(5, { ...waiting, number: 3, state: 'recovered' });
		await put(6, { ...waiting, number: 3, state: 'recovered' });
		assert.deepEqual(await said(), [
			'Attempt 2 of 3 · network error',
			'Attempt 3 of 3 · network error',
			'Recovered after attempt 3 · network error',
		]);
		const line = await lineOf(view).ariaSnapshot();
		assert.doesNotMatch(line, /next in/u, 'what ticks is not read out');
	});

	it('stands on the card of its call, folded or not, and says its name', async () => {
		const view = await open();
		const call = (attempts: Attempts): ReturnType<typeof sampleToolCall> =>
			sampleToolCall('c1', { title: 'Fetch it', kind: 'fetch', status: 'in_progress', attempts });
		await view.post(snapshot([]));
		await view.post(delta(1, { type: 'entry', entry: call(waiting) }));
		await lineOf(view).waitFor();
		assert.equal(await view.page.locator('.tool-call .attempt-line').count(), 1);
		const said = view.page.locator('[aria-live=polite] p').first();
		assert.equal(await said.innerText(), 'Fetch it: Attempt 2 of 3 · network error');
		await view.page.getByRole('button', { name: 'Fetch it' }).click();
		await view.settled();
		assert.equal(await view.page.locator('.tool-call .attempt-line').count(), 1);
	});

	it('counts no more on a card that has nothing to count any more', async () => {
		const view = await open();
		const call = { title: 'Fetch it', kind: 'fetch', status: 'in_progress' } as const;
		await view.post(snapshot([sampleToolCall('c1', { ...call, attempts: waiting })]));
		await lineOf(view).waitFor();
		assert.equal(await tickers(view), 1);
		await view.post(delta(1, { type: 'entry', entry: sampleToolCall('c1', call) }));
		assert.equal(await lineOf(view).isVisible(), false);
		assert.equal(await tickers(view), 0);
	});

	it('shows the words of an agent as text', async () => {
		const view = await open();
		const message = '<img src=x onerror="window.acpHacked = 1">\u202Egnp.exe';
		await view.post(snapshot([attempt({ ...waiting, failure: { before: 2, cause: 'other', message } })]));
		await lineOf(view).waitFor();
		assert.equal(await view.page.locator('.attempt-message img').count(), 0);
		assert.equal(await view.page.evaluate(() => window.acpHacked), undefined);
		assert.doesNotMatch(await view.page.locator('.attempt-message').innerText(), /\u202E/u);
	});

	for (const theme of shownThemes)
		it(`has room at 300 px in ${theme}`, async () => {
			const view = await open({ width: 300, height: 700, theme });
			const message = 'stream disconnected before completion: error decoding response body';
			const quota = [
				{ id: 'five_hour', hours: 5, used: 0.92, resetsAt: now.getTime() + 7_200_000, warning: 'near' },
			] as const;
			const usage = { used: 45_196, size: 200_000, cost: { amount: 0.36, currency: 'USD' } };
			const failure = { before: 2, cause: 'network', message } as const;
			const states = ['running', 'recovered', 'gave_up', 'stopped'] as const;
			await view.post(
				snapshot(
					[
						attempt({ ...waiting, failure }),
						...states.map((state): ViewAttempt => ({
							type: 'attempt',
							id: state,
							attempts: { number: 3, of: 3, state, failure: { before: 3, cause: 'overloaded' } },
						})),
						sampleToolCall('c1', {
							title: 'Look around',
							kind: 'think',
							status: 'in_progress',
							attempts: waiting,
						}),
					],
					{ usage, quota },
				),
			);
			await view.page.locator('.tool-call .attempt-line').waitFor();
			await view.page.locator('.quota [role=meter]').waitFor();
			await mkdir(shots, { recursive: true });
			await view.page.screenshot({ path: new URL(`attempts-${theme}.png`, shots).pathname });
			const wide = await view.page.evaluate(() =>
				[...document.querySelectorAll('.entry, .status-row, .attempts')]
					.filter((node) => node.scrollWidth > node.clientWidth + 1)
					.map((node) => node.className),
			);
			assert.deepEqual(wide, []);
			assert.deepEqual(view.errors, []);
		});
});
