/** From the model to what the view shows. Pure; called once for each entry that changed, not for the transcript. */
import { t } from '../base/l10n.ts';
import * as limits from '../base/limits.ts';
import type {
	Entry,
	EntryId,
	MessageEntry,
	NoticeEntry,
	PermissionEntry,
	PlanEntry,
} from '../session/model/entry.ts';
import type { SessionState } from '../session/model/sessionState.ts';
import { permissionTitle } from './callTitle.ts';
import { clippedText } from './visibleText.ts';
import {
	askedCallOf,
	type Details,
	detailsOf,
	permissionCwd,
	toolCallOf,
	missingDetailsText,
} from './permissionSubject.ts';
import { viewContents } from './projectContent.ts';
import type { Projector } from './projector.ts';
import { isDiff, projectChanges, projectToolCall } from './projectToolCall.ts';
import type { ViewEntry, ViewMessage, ViewPermission, ViewPlan } from './viewEntry.ts';
import type { ElicitationMode } from '../session/model/elicitation.ts';
import type { SayingCode } from '../session/model/saying.ts';
import { noticeWords, subagentTitle } from './sayings.ts';

export function projectEntry(state: SessionState, entry: Entry, projector: Projector): ViewEntry {
	const subagentId = subagentOf(state, entry);
	const projected = projectAlone(state, entry, projector);
	return {
		...projected,
		...(subagentId === undefined ? {} : { subagentId }),
		...(state.undone.has(entry.id) ? { isUndone: true } : {}),
	};
}

/** The subagent among an entry's ancestors: the parent of a permission is its tool call. */
export function subagentOf(state: SessionState, entry: Entry): EntryId | undefined {
	const parent = state.entries.get(entry.parentId ?? '');
	if (parent === undefined || parent === entry) return undefined;
	return parent.type === 'subagent' ? parent.id : subagentOf(state, parent);
}

function projectAlone(state: SessionState, entry: Entry, projector: Projector): ViewEntry {
	switch (entry.type) {
		case 'message':
			return projectMessage(state, entry, projector);
		case 'tool_call':
			return projectToolCall(state, entry, projector);
		case 'plan':
			return projectPlan(entry);
		case 'permission':
			return projectPermission(state, entry, projector);
		case 'elicitation': {
			const { id, message, mode } = entry;
			const target = mode.type === 'url' ? { target: projector.urlTarget(mode.url) } : {};
			return { type: 'elicitation', id, message, mode: withTitles(mode), state: entry.state, ...target };
		}
		case 'compaction':
			return {
				type: 'compaction',
				id: entry.id,
				status: entry.status,
				summary: viewContents(entry.summary),
				...(entry.error === undefined ? {} : { error: entry.error }),
			};
		case 'subagent': {
			const { id, kind, description, canCancel } = entry;
			const more = {
				...(kind === undefined ? {} : { kind }),
				...(description === undefined ? {} : { description }),
			};
			return { type: 'subagent', id, title: subagentTitle(entry), ...more, state: entry.state, canCancel };
		}
		case 'attempt':
			return { type: 'attempt', id: entry.id, attempts: entry.attempts };
		case 'notice':
			return {
				type: 'notice',
				id: entry.id,
				severity: entry.severity,
				...noticeWords(entry),
				actions: offeredActions(state, entry),
			};
	}
}

/**
 * What can be done about a notice now: an agent that runs again is not to be started, and only the last turn
 * can go on.
 */
export function offeredActions(state: SessionState, entry: NoticeEntry): NoticeEntry['actions'] {
	const { agent, turn, turnCount, lastEnd } = state;
	const runs = agent.type !== 'exited' && isExit(entry);
	const isBlocked = lastEnd?.reason === 'blocked' && lastEnd.isResuming !== true;
	const canGoOn = isBlocked && turn.type === 'idle' && entry.turn === turnCount;
	return entry.actions.filter(
		(action) =>
			!((action === 'restart' || action === 'reconnect') && runs) &&
			(action !== 'resume_turn' || canGoOn) &&
			(action !== 'redo_restore' || entry === redoableLine(state)),
	);
}

/** The newest line where files went back and that is not redone, until an agent works again. */
export function redoableLine({ entries, turn, turnCount }: SessionState): NoticeEntry | undefined {
	if (turn.type !== 'idle') return undefined;
	const last = [...entries.values()].findLast(
		(entry): entry is NoticeEntry =>
			entry.type === 'notice' && entry.wentBack !== undefined && entry.wentBack.redoneBy === undefined,
	);
	return last?.turn === turnCount ? last : undefined;
}

/** True for a line whose buttons depend on what the session does now. */
export function changesActions(entry: Entry): boolean {
	if (entry.type !== 'notice') return false;
	return isExit(entry) || entry.actions.some((one) => one === 'resume_turn' || one === 'redo_restore');
}

