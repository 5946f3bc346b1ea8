/** Compactions: upserted by id, in the place of their first word (acp C71). */
import * as limits from '../../base/limits.ts';
import type { AgentEvent } from '../model/agentEvents.ts';
import { appendContent, type Content } from '../model/content.ts';
import { isBackgroundEntry } from './background.ts';
import { addEntry, closeMessage, entryOf, patchEntry, scopedId, type Step } from './draft.ts';
import type { CompactionEntry } from '../model/entry.ts';

type CompactionEvent = Extract<AgentEvent, { type: 'compaction' }>;
type CompactionChunk = Extract<AgentEvent, { type: 'compaction_chunk' }>;

/** Omitted keeps, null clears, a value replaces. */
export function patchCompaction(step: Step, { compactionId, status, summary, error }: CompactionEvent): void {
	const { error: before, ...known } = compactionOf(step, compactionId);
	const next = error === undefined ? before : (error ?? undefined);
	const patched: CompactionEntry = {
		...known,
		status,
		...(summary === undefined ? {} : { summary: summary ?? [] }),
		...(next === undefined ? {} : { error: next }),
	};
	step.draft.entries.set(patched.id, patched);
	step.changes.push({ type: 'entry', id: patched.id });
}

/** Appends to the summary; an id we do not know begins a compaction. */
export function appendToCompaction(step: Step, { compactionId, content }: CompactionChunk): void {
	const known = compactionOf(step, compactionId);
	// Each step costs what is there: without end it would cost its square.
	if (known.summary.length > limits.contentParts) return;
	const all = appendContent(known.summary, content);
	const summary = all.length > limits.contentParts ? [...known.summary, leftOut] : all;
	patchEntry(step, known, { summary });
}

/** Stands for what is not kept. */
const leftOut: Content = { type: 'unknown', kind: 'more' };

/** What is still open has no end of its own, but for what runs on after the turn. */
export function cancelCompactions(step: Step): void {
	for (const id of step.draft.compactions.values()) {
		const entry = entryOf(step.draft, id, 'compaction');
		if (entry?.status === 'in_progress' && !isBackgroundEntry(step.draft, entry))
			patchEntry(step, entry, { status: 'cancelled' });
	}
}

function compactionOf(step: Step, compactionId: string): CompactionEntry {
	const id = scopedId(step, compactionId);
	const known = entryOf(step.draft, step.draft.compactions.get(id), 'compaction');
	if (known !== undefined) return known;
	closeMessage(step);
	const created = addEntry<CompactionEntry>(step, {
		type: 'compaction',
		compactionId,
		status: 'in_progress',
		summary: [],
	});
	step.draft.compactions.set(id, created.id);
	return created;
}
