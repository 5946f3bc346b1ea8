/** All that can be said of a release's data once it is opened, as the texts that are its goldens. */
import type { PermissionContext } from '../../../src/core/session/model/permissionPorts.ts';
import type { HostedSession } from '../../../src/host/sessions/hostedSession.ts';
import { Decisions } from './decisions.ts';
import { OpenedRelease } from './openedRelease.ts';
import { RecordedMemento } from './recordedMemento.ts';
import type { StoredRelease } from './storedRelease.ts';

export interface Told {
	/** By the path of its file below `golden`. */
	readonly goldens: ReadonlyMap<string, string>;
	/** What stands in the log after that. */
	readonly warnings: readonly string[];
	/** Storage keys that were not read. */
	readonly unread: readonly string[];
}

/** @param scratch absolute path of an empty folder */
export async function tellAll(release: StoredRelease, scratch: string): Promise<Told> {
	const opened = new OpenedRelease(release, scratch);
	const globalState = new RecordedMemento(release.globalState);
	const decisions = new Decisions(release, globalState, opened.workspaceState);
	try {
		const { list } = opened;
		await opened.lookAtAll();
		const goldens = new Map([
			['sessions.json', list],
			...opened.seen,
			['rewritten.jsonl', await opened.rewritten()],
			['rules.json', decisions.rules(opened.sessions.all.flatMap(permissionsOf))],
			['agents.json', decisions.agents],
			['mcpServers.json', decisions.mcpServers],
			['permissionLog.jsonl', await decisions.permissionLog()],
		]);
		const unread = [
			...unreadOf(globalState, release.globalState),
			...unreadOf(opened.workspaceState, release.workspaceState),
		];
		return { goldens, warnings: [...opened.warnings, ...decisions.warnings], unread };
	} finally {
		decisions.dispose();
		await opened.close();
	}
}

function unreadOf({ readKeys }: RecordedMemento, stored: StoredRelease['globalState']): readonly string[] {
	return Object.keys(stored).filter((key) => !readKeys.has(key));
}

function permissionsOf({ session: { state } }: HostedSession): readonly PermissionContext[] {
	const { key: sessionKey, agentName, cwd, entries } = state;
	return [...entries.values()].flatMap((entry) => {
		if (entry.type !== 'permission') return [];
		const call = entries.get(entry.parentId ?? '');
		return [{ sessionKey, agentName, cwd, entry, call: call?.type === 'tool_call' ? call : undefined }];
	});
}
