/** What child sessions do, inside of their entry. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ViewEntry, ViewSubagent } from '../../src/core/view/viewEntry.ts';
import { sized } from '../tools/sized.ts';
import { useHarness, type ViewPage } from './harness.ts';
import { delta, sampleMessage, samplePermission, sampleToolCall, snapshot } from './samples.ts';

const shot = process.env['ACP_SHOTS'];

const subagent = (id: string, fields: Partial<ViewSubagent> = {}): ViewSubagent => ({
	type: 'subagent',
	id,
	title: `Explore ${id}`,
	state: 'running',
	canCancel: false,
	...fields,
});

const inside = (subagentId: string, entry: ViewEntry): ViewEntry => ({ ...entry, subagentId });

/** Two children, one of them with a child of its own, and what the agent itself says in between. */
const family: readonly ViewEntry[] = [
	sampleMessage('before', 'Let me look.'),
	subagent('one'),
	inside('one', sampleToolCall('a', { title: 'Read a' })),
	subagent('two', { state: 'idle' }),
	inside('two', sampleToolCall('b', { title: 'Read b' })),
	inside('one', subagent('deep')),
	inside('deep', sampleToolCall('c', { title: 'Read c' })),
	sampleMessage('after', 'Meanwhile.'),
	inside('one', sampleMessage('d', 'Found it.')),
];

