import { DisposableStore } from '../../core/base/disposable.ts';
import type { Session } from '../../core/session/driver/session.ts';
import type { SessionBackend } from '../../core/session/model/sessionTarget.ts';
import type { TreeKeeper } from '../../node/leash/leash.ts';
import { FileAccess } from '../files/fileAccess.ts';
import type { OwnEdits } from '../files/ownEdits.ts';
import { SessionTerminals } from '../terminals/sessionTerminals.ts';
import { WorkspaceFiles } from '../files/workspaceFiles.ts';

/**
 * What a session offers to its agent: the workspace's files and commands run in its name.
 * @param cwd the session's directory, absolute
 * @param keeper ends the commands when this window is gone
 */
export function createBackend(
	session: Session,
	cwd: string,
	ownEdits: OwnEdits,
	keeper?: TreeKeeper,
): SessionBackend {
	const store = new DisposableStore();
	const access = new FileAccess(cwd, (request) => session.ask(request));
	const files = store.add(new WorkspaceFiles(access, ownEdits));
	const terminals = store.add(new SessionTerminals(cwd, (event) => session.dispatch(event), keeper));
	return {
		files,
		terminals,
		killCommands: () => terminals.killAll(),
		releaseCommands: () => terminals.releaseAll(),
		dispose: () => store.dispose(),
	};
}
