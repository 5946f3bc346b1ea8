/** Every permission that real agents asked for in test/traffic, as it stood when the recorded user saw it. */
import type { PermissionContext } from '../../../../src/core/session/model/permissionPorts.ts';
import { toolCallOf } from '../../../../src/core/view/permissionSubject.ts';
import { replay } from '../../replay/replay.ts';
import { recordings, type Recording } from '../acp/support.ts';

export interface RecordedPermission extends PermissionContext {
	readonly recording: string;
}

const method = 'session/request_permission';

/** How often the recorded agents asked. */
export function countRequests(): number {
	return asking().reduce((count, { messages }) => count + messages.filter(isRequest).length, 0);
}

export async function recordedPermissions(): Promise<readonly RecordedPermission[]> {
	const found: RecordedPermission[] = [];
	for (const recording of asking()) found.push(...(await permissionsOf(recording)));
	return found;
}

async function permissionsOf(recording: Recording): Promise<readonly RecordedPermission[]> {
	const { session, questions } = await replay(recording, 'burst');
	const { key: sessionKey, agentName, cwd, entries } = session.state;
	return [...entries.values()].flatMap((entry) => {
		if (entry.type !== 'permission') return [];
		const call = questions.get(entry.id)?.call ?? toolCallOf(session.state, entry);
		return [{ recording: recording.name, sessionKey, agentName, cwd, entry, call }];
	});
}

function asking(): readonly Recording[] {
	return [...recordings(), ...recordings('v2')].filter(({ messages }) => messages.some(isRequest));
}

/** Questions that come by way of a permission are none. */
function isRequest({ dir, msg }: Recording['messages'][number]): boolean {
	return dir === 'in' && msg['method'] === method && !JSON.stringify(msg).includes('"qwenQuestions"');
}
