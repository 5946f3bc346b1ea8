/** What Codex's app-server, 0.169, says beside the work of a turn, and helpers, each with what it becomes. */
import { begun, call, completed, content, type ItemRow } from './codexItemRows.ts';

export const factRows: readonly ItemRow[] = [
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
