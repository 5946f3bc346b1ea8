/** What entries are, in words: the same in every text that is made of a conversation. Untrusted words stay as they are. */
import { t } from '../base/l10n.ts';
import type { Attempts } from '../session/model/attempts.ts';
import type {
	CompactionEntry,
	ElicitationEntry,
	NoticeEntry,
	PermissionEntry,
	SubagentEntry,
	ToolCallEntry,
} from '../session/model/entry.ts';
import type { DiffContent, FileChange, ToolLocation } from '../session/model/toolContent.ts';
import { attemptWords } from './attemptWords.ts';
import { formatDuration } from './quantities.ts';
import { changeLine, isNewFile } from './fileChange.ts';
import { isFinal, type ToolKind, type ToolStatus } from '../base/toolCall.ts';

/** A word for each, looked up when it is shown. Bundles leave out those that they do not use. */
/* @__NO_SIDE_EFFECTS__ */
function wordsOf<Key extends string>(words: Readonly<Record<Key, () => string>>): (key: Key) => string {
	return (key) => words[key]();
}

/** The status of a tool call, or of a step of a plan, in a word of the user's language. */
export const callStatus = wordsOf<ToolStatus>({
	pending: () => t('pending'),
	in_progress: () => t('in progress'),
	paused: () => t('paused'),
	completed: () => t('completed'),
	failed: () => t('failed'),
	cancelled: () => t('cancelled'),
});

/** What a tool does, in a word. */
export const kindName = wordsOf<ToolKind>({
	read: () => t('Read'),
	edit: () => t('Edit'),
	delete: () => t('Delete'),
	move: () => t('Move'),
	search: () => t('Search'),
	execute: () => t('Run'),
	think: () => t('Think'),
	fetch: () => t('Fetch'),
	switch_mode: () => t('Switch mode'),
	other: () => t('Tool'),
});

/** Status and duration, such as `completed, 1.2 s`. */
export function callState(call: ToolCallEntry): string {
	const { status, statusName, startedAt, endedAt, isCancelling, attempts } = call;
	const isStopping = isCancelling === true && !isFinal(status);
	const state = isStopping ? t('stopping') : (statusName ?? callStatus(status));
	const told = withDuration(state, endedAt === undefined ? 0 : endedAt - startedAt);
	return attempts === undefined ? told : `${told}, ${attemptState(attempts)}`;
}

/** Attempts in words, with what failed as the agent says it. */
export function attemptState(attempts: Attempts): string {
	const { message = '' } = attempts.failure ?? {};
	return message === '' ? attemptWords(attempts) : `${attemptWords(attempts)}: ${message}`;
}

function withDuration(state: string, milliseconds: number): string {
	const duration = formatDuration(milliseconds);
	return duration === '' ? state : `${state}, ${duration}`;
}

/** How a permission stands, or how it was answered, in the user's language. */
export function permissionState({ state }: PermissionEntry): string {
	switch (state.type) {
		case 'pending':
			return t('waits for your answer');
		case 'answered':
			return state.rule === undefined
				? t('answered "{0}"', state.option.name)
				: t('answered "{0}" by your rule: {1}', state.option.name, state.rule.text);
		case 'cancelled':
			return cancelledBy(state.by);
	}
}

/** Never what was answered (acp C108). */
export function questionState({ state }: ElicitationEntry): string {
	switch (state.type) {
		case 'pending':
			return t('waits for your answer');
		case 'accepted':
			return state.isWaiting ? t('accepted, waits for the agent') : t('answered');
		case 'declined':
			return t('declined');
		case 'cancelled':
			return cancelledBy(state.by);
	}
}

function cancelledBy(by: 'user' | 'agent' | 'exit'): string {
	if (by === 'user') return t('cancelled');
	return by === 'agent' ? t('withdrawn by the agent') : t('cancelled, because the agent ended');
}

/** What kind of work it is that stands under one title. */
export function subagentName(kind: SubagentEntry['kind']): string {
	if (kind === undefined) return t('Subagent');
	return kind === 'task' ? t('Task') : t('Another turn');
}

/** The state of a child session in a word of the user's language. */
export const subagentState = wordsOf<SubagentEntry['state']>({
	running: () => t('running'),
	idle: () => t('done'),
	requires_action: () => t('waits for you'),
	failed: () => t('failed'),
	cancelled: () => t('cancelled'),
	unknown: () => t('state unknown'),
});

/** The severity of a notice in a word of the user's language. */
export const severityName = wordsOf<NoticeEntry['severity']>({
	info: () => t('Notice'),
	warning: () => t('Warning'),
	error: () => t('Error'),
});

/** What a compaction does or has done, in the user's language. */
export const compactionTitle = wordsOf<CompactionEntry['status']>({
	in_progress: () => t('Shortening the conversation…'),
	completed: () => t('The conversation was shortened'),
	failed: () => t('The conversation could not be shortened'),
	cancelled: () => t('Shortening the conversation was cancelled'),
});

/** @param duration empty for one that is not worth a word */
export function thoughtName(duration: string): string {
	return duration === '' ? t('Thought') : t('Thought for {0}', duration);
}

/** A file with its line, as people read it. */
export function placeName({ path, line }: ToolLocation, label: (path: string) => string): string {
	return line === undefined ? label(path) : `${label(path)}:${line}`;
}

/** What happens to a file, in words. */
export function changeName(
	change: DiffContent | FileChange,
	call: Pick<ToolCallEntry, 'locations'>,
	label: (path: string) => string,
): string {
	if (change.type === 'diff') {
		if (change.newText === null) return t('Delete {0}', label(change.path));
		return isNewFile(change, call)
			? t('Create {0}', label(change.path))
			: t('Change {0}', label(change.path));
	}
	const line = changeLine(change, label);
	return `${line.charAt(0).toUpperCase()}${line.slice(1)}`;
}
