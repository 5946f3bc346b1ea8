import type { Entry, EntryId, MessageRole, PermissionEntry } from '../model/entry.ts';
import type { Change } from '../model/events.ts';
import { idInSession } from '../../base/ofSession.ts';
import type { SessionState } from '../model/sessionState.ts';

/**
 * The state while one step of the reducer works on it. Only the reducer's files use this type: all others see the state
 * as read-only. Maps are changed in place, so a step costs the same in a long session as in a short one; the entities
 * in them are replaced, never edited.
 */
export type SessionDraft = Writable<Omit<SessionState, MapKey>> & {
	readonly [K in MapKey]: SessionState[K] extends ReadonlyMap<infer Key, infer Value>
		? Map<Key, Value>
		: never;
};

type Writable<T> = { -readonly [K in keyof T]: T[K] };
type MapKey = {
	[K in keyof SessionState]-?: SessionState[K] extends ReadonlyMap<infer _Key, infer _Value> ? K : never;
}[keyof SessionState];

/** One step of the reducer: the state it changes and what it changed. */
export interface Step {
	readonly draft: SessionDraft;
	readonly changes: Change[];
	/** Set while an event of a child session is applied: what it makes belongs to that child. */
	readonly scope?: Scope;
}

export interface Scope {
	/** The agent's id of the child session. */
	readonly sessionId: string;
	/** The entry that stands for it. */
	readonly parentId: EntryId;
}

/** An id of the agent's in the session that the step is about. */
export function scopedId({ scope }: Step, id: string): string {
	return idInSession(scope?.sessionId, id);
}

/** All maps from what the agent names to entries: what ends its names clears each of them. */
export function idMapsOf(draft: SessionDraft): readonly Map<string, EntryId>[] {
	const { toolCalls, plans, messages, compactions, subagents, attempts } = draft;
	return [toolCalls, plans, messages, compactions, subagents, attempts];
}

/** Fields that every entry gets in the same way. */
type NewEntry<T extends Entry> = Omit<T, 'id' | 'turn' | 'origin'> & Partial<Pick<T, 'id' | 'origin'>>;

/** Appends an entry and notes the change. */
export function addEntry<T extends Entry>(step: Step, fields: NewEntry<T>): T {
	const { draft } = step;
	draft.entryCount++;
	const entry = {
		id: `e${draft.entryCount}`,
		turn: draft.turnCount,
		origin: draft.isReplaying ? 'replay' : 'agent',
		...(step.scope === undefined ? {} : { parentId: step.scope.parentId }),
		...fields,
	} as T;
	draft.entries.set(entry.id, entry);
	step.changes.push({ type: 'entry', id: entry.id });
	return entry;
}

/** Replaces an entry by a copy with other fields and notes the change. */
export function patchEntry<T extends Entry>(step: Step, entry: T, fields: Partial<T>): T {
	const patched = { ...entry, ...fields };
	step.draft.entries.set(entry.id, patched);
	const keepsContent = entry.type === 'message' && !('content' in fields);
	step.changes.push({ type: 'entry', id: entry.id, ...(keepsContent ? { keepsContent } : {}) });
	return patched;
}

/** The entry of that id if it is of that type. */
export function entryOf<K extends Entry['type']>(
	state: Pick<SessionState, 'entries'>,
	id: EntryId | undefined,
	type: K,
): Extract<Entry, { type: K }> | undefined {
	const entry = id === undefined ? undefined : state.entries.get(id);
	return isOfType(entry, type) ? entry : undefined;
}

function isOfType<K extends Entry['type']>(
	entry: Entry | undefined,
	type: K,
): entry is Extract<Entry, { type: K }> {
	return entry?.type === type;
}

/** The permission of that id while it waits for an answer. */
export function pendingPermission(
	state: Pick<SessionState, 'entries'>,
	permissionId: string,
): PermissionEntry | undefined {
	const entry = entryOf(state, permissionId, 'permission');
	return entry?.state.type === 'pending' ? entry : undefined;
}

/** Where a message of that name is found. Names count within a family of messages (acp C245). */
export function messageKey(step: Step, family: MessageRole | 'session', messageId: string): string {
	return scopedId(step, `${family}:${messageId}`);
}

/** Nothing more is appended to the open message without its name being called. */
export function closeMessage(step: Step): void {
	const open = entryOf(step.draft, step.draft.openMessage, 'message');
	step.draft.openMessage = undefined;
	if (open !== undefined && !open.isComplete) patchEntry(step, open, { isComplete: true });
}
