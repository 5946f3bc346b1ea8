/** One full, valid message of each kind that an agent sends on its own, every field filled in. */
import { entries, sameInBoth, text } from '../core/acp/sameInBoth.ts';

const toolCall = {
	toolCallId: 'c1',
	title: 'T',
	name: 'Edit',
	kind: 'edit',
	status: 'in_progress',
	content: [
		{ type: 'content', content: { type: 'image', data: 'AAAA', mimeType: 'image/png' } },
		{ type: 'diff', path: '/work/a', oldText: 'a', newText: 'b' },
		{ type: 'terminal', terminalId: 't1' },
	],
	locations: [{ path: '/work/a', line: 1 }],
	rawInput: { command: 'ls' },
	rawOutput: 'done',
	_meta: {
		terminal_info: { terminal_id: 't1', cwd: '/work' },
		terminal_output: { terminal_id: 't1', data: 'x' },
		terminal_exit: { terminal_id: 't1', exit_code: 0, signal: null },
	},
};
const select = {
	id: 'model',
	name: 'Model',
	description: 'Which',
	category: 'model',
	type: 'select',
	currentValue: 'a',
	options: [{ group: 'g', name: 'G', options: [{ value: 'a', name: 'A', description: 'The first' }] }],
};

/** The `update` of `session/update` of every kind, by kind. */
export const updateSamples: Readonly<Record<string, object>> = {
	...sameInBoth,
	user_message_chunk: {
		content: { type: 'resource_link', uri: 'file:///a', name: 'a', size: 1 },
		messageId: 'u',
	},
	agent_message_chunk: { content: text, messageId: 'm' },
	agent_thought_chunk: {
		content: { type: 'resource', resource: { uri: 'file:///a', text: 'a' } },
		messageId: 'h',
	},
	tool_call: toolCall,
	tool_call_update: { ...toolCall, status: 'completed' },
	plan: { entries },
	available_commands_update: {
		availableCommands: [{ name: 'go', description: 'Goes', input: { hint: 'where' } }],
	},
	current_mode_update: { currentModeId: 'code' },
	config_option_update: {
		configOptions: [select, { id: 'fast', name: 'Fast', type: 'boolean', currentValue: true }],
	},
	subagent_update: {
		sessionId: 'child',
		title: 'Child',
		description: 'Helps',
		capabilities: { cancel: {} },
		state: { state: 'running' },
		cwd: '/work',
		additionalDirectories: ['/other'],
	},
	session_message: {
		messageId: 's',
		senderSessionId: 'child',
		recipientSessionId: 'fake-1',
		senderMessageId: 'a',
		recipientMessageId: 'b',
		content: [text],
	},
};

const sessionId = 'fake-1';
const terminal = { sessionId, terminalId: 't1' };
const properties = {
	name: {
		type: 'string',
		title: 'Name',
		minLength: 1,
		maxLength: 9,
		pattern: '^a',
		format: 'email',
		default: 'a',
	},
	size: { type: 'integer', minimum: 0, maximum: 9, default: 1 },
	sure: { type: 'boolean', default: true },
	one: { type: 'string', oneOf: [{ const: 'a', title: 'A', description: 'First' }] },
	many: {
		type: 'array',
		minItems: 0,
		maxItems: 2,
		items: { type: 'string', enum: ['a', 'b'] },
		default: ['a'],
	},
};

/** The `params` of every request. */
export const requestSamples: readonly (readonly [method: string, params: object])[] = [
	[
		'session/request_permission',
		{ sessionId, toolCall, options: [{ optionId: 'y', name: 'Yes', kind: 'allow_once' }] },
	],
	['fs/read_text_file', { sessionId, path: '/work/a', line: 1, limit: 2 }],
	['fs/write_text_file', { sessionId, path: '/work/a', content: 'x' }],
	[
		'terminal/create',
		{
			sessionId,
			command: 'x',
			args: ['a'],
			env: [{ name: 'A', value: '1' }],
			cwd: '/work',
			outputByteLimit: 9,
		},
	],
	['terminal/output', terminal],
	['terminal/wait_for_exit', terminal],
	['terminal/kill', terminal],
	['terminal/release', terminal],
	[
		'elicitation/create',
		{
			sessionId,
			toolCallId: 'c1',
			message: 'Which?',
			mode: 'form',
			requestedSchema: { type: 'object', title: 'T', properties, required: ['name'] },
		},
	],
	[
		'elicitation/create',
		{ sessionId, message: 'Go', mode: 'url', elicitationId: 'e', url: 'https://a.test/' },
	],
	['mcp/message', { serverId: 'd1', requestId: 'q', method: 'tools/list', params: { cursor: 'x' } }],
];

/** The `params` of every notification but `session/update`. */
export const notificationSamples: readonly (readonly [method: string, params: object])[] = [
	['elicitation/complete', { elicitationId: 'e' }],
	[
		'auth/status_update',
		{ state: 'authenticated', accounts: [{ label: 'a', active: true, email: 'a@b.test' }] },
	],
	['$/cancel_request', { requestId: 'nobody' }],
];
