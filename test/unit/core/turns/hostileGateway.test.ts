/** A gateway that knows our source and means harm: endless ids, endless questions, names that objects have by themselves. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BoundedMap } from '../../../../src/core/base/boundedMap.ts';
import type { JsonObject } from '../../../../src/core/base/json.ts';
import * as limits from '../../../../src/core/base/limits.ts';
import { inOrder, workOfTasks } from '../../../../src/core/turns/pioneer/composedTimeline.ts';
import { ThreadMemories } from '../../../../src/core/turns/pioneer/threadMemories.ts';
import { FollowedThread, HeldEvents } from '../../../../src/core/turns/followedThread.ts';
import { ThreadItems } from '../../../../src/core/turns/threadItems.ts';
import { inThread, openCodex, started, threadId } from './gatewayWire.ts';
import { begun, hello, words } from './pioneerRig.ts';

const oddNames = [
	'__proto__',
	'constructor',
	'toString',
	'hasOwnProperty',
	'',
	' ',
	'\u0000',
	'x'.repeat(100_000),
];

describe('A gateway with endless names', () => {
	it('of threads that nobody opened leaves the one that is open its turn, and its Stop', async () => {
		const { wire, agent } = await openCodex();
		await agent.prompt(threadId, hello);
		wire.tell('turn/started', started());
		for (let at = 0; at <= limits.followedThreads; at++)
			wire.tell('item/agentMessage/delta', { threadId: `foreign ${at}`, itemId: 'm', delta: 'x' });
		agent.cancel(threadId);
		assert.deepEqual(wire.last('turn/interrupt'), { threadId, turnId: 'turn-1' });
	});

	it('of items that never end is remembered for so many, and what is late for the others changes nothing', () => {
		const items = new ThreadItems();
		const said = (id: string, text: string): number =>
			items.read({ type: 'text_delta', itemId: id, role: 'agent', part: 0, text }).length;
		for (let at = 0; at <= limits.completeItems; at++) assert.equal(said(`m${at}`, 'x'), 1);
		assert.equal(said('m0', 'late'), 0);
		assert.equal(said(`m${limits.completeItems}`, 'more'), 1);
	});

	it('of things that it tells while its history is asked for has the newest kept', () => {
		const held = new HeldEvents();
		held.hold('t');
		for (let at = 0; at < limits.earlyEvents + 10; at++)
			held.keeps('t', [{ type: 'turn_started', turnId: `t${at}` }]);
		const thread = new FollowedThread(new BoundedMap({ maxCount: 1 }), {
			deliver: () => undefined,
			interrupt: () => undefined,
		});
		const kept = held.release('t', thread);
		assert.equal(kept.length, limits.earlyEvents);
		assert.deepEqual(kept.at(-1), { type: 'turn_started', turnId: `t${limits.earlyEvents + 9}` });
	});
});

describe('A gateway with names that objects have by themselves', () => {
	for (const id of oddNames) {
		it(`such as ${JSON.stringify(id.slice(0, 20))} says with them what it says with any (Codex)`, async () => {
			const { wire, target } = await openCodex();
			for (const type of ['agentMessage', 'commandExecution', 'fileChange', id]) {
				const itemId = `${type} ${id}`;
				wire.tell(
					'item/completed',
					inThread({ item: { type, id: itemId, status: id, text: 'said', kind: id } }),
				);
			}
			wire.tell('turn/plan/updated', inThread({ plan: [{ step: 's', status: id }] }));
			wire.tell(id, inThread({ itemId: id }));
			wire.tell('error', inThread({ willRetry: true, error: { message: id, codexErrorInfo: { [id]: id } } }));
			assert.equal(target.of('tool_call').length, 3);
			assert.equal(target.of('message_chunk').length, 1);
		});

		it(`such as ${JSON.stringify(id.slice(0, 20))} says with them what it says with any (Pioneer)`, async () => {
			const { target, tellUndocumented: tell } = await begun();
			tell('item/started', { item: { type: 'agentMessage', id, text: '' } });
			tell('item/agent_message/delta', { item_id: id, delta: 'said', stream: 'agent_message' });
			tell('item/agent_message/delta', { item_id: `${id}!`, delta: 'unheard', stream: id });
			tell('item/completed', {
				item: { type: id, id: 'other', status: id, toolName: id, display: { kind: id } },
			});
			tell('item/retry_scheduled', { item_id: id, trigger: id, reason: id, attempt_number: 1 });
			tell(id, { item_id: id, [id]: id });
			assert.equal(words(target, 'agent'), 'said');
			assert.equal(({} as JsonObject)['said'], undefined);
		});
	}
});

describe('A timeline of a Pioneer gateway', () => {
	const entry = (at: number): JsonObject => ({
		id: `child:${at}`,
		origin: {
			kind: 'child_turn',
			taskId: `task ${at}`,
			childThreadId: `thread ${at}`,
			originSequence: at,
			occurredAt: at,
		},
		payload: {
			event: {
				payload: {
					type: 'itemCompleted',
					item: { type: 'task', id: `t${at}`, taskId: `task ${at}`, childThreadId: `thread ${at}` },
				},
			},
		},
	});

	it('with as many tasks as a message holds is read so far', () => {
		const memories = new ThreadMemories();
		const items = Array.from({ length: 60_000 }, (_one, at) => entry(at));
		const tellings = workOfTasks({ items }, 'thr', (id) => memories.of(id));
		assert.ok(tellings.length > 0 && tellings.length <= 3 * limits.timelineEntries);
	});

	it('has one order, however it is shuffled, also of entries that have nothing to tell them apart', () => {
		const items = Array.from({ length: 50 }, (_one, at) => ({ ...entry(at), origin: { kind: 'x' } }));
		assert.deepEqual(inOrder(items.toReversed()), inOrder(items));
	});
});

describe('A Pioneer gateway that says without end that timelines have changed', () => {
	it('is asked for so many at once', async () => {
		const { wire, tellUndocumented } = await begun();
		const threadIdOfIt = String(wire.last('turn/start')['thread_id']);
		const before = wire.sent.length;
		for (let at = 0; at < 1_000; at++)
			tellUndocumented('turn/timeline/changed', { threadId: threadIdOfIt, turnId: `trn_${at}` });
		await new Promise((resolve) => setImmediate(resolve));
		assert.ok(wire.sent.length - before <= limits.timelineReads, `${wire.sent.length - before} requests`);
	});
});
