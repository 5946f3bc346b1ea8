/**
 * Tool calls: upserted by id from the message that names them first (acp C64,
 * docs/agents-in-the-wild.md#a-permission-before-its-tool-call).
 */
import * as limits from '../../base/limits.ts';
import { isFinal } from '../../base/toolCall.ts';
import { endedAs, endOfCall } from './attempts.ts';
import { isBackgroundEntry } from './background.ts';
import { addEntry, closeMessage, entryOf, patchEntry, scopedId, type Step } from './draft.ts';
import type { ToolCallEntry } from '../model/entry.ts';
import { endTerminalsOf, namingTerminals } from './terminals.ts';
import type { ToolCallPatch, ToolContent } from '../model/toolContent.ts';

/** A full tool call. For a known id it is the same call announced again, unless that one ended in an earlier turn. */
export function announceToolCall(
	step: Step,
	toolCallId: string,
	fields: ToolCallPatch,
	at: number,
): ToolCallEntry {
	const known = knownToolCall(step, toolCallId);
	return known !== undefined && endedInEarlierTurn(step.draft, known)
		? createToolCall(step, toolCallId, naming(step, fields), at)
		: patchToolCall(step, toolCallId, fields, at);
}

/** The patch with the terminals that it means. */
function naming(step: Step, fields: ToolCallPatch): ToolCallPatch {
	return fields.content === undefined
		? fields
		: { ...fields, content: namingTerminals(step, fields.content) };
}

/**
 * True for a call that ended in an earlier turn. Some agents use the same ids again in each turn, so a later update of
 * that id is of another call (seen: the SDK's example agent).
 */
export function endedInEarlierTurn(
	{ turnCount }: { readonly turnCount: number },
	call: ToolCallEntry,
): boolean {
	return call.turn !== turnCount && isFinal(call.status);
}

/** A call that ended in an earlier turn does not begin again under a title: agents without announcements mean a new one. */
function isAnother(step: Step, known: ToolCallEntry, { title, status }: ToolCallPatch): boolean {
	const begins = status === 'pending' || status === 'in_progress';
	return begins && typeof title === 'string' && endedInEarlierTurn(step.draft, known);
}

/** It goes on after all (acp C59). */
function withoutEnd(step: Step, call: ToolCallEntry): ToolCallEntry {
	const { endedAt, ...open } = call;
	if (endedAt === undefined) return call;
	step.draft.entries.set(call.id, open);
	return open;
}

/** Creates the call, or patches the known one: an absent field keeps what is there (acp C63). */
export function patchToolCall(
	step: Step,
	toolCallId: string,
	fields: ToolCallPatch,
	at: number,
): ToolCallEntry {
	return patchNamed(step, toolCallId, naming(step, fields), at);
}

function patchNamed(step: Step, toolCallId: string, fields: ToolCallPatch, at: number): ToolCallEntry {
	const known = knownToolCall(step, toolCallId);
	if (known === undefined || isAnother(step, known, fields)) {
		return createToolCall(step, toolCallId, fields, at);
	}
	if (Object.keys(fields).length === 0) return known;
	const patched = patchEntry(step, known, applyPatch(known, fields));
	revisePermissions(step, known, patched);
	if (!isFinal(patched.status)) return withoutEnd(step, patched);
	if (known.endedAt !== undefined) return patched;
	const ended = patchEntry(step, patched, { endedAt: at, isCancelling: false, ...attemptsOf(patched) });
	endTerminalsOf(step, ended);
	return ended;
}

/** Attempts at a call that has ended are over. */
function attemptsOf({ attempts, status }: ToolCallEntry): Pick<ToolCallEntry, 'attempts'> {
	return attempts === undefined ? {} : { attempts: endedAs(attempts, endOfCall(status)) };
}

/** More content, after what is there (acp C250). */
export function appendToolContent(
	step: Step,
	toolCallId: string,
	added: readonly ToolContent[],
	at: number,
): void {
	const before = knownToolCall(step, toolCallId)?.content ?? [];
	// Each step costs what is there: without end it would cost its square.
	if (before.length > limits.contentParts) return;
	const all = [...before, ...namingTerminals(step, added)];
	const content = all.length > limits.contentParts ? [...all.slice(0, limits.contentParts), leftOut] : all;
	patchNamed(step, toolCallId, { content }, at);
}

/** Stands for what is not kept: rules leave a call to the user of which they do not know all. */
const leftOut: ToolContent = { type: 'content', content: { type: 'unknown', kind: 'more' } };

/** Notes that the agent was asked to stop the call, or that it did not take the wish (acp C261). */
export function setCallCancelling(step: Step, entryId: string, isCancelling: boolean): void {
	const call = entryOf(step.draft, entryId, 'tool_call');
	if (call !== undefined && !isFinal(call.status)) patchEntry(step, call, { isCancelling });
}

/** What a pending permission shows is its tool call: when that changes, so does the question (hazard C9). */
function revisePermissions(step: Step, before: ToolCallEntry, after: ToolCallEntry): void {
	const { draft, changes } = step;
	const about = [...draft.permissionsAwaitingRules, ...draft.pendingPermissions]
		.map((id) => entryOf(draft, id, 'permission'))
		.filter((entry) => entry?.parentId === before.id)
		.filter((entry) => entry !== undefined);
	if (about.length === 0) return;
	const isOther = !isSameOperation(before, after);
	for (const entry of about) {
		if (isOther) patchEntry(step, entry, { revision: (entry.revision ?? 0) + 1 });
		else changes.push({ type: 'entry', id: entry.id });
	}
}