/** Titles of what says that there is no agent. */
const exits: ReadonlySet<SayingCode> = new Set(['exited', 'exited_often', 'disconnected', 'unreachable']);

/** True for the line that says that the agent exited, or that the line to it is gone. */
export function isExit(entry: Entry): boolean {
	if (entry.type !== 'notice' || typeof entry.title === 'string' || !('code' in entry.title)) return false;
	return exits.has(entry.title.code);
}

/**
 * The message is complete. Outside of a turn nothing marks the end of a message, so each counts as complete at any
 * time.
 */
export function isWhole({ turn, isReplaying }: SessionState, { isComplete }: MessageEntry): boolean {
	return isComplete || (turn.type === 'idle' && !isReplaying);
}

/** What the agent has put in its place does not change what goes out after the login. */
function isAwaitingLogin({ promptAwaitingLogin: waiting }: SessionState, entry: MessageEntry): boolean {
	if (entry.isUnsent !== true || waiting === undefined) return false;
	return entry.content === waiting || entry.isReworded === true;
}

function projectMessage(state: SessionState, entry: MessageEntry, projector: Projector): ViewMessage {
	const changedSince = entry.role === 'user' ? projector.changedSince?.(state, entry) : undefined;
	return {
		type: 'message',
		id: entry.id,
		role: entry.role,
		content: viewContents(entry.content),
		isComplete: isWhole(state, entry),
		isUnsent: entry.isUnsent === true,
		...(isAwaitingLogin(state, entry) ? { isAwaitingLogin: true } : {}),
		durationMs: entry.endedAt - entry.startedAt,
		...(changedSince === undefined ? {} : { changedSince }),
	};
}

function projectPlan({ id, planId, items, document, isRemoved }: PlanEntry): ViewPlan {
	return {
		type: 'plan',
		id,
		items: items.length > limits.shownItems ? [...items.slice(0, limits.shownItems), rest(items)] : items,
		...(document === undefined ? {} : { document }),
		...(document?.type === 'other' ? { planId } : {}),
		isRemoved: isRemoved === true,
	};
}

/** Stands for the steps that are not shown. */
function rest(items: PlanEntry['items']): PlanEntry['items'][number] {
	const content = t('… {0} more steps', items.length - limits.shownItems);
	return { content, priority: 'low', status: 'pending' };
}

function projectPermission(
	state: SessionState,
	entry: PermissionEntry,
	projector: Projector,
): ViewPermission {
	const call = askedCallOf(state, entry);
	const parent = state.entries.get(entry.parentId ?? '');
	const changes = entry.state.type === 'pending' || call === undefined ? [] : projectChanges(call, projector);
	const label = (path: string): string => projector.label(path);
	const parts = detailsOf(entry, call, label);
	const cwd = permissionCwd(entry, state);
	const note = parts === undefined ? missingDetailsText(entry) : undefined;
	return {
		type: 'permission',
		id: entry.id,
		title: clippedText(permissionTitle(state, entry, label)),
		...(entry.description === undefined ? {} : { description: entry.description }),
		...(parent?.type === 'tool_call' ? { toolCallEntryId: parent.id } : {}),
		...shownParts(parts),
		...(note === undefined ? {} : { note }),
		...(cwd === undefined ? {} : { cwdLabel: label(cwd) }),
		hasDiff: toolCallOf(state, entry)?.content.some(isDiff) === true,
		...(changes.length === 0 ? {} : { changes }),
		options: entry.options,
		...(entry.revision === undefined ? {} : { revision: entry.revision }),
		state: entry.state,
	};
}

/** A form whose every field has the title that it is shown by. */
function withTitles(mode: ElicitationMode): ElicitationMode {
	if (mode.type !== 'form') return mode;
	const fields = mode.fields.map((field) =>
		field.type === 'text' && field.isOther === true ? { ...field, title: t('Another answer') } : field,
	);
	return { ...mode, fields };
}

/** More characters than these stand in a box that scrolls. */
const mostRemark = 500;

function shownParts(
	parts: Details | undefined,
): Pick<ViewPermission, 'details' | 'document' | 'namesFiles' | 'remark'> {
	if (parts === undefined) return { details: '' };
	const { what, given, isMarkdown, namesFiles, isGivenInWords } = parts;
	const besides = given.join('\n');
	const isRemark = (isMarkdown ?? isGivenInWords) === true && besides.length <= mostRemark;
	const boxed = isRemark ? [] : given;
	return {
		...(isMarkdown === true
			? { document: what, details: boxed.join('\n') }
			: { details: [what, ...boxed].join('\n') }),
		...(namesFiles === undefined ? {} : { namesFiles }),
		...(isRemark && besides !== '' ? { remark: besides } : {}),
	};
}
