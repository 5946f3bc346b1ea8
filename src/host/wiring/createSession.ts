/** A session and what it offers to its agent: a bundle of its own (`session.cjs`), loaded with the first session. */
import { Session, type SessionServices } from '../../core/session/driver/session.ts';
import type { SessionBackend } from '../../core/session/model/sessionTarget.ts';
import type { SessionSeed } from '../../core/session/reducer/createSessionState.ts';
import type { TreeReaper } from '../../node/watchdog/watchdog.ts';
import type { ChangeGate } from '../changes/changeGate.ts';
import { rootsOf } from '../common/workspaceFolders.ts';
import { type Ask, FileAccess, type IsDenied } from '../files/fileAccess.ts';
import type { OwnEdits } from '../files/ownEdits.ts';
import { WorkspaceFiles } from '../files/workspaceFiles.ts';
import type { HostedDeed } from '../permissions/answerByRules.ts';
import { requireCommand } from '../terminals/commandAccess.ts';
import { SessionTerminals } from '../terminals/sessionTerminals.ts';

export { setTranslations } from '../../core/base/l10n.ts';
export { watchEmptyTurns } from '../sessions/emptyTurns.ts';

interface CreateSessionParts extends Omit<SessionServices, 'createBackend'> {
	readonly ownEdits: OwnEdits;
	/** What writes waits for it, so that nothing is written before it was seen as it was. */
	readonly changes: ChangeGate;
	/** Ends the commands that run for the agent when this window is gone. */
	readonly reaper: TreeReaper | undefined;
	/** Whether a rule of the user denies what the agent has the host do. */
	readonly isDenied: (deed: HostedDeed) => Promise<boolean>;
}

/** A session that has started nothing yet. */
export function createSession(seed: SessionSeed, parts: CreateSessionParts): Session {
	return new Session(seed, {
		...parts,
		beforeAnswer: () => parts.changes.begun(),
		createBackend: (session) => new OfferedByHost(session, seed.cwd, parts),
	});
}

/** What a session offers to its agent: the workspace's files, and commands run in its name. */
class OfferedByHost implements SessionBackend {
	readonly files: WorkspaceFiles;
	readonly terminals: SessionTerminals;

	constructor(session: Session, cwd: string, parts: CreateSessionParts) {
		const { ownEdits, reaper, changes } = parts;
		const ask: Ask = (request, signal) => session.ask(request, signal);
		const isDenied: IsDenied = (subject) => {
			const { key: sessionKey, agentName } = session.state;
			return parts.isDenied({ sessionKey, agentName, cwd, subject });
		};
		this.files = new WorkspaceFiles(new FileAccess(cwd, ask, isDenied), ownEdits, {
			before: (file) => changes.beforeWrite(session.state.key, file),
			done: (file, content) => changes.written(session.state.key, file, content),
		});
		this.terminals = new SessionTerminals(
			cwd,
			(event) => session.dispatch(event),
			reaper,
			() => rootsOf(cwd),
			async (command) => {
				await requireCommand(command, ask, isDenied);
				await changes.begun();
			},
		);
	}

	refuseWaiting(): void {
		this.terminals.refuseWaiting();
		this.files.refuseWaiting();
	}

	killCommands(): void {
		this.terminals.killAll();
	}

	releaseCommands(): void {
		this.terminals.releaseAll();
	}

	dispose(): void {
		this.terminals.dispose();
		this.files.dispose();
	}
}