/** What of a call decides whether it is allowed has not changed: all that it will do, and not how far it is. */
export function isSameOperation(before: ToolCallEntry, after: ToolCallEntry): boolean {
	return (
		before.name === after.name &&
		before.title === after.title &&
		before.kind === after.kind &&
		isSame(before.locations, after.locations) &&
		isSame(before.rawInput, after.rawInput) &&
		isSameContent(saidIn(before), saidIn(after))
	);
}

function saidIn({ content }: ToolCallEntry): readonly ToolContent[] {
	return content.filter(({ type }) => type !== 'terminal');
}

/** What only grew costs nothing to tell. */
function isSameContent(before: readonly ToolContent[], after: readonly ToolContent[]): boolean {
	return before.length === after.length && before.every((item, at) => isSame(item, after[at]));
}

/** Compares two JSON values. Another order of keys is a change, and so is what is too deep to be compared (hazard A11). */
function isSame(before: unknown, after: unknown): boolean {
	if (before === after) return true;
	try {
		return JSON.stringify(before) === JSON.stringify(after);
	} catch {
		return false;
	}
}

/**
 * Ends what is unfinished: at Stop at once, before the agent says anything (acp C57), and at the end of a turn for
 * the calls an agent forgot. Later updates of the agent still count (acp C59).
 */
export function cancelUnfinished(step: Step, at: number, by: { readonly isStopped?: true } = {}): void {
	for (const id of step.draft.toolCalls.values()) {
		const call = entryOf(step.draft, id, 'tool_call');
		if (call !== undefined && !isFinal(call.status) && !isBackgroundEntry(step.draft, call)) {
			const stopped = call.isCancelling === true ? { isCancelling: false } : {};
			const ended = { ...call, status: 'cancelled', endedAt: at, ...stopped, ...by } as const;
			endTerminalsOf(step, patchEntry(step, call, { ...ended, ...attemptsOf(ended) }));
		}
	}
}

function createToolCall(step: Step, toolCallId: string, fields: ToolCallPatch, at: number): ToolCallEntry {
	closeMessage(step);
	const blank = {
		type: 'tool_call',
		toolCallId,
		title: '',
		kind: 'other',
		status: 'pending',
		content: [],
		locations: [],
		startedAt: at,
	} as const;
	const patch = applyPatch({}, fields);
	const status = patch.status ?? blank.status;
	const call = addEntry<ToolCallEntry>(step, {
		...blank,
		...patch,
		...(isFinal(status) ? { endedAt: at } : {}),
	});
	step.draft.toolCalls.set(scopedId(step, toolCallId), call.id);
	return call;
}

/** The call of that id, if the agent has named it before. */
export function knownToolCall(step: Step, toolCallId: string): ToolCallEntry | undefined {
	return entryOf(step.draft, step.draft.toolCalls.get(scopedId(step, toolCallId)), 'tool_call');
}

/**
 * The fields of a call after a patch: absent keeps, null clears to what a new call has (acp C248).
 * @param known the call as it is; of a new one its first values
 */
function applyPatch(
	known: Pick<ToolCallEntry, 'isStopped' | 'meta'>,
	patch: ToolCallPatch,
): Partial<ToolCallEntry> {
	const { name, title, kind, status, statusName, content, locations, canCancel } = patch;
	return {
		...(name === undefined ? {} : cleared({ name })),
		...(title === undefined ? {} : { title: title ?? '' }),
		...(kind === undefined ? {} : { kind: kind ?? 'other' }),
		...(status === undefined ? {} : { status: status ?? 'pending', ...cleared({ statusName }) }),
		...(status === undefined || known.isStopped === undefined ? {} : { isStopped: false }),
		...(content === undefined ? {} : { content }),
		...(locations === undefined ? {} : { locations }),
		...(canCancel === undefined ? {} : { canCancel }),
		...('rawInput' in patch ? { rawInput: patch.rawInput ?? undefined } : {}),
		...('rawOutput' in patch ? { rawOutput: patch.rawOutput ?? undefined } : {}),
		...metaOf(known, patch),
	};
}

/** A field that is set, or taken away: an entity has no nulls. */
function cleared<K extends string, T>(field: { readonly [P in K]?: T | null | undefined }): { [P in K]?: T } {
	const entries = Object.entries(field).map(([key, value]) => [key, value ?? undefined]);
	return Object.fromEntries(entries) as { [P in K]?: T };
}

function metaOf({ meta }: { readonly meta?: unknown }, patch: ToolCallPatch): { meta?: unknown } {
	const { metaPatch } = patch;
	if (metaPatch === undefined) return 'meta' in patch ? { meta: patch.meta } : {};
	if (metaPatch === null) return { meta: undefined };
	const before = typeof meta === 'object' && meta !== null ? meta : {};
	const merged = Object.entries({ ...before, ...metaPatch }).filter(([, value]) => value !== null);
	return { meta: merged.length === 0 ? undefined : Object.fromEntries(merged) };
}
