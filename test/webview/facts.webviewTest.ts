import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { describe, it } from 'node:test';
import type { AgentNotice, SessionUsage } from '../../src/core/session/model.ts';
import type { ViewCompaction, ViewPlan } from '../../src/core/view/viewModel.ts';
import { formatCost, formatTokens } from '../../src/webview/panels/usageFormat.ts';
import { useHarness, type ViewPage } from './harness.ts';
import { delta, sampleMessage, sampleSession, snapshot } from './samples.ts';
import type { ThemeKind } from './themes.ts';

const shots = new URL('../../test-results/webview/', import.meta.url);

async function save(view: ViewPage, name: string): Promise<void> {
	await mkdir(shots, { recursive: true });
	await view.page.screenshot({ path: new URL(`facts-${name}.png`, shots).pathname });
}

const notices: AgentNotice[] = [
	{ id: 'n1', severity: 'warning', title: 'Close to the limit', description: 'Two requests\nare left.' },
	{ id: 'n2', severity: 'error', title: 'The model\u202E is gone' },
];

describe('the meter of the context', () => {
	const harness = useHarness();
	const meterOf = async (view: ViewPage, usage: SessionUsage): Promise<string> => {
		await view.post(snapshot([], { usage }));
		return view.page.locator('.usage').ariaSnapshot();
	};

	it('says how full the context is, and the cost', async () => {
		const view = await harness.open();
		const text = await meterOf(view, {
			used: 12_345,
			size: 200_000,
			cost: { amount: 0.125, currency: 'USD' },
		});
		assert.match(text, /meter "Context: 6 % used"/u);
		assert.match(await view.page.locator('.usage').innerText(), /12k \/ 200k\s*(Cost:)?\s*\$0\.13/u);
		const meter = view.page.getByRole('meter');
		assert.equal(await meter.getAttribute('aria-valuenow'), '6');
		assert.equal(await view.page.locator('.usage .warn').count(), 0);
	});

	it('warns when it is almost full', async () => {
		const view = await harness.open();
		await meterOf(view, { used: 181_000, size: 200_000 });
		assert.equal(await view.page.locator('.usage .warn').count(), 1);
	});

	const odd: readonly (readonly [SessionUsage, RegExp])[] = [
		[{ used: 0, size: 0 }, /^0 tokens$/u],
		[{ used: 5_000, size: 0 }, /^5k tokens$/u],
		[{ used: 300_000, size: 200_000 }, /^300k \/ 200k$/u],
		[{ used: 1e300, size: 1 }, /\/ 1$/u],
		[{ used: 1, size: 3, cost: { amount: 1.5, currency: 'credits' } }, /1\.5 credits/u],
		[{ used: 1, size: 3, cost: { amount: -1, currency: '' } }, /-1/u],
	];
	for (const [usage, text] of odd) {
		it(`copes with ${JSON.stringify(usage)} [acp C72]`, async () => {
			const view = await harness.open();
			await meterOf(view, usage);
			assert.match((await view.page.locator('.usage').innerText()).trim(), text);
			const now = await view.page
				.locator('[role=meter]')
				.evaluateAll((all) => all.map((one) => one.ariaValueNow));
			for (const value of now) assert.ok(Number(value) >= 0 && Number(value) <= 100);
			assert.deepEqual(view.errors, []);
		});
	}

	it('writes numbers in few letters', () => {
		assert.deepEqual([0, 999, 1000, 1234, 12_345, 199_999, 999_600, 1_100_000].map(formatTokens), [
			'0',
			'999',
			'1k',
			'1.2k',
			'12k',
			'200k',
			'1M',
			'1.1M',
		]);
		assert.match(formatCost({ amount: 0.0042, currency: 'USD' }), /0[.,]0042/u);
		assert.match(formatCost({ amount: 2, currency: 'EUR' }), /€|EUR/u);
		assert.equal(
			formatCost({ amount: 3, currency: 'a very long unit that does not end' }),
			'3 a very long unit tha',
		);
	});

	it('is not there without usage', async () => {
		const view = await harness.open();
		await view.post(snapshot([]));
		assert.equal(await view.page.locator('.usage').isVisible(), false);
	});
});

