/** Codex's threads as they are kept: their turns, and their rows in a list. */
import { type JsonObject, objectsIn, stringAt } from '../../base/json.ts';
import * as limits from '../../base/limits.ts';
import type { ListedSession } from '../../session/model/agentPort.ts';
import type { ThreadEvent } from '../threadEvents.ts';
import { readItem } from './codexItems.ts';
import { endOf } from './codexNotifications.ts';

/** A turn as it is kept: its items, and its end. */
export function historyOf(turn: JsonObject): readonly ThreadEvent[] {
	const turnId = stringAt(turn, 'id') ?? '';
	const isRunning = turn['status'] === 'inProgress';
	const items = objectsIn(turn['items']).flatMap((raw): ThreadEvent[] => {
		const item = readItem(raw, !isRunning);
		return item === undefined ? [] : [{ type: isRunning ? 'item_started' : 'item_completed', item }];
	});
	return isRunning ? items : [...items, { type: 'turn_ended', turnId, end: endOf(turn) }];
}

/** A row of a list as a session; none for one without a name or folder, and for a helper's. */
export function listedOf(raw: JsonObject, isArchived: boolean): readonly ListedSession[] {
	const sessionId = stringAt(raw, 'id');
	const cwd = stringAt(raw, 'cwd');
	// A helper's thread belongs to the one that started it.
	if (sessionId === undefined || cwd === undefined || stringAt(raw, 'parentThreadId') !== undefined)
		return [];
	const title = stringAt(raw, 'name') ?? stringAt(raw, 'preview');
	const updatedAt = raw['updatedAt'];
	return [
		{
			sessionId,
			cwd,
			additionalDirectories: [],
			isArchived,
			...(title === undefined || title === '' ? {} : { title: title.slice(0, limits.titleChars) }),
			...(typeof updatedAt === 'number' && Number.isFinite(updatedAt) && Math.abs(updatedAt) < 8.64e12
				? { updatedAt: new Date(updatedAt * 1000).toISOString() }
				: {}),
		},
	];
}
