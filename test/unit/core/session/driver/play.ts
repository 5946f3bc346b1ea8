/** Plays events into a fresh session state. */
import type { Change, SessionEvent } from '../../../../../src/core/session/model/events.ts';
import type { Entry } from '../../../../../src/core/session/model/entry.ts';
import type { SessionState } from '../../../../../src/core/session/model/sessionState.ts';
import { createSessionState } from '../../../../../src/core/session/reducer/createSessionState.ts';
import { reduce } from '../../../../../src/core/session/reducer/reducer.ts';

export const seed = {
	key: 's1',
	agentName: 'fake',
	agentTitle: 'Fake Agent',
	cwd: '/ws',
	title: '',
	createdAt: 0,
	sessionId: undefined,
};

export interface Played {
	readonly state: SessionState;
	readonly changes: readonly Change[];
	readonly entries: readonly Entry[];
}

export function play(...events: SessionEvent[]): Played {
	const state = createSessionState(seed);
	const changes = events.flatMap((event, at) => reduce(state, event, 1000 + at));
	return { state, changes, entries: [...state.entries.values()] };
}

export const text = (value: string): { type: 'text'; text: string } => ({ type: 'text', text: value });

export const chunk = (value: string, messageId?: string): SessionEvent => ({
	type: 'message_chunk',
	role: 'agent',
	content: text(value),
	...(messageId === undefined ? {} : { messageId }),
});

export const prompt = (value: string): SessionEvent => ({
	type: 'prompt_submitted',
	content: [text(value)],
	at: 500,
});

export const permission = (permissionId: string, toolCallId = 't1'): SessionEvent => ({
	type: 'permission_requested',
	permissionId,
	subject: { type: 'tool_call', toolCallId },
	fields: { title: 'Edit a.ts', kind: 'edit' },
	options: [
		{ optionId: 'yes', name: 'Allow', kind: 'allow_once' },
		{ optionId: 'no', name: 'Reject', kind: 'reject_once' },
	],
	at: 900,
});