describe('notices of the agent', () => {
	const harness = useHarness();
	const list = (view: ViewPage) => view.page.getByRole('region', { name: 'Notices of the agent' });

	it('stand above the composer, as plain text, and are read out by their severity [acp C69]', async () => {
		const view = await harness.open();
		await view.post(snapshot([]));
		assert.equal(await list(view).isVisible(), false);
		await view.post(delta(1, { type: 'session', session: sampleSession({ notices }) }));
		const items = list(view).getByRole('listitem');
		assert.equal(await items.count(), 2);
		assert.match(await items.nth(1).innerText(), /The model⟨U\+202E⟩ is gone/u);
		assert.match(
			(await view.page.locator('[aria-live=polite]').innerText()).trim(),
			/^Warning: Close to the limit/u,
		);
		assert.match((await view.page.locator('[aria-live=assertive]').innerText()).trim(), /^Error: The model/u);
		assert.equal(await view.page.getByRole('log').getByText('Close to the limit').count(), 0);
	});

	it('are read out once, however often their session comes back on show', async () => {
		const view = await harness.open();
		const said = () => view.page.locator('[aria-live] p').allInnerTexts();
		await view.post(snapshot([], { notices }));
		assert.equal((await said()).length, 2);
		await view.post(snapshot([], { key: 'session-2' }, { generation: 2 }));
		await view.post(snapshot([], { notices }, { generation: 3 }));
		assert.equal(await list(view).getByRole('listitem').count(), 2);
		assert.equal((await said()).length, 2);
	});

	it('unfold what they have to say, stay unfolded, and are dismissed one by one', async () => {
		const view = await harness.open();
		await view.post(snapshot([], { notices }));
		await list(view).getByText('Close to the limit').click();
		await list(view).getByText('are left.').waitFor();
		await view.post(delta(1, { type: 'session', session: sampleSession({ notices, title: 'x' }) }));
		assert.equal(await list(view).getByText('are left.').isVisible(), true);
		const first = list(view).getByRole('button', { name: 'Dismiss: Close to the limit' });
		await first.focus();
		await view.page.keyboard.press('Enter');
		assert.deepEqual(await view.waitFor('dismissNotice'), { type: 'dismissNotice', id: 'n1' });
		await view.post(delta(2, { type: 'session', session: sampleSession({ notices: notices.slice(1) }) }));
		const focused = () => view.page.evaluate(() => document.activeElement?.ariaLabel ?? '');
		assert.match(await focused(), /^Dismiss: The model/u);
		await view.post(delta(3, { type: 'session', session: sampleSession() }));
		assert.equal(await focused(), 'Message');
		assert.equal(await list(view).isVisible(), false);
	});
});

const compaction: ViewCompaction = { type: 'compaction', id: 'c1', status: 'in_progress', summary: [] };

describe('a compaction', () => {
	const harness = useHarness();

	it('keeps its place while it goes on, and shows summary and error [acp C71]', async () => {
		const view = await harness.open();
		await view.post(snapshot([sampleMessage('a', 'before'), compaction, sampleMessage('b', 'after')]));
		const card = view.page.getByRole('article').nth(1);
		assert.match(await card.innerText(), /Shortening the conversation…/u);
		assert.equal(await card.getAttribute('aria-busy'), 'true');
		const done: ViewCompaction = {
			...compaction,
			status: 'completed',
			summary: [{ type: 'text', text: 'We fixed **two** bugs.' }],
		};
		await view.post(delta(1, { type: 'entry', entry: done }));
		assert.match(await card.innerText(), /The conversation was shortened/u);
		await card.getByText('Summary').click();
		assert.equal(await card.locator('strong').innerText(), 'two');
		await view.post(
			delta(2, { type: 'entry', entry: { ...compaction, status: 'failed', error: 'No <b>room</b>' } }),
		);
		assert.match(await card.innerText(), /could not be shortened[\s\S]*No <b>room<\/b>/u);
		assert.equal(await view.page.getByRole('article').count(), 3);
	});
});

const plan = (id: string, fields: Partial<ViewPlan> = {}): ViewPlan => ({
	type: 'plan',
	id,
	items: [
		{ content: 'Read the code', priority: 'medium', status: 'completed' },
		{ content: 'Write the test', priority: 'high', status: 'in_progress' },
		{ content: 'Fix it', priority: 'low', status: 'pending' },
	],
	isRemoved: false,
	...fields,
});
const running = { turn: { type: 'running', startedAt: 0 } } as const;

