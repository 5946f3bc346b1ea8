/** A card that waits for a permission stands where it can be found, and goes back to its place with the answer. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ViewEntry, ViewPermission, ViewSubagent, ViewToolCall } from '../../src/core/view/viewEntry.ts';
import { useHarness, type ViewPage } from './harness.ts';
import {
	delta,
	sampleMessage,
	samplePermission,
	sampleSession,
	sampleToolCall,
	snapshot,
} from './samples.ts';

const once = { optionId: 'yes', name: 'Allow Once', kind: 'allow_once' } as const;
const waiting = { pendingPermissions: ['p'] };
const put = (entry: ViewEntry) => ({ type: 'entry', entry }) as const;

describe('a card that waits for its permission', () => {
	const harness = useHarness();
	const read = (id: string): ViewToolCall => sampleToolCall(id, { title: `Read ${id}` });
	const about = (id: string, fields: Partial<ViewPermission> = {}): ViewPermission =>
		samplePermission('p', { toolCallEntryId: id, title: `Read ${id}`, details: `/ws/${id}`, ...fields });
	const settled = (id: string): ViewPermission =>
		about(id, { state: { type: 'answered', option: once, by: 'picker' } });
	/** What is seen, from the top, with what it stands in. */
	const seen = (view: ViewPage): Promise<string[]> =>
		view.page.locator('.entry:visible').evaluateAll((all) =>
			all.map((one) => {
				const path: string[] = [];
				for (let at: Element | null | undefined = one; at; at = at.parentElement?.closest('.entry'))
					path.unshift(at.getAttribute('data-entry-id') ?? '');
				return path.join('/');
			}),
		);
	const strip = (view: ViewPage) => view.page.getByRole('button', { name: /^Waits for your permission/u });
	const focusedName = (view: ViewPage): Promise<string> =>
		view.page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.tagName ?? '');

	it('leaves the run of reads that folds it away, and goes back into it', async () => {
		const reads = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(read);
		const view = await harness.open();
		await view.post(snapshot(reads));
		assert.deepEqual(await seen(view), ['reads-a']);
		await view.post(delta(1, put(about('d'))));
		const apart = ['reads-a', 'd', 'd/p', 'reads-e'];
		assert.deepEqual(await seen(view), apart);
		const again = await harness.open();
		await again.post(snapshot([...reads, about('d')]));
		assert.deepEqual(await seen(again), apart);
		await view.post(delta(2, put(settled('d'))));
		assert.deepEqual(await seen(view), ['reads-a']);
		assert.equal(await view.page.locator('[data-entry-id="reads-a"]').getAttribute('data-size'), '7');
	});

	it('leaves what is open for reading open beside it, and is not folded away under the hand', async () => {
		const view = await harness.open();
		await view.post(snapshot(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(read)));
		await view.page.locator('.tool-group .card-fold').first().click();
		await view.post(delta(1, put(about('d'))));
		assert.equal((await seen(view)).includes('reads-e/g'), true);
		await view.page.locator('.tool-group > .card-head > .card-fold').first().click();
		await view.page.locator('.option:not(.inert)').first().press('Enter');
		await view.post(delta(2, put(settled('d'))));
		assert.equal(await focusedName(view), 'Permission: Read d');
		assert.equal((await seen(view)).includes('reads-a/d/p'), true);
	});

	const child = (id: string, fields: Partial<ViewSubagent> = {}): ViewSubagent => ({
		type: 'subagent',
		id,
		title: id,
		state: 'running',
		canCancel: false,
		...fields,
	});
	const inside = (subagentId: string, entry: ViewEntry): ViewEntry => ({ ...entry, subagentId });
	const family: readonly ViewEntry[] = [
		child('one'),
		inside('one', child('deep')),
		inside('deep', sampleToolCall('c', { kind: 'execute', title: 'Read c' })),
		inside('deep', sampleToolCall('d', { kind: 'execute' })),
		sampleMessage('after', 'Meanwhile.'),
	];

	it('leaves its subagent, also a folded one, and goes back to its place', async () => {
		const state = { sessionKey: 'session-1', expanded: { deep: false } };
		const view = await harness.open({ state });
		await view.post(snapshot(family));
		assert.deepEqual(await seen(view), ['one', 'one/deep', 'after']);
		await view.post(delta(1, put(inside('deep', about('c')))));
		const apart = ['one', 'one/deep', 'c', 'c/p', 'after'];
		assert.deepEqual(await seen(view), apart);
		const again = await harness.open({ state });
		await again.post(snapshot([...family, inside('deep', about('c'))]));
		assert.deepEqual(await seen(again), apart);
		await view.post(delta(2, put(inside('deep', settled('c')))));
		assert.deepEqual(await seen(view), ['one', 'one/deep', 'after']);
		await view.page.locator('[data-entry-id="deep"] > .subagent-head .card-fold').click();
		const back = ['one', 'one/deep', 'one/deep/c', 'one/deep/c/p', 'one/deep/d', 'after'];
		assert.deepEqual(await seen(view), back);
		assert.match(await view.page.locator('[data-entry-id="deep"] .step-count').innerText(), /2 steps/u);
	});

	it('unfolds its subagent when it goes back with the keyboard in it', async () => {
		const view = await harness.open({ state: { sessionKey: 'session-1', expanded: { deep: false } } });
		await view.post(snapshot([...family, inside('deep', about('c'))]));
		await view.page.locator('.option:not(.inert)').first().press('Enter');
		await view.post(delta(1, put(inside('deep', settled('c')))));
		assert.equal(await focusedName(view), 'Permission: Read c');
		assert.equal((await seen(view)).includes('one/deep/c/p'), true);
	});

	it('leaves a folded subagent folded when all comes anew with the keyboard in it', async () => {
		const view = await harness.open({ state: { sessionKey: 'session-1', expanded: { deep: false } } });
		const all = [...family, inside('deep', about('c'))];
		await view.post(snapshot(all));
		await view.page.locator('.option:not(.inert)').first().focus();
		const focused = await view.page.evaluate(() => document.activeElement?.textContent);
		await view.post(snapshot(all));
		assert.deepEqual(await seen(view), ['one', 'one/deep', 'c', 'c/p', 'after']);
		assert.equal(await view.page.evaluate(() => document.activeElement?.textContent), focused);
		await view.post(snapshot([...family, inside('deep', settled('c'))]));
		assert.equal((await seen(view)).includes('one/deep/c/p'), true);
	});

	it('leaves its subagent also where there is no call, and several stand in their order', async () => {
		const view = await harness.open();
		const alone = samplePermission('q', { title: 'Alone' });
		await view.post(snapshot([...family, inside('deep', about('d')), inside('one', alone)]));
		const order = ['one', 'one/deep', 'one/deep/c', 'd', 'd/p', 'q', 'after'];
		assert.deepEqual(await seen(view), order);
	});

	const long = Array.from({ length: 60 }, (_none, n) => sampleMessage(`m${n}`, `Message ${n}`));
	const run = sampleToolCall('c', { kind: 'execute', title: 'Read c', status: 'pending' });

	it('is told by a strip above the composer while it is out of sight, which leads there', async () => {
		const view = await harness.open({ width: 300, height: 500 });
		await view.post(snapshot([run, ...long]));
		const asks = { type: 'session', session: sampleSession(waiting) } as const;
		await view.post(delta(1, put(about('c')), asks));
		await strip(view).waitFor();
		assert.equal(
			(await strip(view).innerText()).replaceAll(/\s+/gu, ' '),
			'Waits for your permission: Read c Show',
		);
		assert.equal(await focusedName(view), 'BODY', 'nothing moves by itself');
		assert.ok((await view.scrollState()).fromEnd < 8);
		const composer = await view.page.getByRole('textbox').boundingBox();
		const place = await strip(view).boundingBox();
		assert.ok(composer !== null && place !== null && place.y + place.height <= composer.y);
		await strip(view).press('Enter');
		assert.equal(await focusedName(view), 'Permission: Read c');
		const sight = await view.page.locator('.scroller').boundingBox();
		const card = await view.page.locator('[data-entry-id="c"]').boundingBox();
		assert.ok(sight !== null && card !== null && card.y >= sight.y - 1 && card.y < sight.y + sight.height);
		await strip(view).waitFor({ state: 'detached' });
	});

	it('makes a narrow page no wider by the strip, however long its title is', async () => {
		const call = sampleToolCall('x', { title: 'npm run build', status: 'pending' });
		const long = samplePermission('p', { toolCallEntryId: 'x', title: 'npm run build '.repeat(20) });
		const after = Array.from({ length: 40 }, (_none, n) => sampleMessage(`m${n}`, `Part ${n}.`));
		const view = await harness.open({ width: 240, height: 420 });
		await view.post(snapshot([call, long, ...after], { pendingPermissions: ['p'] }));
		await strip(view).waitFor();
		const { scrollWidth, clientWidth } = await view.page.evaluate(() => {
			const { scrollWidth, clientWidth } = document.documentElement;
			return { scrollWidth, clientWidth };
		});
		assert.equal(scrollWidth, clientWidth);
	});

	it('has no strip while it is in sight, and its strip goes with the answer, the focus to the composer', async () => {
		const view = await harness.open({ width: 300, height: 500 });
		await view.post(snapshot([...long, run, about('c')], waiting));
		await view.page.locator('.option:not(.inert)').first().waitFor();
		assert.equal(await strip(view).count(), 0);
		await view.page.locator('.scroller').evaluate((scroller) => scroller.scrollTo(0, 0));
		await strip(view).focus();
		await view.post(delta(1, put(settled('c')), { type: 'session', session: sampleSession() }));
		await strip(view).waitFor({ state: 'detached' });
		assert.equal(await focusedName(view), 'Message');
	});

	it('has no strip while it is read, however high it is', async () => {
		const view = await harness.open();
		const lines = Array.from({ length: 400 }, (_none, n) => `line ${n}`).join('\n\n');
		const high = about('a', { description: lines });
		await view.post(snapshot([sampleMessage('before', 'Before.'), read('a'), high], waiting));
		const height = await view.page.locator('[data-entry-id="p"]').evaluate((card) => card.clientHeight);
		assert.ok(height > 5000, `is ${height} px high`);
		const scroller = view.page.locator('.scroller');
		for (const part of [0.02, 0.3, 0.5, 0.9]) {
			await scroller.evaluate((all, to) => (all.scrollTop = all.scrollHeight * to), part);
			await strip(view).waitFor({ state: 'hidden' });
		}
		const after = Array.from({ length: 30 }, (_none, n) => sampleMessage(`m${n}`, 'More.\n\nAnd more.'));
		await view.post(snapshot([read('a'), high, ...after], waiting));
		// Drawn over some frames, and the place of the reader is kept until then.
		await view.page
			.locator('[data-entry-id="m29"]')
			.filter({ hasText: 'And more.' })
			.waitFor({ state: 'attached' });
		// A place that is kept while the rest is drawn gives way to the user's hand, and to no script.
		await scroller.hover();
		await view.page.mouse.wheel(0, 100_000);
		await strip(view).waitFor();
	});

	it('is not counted by a strip while a rule may still answer', async () => {
		const view = await harness.open({ width: 300, height: 500 });
		const held = about('c', { state: { type: 'pending', isAwaitingRules: true } });
		const other = samplePermission('q', { title: 'Other' });
		await view.post(snapshot([run, held, other, ...long], { pendingPermissions: ['q'] }));
		await strip(view).waitFor();
		assert.match(await strip(view).innerText(), /Other/u);
		assert.doesNotMatch(await strip(view).innerText(), /more/u);
	});
});
