/** What the agent does: its state in words, what runs beside the turn, calls that can be stopped alone. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ViewToolCall } from '../../src/core/view/viewEntry.ts';
import type { ViewRunning, ViewSession } from '../../src/core/view/viewSession.ts';
import { sized } from '../tools/sized.ts';
import { useHarness, type ViewPage } from './harness.ts';
import {
	delta,
	sampleMessage,
	samplePermission,
	sampleSession,
	sampleToolCall,
	snapshot,
} from './samples.ts';

const startedAt = Date.now() - 65_000;
const change = (seq: number, session: Partial<ViewSession>) =>
	delta(seq, { type: 'session', session: sampleSession(session) });

describe('the state of the agent in words', () => {
	const harness = useHarness();
	const status = (view: ViewPage) => view.page.getByRole('status').first();

	it('is the agent\u2019s own word where we do not know it, never Ready [acp C211] [acp C233]', async () => {
		const view = await harness.open();
		await view.post(
			snapshot([], { turn: { type: 'running', startedAt, stateName: '_thinking\u202E hard' } }),
		);
		assert.match(await status(view).innerText(), /^Busy \(_thinking.+ hard\)$/u);
		assert.doesNotMatch(await status(view).innerText(), /\u202E/u);
		await view.page.getByRole('button', { name: 'Stop', exact: true }).waitFor();
		await view.post(change(1, { turn: { type: 'running', startedAt } }));
		assert.equal(await status(view).innerText(), 'Working');
	});

	it('says that nothing has happened for long, and stays stoppable [hazard B5]', async () => {
		const view = await harness.open();
		await view.post(snapshot([], { turn: { type: 'running', startedAt, isSilent: true } }));
		assert.equal(await status(view).innerText(), 'Working, no activity for a minute');
		await view.page.getByRole('button', { name: 'Stop', exact: true }).waitFor();
		await view.post(change(1, { turn: { type: 'running', startedAt, isSilent: false } }));
		assert.equal(await status(view).innerText(), 'Working');
	});

	it('is Waiting for you when the agent says so and nothing is asked here [acp C237]', async () => {
		const view = await harness.open();
		await view.post(snapshot([], { turn: { type: 'requires_action', startedAt } }));
		assert.equal(await status(view).innerText(), 'Waiting for you');
		assert.equal(await view.page.getByRole('button', { name: 'Show what waits for you' }).count(), 0);
	});

	it('leads to what is asked, however far away that is, by keyboard [acp C237]', async () => {
		const view = await harness.open({ height: 500 });
		const long = Array.from({ length: 40 }, (_none, n) => sampleMessage(`m${n}`, `Line ${n}\n\nmore`));
		const pending = { turn: { type: 'requires_action', startedAt }, pendingPermissions: ['p'] } as const;
		await view.post(snapshot([samplePermission('p'), ...long], pending));
		const card = view.page.getByRole('article', { name: 'Permission: Run npm test' });
		await view.page.getByRole('button', { name: 'Show what waits for you' }).press('Enter');
		await view.settled();
		assert.equal(await card.evaluate((node) => node === document.activeElement), true);
		const box = await card.boundingBox();
		assert.ok(box !== null && box.y >= -1 && box.y < 300, JSON.stringify(box));
	});

	it('hands the focus on when the question is answered elsewhere', async () => {
		const view = await harness.open();
		const pending = { turn: { type: 'requires_action', startedAt }, pendingPermissions: ['p'] } as const;
		await view.post(snapshot([samplePermission('p')], pending));
		await view.page.getByRole('button', { name: 'Show what waits for you' }).focus();
		await view.post(change(1, { turn: { type: 'running', startedAt } }));
		const name = await view.page.evaluate(() => document.activeElement?.ariaLabel);
		assert.equal(name, 'Message');
	});

	it('is Waiting for permission also when the turn is over and work beside it asks', async () => {
		const view = await harness.open();
		await view.post(snapshot([samplePermission('p')], { pendingPermissions: ['p'] }));
		assert.equal(await status(view).innerText(), 'Waiting for permission');
	});
});

describe('what runs beside the turn', () => {
	const harness = useHarness();
	const panel = (view: ViewPage) => view.page.getByRole('region', { name: 'Running commands' });
	const all: readonly ViewRunning[] = [
		{ type: 'terminal', id: 'x', terminalId: 'x', label: 'npm run watch', startedAt, canStop: true },
		{ type: 'tool_call', id: 'e1', label: 'Index the code', startedAt, canStop: true },
		{ type: 'subagent', id: 'e2', label: 'Reviewer', canStop: true },
		{ type: 'other', id: '3', label: 'Something of kind zzz', canStop: false },
	];

	async function unfold(running: readonly ViewRunning[]): Promise<ViewPage> {
		const view = await harness.open();
		await view.post(snapshot([], { running }));
		await panel(view).getByRole('button').first().click();
		return view;
	}

	it('is listed while the session is Ready, unknown things too [acp C243] [acp C211]', async () => {
		const view = await unfold(all);
		assert.equal(await view.page.getByRole('status').first().innerText(), 'Ready');
		assert.match(await panel(view).innerText(), /4 running/u);
		const rows = panel(view).getByRole('listitem');
		assert.equal(await rows.count(), 4);
		assert.match(await rows.nth(3).innerText(), /Something of kind zzz\s+by the agent/u);
		assert.equal(await rows.nth(3).getByRole('button').count(), 0);
		assert.equal(
			await panel(view)
				.getByRole('button', { name: /in Terminal$/u })
				.count(),
			1,
		);
	});

	it('is stopped one by one, each in its own way [acp C259] [acp C260]', async () => {
		const view = await unfold(all);
		const stop = (name: string) =>
			panel(view)
				.getByRole('button', { name: `Stop ${name}` })
				.press('Enter');
		await stop('npm run watch');
		assert.deepEqual(await view.waitFor('stopTerminal'), { type: 'stopTerminal', terminalId: 'x' });
		await stop('Index the code');
		assert.deepEqual(await view.waitFor('cancelToolCall'), { type: 'cancelToolCall', entryId: 'e1' });
		await stop('Reviewer');
		assert.deepEqual(await view.waitFor('cancelSubagent'), { type: 'cancelSubagent', entryId: 'e2' });
	});

	it('says what is being stopped, and does not ask twice [acp C261]', async () => {
		const view = await unfold(all);
		const button = panel(view).getByRole('button', { name: 'Stop Index the code' });
		await button.focus();
		await view.post(change(1, { running: all.map((one) => ({ ...one, isStopping: one.id === 'e1' })) }));
		assert.match(await panel(view).getByRole('listitem').nth(1).innerText(), /Stopping…/u);
		assert.equal(await button.evaluate((node) => node === document.activeElement), true);
		await button.press('Enter');
		assert.deepEqual(await view.sentOf('cancelToolCall'), []);
	});

	it('keeps the focus on its row while rows above it go', async () => {
		const view = await unfold(all);
		await panel(view).getByRole('button', { name: 'Stop Reviewer' }).focus();
		await view.post(change(1, { running: all.slice(2) }));
		const name = await view.page.evaluate(() => document.activeElement?.ariaLabel);
		assert.equal(name, 'Stop Reviewer');
	});

	it('keeps the focus in the list when what has it cannot be stopped any more', async () => {
		const view = await unfold(all);
		await panel(view).getByRole('button', { name: 'Stop Index the code' }).focus();
		await view.post(change(1, { running: all.map((one) => ({ ...one, canStop: one.id !== 'e1' })) }));
		const isInside = await panel(view).evaluate((node) => node.contains(document.activeElement));
		assert.equal(isInside, true);
	});
});

describe('a call that can be stopped alone', () => {
	const harness = useHarness();
	const call = (fields: Partial<ViewToolCall>) =>
		sampleToolCall('t', { title: 'Index', kind: 'search', status: 'in_progress', ...fields });
	const stop = (view: ViewPage) => view.page.getByRole('button', { name: 'Stop Index' });

	it('has a button only while the agent says so, and the call goes on [acp C259]', async () => {
		const view = await harness.open();
		await view.post(snapshot([call({})]));
		assert.equal(await stop(view).count(), 0);
		await view.post(delta(1, { type: 'entry', entry: call({ canCancel: true }) }));
		await stop(view).press('Enter');
		assert.deepEqual(await view.waitFor('cancelToolCall'), { type: 'cancelToolCall', entryId: 't' });
		await view.post(delta(2, { type: 'entry', entry: call({ canCancel: true, status: 'completed' }) }));
		assert.equal(await stop(view).count(), 0);
	});

	it('is shown as stopping until the agent says what became of it [acp C261]', async () => {
		const view = await harness.open();
		await view.post(snapshot([call({ canCancel: true })]));
		await stop(view).focus();
		await view.post(delta(1, { type: 'entry', entry: call({ canCancel: true, isCancelling: true }) }));
		const card = view.page.getByRole('article', { name: 'Tool call: Index' });
		assert.match(await card.innerText(), /stopping…/u);
		await stop(view).press('Enter');
		assert.deepEqual(await view.sentOf('cancelToolCall'), []);
		await view.post(delta(2, { type: 'entry', entry: call({ canCancel: true, status: 'cancelled' }) }));
		assert.match(await card.innerText(), /cancelled/u);
		assert.match((await view.page.evaluate(() => document.activeElement?.className)) ?? '', /card-fold/u);
	});

	it('shows what was stopped as cancelled, and what the agent reports after that [acp C239]', async () => {
		const view = await harness.open();
		await view.post(snapshot([call({})]));
		const card = view.page.getByRole('article', { name: 'Tool call: Index' });
		await view.post(delta(1, { type: 'entry', entry: call({ status: 'cancelled' }) }));
		assert.match(await card.innerText(), /cancelled/u);
		await view.post(delta(2, { type: 'entry', entry: call({ status: 'completed' }) }));
		assert.match(await card.innerText(), /completed/u);
	});

	it('shows a status that we do not know as in progress, by its name, at any width [acp C251] [acp C211]', async () => {
		for (const width of sized([300, 600], [300])) {
			const view = await harness.open({ width });
			await view.post(
				snapshot([
					call({ statusName: 'queued\u202E' }),
					sampleToolCall('p', { title: 'P', status: 'paused' }),
				]),
			);
			const card = view.page.getByRole('article', { name: 'Tool call: Index' });
			assert.match(await card.innerText(), /in progress\s*\(queued/u);
			assert.equal(await card.locator('.codicon-loading').count(), 1);
			assert.equal(await card.locator('.hidden-char').count(), 1);
			const word = await card.locator('.status-told').boundingBox();
			assert.ok((word?.width ?? 0) > 40, `${width}: ${JSON.stringify(word)}`);
			const paused = view.page.getByRole('article', { name: 'Tool call: P' }).locator('.status-text');
			assert.ok(((await paused.boundingBox())?.width ?? 0) > 20);
		}
	});

	it('goes on with its output while it is paused', async () => {
		const view = await harness.open({ state: { sessionKey: 'session-1', expanded: { t: true } } });
		const terminal = {
			type: 'terminal',
			terminalId: 'x',
			label: 'make',
			output: '',
			isTruncated: false,
		} as const;
		await view.post(snapshot([call({ status: 'paused', content: [terminal] })]));
		assert.doesNotMatch(await view.page.locator('.terminal').innerText(), /ended|no output/iu);
	});
});
