import type { AgentEvent } from '../../session/model/agentEvents.ts';
import type { PlanItem } from '../../session/model/entry.ts';
import { type JsonObject, knownWord, objectAt, objectsIn, stringAt } from '../../base/json.ts';
import { namePlanId, typePlan } from './shims.ts';

/** The plan of an agent that gives it no id, as in version 1. */
const unnamedPlanId = 'plan';

/**
 * A plan, whole, by its id (acp C263). One of a kind we do not know is named, and has its place (acp C264).
 * @returns undefined without an id, or without what its kind consists of
 */
export function decodePlanUpdate(raw: JsonObject): AgentEvent | undefined {
	const plan = typePlan(namePlanId(objectAt(raw, 'plan') ?? {}));
	const planId = stringAt(plan, 'planId');
	if (planId === undefined) return undefined;
	const kind = stringAt(plan, 'type');
	switch (kind) {
		case undefined:
			return undefined;
		case 'items':
			return planOf(planId, plan);
		case 'markdown': {
			const text = stringAt(plan, 'content');
			return text === undefined
				? undefined
				: { type: 'plan', planId, items: [], document: { type: 'markdown', text } };
		}
		case 'file': {
			const uri = stringAt(plan, 'uri');
			return uri === undefined
				? undefined
				: { type: 'plan', planId, items: [], document: { type: 'file', uri } };
		}
		default:
			return { type: 'plan', planId, items: [], document: { type: 'other', kind } };
	}
}

/** The one plan of version 1. */
export function decodeUnnamedPlan(raw: JsonObject): AgentEvent | undefined {
	return planOf(unnamedPlanId, raw);
}

export function decodePlanRemoved(raw: JsonObject): AgentEvent | undefined {
	const planId = stringAt(raw, 'planId') ?? stringAt(raw, 'id');
	return planId === undefined ? undefined : { type: 'plan_removed', planId };
}

function planOf(planId: string, raw: JsonObject): AgentEvent | undefined {
	const { entries } = raw;
	if (!Array.isArray(entries)) return undefined;
	return { type: 'plan', planId, items: objectsIn(entries).flatMap(toItem) };
}

/** An item keeps its place also when its priority or status is unknown (acp C211). */
function toItem(entry: JsonObject): PlanItem[] {
	const content = stringAt(entry, 'content');
	if (content === undefined) return [];
	return [
		{
			content,
			priority: knownWord(entry['priority'], priorities) ?? 'medium',
			status: knownWord(entry['status'], statuses) ?? 'pending',
		},
	];
}

const priorities = ['high', 'medium', 'low'] as const;
const statuses = ['pending', 'in_progress', 'completed', 'cancelled'] as const;
