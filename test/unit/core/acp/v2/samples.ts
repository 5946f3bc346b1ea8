/** One full, valid update of each kind that an agent of version 2 sends, every field filled in; and what is near it. */
import { entries, sameInBoth, text } from '../sameInBoth.ts';

const link = {
	type: 'resource_link',
	uri: 'file:///a',
	name: 'a',
	size: 1,
	icons: [{ src: 'https://example.com/i.png', sizes: ['any'], theme: 'dark' }],
};
const background = [
	{ type: 'terminal', terminalId: 't1' },
	{ type: 'tool_call', toolCallId: 'c1' },
	{ type: 'subagent', sessionId: 'child' },
];
const patch = {
	format: 'git_patch',
	text: 'diff --git /w/a /w/a\n--- /w/a\n+++ /w/a\n@@ -1 +1 @@\n-a\n+b\n',
};
const diff = {
	type: 'diff',
	changes: [
		{ operation: 'modify', path: '/w/a', fileType: 'text', mimeType: 'text/plain' },
		{ operation: 'move', oldPath: '/w/b', path: '/w/c' },
	],
	patch,
};
const toolCall = {
	toolCallId: 'c1',
	title: 'T',
	name: 'Edit',
	kind: 'edit',
	status: 'in_progress',
	content: [
		{ type: 'content', content: { type: 'image', data: 'AAAA', mimeType: 'image/png' } },
		diff,
		{ type: 'terminal', terminalId: 't1' },
	],
	locations: [{ path: '/work/a', line: 1 }],
	rawInput: { command: 'ls' },
	rawOutput: 'done',
	capabilities: { cancel: {} },
	_meta: { vendor: { a: 1 } },
};
const select = {
	configId: 'model',
	name: 'Model',
	description: 'Which',
	category: 'model',
	type: 'select',
	currentValue: 'a',
	options: [{ groupId: 'g', name: 'G', options: [{ value: 'a', name: 'A', description: 'The first' }] }],
};
const switched = { configId: 'fast', name: 'Fast', type: 'boolean', currentValue: true };

/** The `update` of `session/update` of every kind, by kind. */
export const updateSamples: Readonly<Record<string, object>> = {
	...sameInBoth,
	user_message_chunk: { messageId: 'u', content: link },
	agent_message_chunk: { messageId: 'm', content: text },
	agent_thought_chunk: {
		messageId: 'h',
		content: { type: 'resource', resource: { uri: 'file:///a', text: 'a' } },
	},
	user_message: { messageId: 'u', content: [text], _meta: { a: 1 } },
	agent_message: { messageId: 'm', content: [text, link] },
	agent_thought: { messageId: 'h', content: [text] },
	state_update: {
		state: 'idle',
		stopReason: 'error',
		error: { code: -32603, message: 'Internal error', data: { details: 'No key' } },
		background,
		usage: { totalTokens: 3, inputTokens: 1, outputTokens: 2 },
	},
	tool_call_update: toolCall,
	tool_call_content_chunk: { toolCallId: 'c1', content: diff },
	terminal_update: {
		terminalId: 't1',
		command: 'npm test',
		cwd: '/work',
		output: { data: 'YWI=' },
		exitStatus: { exitCode: 1, signal: 'SIGTERM' },
		size: { cols: 80, rows: 24 },
		capabilities: { cancel: {} },
	},
	terminal_output_chunk: { terminalId: 't1', data: 'YQ==' },
	available_commands_update: {
		availableCommands: [
			{ type: 'command', name: 'go', description: 'Goes', input: { type: 'text', hint: 'where' } },
		],
	},
	config_option_update: { configOptions: [select, switched] },
	subagent_update: {
		sessionId: 'child',
		title: 'Child',
		description: 'Helps',
		capabilities: { cancel: {} },
		state: { state: 'running', background },
		cwd: '/work',
		additionalDirectories: ['/other'],
	},
	session_message: {
		messageId: 's',
		senderSessionId: 'child',
		recipientSessionId: 's1',
		senderMessageId: 'a',
		recipientMessageId: 'b',
		content: [text],
	},
};

/** Kinds that version 2 has not, or has in other words (docs/protocol.md#deviations). */
export const olderSamples: Readonly<Record<string, object>> = {
	tool_call: {
		...toolCall,
		content: [{ type: 'diff', path: '/w/a', oldText: 'a', newText: 'b' }],
	},
	plan: { entries },
	current_mode_update: { currentModeId: 'code' },
};

/** The `params` of `session/request_permission`, about each kind of subject. */
export const permissionSamples: readonly object[] = [
	{ type: 'tool_call', toolCall },
	{ type: 'command', command: 'ls', cwd: '/work', toolCallId: 'c1', terminalId: 't1' },
	{ type: '_db', query: 'DROP' },
].map((subject) => ({
	sessionId: 's1',
	title: 'Sure?',
	description: 'Really',
	subject,
	options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }],
}));
