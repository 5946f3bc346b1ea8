/** Each kind of item of a Pioneer gateway, and what it says beside them: the notifications of a turn, by what is shown. */
import { callItem, commandItem } from '../../../agents/pioneerDemoTurn.ts';

export type PioneerRow = readonly [
	name: string,
	notifications: readonly (readonly [method: string, fields: object])[],
];

const whole = (item: object): PioneerRow[1][number] => ['item/completed', { item }];
const started = (item: object): PioneerRow[1][number] => ['item/started', { item }];
const running = commandItem('c', { status: 'in_progress' });
const ofCommand = { item_id: 'c', item_type: 'command_execution' };
const ofJob = { ...ofCommand, recovery_job_id: 'j' };
const ofEpisode = { ...ofCommand, tool_retry_episode_id: 'e', tool_name: 'exec_command' };
const opened = { ...ofJob, trigger: 'timeout', action: 'retry_attempt', attempt_number: 2 };
const budgets = [{ kind: 'episode', used: 1, limit: 3 }];
const task = {
	type: 'task',
	id: 't',
	taskId: 'k',
	title: 'Audit the dependencies',
	status: 'running',
	triggerKind: 'immediate',
	executorKind: 'agent',
	depth: 1,
	maxDepth: 3,
	createdAt: 0,
	updatedAt: 0,
	childThreadId: 'thr_c',
	agentRole: 'auditor',
};
const result = { rank: 1, title: 'ACP', url: 'https://e.x', snippet: 'A protocol', source: 'ddg' };
const summary = { kind: 'summary', title: 'Read a.ts', lines: ['3 lines'], metadata: {}, truncated: false };

export const pioneerRows: readonly PioneerRow[] = [
	['a message of the user', [whole({ type: 'userMessage', id: 'u', text: 'Run the tests' })]],
	[
		'a message of the agent, in pieces and as a whole',
		[
			started({ type: 'agentMessage', id: 'm', text: '' }),
			['item/agent_message/delta', { item_id: 'm', delta: 'All gre' }],
			whole({ type: 'agentMessage', id: 'm', text: 'All green.' }),
		],
	],
	[
		'thoughts, by the stream of everything',
		[
			started({ type: 'reasoning', id: 'r', summary: [], content: [] }),
			['item/agent_message/delta', { item_id: 'r', delta: 'I look first.', stream: 'generic' }],
			whole({ type: 'reasoning', id: 'r', summary: ['I look first.'], content: [] }),
		],
	],
	['a word of the system', [whole({ type: 'systemEvent', id: 's', level: 'warning', message: 'Slow' })]],
	['a task', [started(task)]],
	[
		'a command',
		[
			started(running),
			['item/command_execution/output_delta', { item_id: 'c', delta: 'ok\n', stream: 'stdout' }],
			whole(
				commandItem('c', {
					display: { kind: 'shell', aggregated_output: 'ok\n', exit_code: 0, truncated: false },
				}),
			),
		],
	],
	[
		'a command that waits for its next attempt',
		[
			started(running),
			['item/timeout_detected', { ...ofCommand, attempt_number: 1, reason: 'idle_deadline_exceeded' }],
			['item/recovery_opened', opened],
			['item/retry_scheduled', { ...ofJob, attempt_number: 2, next_run_at_unix: 1_700_000_000 }],
		],
	],
	[
		'a command that recovered',
		[
			started(running),
			['item/recovery_opened', opened],
			['item/retry_attempt_started', { ...ofJob, attempt_number: 2 }],
			['item/recovery_succeeded', { ...ofJob, attempt_number: 2 }],
			whole(commandItem('c')),
		],
	],
	[
		'a command that is given up',
		[
			started(running),
			[
				'item/recovery_attached',
				{
					...ofJob,
					recovery_item_id: 'c',
					recovery_item_type: 'command_execution',
					trigger: 'timeout',
					action: 'retry_with_backoff',
					existing_status: 'active',
					next_attempt_number: 3,
				},
			],
			[
				'item/recovery_exhausted',
				{ ...ofJob, attempt_number: 3, status: 'exhausted', error_message: 'It never answered' },
			],
		],
	],
	[
		'a tool that the model tries again, and gives up',
		[
			started(running),
			[
				'item/tool/retry_scheduled',
				{
					...ofEpisode,
					attempt_number: 2,
					error_class: 'timeout',
					retry_hint: 'retry',
					budgets,
					failure_signature_fingerprint: 'f',
					reason: 'The tool said nothing',
				},
			],
			[
				'item/tool/retry_exhausted',
				{
					...ofEpisode,
					attempt_number: 3,
					error_class: 'timeout',
					exhaustion_kind: 'total_retry_rounds',
					budgets,
					failure_signature_fingerprint: 'f',
					reason: 'Enough',
				},
			],
		],
	],
	[
		'a tool that the model tried again with success',
		[
			started(running),
			[
				'item/tool/retry_resolved',
				{ ...ofEpisode, attempt_number: 2, resolution: 'succeeded', budgets, reason: 'It worked' },
			],
		],
	],
	['changed files', [whole(callItem('fileChange', 'f', { changedFiles: ['/ws/a.ts'], stdout: 'done' }))]],
	['a search', [whole(callItem('webSearch', 'w', { query: 'acp', results: [result] }))]],
	['a page that is fetched', [whole(callItem('webFetch', 'g', { url: 'https://e.x', links: [] }))]],
	['a download', [whole(callItem('download', 'd', { path: '/tmp/x.zip' }))]],
	['another tool', [whole(callItem('dynamicToolCall', 'y', { toolName: 'read_file', display: summary }))]],
	[
		'a tool with its progress',
		[
			started(callItem('dynamicToolCall', 'y', { toolName: 'slow', status: 'in_progress' })),
			['item/tool/progress', { item_id: 'y', delta: 'half of it', stream: 'tool_progress' }],
		],
	],
	[
		'a history that is shortened',
		[
			['context/compressing', { message: 'Compressing' }],
			['context/compressed', { compressed_tokens: 100 }],
		],
	],
	[
		'a budget that is used up',
		[
			[
				'turn/tool_loop/budget_exceeded',
				{
					limit_kind: 'tool_calls',
					limit: 128,
					observed: 129,
					action: 'request_final_no_tools_round',
					reason: '128 calls',
				},
			],
		],
	],
];
