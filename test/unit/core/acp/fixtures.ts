/** One well-formed message of every kind an agent of version 1 sends, by the name of its definition. */
const sessionId = 'sess_1';
const annotations = { audience: ['user'], priority: 0.5, lastModified: '2026-01-02T03:04:05Z' };
const blocks = [
	{ type: 'text', text: 'Looking at the **parser**.', annotations },
	{ type: 'image', data: 'aGk=', mimeType: 'image/png', uri: 'file:///work/a.png' },
	{ type: 'audio', data: 'aGk=', mimeType: 'audio/wav' },
	{
		type: 'resource_link',
		uri: 'file:///work/a.ts',
		name: 'a.ts',
		title: 'A',
		mimeType: 'text/plain',
		size: 3,
	},
	{ type: 'resource', resource: { uri: 'file:///work/a.ts', text: 'let a', mimeType: 'text/plain' } },
	{ type: 'resource', resource: { uri: 'file:///work/a.bin', blob: 'aGk=' } },
];
const toolCall = {
	toolCallId: 'call_7',
	title: 'Checking the parser',
	name: 'Check',
	kind: 'read',
	status: 'pending',
	content: [
		{ type: 'content', content: { type: 'text', text: 'Found:\n- nothing wrong' } },
		{ type: 'diff', path: '/work/a.ts', oldText: 'a', newText: 'b' },
		{ type: 'diff', path: '/work/new.ts', newText: 'b' },
		{ type: 'terminal', terminalId: 'term_1' },
	],
	locations: [{ path: '/work/a.ts', line: 3 }, { path: '/work/b.ts' }],
	rawInput: { path: '/work/a.ts' },
	rawOutput: 'done',
	_meta: { vendor: { a: 1 } },
};
const planEntries = [
	{ content: 'Read the parser', priority: 'high', status: 'completed' },
	{ content: 'Write a test', priority: 'low', status: 'pending' },
];
const modes = {
	currentModeId: 'ask',
	availableModes: [
		{ id: 'ask', name: 'Ask', description: 'Asks first' },
		{ id: 'code', name: 'Code' },
	],
};
const configOptions = [
	{
		id: 'model',
		name: 'Model',
		category: 'model',
		type: 'select',
		currentValue: 'a',
		options: [{ value: 'a', name: 'A' }],
	},
	{ id: 'fast', name: 'Fast', type: 'boolean', currentValue: true },
];

/** The `update` of a `session/update`, by kind. */
export const updates: readonly { sessionUpdate: string; [field: string]: unknown }[] = [
	...blocks.map((content) => ({ sessionUpdate: 'agent_message_chunk', content, messageId: 'm1' })),
	{ sessionUpdate: 'user_message_chunk', content: { type: 'text', text: 'Please check the parser' } },
	{ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: 'Hm' }, messageId: null },
	{ sessionUpdate: 'tool_call', ...toolCall },
	{ sessionUpdate: 'tool_call_update', ...toolCall, status: 'completed' },
	{ sessionUpdate: 'tool_call_update', toolCallId: 'call_7', status: null, title: null, content: null },
	{ sessionUpdate: 'plan', entries: planEntries },
	{
		sessionUpdate: 'available_commands_update',
		availableCommands: [
			{ name: 'review', description: 'Reviews', input: { hint: 'what to review' } },
			{ name: 'clear', description: 'Clears', input: null },
		],
	},
	{ sessionUpdate: 'current_mode_update', currentModeId: 'code' },
	{ sessionUpdate: 'config_option_update', configOptions },
	{ sessionUpdate: 'session_info_update', title: 'Parser', updatedAt: '2026-01-02T03:04:05Z' },
	{ sessionUpdate: 'usage_update', used: 10, size: 100, cost: { amount: 0.1, currency: 'USD' } },
	{ sessionUpdate: 'notice', severity: 'warning', title: 'Slow', description: 'The model is busy' },
	{
		sessionUpdate: 'compaction_update',
		compactionId: 'c1',
		status: 'completed',
		summary: blocks.slice(0, 1),
	},
	{ sessionUpdate: 'compaction_summary_chunk', compactionId: 'c1', content: blocks[0] },
	{ sessionUpdate: 'plan_update', plan: { type: 'items', planId: 'p1', entries: planEntries } },
	{ sessionUpdate: 'plan_removed', planId: 'p1' },
];

const permission = {
	sessionId,
	toolCall: { toolCallId: 'call_7', title: 'Write a.ts' },
	options: [
		{ optionId: 'yes', name: 'Allow', kind: 'allow_once' },
		{ optionId: 'no', name: 'Reject', kind: 'reject_once' },
	],
};

/** Definition and message. */
export const messages: readonly (readonly [root: string, message: Record<string, unknown>])[] = [
	...updates.map((update) => ['SessionNotification', { sessionId, update }] as const),
	['RequestPermissionRequest', permission],
	['ReadTextFileRequest', { sessionId, path: '/work/a.ts', line: 2, limit: 10 }],
	['WriteTextFileRequest', { sessionId, path: '/work/a.ts', content: 'let a' }],
	[
		'CreateTerminalRequest',
		{
			sessionId,
			command: 'npm',
			args: ['test'],
			env: [{ name: 'CI', value: '1' }],
			cwd: '/work',
			outputByteLimit: 1000,
		},
	],
	['CreateTerminalRequest', { sessionId, command: 'npm test', args: null, env: null, cwd: null }],
	['TerminalOutputRequest', { sessionId, terminalId: 'term_1' }],
	['WaitForTerminalExitRequest', { sessionId, terminalId: 'term_1' }],
	['KillTerminalRequest', { sessionId, terminalId: 'term_1' }],
	['ReleaseTerminalRequest', { sessionId, terminalId: 'term_1' }],
	[
		'InitializeResponse',
		{
			protocolVersion: 1,
			agentCapabilities: {
				loadSession: true,
				promptCapabilities: { image: true, audio: false, embeddedContext: true },
				mcpCapabilities: { http: true, sse: false },
				sessionCapabilities: { list: {}, close: null },
				auth: { logout: {} },
			},
			authMethods: [
				{ id: 'login', name: 'Log in', description: null },
				{ id: 'term', name: 'Terminal', type: 'terminal', args: ['login'], env: { A: 'b' } },
			],
			agentInfo: { name: 'fake', version: '1', title: null },
		},
	],
	['NewSessionResponse', { sessionId, modes, configOptions }],
	['LoadSessionResponse', { modes, configOptions }],
	['PromptResponse', { stopReason: 'end_turn' }],
	['ListSessionsResponse', { sessions: [{ sessionId, cwd: '/work', title: 'Parser' }], nextCursor: 'x' }],
	['Error', { code: -32603, message: 'Internal error', data: { details: 'no key' } }],
];