describe('the plan above the composer', () => {
	const harness = useHarness();
	const panel = (view: ViewPage) => view.page.getByRole('region', { name: 'Current plan' });

	it('shows the step at hand, and is replaced as a whole [acp C62]', async () => {
		const view = await harness.open();
		await view.post(snapshot([plan('p')], { planIds: ['p'], ...running }));
		assert.match(await panel(view).innerText(), /Write the test\s+1 of 3/u);
		await panel(view).getByRole('button').click();
		assert.equal(await panel(view).getByRole('listitem').count(), 3);
		const one = plan('p', { items: [{ content: 'Only this', priority: 'low', status: 'pending' }] });
		await view.post(delta(1, { type: 'entry', entry: one }));
		assert.deepEqual(
			(await panel(view).locator('.plan-text').allInnerTexts()).map((text) => text.trim()),
			['Only this'],
		);
	});

	it('goes when all is done and nothing runs', async () => {
		const view = await harness.open();
		const done = plan('p', { items: [{ content: 'Only this', priority: 'low', status: 'completed' }] });
		await view.post(snapshot([done], { planIds: ['p'], ...running }));
		assert.equal(await panel(view).isVisible(), true);
		await view.post(delta(1, { type: 'session', session: sampleSession({ planIds: ['p'] }) }));
		assert.equal(await panel(view).isVisible(), false);
	});

	it('hands the focus on when it goes', async () => {
		const view = await harness.open();
		const done = plan('p', { items: [{ content: 'Only this', priority: 'low', status: 'completed' }] });
		await view.post(snapshot([done], { planIds: ['p'], ...running }));
		await panel(view).getByRole('button').focus();
		await view.post(delta(1, { type: 'session', session: sampleSession({ planIds: ['p'] }) }));
		assert.equal(await view.page.evaluate(() => document.activeElement?.ariaLabel), 'Message');
	});

	it('replaces each plan by itself, several side by side [acp C263]', async () => {
		const view = await harness.open({ height: 900 });
		const step = (content: string) => [{ content, priority: 'low', status: 'pending' }] as const;
		const first = plan('p1', { items: step('First') });
		await view.post(
			snapshot([first, plan('p2', { items: step('Second') })], { planIds: ['p1', 'p2'], ...running }),
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
		const [done] = plan('p').items;
		assert.ok(done !== undefined);
		const items = [done, cancelled];
		await view.post(snapshot([plan('p', { items })], { planIds: ['p'], ...running }));
		await panel(view).getByRole('button').first().click();
		assert.match(await panel(view).innerText(), /1 of 1/u);
		assert.match(await panel(view).getByRole('listitem').last().innerText(), /Not any more\s+cancelled/u);
		await view.post(delta(1, { type: 'entry', entry: plan('p', { items: [cancelled] }) }));
		assert.match(await panel(view).innerText(), /cancelled/u);
		await view.post(delta(2, { type: 'session', session: sampleSession({ planIds: ['p'] }) }));
		assert.equal(await panel(view).isVisible(), false);
	});

	it('names a plan of an unknown kind, in the panel and in its place [acp C264] [acp C211]', async () => {
		const view = await harness.open();
		const odd = plan('p', { items: [], document: { type: 'other', kind: '_gantt' }, planId: 'roadmap' });
		await view.post(snapshot([odd], { planIds: ['p'], ...running }));
		await panel(view).getByRole('button').first().click();
		for (const place of [panel(view), view.page.getByRole('article', { name: 'Plan' })]) {
			assert.match(await place.innerText(), /_gantt: roadmap/u);
		}
	});

	it('shows plans that are a text or a file, several of them, and marks one that was taken back', async () => {
		const view = await harness.open({ height: 900 });
		const text = plan('p1', {
			items: [],
			document: { type: 'markdown', text: '# Title\n\nFirst **this**.' },
		});
		const file = plan('p2', { items: [], document: { type: 'file', uri: 'file:///work/plan.md' } });
		await view.post(snapshot([text, file, plan('p3')], { planIds: ['p1', 'p2', 'p3'], ...running }));
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

describe('the look of facts', () => {
	const harness = useHarness();
	const options = [
		{
			id: 'mode',
			name: 'Mode',
			category: 'mode',
			via: 'mode',
			type: 'select',
			current: 'ask',
			groups: [
				{
					choices: [
						{ value: 'ask', name: 'Ask' },
						{ value: 'code', name: 'Code' },
					],
				},
			],
		},
		{
			id: 'model',
			name: 'Model',
			category: 'model',
			via: 'option',
			type: 'select',
			current: 'm0',
			groups: [
				{
					choices: Array.from({ length: 20 }, (_none, n) => ({
						value: `m${n}`,
						name: `Claude Sonnet ${n}.5`,
					})),
				},
			],
		},
		{
			id: 'effort',
			name: 'Effort',
			via: 'option',
			type: 'select',
			current: 'high',
			groups: [{ choices: [{ value: 'high', name: 'High' }] }],
		},
		{ id: 'web', name: 'Web search', via: 'option', type: 'boolean', current: true },
		{ id: 'fast', name: 'Fast', via: 'option', type: 'boolean', current: false },
	] as const;

	for (const theme of [
		'vscode-dark',
		'vscode-light',
		'vscode-high-contrast',
		'vscode-high-contrast-light',
	] as ThemeKind[]) {
		for (const width of [300, 500]) {
			it(`fits ${width} px in ${theme}`, async () => {
				const view = await harness.open({ width, height: 760, theme });
				const done: ViewCompaction = {
					...compaction,
					id: 'c2',
					status: 'completed',
					summary: [{ type: 'text', text: 'We fixed two bugs.' }],
				};
				const failed: ViewCompaction = { ...compaction, id: 'c3', status: 'failed', error: 'No room' };
				await view.post(
					snapshot([sampleMessage('a', 'Some text'), compaction, done, failed, plan('p')], {
						planIds: ['p'],
						options,
						pendingChoices: [{ optionId: 'mode', value: 'code' }],
						notices,
						usage: { used: 185_345, size: 200_000, cost: { amount: 1.25, currency: 'USD' } },
						...running,
					}),
				);
				await view.page.locator('summary', { hasText: 'Close to the limit' }).click();
				await save(view, `${theme}-${width}`);
				const wide = await view.page.evaluate(() =>
					[
						...document.querySelectorAll(
							'html, #app, .bottom, .composer-box, .composer-tools, .status-row, .agent-notice',
						),
					]
						.filter((node) => node.scrollWidth > node.clientWidth + 1)
						.map((node) => node.className),
				);
				assert.deepEqual(wide, []);
			});
		}
	}
});
