import { DisposableStore } from '../core/base/disposable.ts';
import type { Session, SessionBackend } from '../core/session/session.ts';
import { FileAccess } from './fileAccess.ts';
import type { OwnEdits } from './ownEdits.ts';
import { SessionTerminals } from './sessionTerminals.ts';
import { WorkspaceFiles } from './workspaceFiles.ts';

/**
 * What a session offers to its agent: the workspace's files and commands run in its name.
 * @param cwd the session's directory, absolute
 */
export function createBackend(session: Session, cwd: string, ownEdits: OwnEdits): SessionBackend {
	const store = new DisposableStore();
	const access = new FileAccess(cwd, (request) => session.ask(request));
	const files = store.add(new WorkspaceFiles(access, ownEdits));
	const terminals = store.add(new SessionTerminals(cwd, (event) => session.dispatch(event)));
	return {
		files,
		terminals,
		killCommands: () => terminals.killAll(),
		releaseCommands: () => terminals.releaseAll(),
		dispose: () => store.dispose(),
	};
}