describe('subagents', () => {
	const harness = useHarness({ ownProcess: true });

	/** Ids of the entries as they are read, each with the ids of those around it. */
	const orderOf = (view: ViewPage): Promise<string[]> =>
		view.page.locator('.entry:visible').evaluateAll((entries) =>
			entries.map((entry) => {
				const path: string[] = [];
				for (let at: Element | null | undefined = entry; at; at = at.parentElement?.closest('.entry'))
					path.unshift(at instanceof HTMLElement ? (at.dataset['entryId'] ?? '') : '');
				return path.join('/');
			}),
		);
	const nested = ['before', 'one', 'one/a', 'one/deep', 'one/deep/c', 'one/d', 'two', 'two/b', 'after'];

	const head = (view: ViewPage, id: string): ReturnType<ViewPage['page']['locator']> =>
		view.page.locator(`[data-entry-id="${id}"] > .subagent-head`);

	it('hold their steps in the order they came, wherever the agent went on meanwhile', async () => {
		const view = await harness.open();
		await view.post(snapshot(family));
		assert.deepEqual(await orderOf(view), nested);
		const live = await harness.open();
		await live.post(snapshot([]));
		for (const [at, entry] of family.entries()) await live.post(delta(at + 1, { type: 'entry', entry }));
		assert.deepEqual(await orderOf(live), nested);
		if (shot !== undefined) await live.page.screenshot({ path: `${shot}/subagents.png` });
	});

	it('say how many steps they took and how they are', async () => {
		const view = await harness.open();
		await view.post(snapshot(family));
		assert.match(await head(view, 'one').innerText(), /Explore one\s+3 steps\s+running/u);
		assert.match(await head(view, 'two').innerText(), /Explore two\s+1 step\s+done/u);
		await view.post(
			delta(
				1,
				{ type: 'entry', entry: inside('two', sampleToolCall('e')) },
				{ type: 'entry', entry: subagent('one', { state: 'requires_action', title: 'Changed' }) },
			),
		);
		assert.match(await head(view, 'two').innerText(), /2 steps/u);
		assert.match(await head(view, 'one').innerText(), /Changed\s+3 steps\s+waits for you/u);
		assert.equal(await view.page.getByRole('article', { name: 'Subagent: Changed' }).count(), 1);
	});

	it('fold away, and stay so in a new life of the view', async () => {
		const view = await harness.open();
		await view.post(snapshot(family));
		await head(view, 'one').getByRole('button').first().press('Enter');
		const folded = ['before', 'one', 'two', 'two/b', 'after'];
		assert.deepEqual(await orderOf(view), folded);
		const state = await view.page.evaluate(() => window.acpState);
		const next = await harness.open({ state });
		await next.post(snapshot(family));
		assert.deepEqual(await orderOf(next), folded);
		await next.post(delta(1, { type: 'entry', entry: inside('one', sampleToolCall('e')) }));
		assert.match(await head(next, 'one').innerText(), /4 steps/u);
		assert.deepEqual(await orderOf(next), folded);
	});

	it('unfold by themselves for a permission, however deep', async () => {
		const state = { sessionKey: 'session-1', expanded: { one: false, deep: false } };
		const view = await harness.open({ state });
		await view.post(snapshot(family));
		const asked = inside('deep', samplePermission('p', { toolCallEntryId: 'c' }));
		await view.post(delta(1, { type: 'entry', entry: asked }));
		assert.equal(await view.page.getByRole('button', { name: 'Allow Once' }).isVisible(), true);
		const again = await harness.open({ state });
		await again.post(snapshot([...family, asked]));
		assert.equal(await again.page.getByRole('button', { name: 'Allow Once' }).isVisible(), true);
	});

	it('are walked through with the arrow keys, past what is folded away', async () => {
		const view = await harness.open();
		await view.post(snapshot(family));
		const focused = (): Promise<string> =>
			view.page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset['entryId'] ?? '');
		const walk = async (key: string, steps: number): Promise<string[]> => {
			const seen: string[] = [];
			for (let step = 0; step < steps; step++) {
				await view.page.keyboard.press(key);
				seen.push(await focused());
			}
			return seen;
		};
		await view.page.locator('[data-entry-id="before"]').focus();
		const order = ['one', 'a', 'deep', 'c', 'd', 'two', 'b', 'after'];
		assert.deepEqual(await walk('ArrowDown', 9), [...order, 'after']);
		assert.deepEqual(await walk('ArrowUp', 9), [...order.toReversed().slice(1), 'before', 'before']);
		assert.deepEqual(await walk('End', 1), ['after']);
		assert.deepEqual(await walk('Home', 1), ['before']);
		await head(view, 'one').getByRole('button').first().click();
		await view.page.locator('[data-entry-id="before"]').focus();
		assert.deepEqual(await walk('ArrowDown', 4), ['one', 'two', 'b', 'after']);
		assert.equal(await view.page.locator('.entry[tabindex="0"]').count(), 1);
	});

	it('go to the very last step with End', async () => {
		const view = await harness.open();
		await view.post(snapshot(family.filter(({ id }) => id !== 'after' && id !== 'two' && id !== 'b')));
		await view.page.locator('[data-entry-id="before"]').focus();
		await view.page.keyboard.press('End');
		assert.equal(
			await view.page.evaluate(() => (document.activeElement as HTMLElement).dataset['entryId']),
			'd',
		);
	});

	it('can be stopped where the agent can do that', async () => {
		const view = await harness.open();
		await view.post(snapshot([subagent('one', { canCancel: true }), subagent('two')]));
		const stop = view.page.getByRole('button', { name: /^Stop subagent/u });
		assert.equal(await stop.count(), 1);
		await stop.press('Enter');
		assert.deepEqual(await view.waitFor('cancelSubagent'), { type: 'cancelSubagent', entryId: 'one' });
		await view.post(delta(1, { type: 'entry', entry: subagent('one', { canCancel: true, state: 'idle' }) }));
		assert.equal(await stop.count(), 0);
		// The button had the focus.
		const focused = await view.page.evaluate(() => document.activeElement?.className);
		assert.match(focused ?? '', /card-fold/u);
	});

	it('lose what a new snapshot does not have, and count anew', async () => {
		const view = await harness.open();
		await view.post(snapshot(family));
		await view.post(
			snapshot(
				family.filter(({ id }) => id !== 'a'),
				{},
				{ generation: 2 },
			),
		);
		assert.deepEqual(
			await orderOf(view),
			nested.filter((path) => path !== 'one/a'),
		);
		assert.match(await head(view, 'one').innerText(), /2 steps/u);
	});

	it('show steps of a subagent that is not there on their own', async () => {
		const view = await harness.open();
		await view.post(snapshot([inside('ghost', sampleToolCall('a')), inside('b', sampleToolCall('b'))]));
		assert.deepEqual(await orderOf(view), ['a', 'b']);
	});

	it('fit into a view of 200 pixels, three deep', async () => {
		const view = await harness.open({ width: 200 });
		await view.post(
			snapshot([
				subagent('one', { canCancel: true, title: 'A long title of a subagent' }),
				inside('one', subagent('two')),
				inside('two', subagent('three')),
				inside('three', sampleToolCall('a', { title: 'Read a file with quite a long name' })),
			]),
		);
		const overflow = await view.page.evaluate(
			() => document.documentElement.scrollWidth - document.documentElement.clientWidth,
		);
		assert.equal(overflow, 0);
		if (shot !== undefined) await view.page.screenshot({ path: `${shot}/subagents-narrow.png` });
	});

	it('cost the same for each step, however many there are [hazard E5]', async () => {
		const most = sized(2000, 500);
		const cost = async (before: number): Promise<number> => {
			const view = await harness.open();
			const steps = Array.from({ length: before }, (_, at) =>
				inside('one', sampleToolCall(`s${at}`, { kind: 'execute' })),
			);
			await view.post(snapshot([subagent('one'), ...steps]));
			await view.page.waitForFunction(
				(count) => document.querySelectorAll('.entry').length === count + 1,
				before,
			);
			await view.settled();
			const start = (await view.work()).script;
			for (let at = 1; at <= 50; at++) {
				await view.post(
					delta(at, { type: 'entry', entry: inside('one', sampleToolCall(`n${at}`, { kind: 'execute' })) }),
				);
			}
			return (await view.work()).script - start;
		};
		const [few, many] = [await cost(20), await cost(most)];
		console.log(
			`50 steps of a subagent: ${few.toFixed(0)} ms of script after 20, ${many.toFixed(0)} ms after ${most}`,
		);
		assert.ok(many < few * 4 + 40, `${few} ms, then ${many} ms`);
	});
});
