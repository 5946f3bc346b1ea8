/** From a tool call of the model to its card: what it shows, and how much of it. Pure. */
import { t } from '../base/l10n.ts';
import * as limits from '../base/limits.ts';
import type { AskedCall, ToolCallEntry } from '../session/model/entry.ts';
import type { SessionState } from '../session/model/sessionState.ts';
import { terminalOfCall } from '../base/ofSession.ts';
import type { TerminalState } from '../session/model/terminalState.ts';
import type { DiffContent, FileChange, ToolContent } from '../session/model/toolContent.ts';
import { callTitle } from './callTitle.ts';
import { summarizeHunks } from './diffSummary.ts';
import { clippedText } from './visibleText.ts';
import { isNewFile } from './fileChange.ts';
import { isForUser, viewContent } from './projectContent.ts';
import type { Projector } from './projector.ts';
import { commandOf } from './rawText.ts';
import type { ViewChange, ViewContent, ViewToolCall, ViewToolContent } from './viewEntry.ts';

export function projectToolCall(
	state: SessionState,
	entry: ToolCallEntry,
	projector: Projector,
): ViewToolCall {
	let diffs = 0;
	const all = shownContent(state, entry);
	const content = all
		.slice(0, limits.shownItems)
		.map((item) => projectContent(state, entry, item, isDiff(item) ? diffs++ : 0, projector));
	const places = entry.locations.slice(0, limits.shownItems);
	const left = all.length - content.length + entry.locations.length - places.length;
	return {
		type: 'tool_call',
		id: entry.id,
		...(entry.name === undefined ? {} : { name: entry.name }),
		title: clippedText(callTitle(entry, (path) => projector.label(path))),
		kind: entry.kind,
		status: entry.status,
		...(entry.statusName === undefined ? {} : { statusName: entry.statusName }),
		...(entry.canCancel === true ? { canCancel: true } : {}),
		...(entry.isCancelling === true ? { isCancelling: true } : {}),
		locations: places.map((location) => ({ ...location, label: projector.label(location.path) })),
		content: left === 0 ? content : [...content, { type: 'content', content: leftOut(left) }],
		hasRaw: entry.rawInput !== undefined || entry.rawOutput !== undefined,
		...(entry.endedAt === undefined ? {} : { durationMs: entry.endedAt - entry.startedAt }),
		...(entry.attempts === undefined ? {} : { attempts: entry.attempts }),
	};
}

function projectContent(
	state: SessionState,
	call: ToolCallEntry,
	item: ToolContent,
	index: number,
	projector: Projector,
): ViewToolContent {
	switch (item.type) {
		case 'content':
			return { type: 'content', content: clip(viewContent(item.content)) };
		case 'diff':
		case 'file_change': {
			const change = projectChange(call, item, index, projector);
			const review = projector.review?.(state, call, change);
			return review === undefined ? change : { ...change, review };
		}
		case 'terminal':
			return projectTerminal(state, call, item.terminalId, projector);
	}
}

export function projectChanges(asked: AskedCall, projector: Projector): readonly ViewChange[] {
	const changes = asked.content.filter(isDiff).slice(0, limits.shownItems);
	return changes.map((item, index) => projectChange(asked, item, index, projector));
}

function projectChange(
	call: Pick<AskedCall, 'locations'>,
	item: DiffContent | FileChange,
	index: number,
	projector: Projector,
): ViewChange {
	if (item.type === 'file_change') return projectFileChange(item, index, projector);
	return {
		type: 'diff',
		index,
		path: item.path,
		label: projector.label(item.path),
		kind: diffKind(item, call),
		...projector.summarize(item),
	};
}

function projectFileChange(item: FileChange, index: number, projector: Projector): ViewChange {
	const { path, oldPath, operation, operationName, fileType, hunks } = item;
	return {
		type: 'file_change',
		index,
		path,
		label: projector.label(path),
		...(oldPath === undefined ? {} : { oldLabel: projector.label(oldPath) }),
		operation,
		...(operationName === undefined ? {} : { operationName }),
		...(fileType === undefined ? {} : { fileType }),
		hasPatch: hunks !== undefined,
		isPatchUnreadable: item.isPatchUnreadable === true,
		...summarizeHunks(hunks ?? []),
	};
}

function projectTerminal(
	state: SessionState,
	call: ToolCallEntry,
	terminalId: string,
	projector: Projector,
): ViewToolContent {
	const terminal = state.terminals.get(terminalId);
	const cwd = terminal?.cwd === state.cwd ? undefined : terminal?.cwd;
	const output = terminal?.output ?? '';
	const isCut = output.length > limits.toolOutputChars;
	return {
		type: 'terminal',
		terminalId,
		label: terminalLabel(call, terminal),
		...(terminal === undefined ? { isMissing: true } : {}),
		...(cwd === undefined ? {} : { cwdLabel: projector.label(cwd) }),
		output: isCut ? output.slice(-limits.toolOutputChars) : output,
		isTruncated: isCut || terminal?.isTruncated === true,
		...(terminal?.exit === undefined ? {} : { exit: terminal.exit }),
	};
}

function diffKind(diff: DiffContent, call: Pick<AskedCall, 'locations'>): 'create' | 'modify' | 'delete' {
	if (diff.newText === null) return 'delete';
	return isNewFile(diff, call) ? 'create' : 'modify';
}

/** A longer text would block the view while it is drawn. */
function leftOut(count: number): ViewContent {
	return { type: 'text', text: t('… {0} more parts and places of this call are not shown', count) };
}

function clip(content: ViewContent): ViewContent {
	return content.type === 'text' ? { ...content, text: clippedText(content.text) } : content;
}

/** What a terminal runs. An agent that runs its commands itself does not name them again with the output. */
export function terminalLabel(call: ToolCallEntry | undefined, terminal: TerminalState | undefined): string {
	return terminal?.label || (commandOf(call?.rawInput) ?? (call === undefined ? '' : callTitle(call)));
}

/** The content for the user's eyes; output that the agent reports without a terminal to show it in comes last. */
export function shownContent(state: SessionState, call: ToolCallEntry): readonly ToolContent[] {
	const shown = call.content.filter(isShown);
	const terminalId = terminalOfCall(state, call);
	const isOwn = state.terminals.get(terminalId)?.owner === 'agent';
	const isNamed = shown.some((item) => item.type === 'terminal' && item.terminalId === terminalId);
	return isOwn && !isNamed ? [...shown, { type: 'terminal', terminalId }] : shown;
}

function isShown(item: ToolContent): boolean {
	return item.type !== 'content' || isForUser(item.content);
}

/** What opens as a diff, where the texts can be had. */
export function isDiff(item: ToolContent): item is DiffContent | FileChange {
	return item.type === 'diff' || item.type === 'file_change';
}
