/** A conversation with one of everything that a transcript can hold. Each step takes 1.5 seconds. */
import type { SessionEvent } from '../../../../src/core/session/model/events.ts';
import type { SessionState } from '../../../../src/core/session/model/sessionState.ts';
import { createSessionState } from '../../../../src/core/session/reducer/createSessionState.ts';
import { reduce } from '../../../../src/core/session/reducer/reducer.ts';
import { chunk, permission, prompt, seed, text } from '../session/driver/play.ts';

const stepMs = 1500;

export function playSlowly(...events: readonly SessionEvent[]): SessionState {
	const state = createSessionState(seed);
	for (const [at, event] of events.entries()) reduce(state, event, (at + 1) * stepMs);
	return state;
}

const thought = (value: string): SessionEvent => ({
	type: 'message_chunk',
	role: 'thought',
	content: text(value),
});

export function sampleConversation(): SessionState {
	return playSlowly(
		{ type: 'session_info', title: 'Fix the *year*' },
		prompt('The year in the report is wrong.\n\nPlease <b>fix</b> it.'),
		thought('Where is '),
		thought('the year?'),
		chunk('I look at it:\n\n# Plan\n\n1. read\n2. change `a < b`\n'),
		{
			type: 'plan',
			planId: 'p',
			items: [
				{ content: 'Read the *file*', priority: 'high', status: 'completed' },
				{ content: 'Change it', priority: 'medium', status: 'in_progress' },
				{ content: 'Celebrate', priority: 'low', status: 'pending' },
			],
		},
		{
			type: 'tool_call',
			toolCallId: 'read',
			fields: {
				title: 'Read src/report.ts',
				kind: 'read',
				status: 'in_progress',
				locations: [{ path: '/ws/src/report.ts', line: 12 }, { path: '/ws/src/year.ts' }],
			},
		},
		{
			type: 'tool_call_update',
			toolCallId: 'read',
			fields: {
				status: 'completed',
				content: [{ type: 'content', content: text('```ts\nconst year = 2025;\n```') }],
			},
		},
		permission('ask', 't1'),
		{
			type: 'permission_settled',
			permissionId: 'ask',
			state: { type: 'answered', option: { optionId: 'yes', name: 'Allow', kind: 'allow_once' } },
		},
		{
			type: 'tool_call_update',
			toolCallId: 't1',
			fields: {
				status: 'completed',
				content: [
					{
						type: 'diff',
						path: '/ws/src/report.ts',
						oldText: 'const year = 2025;\n',
						newText: 'const year = 2026;\n',
					},
					{ type: 'diff', path: '/ws/new.md', oldText: null, newText: '```\ncode\n```\n' },
					{ type: 'file_change', operation: 'move', path: '/ws/b.ts', oldPath: '/ws/a.ts' },
				],
			},
		},
		{ type: 'terminal_created', terminalId: 'x', label: 'npm test' },
		{
			type: 'tool_call',
			toolCallId: 'run',
			fields: {
				title: 'Run the tests',
				kind: 'execute',
				status: 'in_progress',
				content: [{ type: 'terminal', terminalId: 'x' }],
			},
		},
		{
			type: 'own_terminal_output',
			terminalId: 'x',
			data: '\u001B[32m1 passed\u001B[0m\r\n10 %\r100 %\r\n```\n1 failed\n',
		},
		{ type: 'own_terminal_exited', terminalId: 'x', exitCode: 1, signal: null },
		{ type: 'tool_call_update', toolCallId: 'run', fields: { status: 'failed' } },
		{ type: 'subagent', sessionId: 'child', fields: { title: 'Reviewer', state: 'running' } },
		{
			type: 'in_subagent',
			sessionId: 'child',
			event: { type: 'message_chunk', role: 'agent', content: text('Looks good.') },
		},
		{ type: 'subagent', sessionId: 'child', fields: { state: 'idle' } },
		{ type: 'compaction', compactionId: 'c', status: 'completed', summary: [text('The year was fixed.')] },
		{
			type: 'elicitation_requested',
			entryId: 'question',
			message: 'Which branch?',
			mode: { type: 'form', fields: [] },
		},
		{
			type: 'elicitation_settled',
			entryId: 'question',
			state: { type: 'accepted', isWaiting: false },
		},
		chunk('Done. See `src/report.ts`.'),
		{
			type: 'notice',
			notice: {
				severity: 'warning',
				title: 'The agent [was](command:x) restarted',
				detail: 'It ended.',
				actions: [],
			},
		},
		permission('last', 't2'),
	);
}
