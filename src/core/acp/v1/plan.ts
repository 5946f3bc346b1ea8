import type { AgentEvent } from '../../session/model/agentEvents.ts';
import type { PlanItem } from '../../session/model/entry.ts';
import type { Decoded } from '../decoder.ts';
import { isJsonObject, type JsonObject, objectAt, stringAt } from '../json.ts';
import type { V1Decoder } from './types.ts';

const priorities: ReadonlySet<unknown> = new Set(['high', 'medium', 'low']);
const statuses: ReadonlySet<unknown> = new Set(['pending', 'in_progress', 'completed']);

/** The whole plan (acp C62). An item keeps its place also when its priority or status is unknown (acp C65). */
export function decodePlan(decoder: V1Decoder, raw: JsonObject): Decoded<readonly PlanItem[]> {
	const { entries } = raw;
	const lenient = Array.isArray(entries) ? { ...raw, entries: entries.map(fillItem) } : raw;
	const decoded = decoder.decode('Plan', lenient);
	if (!decoded.ok) return decoded;
	const items = decoded.value.entries.map(({ content, priority, status }) => ({ content, priority, status }));
	return { ok: true, value: items };
}

/** A plan of the draft: items, a text, or a file, each with an id of its own. */
export function decodePlanUpdate(decoder: V1Decoder, raw: JsonObject): AgentEvent | undefined {
	const plan = objectAt(raw, 'plan');
	const planId = plan === undefined ? undefined : stringAt(plan, 'planId');
	if (plan === undefined || planId === undefined) return undefined;
	const text = stringAt(plan, 'content');
	const uri = stringAt(plan, 'uri');
	switch (stringAt(plan, 'type')) {
		case 'markdown':
			return text === undefined
				? undefined
				: { type: 'plan', planId, items: [], document: { type: 'markdown', text } };
		case 'file':
			return uri === undefined
				? undefined
				: { type: 'plan', planId, items: [], document: { type: 'file', uri } };
		default: {
			const items = decodePlan(decoder, plan);
			return items.ok ? { type: 'plan', planId, items: items.value } : undefined;
		}
	}
}

function fillItem(item: unknown): unknown {
	if (!isJsonObject(item)) return item;
	const priority = priorities.has(item['priority']) ? item['priority'] : 'medium';
	const status = statuses.has(item['status']) ? item['status'] : 'pending';
	return { ...item, priority, status };
}
