/** Each kind of item of Codex's app-server, 0.169, and each notification about one, with what it becomes. */

/** A notification of the thread: method and fields. */
export type Notification = readonly [method: string, fields: object];

export const completed = (item: object): Notification => ['item/completed', { item }];
export const begun = (item: object): Notification => ['item/started', { item }];
export const text = (value: string): object => ({ type: 'text', text: value });
export const content = (value: string): object => ({ type: 'content', content: text(value) });
export const call = (toolCallId: string, fields: object): object => ({
	type: 'tool_call',
	toolCallId,
	fields,
});

/** What is tested, the notifications, and the events that they come to. */
export type ItemRow = readonly [
	name: string,
	notifications: readonly Notification[],
	events: readonly object[],
];

export const itemRows: readonly ItemRow[] = [
	[
		'a message of the user',
		[
			completed({
				type: 'userMessage',
				id: 'u',
				content: [
					{ type: 'text', text: 'Look' },
					{ type: 'image', url: 'data:image/png;base64,AAAA' },
					{ type: 'image', url: 'https://elsewhere.example/x.png' },
					{ type: 'mention', name: 'a.ts', path: '/work/a.ts' },
				],
			}),
		],
		[
			{
				type: 'message',
				role: 'user',
				messageId: 'u',
				content: [
					text('Look'),
					{ type: 'image', mimeType: 'image/png', data: 'AAAA' },
					// An address is not fetched.
					{ type: 'unknown', kind: 'image' },
					{ type: 'resource_link', uri: '/work/a.ts', name: 'a.ts' },
				],
			},
		],
	],
	[
		'a message of the agent, whose end the pieces left out',
		[
			['item/agentMessage/delta', { itemId: 'm', delta: 'Hel' }],
			completed({ type: 'agentMessage', id: 'm', text: 'Hello' }),
		],
		[
			{ type: 'message_chunk', role: 'agent', messageId: 'm', content: text('Hel') },
			{ type: 'message_chunk', role: 'agent', messageId: 'm', content: text('lo') },
		],
	],
	[
		'a message of the agent that was rewritten',
		[
			['item/agentMessage/delta', { itemId: 'm', delta: 'Draft' }],
			completed({ type: 'agentMessage', id: 'm', text: 'Final' }),
		],
		[
			{ type: 'message_chunk', role: 'agent', messageId: 'm', content: text('Draft') },
			{ type: 'message', role: 'agent', messageId: 'm', content: [text('Final')] },
		],
	],
	[
		'thoughts, by their summary, in paragraphs',
		[
			['item/reasoning/summaryTextDelta', { itemId: 'r', delta: 'First', summaryIndex: 0 }],
			['item/reasoning/summaryPartAdded', { itemId: 'r', summaryIndex: 1 }],
			['item/reasoning/summaryTextDelta', { itemId: 'r', delta: 'Second', summaryIndex: 1 }],
			completed({ type: 'reasoning', id: 'r', summary: ['First', 'Second'], content: ['raw'] }),
		],
		[
			{ type: 'message_chunk', role: 'thought', messageId: 'r', content: text('First') },
			{ type: 'message_chunk', role: 'thought', messageId: 'r', content: text('\n\nSecond') },
		],
	],
	[
		'thoughts without a summary',
		[completed({ type: 'reasoning', id: 'r', summary: [], content: ['Raw', 'more'] })],
		[{ type: 'message_chunk', role: 'thought', messageId: 'r', content: text('Raw\n\nmore') }],
	],
	[
		'a command with its output',
		[
			begun({
				type: 'commandExecution',
				id: 'c',
				command: 'ls',
				cwd: '/work',
				status: 'inProgress',
				commandActions: [],
			}),
			['item/commandExecution/outputDelta', { itemId: 'c', delta: 'a.t' }],
			completed({
				type: 'commandExecution',
				id: 'c',
				command: 'ls',
				cwd: '/work',
				status: 'failed',
				commandActions: [],
				aggregatedOutput: 'a.ts\n',
				exitCode: 2,
			}),
		],
		[
			call('c', {
				name: 'shell',
				title: 'ls',
				kind: 'execute',
				status: 'in_progress',
				content: [{ type: 'terminal', terminalId: 'c' }],
				locations: [],
				rawInput: { command: 'ls', cwd: '/work' },
			}),
			{ type: 'terminal_started', terminalId: 'c', fields: { label: 'ls', cwd: '/work' } },
			{ type: 'terminal_output', terminalId: 'c', data: 'a.t' },
			{
				type: 'tool_call_update',
				toolCallId: 'c',
				fields: {
					name: 'shell',
					title: 'ls',
					kind: 'execute',
					status: 'failed',
					content: [{ type: 'terminal', terminalId: 'c' }],
					locations: [],
					rawInput: { command: 'ls', cwd: '/work' },
				},
			},
			{ type: 'terminal_output', terminalId: 'c', data: 's\n' },
			{ type: 'terminal_exited', terminalId: 'c', exitCode: 2, signal: null },
		],
	],
	[
		'files that are added, deleted, moved and changed',
		[
			completed({
				type: 'fileChange',
				id: 'f',
				status: 'completed',
				changes: [
					{ path: '/work/new.ts', kind: { type: 'add' }, diff: 'one\n' },
					{ path: '/work/old.ts', kind: { type: 'delete' }, diff: 'two\n' },
					{
						path: '/work/a.ts',
						kind: { type: 'update', move_path: '/work/b.ts' },
						diff: '@@ -1 +1 @@\n-x\n+y',
					},
					{ path: '/work/c.ts', kind: { type: 'update', move_path: null }, diff: 'no patch' },
					{ path: 'relative.ts', kind: { type: 'add' }, diff: '' },
				],
			}),
		],
		[
			call('f', {
				name: 'fileChange',
				status: 'completed',
				kind: 'edit',
				content: [
					{ type: 'diff', path: '/work/new.ts', oldText: null, newText: 'one\n' },
					{ type: 'diff', path: '/work/old.ts', oldText: 'two\n', newText: null },
					{
						type: 'file_change',
						operation: 'move',
						path: '/work/b.ts',
						oldPath: '/work/a.ts',
						fileType: 'text',
						hunks: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ['-x', '+y'] }],
					},
					{
						type: 'file_change',
						operation: 'modify',
						path: '/work/c.ts',
						fileType: 'text',
						isPatchUnreadable: true,
					},
					{ type: 'file_change', operation: 'other', operationName: 'add', path: 'relative.ts' },
				],
				locations: [
					{ path: '/work/new.ts' },
					{ path: '/work/old.ts' },
					{ path: '/work/b.ts' },
					{ path: '/work/c.ts' },
				],
			}),
		],
	],
	[
		'a call of a tool server, with its progress and its failure',
		[
			begun({
				type: 'mcpToolCall',
				id: 't',
				server: 'db',
				tool: 'query',
				status: 'inProgress',
				arguments: { q: 1 },
			}),
			['item/mcpToolCall/progress', { itemId: 't', message: 'half' }],
			completed({
				type: 'mcpToolCall',
				id: 't',
				server: 'db',
				tool: 'query',
				status: 'failed',
				arguments: { q: 1 },
				result: { content: [{ type: 'text', text: 'rows' }] },
				error: { message: 'lost' },
			}),
		],
		[
			call('t', {
				status: 'in_progress',
				name: 'db.query',
				title: 'db: query',
				kind: 'other',
				rawInput: { q: 1 },
				content: [],
			}),
			{ type: 'tool_call_update', toolCallId: 't', fields: { content: [content('half')] } },
			{
				type: 'tool_call_update',
				toolCallId: 't',
				fields: {
					status: 'failed',
					name: 'db.query',
					title: 'db: query',
					kind: 'other',
					rawInput: { q: 1 },
					content: [content('rows'), content('lost')],
				},
			},
		],
	],
	[
		'a tool of the client of another session',
		[
			completed({
				type: 'dynamicToolCall',
				id: 'd',
				namespace: null,
				tool: 'look',
				arguments: {},
				status: 'completed',
				contentItems: [{ type: 'inputText', text: 'seen' }],
			}),
		],
		[
			call('d', {
				status: 'completed',
				name: 'look',
				title: 'look',
				kind: 'other',
				rawInput: {},
				content: [content('seen')],
			}),
		],
	],
	[
		'the answer of a function',
		[completed({ type: 'functionCallOutput', id: 'o', name: 'fn', namespace: null, output: 'done' })],
		[call('o', { status: 'completed', name: 'fn', title: 'fn', kind: 'other', content: [content('done')] })],
	],
	[
		'a search of the web',
		[completed({ type: 'webSearch', id: 'w', query: 'acp', action: null, results: null })],
		[call('w', { status: 'completed', name: 'webSearch', kind: 'search', title: 'acp' })],
	],
	[
		'an image that is looked at',
		[completed({ type: 'imageView', id: 'i', path: '/work/x.png' })],
		[
			call('i', {
				status: 'completed',
				name: 'imageView',
				kind: 'read',
				locations: [{ path: '/work/x.png' }],
			}),
		],
	],
	[
		'an image that is made',
		[
			completed({
				type: 'imageGeneration',
				id: 'g',
				status: 'completed',
				revisedPrompt: 'a cat',
				result: 'AAAA',
			}),
		],
		[
			call('g', {
				status: 'completed',
				name: 'imageGeneration',
				kind: 'other',
				title: 'a cat',
				content: [{ type: 'content', content: { type: 'image', mimeType: 'image/png', data: 'AAAA' } }],
			}),
		],
	],
	[
		'a wait',
		[completed({ type: 'sleep', id: 's', durationMs: 1500 })],
		[call('s', { status: 'completed', name: 'sleep', kind: 'other', title: 'Wait 1.5 s' })],
	],
	[
		'a review, from its beginning to what it found',
		[
			completed({ type: 'enteredReviewMode', id: 'e', review: 'current changes' }),
			completed({ type: 'exitedReviewMode', id: 'x', review: 'All is well.' }),
		],
		[
			call('e', { status: 'completed', name: 'enteredReviewMode', kind: 'think', title: 'current changes' }),
			{ type: 'message_chunk', role: 'agent', messageId: 'x', content: text('All is well.') },
		],
	],
	[
		'words of a hook',
		[completed({ type: 'hookPrompt', id: 'h', fragments: [{ text: 'Run the tests', hookRunId: 'x' }] })],
		[
			call('h', {
				status: 'completed',
				name: 'hookPrompt',
				kind: 'other',
				title: 'hookPrompt',
				content: [content('Run the tests')],
			}),
		],
	],
];
