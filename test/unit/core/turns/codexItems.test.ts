/** What becomes of the items of Codex's app-server, and of what is odd among them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AgentEvent } from '../../../../src/core/session/model/agentEvents.ts';
import {
	begun,
	call,
	completed,
	content,
	itemRows,
	type ItemRow,
	type Notification,
	text,
} from './codexItemRows.ts';
import { inThread, openCodex } from './gatewayWire.ts';

/** The events that these notifications of one thread come to. */
async function eventsOf(...notifications: readonly Notification[]): Promise<readonly AgentEvent[]> {
	const { wire, target } = await openCodex();
	for (const [method, fields] of notifications) wire.tell(method, inThread(fields));
	return target.events;
}

const otherRows: readonly ItemRow[] = [
	[
		'a history that is shortened',
		[begun({ type: 'contextCompaction', id: 'k' }), completed({ type: 'contextCompaction', id: 'k' })],
		[
			{ type: 'compaction', compactionId: 'k', status: 'in_progress' },
			{ type: 'compaction', compactionId: 'k', status: 'completed' },
		],
	],
	[
		'a plan as a document',
		[
			['item/plan/delta', { itemId: 'p', delta: '# Plan' }],
			completed({ type: 'plan', id: 'p', text: '# Plan\n1. Do' }),
		],
		[
			{ type: 'plan', planId: 'p', items: [], document: { type: 'markdown', text: '# Plan' } },
			{ type: 'plan', planId: 'p', items: [], document: { type: 'markdown', text: '# Plan\n1. Do' } },
		],
	],
	[
		'a plan as a list',
		[
			[
				'turn/plan/updated',
				{
					plan: [
						{ step: 'One', status: 'completed' },
						{ step: 'Two', status: 'inProgress' },
						{ step: 'Three', status: 'pending' },
					],
				},
			],
		],
		[
			{
				type: 'plan',
				planId: 'plan',
				items: [
					{ content: 'One', priority: 'medium', status: 'completed' },
					{ content: 'Two', priority: 'medium', status: 'in_progress' },
					{ content: 'Three', priority: 'medium', status: 'pending' },
				],
			},
		],
	],
	[
		'a helper that is started',
		[
			completed({
				type: 'collabAgentToolCall',
				id: 'a',
				tool: 'spawnAgent',
				status: 'completed',
				senderThreadId: 'thread-1',
				receiverThreadIds: ['child'],
				prompt: 'Look at it\nclosely',
				agentsStates: { child: { status: 'running', message: null } },
			}),
		],
		[
			call('a', {
				name: 'spawnAgent',
				title: 'spawnAgent',
				kind: 'other',
				status: 'completed',
				content: [content('Look at it\nclosely')],
			}),
			{ type: 'subagent', sessionId: 'child', fields: { title: 'Look at it', state: 'running' } },
		],
	],
	[
		'what a helper does',
		[
			completed({
				type: 'subAgentActivity',
				id: 'b',
				kind: 'completed',
				agentThreadId: 'child',
				agentPath: '/root/x',
			}),
		],
		[{ type: 'subagent', sessionId: 'child', fields: { state: 'idle' } }],
	],
	[
		'a kind that we do not know, by its name',
		[completed({ type: 'hologram', id: 'z', whatever: 1 })],
		[call('z', { status: 'completed', name: 'hologram', kind: 'other', title: 'hologram' })],
	],
	[
		'how full the context is',
		[
			[
				'thread/tokenUsage/updated',
				{ tokenUsage: { last: { totalTokens: 12 }, total: { totalTokens: 99 }, modelContextWindow: 100 } },
			],
		],
		[{ type: 'usage', used: 12, size: 100 }],
	],
	[
		'a request to the model that is sent again',
		[
			[
				'error',
				{
					willRetry: true,
					error: {
						message: 'Reconnecting... 2/5',
						codexErrorInfo: { responseStreamDisconnected: { httpStatusCode: 429 } },
						additionalDetails: 'cut off',
					},
				},
			],
			['error', { willRetry: false, error: { message: 'Gone', codexErrorInfo: 'other' } }],
		],
		[
			{
				type: 'attempt',
				attempt: { state: 'waiting', number: 2, of: 5, cause: 'rate_limit', message: 'cut off' },
			},
		],
	],
	[
		'the limits of the account',
		[
			[
				'account/rateLimits/updated',
				{
					rateLimits: {
						primary: { usedPercent: 42, windowDurationMins: 300, resetsAt: 1_700_000_000 },
						secondary: { usedPercent: -1, windowDurationMins: 10_080, resetsAt: 1 },
					},
				},
			],
		],
		[{ type: 'quota', windows: [{ id: 'primary', used: 0.42, hours: 5, resetsAt: 1_700_000_000_000 }] }],
	],
	[
		'the limits of a model of its own, beside those of the account',
		[
			[
				'account/rateLimits/updated',
				{
					rateLimits: {
						limitId: 'spark',
						limitName: null,
						primary: { usedPercent: 5, windowDurationMins: 60, resetsAt: null },
						secondary: null,
					},
				},
			],
			['account/rateLimits/updated', { rateLimits: { limitId: 'codex', secondary: { usedPercent: 1 } } }],
		],
		[
			{ type: 'quota', windows: [{ id: 'spark primary', used: 0.05, hours: 1, label: 'spark' }] },
			{ type: 'quota', windows: [{ id: 'secondary', used: 0.01, label: 'secondary' }] },
		],
	],
	[
		'the name of the thread',
		[['thread/name/updated', { threadName: 'Fix it' }]],
		[{ type: 'session_info', title: 'Fix it' }],
	],
	[
		'a warning, and another model that answers',
		[
			['warning', { message: 'Mind the gap' }],
			['model/rerouted', { fromModel: 'a', toModel: 'b', reason: 'x' }],
		],
		[
			{ type: 'agent_notice', notice: { severity: 'warning', title: 'Mind the gap' } },
			{ type: 'agent_notice', notice: { severity: 'warning', title: 'b answers in place of a' } },
		],
	],
];

describe('An item of Codex becomes what an agent of ACP would have said:', () => {
	for (const [name, notifications, events] of [...itemRows, ...otherRows])
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
