/** A long conversation: only its end is in the page, and what is older comes when the user scrolls there. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as limits from '../../src/core/base/limits.ts';
import type { ViewEntry } from '../../src/core/view/viewEntry.ts';
import { figure } from '../tools/figure.ts';
import { useHarness, type ViewPage } from './harness.ts';
import { delta, sampleMessage, sampleToolCall, snapshot } from './samples.ts';

const entries = (from: number, to: number): ViewEntry[] =>
	Array.from({ length: to - from }, (_, at) =>
		sampleMessage(`m${from + at}`, `Message ${from + at}\n\nmore\n\nmore`),
	);

async function order(view: ViewPage): Promise<string[]> {
	return view.page
		.locator('.entries > .entry')
		.evaluateAll((all) => all.map((one) => one.getAttribute('data-entry-id') ?? ''));
}

/** Top of an entry on the screen. */
async function topOf(view: ViewPage, id: string): Promise<number> {
	return view.page
		.locator(`[data-entry-id=${id}]`)
		.evaluate((entry) => Math.round(entry.getBoundingClientRect().top));
}

describe('a long conversation', () => {
	const harness = useHarness();

	it('that an agent replayed is drawn within a second, and read out to nobody [hazard G7]', async () => {
		const view = await harness.open();
		const started = performance.now();
		await view.post(snapshot(entries(0, limits.viewEntries), {}, { olderCount: 2_500 - limits.viewEntries }));
		await view.page.locator(`[data-entry-id=m${limits.viewEntries - 1}]`).waitFor();
		const ms = performance.now() - started;
		await view.settled();
		const spoken = await view.page.locator('[aria-live=polite], [aria-live=assertive]').allTextContents();
		assert.equal(spoken.join(''), '');
		// A wall time is held at five times its number.
		assert.ok(ms < 5_000, `${ms} ms`);
		figure('G7', `the newest ${limits.viewEntries} of 2,500 entries drawn: ${Math.round(ms)} ms`);
	});

	it('says how many entries are left out, and asks for them once when its start comes into sight', async () => {
		const view = await harness.open({ height: 500 });
		await view.post(snapshot(entries(100, 140), {}, { olderCount: 100 }));
		assert.equal((await view.sentOf('showOlder')).length, 0);
		await view.page.locator('.scroller').evaluate((scroller) => scroller.scrollTo(0, 0));
		assert.deepEqual(await view.waitFor('showOlder'), { type: 'showOlder', isAll: false });
		await view.settled();
		assert.equal((await view.sentOf('showOlder')).length, 1);
		assert.equal(await view.page.locator('.older').innerText(), 'Show 100 earlier entries');
	});

	it('puts the older entries before the others, and what is read stays where it is [hazard E9]', async () => {
		const view = await harness.open({ height: 500 });
		await view.post(snapshot(entries(100, 140), {}, { olderCount: 100 }));
		await view.page.locator('.scroller').evaluate((scroller) => scroller.scrollTo(0, 300));
		await view.waitFor('showOlder');
		const id = await view.page.locator('.entries > .entry').evaluateAll((all) => {
			const top = document.querySelector('.scroller')?.getBoundingClientRect().top ?? 0;
			return all.find((one) => one.getBoundingClientRect().bottom > top)?.getAttribute('data-entry-id') ?? '';
		});
		const before = await topOf(view, id);
		const kept = await view.page.locator(`[data-entry-id=${id}]`).elementHandle();
		await view.post(snapshot(entries(0, 140), {}, { generation: 2 }));
		assert.deepEqual(
			await order(view),
			entries(0, 140).map((entry) => entry.id),
		);
		assert.ok(Math.abs((await topOf(view, id)) - before) <= 2, 'the reader keeps the place');
		assert.equal(await kept?.evaluate((element) => element.isConnected), true);
		assert.equal(await view.page.locator('.older').isVisible(), false);
	});

	it('asks for all of it when something is looked for', async () => {
		const view = await harness.open({ height: 500 });
		await view.post(snapshot(entries(100, 140), {}, { olderCount: 100 }));
		await view.page.getByRole('textbox', { name: 'Message' }).focus();
		await view.page.keyboard.press('Control+f');
		assert.deepEqual(await view.waitFor('showOlder'), { type: 'showOlder', isAll: true });
	});

	it('lets go of the oldest while the end is read, and never under the eyes of somebody who reads above', async () => {
		const most = 2 * limits.viewEntries;
		const view = await harness.open({ height: 500 });
		await view.post(snapshot(entries(0, most - 1)));
		const ops = (from: number, to: number): { type: 'entry'; entry: ViewEntry }[] =>
			entries(from, to).map((entry) => ({ type: 'entry', entry }));
		await view.page.locator('.scroller').evaluate((scroller) => scroller.scrollTo(0, 300));
		await view.settled();
		await view.post(delta(1, ...ops(most, most + 50)));
		assert.equal((await view.sentOf('forgetOlder')).length, 0);
		await view.page.keyboard.press('Control+End');
		await view.page.locator('.scroller').evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight));
		await view.settled();
		await view.post(delta(2, ...ops(most + 50, most + 150)));
		await view.waitFor('forgetOlder');
		assert.equal((await view.sentOf('forgetOlder')).length, 1, 'asked once, not with each entry');
		const ids = entries(0, most).map(({ id }) => id);
		await view.post(delta(3, { type: 'forget', ids, olderCount: most, olderPrompts: [] }));
		assert.deepEqual(
			await order(view),
			entries(most, most + 150).map(({ id }) => id),
		);
		assert.equal(await view.page.locator('.older').textContent(), `Show ${most} earlier entries`);
		assert.ok((await view.scrollState()).fromEnd <= 8);
		assert.deepEqual(view.errors, []);
	});

	it('never draws what is let go of before its turn, and no frame draws more than fits into it [hazard E5]', async () => {
		const view = await harness.open({ height: 500 });
		await view.post(snapshot(entries(0, 10)));
		const added = entries(10, 3_000).map((entry) => ({ type: 'entry' as const, entry }));
		const ids = entries(0, 2_950).map(({ id }) => id);
		// Both come before the next frame.
		await view.page.evaluate(
			(messages) => {
				const shown = new Set<string>();
				const observer = new MutationObserver((records) => {
					for (const { addedNodes } of records)
						for (const node of addedNodes)
							if (node instanceof HTMLElement) shown.add(node.dataset['entryId'] ?? '');
				});
				const list = document.querySelector('.entries');
				if (list !== null) observer.observe(list, { childList: true });
				Object.assign(window, { shown });
				for (const message of messages) window.postMessage(message, '*');
			},
			[delta(1, ...added), delta(2, { type: 'forget', ids, olderCount: ids.length, olderPrompts: [] })],
		);
		await view.page.locator('[data-entry-id=m2999]').waitFor();
		await view.settled();
		assert.deepEqual(
			await order(view),
			entries(2_950, 3_000).map(({ id }) => id),
		);
		const drawn = await view.page.evaluate(() => (window as unknown as { shown: Set<string> }).shown.size);
		assert.ok(drawn < 1_500, `${drawn} of 2,990 were drawn`);
		assert.deepEqual(view.errors, []);
	});

	it('that was brought for the reader or a search does not leave with the next entry', async () => {
		for (const key of ['Control+f', 'Alt+ArrowUp']) {
			const view = await harness.open({ height: 500 });
			await view.post(snapshot(entries(140, 200), {}, { olderCount: 140 }));
			await view.page.getByRole('textbox', { name: 'Message' }).focus();
			await view.page.keyboard.press(key);
			await view.waitFor('showOlder');
			const [entry] = entries(200, 201);
			assert.ok(entry);
			await view.post(snapshot(entries(0, 200), {}, { generation: 2 }), {
				type: 'delta',
				generation: 2,
				seq: 1,
				ops: [{ type: 'entry', entry }],
			});
			await view.settled();
			assert.equal((await view.sentOf('forgetOlder')).length, 0, key);
		}
	});

	it('leaves what the user wrote within reach of the arrow keys', async () => {
		const view = await harness.open({ height: 500 });
		const prompt = sampleMessage('u', 'My long prompt', { role: 'user' });
		await view.post(
			snapshot([prompt, ...entries(0, 60)], {}, { olderCount: 1, olderPrompts: ['An older one'] }),
			delta(1, {
				type: 'forget',
				ids: ['u'],
				olderCount: 2,
				olderPrompts: ['An older one', 'My long prompt'],
			}),
		);
		const field = view.page.getByRole('textbox', { name: 'Message' });
		await field.focus();
		for (const text of ['My long prompt', 'An older one']) {
			await view.page.keyboard.press('ArrowUp');
			assert.equal(await field.inputValue(), text);
		}
	});

	it('loses no output of a command whose card waits to be drawn [hazard E11]', async () => {
		const card = (output: string): ViewEntry =>
			sampleToolCall('t', {
				kind: 'execute',
				status: 'in_progress',
				title: 'Run',
				content: [{ type: 'terminal', terminalId: 'x', label: 'npm test', output, isTruncated: false }],
			});
		const put = (entry: ViewEntry) => ({ type: 'entry', entry }) as const;
		const more = (text: string) => ({ type: 'terminalText', terminalId: 'x', text }) as const;
		for (const known of [[], [card('')]]) {
			const state = { sessionKey: 'session-1', expanded: { t: true } };
			const view = await harness.open({ height: 500, state });
			await view.post(snapshot([...entries(0, 5), ...known]));
			await view.post(
				delta(1, ...entries(5, 1_500).map(put), put(card('one\n'))),
				delta(2, more('two\n')),
				delta(3, put(sampleToolCall('other')), more('three\n')),
			);
			const terminal = view.page.locator('[data-entry-id=t] .terminal');
			await terminal.waitFor();
			await view.settled();
			await view.post(delta(4, more('four\n')));
			assert.match((await terminal.textContent()) ?? '', /one\s+two\s+three\s+four/u);
		}
	});
});
