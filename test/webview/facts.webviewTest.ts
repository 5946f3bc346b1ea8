import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { describe, it } from 'node:test';
import type { AgentNotice, SessionUsage } from '../../src/core/session/model/sessionState.ts';
import type { ViewCompaction } from '../../src/core/view/viewEntry.ts';
import { formatCost, formatTokens } from '../../src/webview/panels/usageMeter.ts';
import { sized } from '../tools/sized.ts';
import { useHarness, type ViewPage } from './harness.ts';
import { delta, sampleMessage, samplePlan, sampleSession, snapshot } from './samples.ts';
import { shownThemes } from './themes.ts';

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

const running = { turn: { type: 'running', startedAt: 0 } } as const;

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

	for (const theme of shownThemes) {
		for (const width of sized([300, 500], [300])) {
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
					snapshot([sampleMessage('a', 'Some text'), compaction, done, failed, samplePlan('p')], {
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
