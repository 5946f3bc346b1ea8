/** A session and what it offers to its agent: a bundle of its own (`session.cjs`), loaded with the first session. */
import { DisposableStore } from '../../core/base/disposable.ts';
import { Session, type SessionServices } from '../../core/session/driver/session.ts';
import type { SessionBackend } from '../../core/session/model/sessionTarget.ts';
import type { SessionSeed } from '../../core/session/reducer/createSessionState.ts';
import type { TreeKeeper } from '../../node/leash/leash.ts';
import { FileAccess } from '../files/fileAccess.ts';
import type { OwnEdits } from '../files/ownEdits.ts';
import { WorkspaceFiles } from '../files/workspaceFiles.ts';
import { SessionTerminals } from '../terminals/sessionTerminals.ts';

export { setTranslations } from '../../core/base/l10n.ts';

export interface CreateSessionParts extends Omit<SessionServices, 'createBackend'> {
	readonly ownEdits: OwnEdits;
	/** Ends the commands that run for the agent when this window is gone. */
	readonly keeper: TreeKeeper | undefined;
}

/** A session that has started nothing yet. */
export function createSession(seed: SessionSeed, parts: CreateSessionParts): Session {
	return new Session(seed, { ...parts, createBackend: (session) => createBackend(session, seed.cwd, parts) });
}

/** What a session offers to its agent: the workspace's files, and commands run in its name. */
function createBackend(session: Session, cwd: string, parts: CreateSessionParts): SessionBackend {
	const store = new DisposableStore();
	const access = new FileAccess(cwd, (request) => session.ask(request));
	const files = store.add(new WorkspaceFiles(access, parts.ownEdits));
	const terminals = store.add(new SessionTerminals(cwd, (event) => session.dispatch(event), parts.keeper));
	return {
		files,
		terminals,
		killCommands: () => terminals.killAll(),
		releaseCommands: () => terminals.releaseAll(),
		dispose: () => store.dispose(),
	};
}
