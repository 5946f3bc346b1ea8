/** What is left of a quota, beside what is used of the context. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { QuotaWindow } from '../../src/core/session/model/quota.ts';
import { useHarness, type ViewPage } from './harness.ts';
import { sampleSession, snapshot, delta } from './samples.ts';

const now = new Date('2026-11-23T12:00:00').getTime();
const hour = 3_600_000;
const fiveHours: QuotaWindow = { id: 'five_hour', hours: 5, used: 0.07, resetsAt: now + 2 * hour };
const week: QuotaWindow = { id: 'seven_day', hours: 168, used: 0.41, resetsAt: now + 75 * hour };

describe('the meter of the quota', () => {
	const harness = useHarness();
	const meterOf = (view: ViewPage): ReturnType<ViewPage['page']['locator']> =>
		view.page.locator('.quota [role=meter]');

	async function open(quota: readonly QuotaWindow[], language?: string): Promise<ViewPage> {
		const words = language === undefined ? {} : { words: { language, translations: {} } };
		const view = await harness.open(words);
		await view.standStillAt(now);
		await view.post(snapshot([], { quota }));
		return view;
	}

	it('shows the tightest window, and says all of them with their times', async () => {
		const view = await open([fiveHours, week]);
		await meterOf(view).waitFor();
		assert.equal((await meterOf(view).innerText()).trim(), '41 % of quota');
		assert.equal(await meterOf(view).getAttribute('aria-label'), 'Quota: 41 % used');
		assert.equal(await meterOf(view).getAttribute('aria-valuenow'), '41');
		const told = (await meterOf(view).getAttribute('aria-valuetext'))?.replaceAll('\u202F', ' ');
		assert.equal(
			told,
			'Limit of 5 hours: 7 % used, begins anew 2:00 PM; Weekly limit: 41 % used, begins anew Nov 26, 2026, 3:00 PM',
		);
		assert.equal((await meterOf(view).getAttribute('title'))?.split('\n').length, 2);
		assert.equal(await view.page.locator('.quota .warn').count(), 0);
	});

	for (const [name, quota] of [
		['is nearly used up', [{ ...week, used: 0.95 }]],
		['has a warning of the agent', [{ ...week, used: 0.78, warning: 'near' }]],
	] as const)
		it(`warns when a window ${name}`, async () => {
			const view = await open(quota);
			await meterOf(view).waitFor();
			assert.equal(await view.page.locator('.quota .warn .codicon-warning').count(), 1);
		});

	it('is full when the limit is reached, whatever share was named, and not before', async () => {
		const view = await open([{ id: 'five_hour', hours: 5, warning: 'reached' }]);
		await meterOf(view).waitFor();
		assert.equal(await meterOf(view).getAttribute('aria-valuenow'), '100');
		const session = sampleSession({ quota: [{ ...week, used: 0.999 }] });
		await view.post(delta(1, { type: 'session', session }));
		assert.equal(await meterOf(view).getAttribute('aria-valuenow'), '99');
	});

	it('does not count a window that has begun anew, and is gone with the last', async () => {
		const view = await open([{ ...fiveHours, used: 0.99, resetsAt: now - hour }, week]);
		await meterOf(view).waitFor();
		assert.equal(await meterOf(view).getAttribute('aria-valuenow'), '41');
		assert.match((await meterOf(view).getAttribute('title')) ?? '', /^Limit of 5 hours: began anew 11:00/u);
		const session = sampleSession({ quota: [{ ...week, resetsAt: now - 1 }] });
		await view.post(delta(1, { type: 'session', session }));
		assert.equal(await view.page.locator('.quota').isVisible(), false);
	});

	it('copes with odd numbers and foreign names', async () => {
		const label = '<b onclick="window.acpHacked = 1">\u202Egnp';
		const view = await open([{ id: 'x', label, used: 10, resetsAt: 8.64e15 }]);
		await meterOf(view).waitFor();
		assert.equal((await meterOf(view).innerText()).trim(), '1000 % of quota');
		assert.equal(await meterOf(view).getAttribute('aria-valuenow'), '100');
		assert.doesNotMatch((await meterOf(view).getAttribute('title')) ?? '', /\u202E/u);
		assert.deepEqual(view.errors, []);
	});

	it('is not there, and loads nothing, where no agent tells of one', async () => {
		const view = await harness.open();
		const asked: string[] = [];
		view.page.on('request', (request) => asked.push(request.url()));
		await view.post(snapshot([]));
		assert.equal(await view.page.locator('.quota').isVisible(), false);
		assert.deepEqual(
			asked.filter((url) => url.includes('quota')),
			[],
		);
	});
});
