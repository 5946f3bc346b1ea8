/** Entries and messages of the host for tests, with everything that a test does not care about filled in. */
import type { ToView, ViewOp } from '../../src/core/view/toView.ts';
import type {
	ViewEntry,
	ViewMessage,
	ViewNotice,
	ViewPermission,
	ViewPlan,
	ViewToolCall,
} from '../../src/core/view/viewEntry.ts';
import type { ViewSession } from '../../src/core/view/viewSession.ts';

export function sampleSession(fields: Partial<ViewSession> = {}): ViewSession {
	return {
		key: 'session-1',
		agentTitle: 'Demo Agent',
		title: 'A session',
		agent: { type: 'ready' },
		turn: { type: 'idle' },
		commands: [],
		options: [],
		notices: [],
		running: [],
		accepts: { image: true, audio: false },
		pendingPermissions: [],
		pendingElicitations: [],
		...fields,
	};
}

export function sampleMessage(id: string, text: string, fields: Partial<ViewMessage> = {}): ViewMessage {
	return {
		type: 'message',
		id,
		role: 'agent',
		content: text === '' ? [] : [{ type: 'text', text }],
		isComplete: true,
		isUnsent: false,
		durationMs: 0,
		...fields,
	};
}

export function sampleToolCall(id: string, fields: Partial<ViewToolCall> = {}): ViewToolCall {
	return {
		type: 'tool_call',
		id,
		title: 'Read a file',
		kind: 'read',
		status: 'completed',
		locations: [],
		content: [],
		hasRaw: false,
		...fields,
	};
}

export function samplePermission(id: string, fields: Partial<ViewPermission> = {}): ViewPermission {
	return {
		type: 'permission',
		id,
		title: 'Run npm test',
		details: 'npm test',
		hasDiff: false,
		options: [
			{ optionId: 'yes', name: 'Allow Once', kind: 'allow_once' },
			{ optionId: 'always', name: 'Allow Always', kind: 'allow_always' },
			{ optionId: 'no', name: 'Reject', kind: 'reject_once' },
		],
		state: { type: 'pending' },
		...fields,
	};
}

export function sampleNotice(id: string, fields: Partial<ViewNotice> = {}): ViewNotice {
	return { type: 'notice', id, severity: 'info', title: 'A notice', actions: [], ...fields };
}

export function samplePlan(id: string, fields: Partial<ViewPlan> = {}): ViewPlan {
	return {
		type: 'plan',
		id,
		items: [
			{ content: 'Read the code', priority: 'medium', status: 'completed' },
			{ content: 'Write the test', priority: 'high', status: 'in_progress' },
			{ content: 'Fix it', priority: 'low', status: 'pending' },
		],
		isRemoved: false,
		...fields,
	};
}

/** A snapshot of the first generation at sequence 0. */
export function snapshot(
	entries: readonly ViewEntry[],
	session: Partial<ViewSession> = {},
	fields: Partial<Extract<ToView, { type: 'snapshot' }>> = {},
): ToView {
	return {
		type: 'snapshot',
		generation: 1,
		seq: 0,
		session: sampleSession(session),
		entries,
		draft: '',
		attachments: [],
		...fields,
	};
}

export function delta(seq: number, ...ops: readonly ViewOp[]): ToView {
	return { type: 'delta', generation: 1, seq, ops };
}
