/**
 * Where else the work of an agent comes from: child sessions that it runs inside of a session (unstable,
 * docs/protocol.md#child-sessions), tasks, and turns of other conversations.
 */
import { isOver } from '../../base/subagentState.ts';
import type { SubagentPatch } from '../model/agentEvents.ts';
import { isUnlisted } from './background.ts';
import { addEntry, closeMessage, entryOf, patchEntry, type Scope, type Step } from './draft.ts';
import type { SubagentEntry } from '../model/entry.ts';
import type { SessionState } from '../model/sessionState.ts';

/** Omitted keeps, null clears. */
export function patchSubagent(step: Step, sessionId: string, patch: SubagentPatch): void {
	const known = subagentOf(step, sessionId);
	const { description: before, ...rest } = known;
	const description = patch.description === undefined ? before : (patch.description ?? undefined);
	const patched: SubagentEntry = {
		...rest,
		...(patch.kind === undefined ? {} : { kind: patch.kind }),
		...(patch.title === undefined ? {} : { title: patch.title ?? '' }),
		...(description === undefined ? {} : { description }),
		...(patch.state === undefined ? {} : { state: patch.state }),
		...(patch.canCancel === undefined ? {} : { canCancel: patch.canCancel }),
	};
	step.draft.entries.set(patched.id, patched);
	step.changes.push({ type: 'entry', id: patched.id });
}

/** Where what happens in a child session belongs. A child that was not announced is made known by it. */
export function scopeOf(step: Step, sessionId: string): Scope {
	return { sessionId, parentId: subagentOf(step, sessionId).id };
}

/** True for an entry of that child session, or of a child of it. */
export function isInside(
	{ entries }: Pick<SessionState, 'entries'>,
	entryId: string,
	subagentId: string,
): boolean {
	let parentId = entries.get(entryId)?.parentId;
	while (parentId !== undefined && parentId !== subagentId) parentId = entries.get(parentId)?.parentId;
	return parentId === subagentId;
}

/** Children cannot outlive the turn of an agent that is gone. */
export function endSubagents(step: Step): void {
	for (const id of step.draft.subagents.values()) {
		const entry = entryOf(step.draft, id, 'subagent');
		if (entry !== undefined && !isOver(entry.state)) patchEntry(step, entry, { state: 'idle' });
	}
}

/** Those of which the agent does not say that they run on, though it says what does. */
export function endUnlistedSubagents(step: Step): void {
	for (const id of step.draft.subagents.values()) {
		const entry = entryOf(step.draft, id, 'subagent');
		if (entry !== undefined && isUnlisted(step.draft, entry)) patchEntry(step, entry, { state: 'idle' });
	}
}

function subagentOf(step: Step, sessionId: string): SubagentEntry {
	const known = entryOf(step.draft, step.draft.subagents.get(sessionId), 'subagent');
	if (known !== undefined) return known;
	closeMessage(step);
	const created = addEntry<SubagentEntry>(step, {
		type: 'subagent',
		sessionId,
		title: '',
		state: 'running',
		canCancel: false,
	});
	step.draft.subagents.set(sessionId, created.id);
	return created;
}
