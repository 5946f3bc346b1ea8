import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { AgentSessions } from './agentSessions.ts';
import { registerSessionCommands, type SessionCommandParts } from './sessionCommands.ts';
import { SessionsTree } from './sessionsTree.ts';
import type { Settings } from '../settings/settings.ts';
import { workspaceFolders } from '../common/workspaceFolders.ts';

/** The list of sessions beside the chat, with everything that can be done in it. */
export function addSessionsView(
	parts: Omit<SessionCommandParts, 'kept' | 'tree'> & { readonly settings: Settings },
): Disposable {
	const store = new DisposableStore();
	const kept = store.add(
		new AgentSessions(parts.agents, workspaceFolders, (agentName, cwd, work) =>
			parts.dialog.retrying({ agentName, agentTitle: agentName, cwd }, work),
		),
	);
	const tree = store.add(new SessionsTree({ ...parts, kept }));
	store.add(registerSessionCommands({ ...parts, kept, tree }));
	return store;
}
