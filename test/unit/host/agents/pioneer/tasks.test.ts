/** Tasks of a Pioneer gateway, whose work in other threads is read from composed timelines, over a socket. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { commandItem } from '../../../../agents/pioneerDemoTurn.ts';
import type { PioneerOptions } from '../../../../agents/pioneerGateway.ts';
import { type PlayedTurn, workspaceId } from '../../../../agents/pioneerThread.ts';
import { randomIntegers } from '../../../../tools/seeded.ts';
import { until } from '../../../node/support.ts';
import { played, shown, start, type Started } from './pioneerSession.ts';

function taskItem(taskId: string, childThreadId: string, fields: object = {}): object {
	return {
		type: 'task',
		id: `item-${taskId}`,
		taskId,
		title: `Task ${taskId}`,
		status: 'running',
		triggerKind: 'immediate',
		executorKind: 'agent',
		depth: 1,
		maxDepth: 3,
		childThreadId,
		childTurnId: `trn-${childThreadId}`,
		createdAt: 1,
		updatedAt: 1,
		...fields,
	};
}

/** An entry of the thread of a task: an item that is complete there. */
function childEntry(
	sequence: number,
	item: { readonly id: string },
	childThreadId = 'thr_c',
	fields: object = {},
): object {
	const place = { workspaceId, threadId: childThreadId, turnId: `trn-${childThreadId}` };
	return {
		id: `child:${item.id}:${sequence}`,
		origin: {
			kind: 'child_turn',
			taskId: 'k',
			childThreadId,
			childTurnId: place.turnId,
			originSequence: sequence,
			occurredAt: 1000 + sequence,
			lane: 'child_agent',
			...fields,
		},
		payload: {
			kind: 'turn_item_event',
			event: { sequence, created_at: 1000 + sequence, payload: { type: 'itemCompleted', ...place, item } },
		},
	};
}

function taskEntry(sequence: number, eventType: string): object {
	const event = {
		id: `e${sequence}`,
		taskId: 'k',
		sequence,
		eventType,
		payload: {},
		createdAt: 1000 + sequence,
	};
	const origin = {
		kind: 'task_event',
		taskId: 'k',
		originSequence: sequence,
		occurredAt: 1000 + sequence,
		lane: 'task',
	};
	return { id: `task:k:${sequence}`, origin, payload: { kind: 'task_event', event } };
}

/** The task itself, as the turn has it. */
function parentEntry(threadId: string, turnId: string): object {
	const payload = { type: 'itemStarted', workspaceId, threadId, turnId, item: taskItem('k', 'thr_c') };
	return {
		id: 'parent:item-k:0',
		origin: { kind: 'parent_turn', originSequence: 0, occurredAt: 1000, lane: 'parent' },
		payload: { kind: 'turn_item_event', event: { sequence: 0, created_at: 1000, payload } },
	};
}

const say = (id: string, text: string) => ({ type: 'agentMessage', id, text });

const work = [
	taskEntry(1, 'task/run/started'),
	childEntry(2, say('m1', 'I look.')),
	childEntry(3, { ...commandItem('c1'), id: 'c1' }),
	childEntry(4, say('g1', 'Deeper.'), 'thr_grandchild'),
	childEntry(5, say('m2', 'Found.')),
	taskEntry(6, 'task/run/completed'),
];
const seen = [
	'user: go',
	'call: auditor, cancelled',
	'child: auditor, running',
	'agent: I look.',
	'call: npm test, completed, ""',
	'child: , unknown',
	'agent: Deeper.',
	'agent: Found.',
];

function changed(turn: PlayedTurn): void {
	turn.thread.notify('turn/timeline/changed', {
		workspaceId,
		threadId: turn.thread.id,
		turnId: turn.turn.id,
		taskId: 'k',
		reason: 'child_turn_changed',
	});
}

/** Plays a turn with a task; the composed timeline of it is what `entries` says. */
function withTask(entries: () => readonly object[], change: (turn: PlayedTurn) => void): PioneerOptions {
	return {
		play: (turn) => {
			turn.start();
			turn.tell('item/started', { item: taskItem('k', 'thr_c', { title: 'auditor' }) });
			change(turn);
		},
		serve: (_client, method, { threadId, turnId }) => {
			if (method !== 'turn/timeline' || threadId === '') return undefined;
			const parent = parentEntry(String(threadId), String(turnId));
			return {
				result: { threadId, workspaceId, turnId, items: [parent, ...entries()], lastSequence: 9 },
			};
		},
	};
}

