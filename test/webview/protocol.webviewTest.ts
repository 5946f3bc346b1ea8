import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TurnState } from '../../src/core/session/model/turnState.ts';
import type { ViewOp } from '../../src/core/view/toView.ts';
import type { ViewMessage } from '../../src/core/view/viewEntry.ts';
import type { ViewAgentState } from '../../src/core/view/viewSession.ts';
import { sized } from '../tools/sized.ts';
import { useHarness, type ViewPage } from './harness.ts';
import { richEntries, richSession } from './richTranscript.ts';
import {
	delta,
	sampleMessage,
	sampleNotice,
	samplePermission,
	sampleSession,
	sampleToolCall,
	snapshot,
} from './samples.ts';

describe('what the host posts', () => {
	const harness = useHarness({ ownProcess: true });

	it('is asked for with an id that is new in each life of the view', async () => {
		const ids = [];
		for (let life = 0; life < 2; life++) ids.push((await (await harness.open()).waitFor('ready')).clientId);
		assert.equal(new Set(ids).size, 2);
	});

	it('becomes articles in order, patched in place by deltas', async () => {
		const view = await harness.open();
		await view.post(
			snapshot([
				sampleMessage('u', 'Hi', { role: 'user' }),
				sampleMessage('a', 'One', { isComplete: false }),
			]),
		);
		await view.post(
			delta(
				1,
				{ type: 'text', id: 'a', text: ' two' },
				{ type: 'entry', entry: sampleToolCall('t', { status: 'pending' }) },
			),
			delta(2, { type: 'text', id: 'a', text: ' three' }),
			delta(3, { type: 'entry', entry: sampleToolCall('t', { status: 'failed' }) }),
		);
		assert.deepEqual(await articles(view), ['You', 'Demo Agent', 'Tool call: Read a file']);
		assert.equal(await view.page.getByRole('article', { name: 'Demo Agent' }).innerText(), 'One two three');
		await view.page.getByText('failed', { exact: true }).waitFor();
		assert.equal((await view.sentOf('resync')).length, 0);
	});

	it('is asked for again after a gap, once, and ignored until the snapshot [hazard E7]', async () => {
		const view = await harness.open();
		await view.post(snapshot([sampleMessage('a', 'One')]));
		await view.post(
			delta(2, { type: 'text', id: 'a', text: ' lost' }),
			delta(3, { type: 'text', id: 'a', text: ' too' }),
		);
		assert.equal((await view.sentOf('resync')).length, 1);
		assert.equal(await view.page.getByRole('article').innerText(), 'One');
		await view.post(snapshot([sampleMessage('a', 'One two')], {}, { generation: 2, seq: 7 }));
		await view.post({
			type: 'delta',
			generation: 2,
			seq: 8,
			ops: [{ type: 'text', id: 'a', text: ' three' }],
		});
		assert.equal(await view.page.getByRole('article').innerText(), 'One two three');
	});

	it('is ignored when it comes from before the snapshot', async () => {
		const view = await harness.open();
		await view.post(snapshot([sampleMessage('a', 'One')], {}, { generation: 3, seq: 5 }));
		const late = { type: 'text', id: 'a', text: ' late' } as const;
		await view.post(
			{ type: 'delta', generation: 3, seq: 5, ops: [late] },
			{ type: 'delta', generation: 2, seq: 9, ops: [late] },
		);
		assert.equal(await view.page.getByRole('article').innerText(), 'One');
		assert.equal((await view.sentOf('resync')).length, 0);
	});

	it('leads to a resync when it names an entry that is not there', async () => {
		const view = await harness.open();
		await view.post(snapshot([]), delta(1, { type: 'text', id: 'nobody', text: 'x' }));
		assert.equal((await view.sentOf('resync')).length, 1);
	});

	it('equals the state after every 1 % of deltas is lost at random [hazard E7]', async () => {
		const view = await harness.open();
		let text = 'Start';
		const host = () => snapshot([sampleMessage('a', text, { isComplete: false })], {}, { generation, seq });
		let generation = 1;
		let seq = 0;
		await view.post(host());
		let random = 42;
		for (let round = 0; round < sized(40, 10); round++) {
			const messages = [];
			for (let step = 0; step < 25; step++) {
				const added = ` ${round}.${step}`;
				text += added;
				seq += 1;
				random = (random * 1103515245 + 12345) % 2147483648;
				const isLost = random % 100 === 0;
				if (!isLost)
					messages.push({
						type: 'delta',
						generation,
						seq,
						ops: [{ type: 'text', id: 'a', text: added }],
					} as const);
			}
			const before = (await view.sentOf('resync')).length;
			await view.post(...messages);
			if ((await view.sentOf('resync')).length === before) continue;
			generation += 1;
			seq = 0;
			await view.post(host());
		}
		generation += 1;
		await view.post(host());
		assert.equal((await view.page.getByRole('article').innerText()).trim(), text);
	});

	it('keeps the elements of entries that a new snapshot still holds', async () => {
		const view = await harness.open();
		await view.post(snapshot(richEntries, richSession));
		await view.page.evaluate(() => {
			for (const article of document.querySelectorAll('article')) article.dataset['mark'] = 'old';
		});
		await view.post(
			snapshot([...richEntries.slice(2), sampleMessage('new', 'New')], richSession, { generation: 2 }),
		);
		const marks = await view.page.evaluate(() =>
			[...document.querySelectorAll('article')].map((node) => node.dataset['mark'] ?? 'new'),
		);
		assert.deepEqual(marks, [...richEntries.slice(2).map(() => 'old'), 'new']);
	});

	it('replaces everything for another session', async () => {
		const view = await harness.open();
		await view.post(snapshot([sampleMessage('a', 'One')], {}, { draft: 'mine' }));
		await view.post(
			snapshot([sampleMessage('a', 'Other')], { key: 'session-2' }, { generation: 2, draft: 'yours' }),
		);
		assert.equal(await view.page.getByRole('article').innerText(), 'Other');
		assert.equal(await view.page.getByRole('textbox', { name: 'Message' }).inputValue(), 'yours');
	});

	it('does not take from the user what is being written when the same session is sent again [hazard G2]', async () => {
		const view = await harness.open();
		await view.post(snapshot([], {}, { draft: 'old' }));
		await view.page.getByRole('textbox', { name: 'Message' }).fill('newer');
		await view.post(snapshot([], {}, { generation: 2, draft: 'old' }));
		assert.equal(await view.page.getByRole('textbox', { name: 'Message' }).inputValue(), 'newer');
	});

	it('shows 1,000 entries at little cost, the newest at once [hazard E7]', async () => {
		const view = await harness.open();
		const text = (index: number): string => `Message **${index}** with \`code\`\n\n- a\n- b`;
		const entries = Array.from({ length: 1000 }, (_, index) => sampleMessage(`m${index}`, text(index)));
		const { all } = await view.work();
		await view.post(snapshot(entries));
		const first = (await view.work()).all - all;
		assert.match(await view.page.getByRole('article').last().innerText(), /999/);
		await view.page.waitForFunction(() => document.querySelectorAll('.markdown ul').length === 1000);
		const whole = (await view.work()).all - all;
		console.log(
			`1,000 entries: the newest after ${first.toFixed(0)} ms of work, all after ${whole.toFixed(0)} ms`,
		);
		assert.ok(first < 5 * 300, `${first} ms`);
	});
});

