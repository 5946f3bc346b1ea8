import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useHarness, type ViewPage } from './harness.ts';
import { delta, samplePlan, sampleSession, snapshot } from './samples.ts';

const running = { turn: { type: 'running', startedAt: 0 } } as const;

describe('the plan above the composer', () => {
	const harness = useHarness();
	const panel = (view: ViewPage) => view.page.getByRole('region', { name: 'Current plan' });

	it('shows the step at hand, and is replaced as a whole [acp C62]', async () => {
		const view = await harness.open();
		await view.post(snapshot([samplePlan('p')], { planIds: ['p'], ...running }));
		assert.match(await panel(view).innerText(), /Write the test\s+1 of 3/u);
		await panel(view).getByRole('button').click();
		assert.equal(await panel(view).getByRole('listitem').count(), 3);
		const one = samplePlan('p', { items: [{ content: 'Only this', priority: 'low', status: 'pending' }] });
		await view.post(delta(1, { type: 'entry', entry: one }));
		assert.deepEqual(
			(await panel(view).locator('.plan-text').allInnerTexts()).map((text) => text.trim()),
			['Only this'],
		);
	});

	it('goes when all is done and nothing runs', async () => {
		const view = await harness.open();
		const done = samplePlan('p', { items: [{ content: 'Only this', priority: 'low', status: 'completed' }] });
		await view.post(snapshot([done], { planIds: ['p'], ...running }));
		assert.equal(await panel(view).isVisible(), true);
		await view.post(delta(1, { type: 'session', session: sampleSession({ planIds: ['p'] }) }));
		assert.equal(await panel(view).isVisible(), false);
	});

	it('hands the focus on when it goes', async () => {
		const view = await harness.open();
		const done = samplePlan('p', { items: [{ content: 'Only this', priority: 'low', status: 'completed' }] });
		await view.post(snapshot([done], { planIds: ['p'], ...running }));
		await panel(view).getByRole('button').focus();
		await view.post(delta(1, { type: 'session', session: sampleSession({ planIds: ['p'] }) }));
		assert.equal(await view.page.evaluate(() => document.activeElement?.ariaLabel), 'Message');
	});

	it('replaces each plan by itself, several side by side [acp C263]', async () => {
		const view = await harness.open({ height: 900 });
		const step = (content: string) => [{ content, priority: 'low', status: 'pending' }] as const;
		const first = samplePlan('p1', { items: step('First') });
		await view.post(
			snapshot([first, samplePlan('p2', { items: step('Second') })], { planIds: ['p1', 'p2'], ...running }),
		);
		await panel(view).getByRole('button').first().click();
		const steps = async () =>
			(await panel(view).locator('.plan-text').allInnerTexts()).map((text) => text.trim());
		assert.deepEqual(await steps(), ['Second', 'First']);
		await view.post(delta(1, { type: 'entry', entry: { ...first, items: step('First, better') } }));
		assert.deepEqual(await steps(), ['Second', 'First, better']);
	});

	it('counts what was cancelled as nothing to do, and says so', async () => {
		const view = await harness.open();
		const cancelled = { content: 'Not any more', priority: 'low', status: 'cancelled' } as const;
		const [done] = samplePlan('p').items;
		assert.ok(done !== undefined);
		const items = [done, cancelled];
		await view.post(snapshot([samplePlan('p', { items })], { planIds: ['p'], ...running }));
		await panel(view).getByRole('button').first().click();
		assert.match(await panel(view).innerText(), /1 of 1/u);
		assert.match(await panel(view).getByRole('listitem').last().innerText(), /Not any more\s+cancelled/u);
		await view.post(delta(1, { type: 'entry', entry: samplePlan('p', { items: [cancelled] }) }));
		assert.match(await panel(view).innerText(), /cancelled/u);
		await view.post(delta(2, { type: 'session', session: sampleSession({ planIds: ['p'] }) }));
		assert.equal(await panel(view).isVisible(), false);
	});

	it('names a plan of an unknown kind, in the panel and in its place [acp C264] [acp C211]', async () => {
		const view = await harness.open();
		const odd = samplePlan('p', {
			items: [],
			document: { type: 'other', kind: '_gantt' },
			planId: 'roadmap',
		});
		await view.post(snapshot([odd], { planIds: ['p'], ...running }));
		await panel(view).getByRole('button').first().click();
		for (const place of [panel(view), view.page.getByRole('article', { name: 'Plan' })]) {
			assert.match(await place.innerText(), /_gantt: roadmap/u);
		}
	});

	it('shows plans that are a text or a file, several of them, and marks one that was taken back', async () => {
		const view = await harness.open({ height: 900 });
		const text = samplePlan('p1', {
			items: [],
			document: { type: 'markdown', text: '# Title\n\nFirst **this**.' },
		});
		const file = samplePlan('p2', { items: [], document: { type: 'file', uri: 'file:///work/plan.md' } });
		await view.post(snapshot([text, file, samplePlan('p3')], { planIds: ['p1', 'p2', 'p3'], ...running }));
		await panel(view).getByRole('button').first().click();
		await view.settled();
		assert.match(await panel(view).innerText(), /3 plans/u);
		assert.equal(await panel(view).locator('strong').innerText(), 'this');
		await panel(view).getByRole('link', { name: 'plan.md' }).click();
		assert.deepEqual(await view.waitFor('openLink'), { type: 'openLink', href: 'file:///work/plan.md' });
		await view.post(
			delta(1, { type: 'entry', entry: { ...text, isRemoved: true } }),
			delta(2, { type: 'session', session: sampleSession({ planIds: ['p2', 'p3'], ...running }) }),
		);
		assert.match(await panel(view).innerText(), /2 plans/u);
		assert.match(
			await view.page.getByRole('article', { name: 'Plan, taken back' }).innerText(),
			/taken back/u,
		);
	});
});