async function ended(started: Started, count: number): Promise<void> {
	const before = started.say('go');
	await until(() => shown(started).length === count, 20_000, `only ${JSON.stringify(shown(started))}`);
	started.session.stop();
	await before;
}

describe('A task of a Pioneer gateway', () => {
	it('has in it what its thread did, and a thread of that one its own', () =>
		played(
			withTask(() => work, changed),
			async (started) => {
				await ended(started, 8);
				const entries = [...started.session.state.entries.values()];
				const lines = shown(started);
				assert.deepEqual(lines, seen);
				const parentOf = (text: string): string | undefined => {
					const { parentId } = entries[lines.indexOf(text)] ?? {};
					const parent = entries.find(({ id }) => id === parentId);
					return parent?.type === 'subagent' ? parent.sessionId : undefined;
				};
				assert.equal(parentOf('agent: I look.'), 'thr_c');
				assert.equal(parentOf('agent: Found.'), 'thr_c');
				assert.equal(parentOf('agent: Deeper.'), 'thr_grandchild');
			},
		));

	it('is the same in whatever order the gateway lists it, and twice as well', async () => {
		let expected: readonly string[] | undefined;
		for (let seed = 0; seed < 5; seed++) {
			const random = randomIntegers(seed);
			const shuffled = [...work, ...work].toSorted(() => random(3) - 1);
			await played(
				withTask(() => shuffled, changed),
				async (started) => {
					await ended(started, 8);
					expected ??= shown(started);
					assert.deepEqual(shown(started), expected, `seed ${seed}`);
				},
			);
		}
	});

	it('is read once for a hundred changes that come together', () =>
		played(
			withTask(
				() => work,
				(turn) => {
					for (let count = 0; count < 100; count++) changed(turn);
				},
			),
			async (started, gateway) => {
				await ended(started, 8);
				// The first one is the probe.
				assert.equal(gateway.heard.filter(({ method }) => method === 'turn/timeline').length, 2);
			},
		));

	it('says nothing twice when it is read again, and what is new after it', () => {
		let entries: readonly object[] = work.slice(0, 3);
		return played(
			withTask(() => entries, changed),
			async (started, gateway) => {
				const said = started.say('go');
				await until(() => shown(started).length === 5);
				entries = work;
				const turn = [...gateway.threads.values()].flatMap(({ turns }) => [...turns.values()])[0];
				changed(turn ?? assert.fail());
				await until(() => shown(started).length === 8);
				assert.equal(shown(started).filter((line) => line === 'agent: I look.').length, 1);
				started.session.stop();
				await said;
			},
		);
	});

	it('is there again when the conversation is loaded', () =>
		played(
			withTask(() => work, changed),
			async (started, gateway) => {
				await ended(started, 8);
				const again = await start(gateway.url, { sessionId: started.session.state.sessionId });
				await until(() => shown(again).length === 8);
				assert.ok(shown(again).includes('agent: Deeper.'));
				await again.close();
			},
		));

	it('that has no thread of its own leaves the turn as it was told', () =>
		played(
			(turn) => {
				turn.start();
				turn.whole({ type: 'agentMessage', id: 'a', text: 'All green.' });
				changed(turn);
			},
			async (started, gateway) => {
				const said = started.say('go');
				await until(() => gateway.heard.filter(({ method }) => method === 'turn/timeline').length === 2);
				started.session.stop();
				await said;
				assert.deepEqual(shown(started), ['user: go', 'agent: All green.']);
			},
		));

	it('says so where it has more steps than are read', () => {
		const many = Array.from({ length: 100 }, (_none, index) =>
			childEntry(index, say(`m${index}`, `${index}`)),
		);
		return played(
			withTask(() => many, changed),
			async (started, gateway) => {
				await ended(started, 103);
				const child = [...started.session.state.entries.values()].find(({ type }) => type === 'subagent');
				assert.equal(child?.type === 'subagent' && child.description, 'Only the first 100 steps are shown.');
				const { params } =
					gateway.heard.findLast(({ method }) => method === 'turn/timeline') ?? assert.fail();
				assert.equal(params['maxChildItemsPerTask'], 100);
			},
		);
	});
});
