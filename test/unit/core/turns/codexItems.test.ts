/** What becomes of the items of Codex's app-server, and of what is odd among them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AgentEvent } from '../../../../src/core/session/model/agentEvents.ts';
import { factRows } from './codexFactRows.ts';
import { completed, itemRows, type Notification, text } from './codexItemRows.ts';
import { inThread, openCodex } from './gatewayWire.ts';

/** The events that these notifications of one thread come to. */
async function eventsOf(...notifications: readonly Notification[]): Promise<readonly AgentEvent[]> {
	const { wire, target } = await openCodex();
	for (const [method, fields] of notifications) wire.tell(method, inThread(fields));
	return target.events;
}

describe('An item of Codex becomes what an agent of ACP would have said:', () => {
	for (const [name, notifications, events] of [...itemRows, ...factRows])
		it(name, async () => assert.deepEqual(await eventsOf(...notifications), events));
});

describe('What comes for an item of Codex', () => {
	it('after its end changes nothing', async () => {
		const item = completed({ type: 'agentMessage', id: 'm', text: 'Done' });
		const once = await eventsOf(item);
		const again = await eventsOf(item, item, ['item/agentMessage/delta', { itemId: 'm', delta: 'late' }]);
		assert.deepEqual(again, once);
	});

	it('that cannot be read is left out, and the rest counts', async () => {
		const broken: readonly Notification[] = [
			['item/completed', { item: null }],
			['item/completed', { item: { type: 'agentMessage' } }],
			['item/completed', { item: { id: 'x' } }],
			['turn/plan/updated', { plan: 'none' }],
			['thread/tokenUsage/updated', {}],
			['item/agentMessage/delta', { itemId: 'm' }],
		];
		const events = await eventsOf(
			...broken,
			completed({ type: 'agentMessage', id: 'm', text: 'Still here' }),
		);
		assert.deepEqual(events.at(-1), {
			type: 'message_chunk',
			role: 'agent',
			messageId: 'm',
			content: text('Still here'),
		});
	});

	it('of a thread that a call has named as a helper is shown inside of it', async () => {
		const { wire, target } = await openCodex();
		wire.tell('item/completed', {
			threadId: 'thread-1',
			item: { type: 'subAgentActivity', id: 'b', kind: 'started', agentThreadId: 'child', agentPath: 'x' },
		});
		wire.tell('turn/started', { threadId: 'child', turn: { id: 't9' } });
		wire.tell('item/agentMessage/delta', { threadId: 'child', itemId: 'm', delta: 'Inside' });
		assert.deepEqual(target.events.at(-1), {
			type: 'in_subagent',
			sessionId: 'child',
			event: { type: 'message_chunk', role: 'agent', messageId: 'm', content: text('Inside') },
		});
		assert.equal(target.of('work').length, 0);
	});

	it('with more output than is compared is shown by its pieces', async () => {
		const { wire, target } = await openCodex();
		const piece = 'x'.repeat(600 * 1024);
		for (const delta of [piece, piece])
			wire.tell('item/commandExecution/outputDelta', inThread({ itemId: 'c', delta }));
		const item = {
			type: 'commandExecution',
			id: 'c',
			command: 'x',
			status: 'completed',
			aggregatedOutput: 'cut',
			exitCode: 0,
		};
		wire.tell('item/completed', inThread({ item }));
		assert.equal(target.of('terminal_output').length, 2);
		assert.equal(target.of('terminal_replaced').length, 0);
	});

	it('with a method that we do not know is logged once', async () => {
		const { wire, log } = await openCodex();
		for (let times = 0; times < 3; times++) wire.tell('item/hologram/delta', inThread({ itemId: 'z' }));
		assert.equal(log.filter((line) => line.includes('item/hologram/delta')).length, 1);
	});
});