describe('accessible names', () => {
	const harness = useHarness({ ownProcess: true });

	it('are what tests and other tools hold on to', async () => {
		const view = await harness.open();
		await view.post(snapshot(richEntries, { ...richSession, turn: { type: 'idle' } }));
		const { page } = view;
		await page.getByRole('log', { name: 'Conversation' }).waitFor();
		await page.getByRole('textbox', { name: 'Message' }).waitFor();
		for (const name of ['Send', 'Attach']) await page.getByRole('button', { name, exact: true }).waitFor();
		await page.getByRole('combobox', { name: 'Mode' }).waitFor();
		assert.equal(await page.locator('body').getAttribute('data-acp-view'), '');
		const names = [
			'You',
			'Demo Agent',
			'Thought',
			'Tool call: npm test',
			'Plan',
			'Permission: Run a command',
		];
		for (const name of names) assert.ok((await articles(view)).includes(name), name);
	});

	it('say the status of a tool call inside its card, at any width', async () => {
		for (const width of sized([300, 500], [300])) {
			const view = await harness.open({ width });
			const statuses = ['pending', 'in_progress', 'completed', 'failed', 'cancelled'] as const;
			await view.post(
				snapshot(
					statuses.map((status) => sampleToolCall(status, { status, title: status, kind: 'execute' })),
				),
			);
			for (const status of statuses) {
				const card = view.page.getByRole('article', { name: `Tool call: ${status}`, exact: true });
				assert.match(await card.innerText(), new RegExp(status.replace('_', ' ')));
			}
		}
	});

	type State = readonly [name: string, agent: ViewAgentState, turn: TurnState, button: 'Send' | 'Stop'];
	/** As they are at that moment. */
	const statesAt = (now: number): readonly State[] => [
		['Ready', { type: 'ready' }, { type: 'idle' }, 'Send'],
		['Starting', { type: 'starting', since: now }, { type: 'idle' }, 'Send'],
		['Working', { type: 'ready' }, { type: 'running', startedAt: now - 61_000 }, 'Stop'],
		['Waiting for you', { type: 'ready' }, { type: 'requires_action', startedAt: now }, 'Stop'],
		['Stopping', { type: 'ready' }, { type: 'stopping', startedAt: 0, stopAt: now }, 'Stop'],
		['Connecting…', { type: 'starting', since: now, isRemote: true }, { type: 'idle' }, 'Send'],
		['Agent exited', { type: 'exited' }, { type: 'idle' }, 'Send'],
		[
			'Connection lost',
			{ type: 'exited', retry: { attempt: 2, at: now + 61_000 } },
			{ type: 'idle' },
			'Send',
		],
	];
	for (const [name] of statesAt(0)) {
		it(`say "${name}"`, async () => {
			const view = await harness.open();
			const state = statesAt(Date.now()).find(([other]) => other === name);
			assert.ok(state !== undefined);
			const [, agent, turn, button] = state;
			await view.post(snapshot([], { agent, turn }));
			assert.equal(await view.page.getByRole('status').textContent(), name);
			await view.page.getByRole('button', { name: button, exact: true }).waitFor();
			if (name === 'Working')
				assert.match(await view.page.locator('.status-elapsed').innerText(), /1 min \d\d s/);
			if (name === 'Connection lost')
				assert.match(
					await view.page.locator('.status-elapsed').innerText(),
					/^next try in (?:1 min|\d\d ?s)/,
				);
		});
	}

	it('announce a finished answer once and nothing while it grows', async () => {
		const view = await harness.open();
		await view.post(snapshot([sampleMessage('old', 'Old')]));
		await view.post(delta(1, { type: 'entry', entry: sampleMessage('a', '', { isComplete: false }) }));
		for (let seq = 2; seq < 10; seq++)
			await view.post(delta(seq, { type: 'text', id: 'a', text: `word${seq} ` }));
		assert.deepEqual(await said(view), []);
		assert.equal(await view.page.getByRole('log').getAttribute('aria-live'), 'off');
		await view.post(delta(10, { type: 'entry', entry: sampleMessage('a', 'All of it') }));
		await view.post(
			delta(11, { type: 'entry', entry: samplePermission('p') }, { type: 'entry', entry: sampleNotice('n') }),
		);
		assert.deepEqual(await said(view), ['All of it', 'A notice', 'Permission needed: Run npm test']);
	});

	it('announce answers that take turns once each, and whole [acp C247]', async () => {
		const view = await harness.open();
		const first = sampleMessage('a', 'One ', { isComplete: false });
		const other = sampleMessage('b', 'Two ', { isComplete: false });
		const text = (of: ViewMessage, more: string, isComplete: boolean): ViewOp => {
			const { content: _content, ...fields } = of;
			return { type: 'text', id: of.id, text: more, fields: { ...fields, isComplete } };
		};
		await view.post(
			snapshot([], { turn: { type: 'running', startedAt: 0 } }),
			delta(1, { type: 'entry', entry: first }),
			delta(2, text(first, '', true), { type: 'entry', entry: other }),
			delta(3, text(first, 'three', false), text(other, '', true)),
			delta(4, text(first, '', true), text(other, 'four', false)),
			delta(5, text(other, '', true)),
		);
		await view.page.locator('.visually-hidden > [aria-live] p').nth(1).waitFor({ state: 'attached' });
		assert.deepEqual(await said(view), ['One three', 'Two four']);
	});

	it('announce the answer before the end of its turn', async () => {
		const view = await harness.open();
		await view.post(
			snapshot([], { turn: { type: 'running', startedAt: 0 } }),
			delta(1, { type: 'entry', entry: sampleMessage('a', 'All of ', { isComplete: false }) }),
		);
		const told = await view.page.evaluate(
			(ended) => {
				window.dispatchEvent(new MessageEvent('message', { data: ended }));
				return document.querySelector('.visually-hidden > [aria-live]')?.textContent;
			},
			delta(
				2,
				{ type: 'entry', entry: sampleMessage('a', 'All of it') },
				{ type: 'session', session: sampleSession() },
			),
		);
		assert.equal(told, 'All of it');
	});

	it('announce all of what comes outside of a turn, where nothing tells its end', async () => {
		const view = await harness.open();
		await view.post(
			snapshot([sampleMessage('a', 'Old')]),
			delta(1, { type: 'text', id: 'a', text: ' and' }),
			delta(2, { type: 'text', id: 'a', text: ' new' }),
		);
		await view.page.locator('.visually-hidden > [aria-live] p').waitFor({ state: 'attached' });
		await view.post(delta(3, { type: 'text', id: 'a', text: '. Well.' }));
		await view.page.locator('.visually-hidden > [aria-live] p').nth(1).waitFor({ state: 'attached' });
		assert.deepEqual(await said(view), [' and new', '. Well.']);
	});

	it('announce nothing of a conversation that has left', async () => {
		const view = await harness.open();
		await view.post(
			snapshot([]),
			delta(1, { type: 'entry', entry: sampleMessage('a', 'Of another one') }),
			snapshot([], { key: 'session-2' }, { generation: 2 }),
			{
				type: 'delta',
				generation: 2,
				seq: 1,
				ops: [{ type: 'entry', entry: sampleMessage('a', 'Of this one') }],
			},
		);
		await view.page.locator('.visually-hidden > [aria-live] p').waitFor({ state: 'attached' });
		assert.deepEqual(await said(view), ['Of this one']);
	});

	it('leave the sessions name to the host and keep one landmark', async () => {
		const view = await harness.open();
		await view.post(snapshot([], sampleSession()));
		assert.equal(await view.page.getByRole('main').count(), 1);
	});
});

/** What was read out. */
async function said({ page }: ViewPage): Promise<(string | null)[]> {
	return page.evaluate(() =>
		[...document.querySelectorAll('.visually-hidden > [aria-live] p')].map((node) => node.textContent),
	);
}

async function articles(view: ViewPage): Promise<(string | null)[]> {
	return view.page.evaluate(() =>
		[...document.querySelectorAll('article')].map((node) => node.getAttribute('aria-label')),
	);
}
