import type { DisposableStore } from '../../core/base/disposable.ts';
import { workspaceFolders } from '../common/workspaceFolders.ts';
import type { Settings } from '../settings/settings.ts';
import { AgentSessions } from './agentSessions.ts';
import type { SessionCommandParts } from './sessionCommands.ts';
import { SessionsTree } from './sessionsTree.ts';

type SessionsViewParts = Omit<SessionCommandParts, 'kept' | 'tree'> & { readonly settings: Settings };

/** The list of sessions beside the chat, with what its commands are carried out with. @param store ends it */
export function addSessionsView(parts: SessionsViewParts, store: DisposableStore): SessionCommandParts {
	const kept = store.add(
		new AgentSessions(parts.agents, workspaceFolders, (agentName, cwd, work) =>
			parts.dialog.retrying({ agentName, agentTitle: agentName, cwd }, work),
		),
	);
	store.add(kept.onDidList(({ agentName, session }) => parts.sessions.takeListed(agentName, session)));
	const tree = store.add(new SessionsTree({ ...parts, kept }));
	return { ...parts, kept, tree };
}
