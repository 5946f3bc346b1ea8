/** From the model to what the view shows. Pure; called once for each entry that changed, not for the transcript. */
import { t } from '../base/l10n.ts';
import { limits } from '../base/limits.ts';
import type { DiffContent, FileChange, ToolContent } from '../session/toolContent.ts';
import type {
	Entry,
	EntryId,
	MessageEntry,
	PermissionEntry,
	PlanEntry,
	SessionState,
	TerminalState,
	ToolCallEntry,
} from '../session/model.ts';
import { summarizeHunks } from './diffSummary.ts';
import { permissionCwd, saidDetails, toolCallOf, unsaid } from './permissionSubject.ts';
import { commandOf } from './rawText.ts';
import { isForUser, viewContent, viewContents } from './projectContent.ts';
import type {
	UrlTarget,
	ViewContent,
	ViewEntry,
	ViewMessage,
	ViewPermission,
	ViewPlan,
	ViewToolCall,
	ViewToolContent,
} from './viewModel.ts';

/** What the projection needs from outside the model. */
export interface Projector {
	/** A path as people read it. */
	label(path: string): string;
	/** Counts and first lines of a diff. */
	summarize(diff: DiffContent): DiffSummary;
	/** What to know of an address before going there. */
	urlTarget(url: string): UrlTarget;
}

export interface DiffSummary {
	readonly added: number;
	readonly removed: number;
	/** Changed lines with their sign, cut to a few. */
	readonly preview: readonly string[];
	readonly isPreviewCut: boolean;
}

/** Projects one entry. */
export function projectEntry(state: SessionState, entry: Entry, projector: Projector): ViewEntry {
	const subagentId = subagentOf(state, entry);
	const projected = projectAlone(state, entry, projector);
	return subagentId === undefined ? projected : { ...projected, subagentId };
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
			return projectMessage(state, entry);
		case 'tool_call':
			return projectToolCall(state, entry, projector);
		case 'plan':
			return projectPlan(entry);
		case 'permission':
			return projectPermission(state, entry, projector);
		case 'elicitation': {
			const { id, message, mode } = entry;
			const target = mode.type === 'url' ? { target: projector.urlTarget(mode.url) } : {};
			return { type: 'elicitation', id, message, mode, state: entry.state, ...target };
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
			const { id, title, description, canCancel } = entry;
			const more = description === undefined ? {} : { description };
			return { type: 'subagent', id, title, ...more, state: entry.state, canCancel };
		}
		case 'notice':
			return {
				type: 'notice',
				id: entry.id,
				severity: entry.severity,
				title: entry.title,
				...(entry.detail === undefined ? {} : { detail: entry.detail }),
				actions: entry.actions,
			};
	}
}

function projectMessage({ heldPrompt }: SessionState, entry: MessageEntry): ViewMessage {
	return {
		type: 'message',
		id: entry.id,
		role: entry.role,
		content: viewContents(entry.content),
		isComplete: entry.isComplete,
		isUnsent: entry.isUnsent === true,
		...(entry.isUnsent === true && entry.content === heldPrompt ? { isHeld: true } : {}),
		durationMs: entry.endedAt - entry.startedAt,
	};
}

function projectPlan({ id, planId, items, document, isRemoved }: PlanEntry): ViewPlan {
	return {
		type: 'plan',
		id,
		items,
		...(document === undefined ? {} : { document }),
		...(document?.type === 'other' ? { planId } : {}),
		isRemoved: isRemoved === true,
	};
}

function projectToolCall(state: SessionState, entry: ToolCallEntry, projector: Projector): ViewToolCall {
	let diffs = 0;
	const content = shownContent(state, entry).map((item) =>
		projectContent(state, entry, item, isDiff(item) ? diffs++ : 0, projector),
	);
	return {
		type: 'tool_call',
		id: entry.id,
		...(entry.name === undefined ? {} : { name: entry.name }),
		title: entry.title,
		kind: entry.kind,
		status: entry.status,
		...(entry.statusName === undefined ? {} : { statusName: entry.statusName }),
		...(entry.canCancel === true ? { canCancel: true } : {}),
		...(entry.isCancelling === true ? { isCancelling: true } : {}),
		locations: entry.locations.map((location) => ({ ...location, label: projector.label(location.path) })),
		content,
		hasRaw: entry.rawInput !== undefined || entry.rawOutput !== undefined,
		...(entry.endedAt === undefined ? {} : { durationMs: entry.endedAt - entry.startedAt }),
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
			return {
				type: 'diff',
				index,
				path: item.path,
				label: projector.label(item.path),
				kind: diffKind(item),
				...projector.summarize(item),
			};
		case 'file_change':
			return projectFileChange(item, index, projector);
		case 'terminal':
			return projectTerminal(state, call, item.terminalId, projector);
	}
}

function projectFileChange(item: FileChange, index: number, projector: Projector): ViewToolContent {
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

/** What a terminal runs. An agent that runs its commands itself does not name them again with the output. */
export function terminalLabel(call: ToolCallEntry | undefined, terminal: TerminalState | undefined): string {
	return terminal?.label || (commandOf(call?.rawInput) ?? call?.title ?? '');
}

/** The content for the user's eyes; output that the agent reports without a terminal to show it in comes last. */
export function shownContent(
	state: SessionState,
	{ content, toolCallId }: ToolCallEntry,
): readonly ToolContent[] {
	const shown = content.filter(isShown);
	const isOwn = state.terminals.get(toolCallId)?.owner === 'agent';
	const isNamed = shown.some((item) => item.type === 'terminal' && item.terminalId === toolCallId);
	return isOwn && !isNamed ? [...shown, { type: 'terminal', terminalId: toolCallId }] : shown;
}

function projectPermission(
	state: SessionState,
	entry: PermissionEntry,
	projector: Projector,
): ViewPermission {
	const call = toolCallOf(state, entry);
	const label = (path: string): string => projector.label(path);
	const details = saidDetails(entry, call, label);
	const cwd = permissionCwd(entry, state);
	return {
		type: 'permission',
		id: entry.id,
		title: entry.title,
		...(entry.description === undefined ? {} : { description: entry.description }),
		...(entry.parentId === undefined ? {} : { toolCallEntryId: entry.parentId }),
		details: details ?? '',
		...(details === undefined ? { note: unsaid(entry) } : {}),
		...(cwd === undefined ? {} : { cwdLabel: label(cwd) }),
		hasDiff: call?.content.some(isDiff) === true,
		options: entry.options,
		state: entry.state,
	};
}

function diffKind(diff: DiffContent): 'create' | 'modify' | 'delete' {
	if (diff.newText === null) return 'delete';
	return diff.oldText === null ? 'create' : 'modify';
}

function clip(content: ViewContent): ViewContent {
	if (content.type !== 'text' || content.text.length <= limits.toolOutputChars) return content;
	const cut = content.text.length - limits.toolOutputChars;
	const text = `${content.text.slice(0, limits.toolOutputChars)}\n${t('… {0} more characters', cut)}`;
	return { ...content, text };
}

/** What opens as a diff, where the texts can be had. */
export function isDiff(item: ToolContent): item is DiffContent | FileChange {
	return item.type === 'diff' || item.type === 'file_change';
}

function isShown(item: ToolContent): boolean {
	return item.type !== 'content' || isForUser(item.content);
}
