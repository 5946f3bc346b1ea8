/** Plans: replaced as a whole, in their place (acp C62). */
import type { AgentEvent } from '../model/agentEvents.ts';
import { addEntry, closeMessage, entryOf, patchEntry, scopedId, type Step } from './draft.ts';
import type { PlanEntry } from '../model/entry.ts';

type PlanEvent = Extract<AgentEvent, { type: 'plan' }>;

/** Each turn that plans gets a plan of its own; within a turn the same plan changes. */
export function replacePlan(step: Step, { planId, items, document }: PlanEvent): void {
	const { draft } = step;
	const id = scopedId(step, planId);
	const known = entryOf(draft, draft.plans.get(id), 'plan');
	const body = { items, ...(document === undefined ? {} : { document }) };
	if (known?.turn === draft.turnCount) {
		const { document: _before, ...kept } = known;
		patchEntry<PlanEntry>(step, kept, { ...body, isRemoved: false });
	} else {
		closeMessage(step);
		// Deleted first, so that the newest plan is the last of the map.
		draft.plans.delete(id);
		draft.plans.set(id, addEntry<PlanEntry>(step, { type: 'plan', planId, ...body }).id);
	}
	step.changes.push({ type: 'session' });
}

/** The plan stays in the transcript, marked, and is not shown as the current one any more. */
export function removePlan(step: Step, planId: string): void {
	const id = scopedId(step, planId);
	const known = entryOf(step.draft, step.draft.plans.get(id), 'plan');
	if (known === undefined) return;
	step.draft.plans.delete(id);
	patchEntry(step, known, { isRemoved: true });
	step.changes.push({ type: 'session' });
}
