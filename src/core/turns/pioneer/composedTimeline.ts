/**
 * What goes on for the tasks of a turn, in threads of their own: these are not followed, so it is read from the composed
 * timeline of the turn whenever the gateway says that it has changed. What it says of the turn itself is told live.
 */
import { type JsonObject, numberAt, objectAt, objectsIn, stringAt } from '../../base/json.ts';
import { t } from '../../base/l10n.ts';
import * as limits from '../../base/limits.ts';
import type { SubagentPatch } from '../../session/model/agentEvents.ts';
import type { ThreadEvent } from '../threadEvents.ts';
import { facts } from '../threadFacts.ts';
import type { Telling } from '../turnDialect.ts';
import { eventsOf, type ThreadMemory } from './pioneerEvents.ts';

/** Where an entry comes from, in the order of entries of one time. The documents name them and give no order. */
const origins = ['parent_turn', 'task_event', 'child_turn'];
/** Whole items: read again, they change nothing that is complete. Pieces would be told twice. */
const whole = new Set(['itemStarted', 'itemUpdated', 'itemCompleted']);

/** The order of entries, whatever order they came in; each stands once. */
export function inOrder(items: readonly JsonObject[]): readonly JsonObject[] {
	const byId = new Map(items.map((item) => [stringAt(item, 'id') ?? '', item]));
	return [...byId.values()].toSorted(
		(a, b) =>
			at(a, 'occurredAt') - at(b, 'occurredAt') ||
			origins.indexOf(kindOf(a)) - origins.indexOf(kindOf(b)) ||
			at(a, 'originSequence') - at(b, 'originSequence') ||
			((stringAt(a, 'id') ?? '') < (stringAt(b, 'id') ?? '') ? -1 : 1),
	);
}

/**
 * What the threads of a turn's tasks did, each under the task at the top of its group. Never throws.
 * @param answer to `turn/timeline`
 */
export function workOfTasks(
	answer: JsonObject,
	threadId: string,
	memoryOf: (threadId: string) => ThreadMemory,
): readonly Telling[] {
	const threads = new Map<string, string>();
	const named = new Set<string>();
	const counts = new Map<string, number>();
	return inOrder(objectsIn(answer['items']).slice(0, limits.timelineEntries)).flatMap(
		(entry): readonly Telling[] => {
			const origin = objectAt(entry, 'origin') ?? {};
			const taskId = stringAt(origin, 'taskId') ?? '';
			const child = stringAt(origin, 'childThreadId');
			const event = objectAt(objectAt(objectAt(entry, 'payload'), 'event'), 'payload') ?? {};
			const item = objectAt(event, 'item') ?? {};
			const itemTask = stringAt(item, 'taskId');
			const itemThread = stringAt(item, 'childThreadId');
			if (itemTask !== undefined && itemThread !== undefined) {
				threads.set(itemTask, itemThread);
				named.add(itemThread);
			}
			if (kindOf(entry) !== 'child_turn' || child === undefined || !whole.has(stringAt(event, 'type') ?? ''))
				return [];
			const top = threads.get(taskId) ?? child;
			const count = (counts.get(taskId) ?? 0) + 1;
			counts.set(taskId, count);
			return [
				{ threadId, events: announced(top, named.has(top), count === limits.stepsOfTask) },
				...(child === top ? [] : [{ threadId: top, events: announced(child, named.has(child)) }]),
				{ threadId: child, events: eventsOf(event, memoryOf(child)) },
			];
		},
	);
}

/** Makes a thread known where it is not. How far one is that no task names is not known. */
function announced(sessionId: string, isNamed: boolean, isCutShort = false): readonly ThreadEvent[] {
	const fields: SubagentPatch = {
		...(isNamed ? {} : { state: 'unknown' }),
		...(isCutShort ? { description: t('Only the first {0} steps are shown.', limits.stepsOfTask) } : {}),
	};
	return facts([{ type: 'subagent', sessionId, fields }]);
}

function kindOf(entry: JsonObject): string {
	return stringAt(objectAt(entry, 'origin'), 'kind') ?? '';
}

function at(entry: JsonObject, key: string): number {
	return numberAt(objectAt(entry, 'origin'), key) ?? 0;
}
