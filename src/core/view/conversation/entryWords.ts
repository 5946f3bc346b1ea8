/** What entries are, in words: the same in every text that is made of a conversation. Foreign words are not made safe here. */
import type {
	CompactionEntry,
	ElicitationEntry,
	NoticeEntry,
	PermissionEntry,
	PlanItem,
	SubagentEntry,
	ToolCallEntry,
} from '../../session/model.ts';
import type { DiffContent, FileChange, ToolKind, ToolLocation } from '../../session/toolContent.ts';
import { formatDuration } from '../duration.ts';
import { isFinalStatus } from '../toolStatus.ts';

const kindNames: Readonly<Record<ToolKind, string>> = {
	read: 'Read',
	edit: 'Edit',
	delete: 'Delete',
	move: 'Move',
	search: 'Search',
	execute: 'Run',
	think: 'Think',
	fetch: 'Fetch',
	switch_mode: 'Switch mode',
	other: 'Tool',
};

export function kindName({ kind }: ToolCallEntry): string {
	return kindNames[kind];
}

/** Status and duration, such as `completed, 1.2 s`. */
export function callState(call: ToolCallEntry): string {
	const { status, statusName, startedAt, endedAt, isCancelling } = call;
	const isStopping = isCancelling === true && !isFinalStatus(status);
	const state = isStopping ? 'stopping' : (statusName ?? status.replace('_', ' '));
	return withDuration(state, endedAt === undefined ? 0 : endedAt - startedAt);
}

export function withDuration(state: string, milliseconds: number): string {
	const duration = formatDuration(milliseconds);
	return duration === '' ? state : `${state}, ${duration}`;
}

export function permissionState({ state }: PermissionEntry): string {
	switch (state.type) {
		case 'pending':
			return 'waits for your answer';
		case 'answered':
			return `answered "${state.option.name}"`;
		case 'cancelled':
			return cancelledBy(state.by);
	}
}

/** Never what was answered (acp C108). */
export function questionState({ state }: ElicitationEntry): string {
	switch (state.type) {
		case 'pending':
			return 'waits for your answer';
		case 'accepted':
			return state.isWaiting ? 'accepted, waits for the agent' : 'answered';
		case 'declined':
			return 'declined';
		case 'cancelled':
			return cancelledBy(state.by);
	}
}

function cancelledBy(by: 'user' | 'agent' | 'exit'): string {
	if (by === 'user') return 'cancelled';
	return by === 'agent' ? 'withdrawn by the agent' : 'cancelled, because the agent ended';
}

const subagentStates: Readonly<Record<SubagentEntry['state'], string>> = {
	running: 'running',
	idle: 'done',
	requires_action: 'waits for you',
	unknown: 'state unknown',
};

export function subagentState({ state }: SubagentEntry): string {
	return subagentStates[state];
}

const severities: Readonly<Record<NoticeEntry['severity'], string>> = {
	info: 'Notice',
	warning: 'Warning',
	error: 'Error',
};

export function severityName({ severity }: NoticeEntry): string {
	return severities[severity];
}

export const compactionTitles: Readonly<Record<CompactionEntry['status'], string>> = {
	in_progress: 'Shortening the conversation…',
	completed: 'The conversation was shortened',
	failed: 'The conversation could not be shortened',
	cancelled: 'Shortening the conversation was cancelled',
};

/** A file with its line, as people read it. */
export function placeName({ path, line }: ToolLocation, label: (path: string) => string): string {
	return line === undefined ? label(path) : `${label(path)}:${line}`;
}

/** What happens to a file, in words. */
export function changeName(change: DiffContent | FileChange, label: (path: string) => string): string {
	if (change.type === 'diff') {
		const verb = change.newText === null ? 'Delete' : change.oldText === null ? 'Create' : 'Change';
		return `${verb} ${label(change.path)}`;
	}
	const { operation, operationName, path, oldPath } = change;
	const word = operationName ?? operation;
	const from = oldPath === undefined ? '' : `${label(oldPath)} → `;
	return `${word.charAt(0).toUpperCase()}${word.slice(1)} ${from}${label(path)}`;
}

/** The part of a plan's step that is not its text. */
export const stepStates: Readonly<Record<PlanItem['status'], string>> = {
	pending: 'pending',
	in_progress: 'in progress',
	completed: 'completed',
	cancelled: 'cancelled',
};
