/** Threads of a Pioneer gateway, as they are listed. */
import { type JsonObject, stringAt } from '../../base/json.ts';
import * as limits from '../../base/limits.ts';
import type { ListedSession } from '../../session/model/agentPort.ts';

/** A gateway has no folder: a thread belongs to the one that asks. */
export function toListed(thread: JsonObject, cwd: string): readonly ListedSession[] {
	const sessionId = stringAt(thread, 'id');
	const isHidden = stringAt(thread, 'sidebar_visibility') === 'hidden';
	const origin = stringAt(thread, 'origin_kind') ?? 'user';
	if (sessionId === undefined || isHidden || origin !== 'user') return [];
	const title = stringAt(thread, 'name') ?? stringAt(thread, 'preview');
	return [
		{
			sessionId,
			cwd,
			additionalDirectories: [],
			isArchived: false,
			...(title === undefined || title === '' ? {} : { title: title.slice(0, limits.titleChars) }),
		},
	];
}
