import type { DisposableStore } from '../../core/base/disposable.ts';
import { Emitter } from '../../core/base/emitter.ts';
import type { Session } from '../../core/session/driver/session.ts';
import type { SessionSeed } from '../../core/session/reducer/createSessionState.ts';
import { type DraftReplaced, type HostedSession, newOutbox } from './hostedSession.ts';
import type { StoredSession } from './storedSessions.ts';

/**
 * A session as it was stored, without its conversation; a new one has the same shape.
 * @param create makes the session itself
 * @param store ends with the session
 */
export function hostSession(
	stored: StoredSession,
	create: (seed: SessionSeed) => Session,
	store: DisposableStore,
): HostedSession {
	const { key, agentName, cwd, title, localTitle, promptTitle } = stored;
	const { updatedAt, forkOf, createdAt, sessionId, choices } = stored;
	const seed = {
		key,
		agentName,
		agentTitle: agentName,
		cwd,
		title,
		...(localTitle === undefined ? {} : { localTitle }),
		...(promptTitle === undefined ? {} : { promptTitle }),
		...(updatedAt === undefined ? {} : { updatedAt }),
		...(forkOf === undefined ? {} : { forkOf }),
		createdAt,
		sessionId,
		...(choices === undefined ? {} : { earlierChoices: choices }),
	};
	return {
		session: create(seed),
		draft: { text: stored.draft.text, attachments: stored.draft.attachments },
		draftRevision: stored.draftRevision ?? 0,
		draftCount: stored.draftCount ?? 0,
		outbox: newOutbox(),
		draftReplaced: store.add(new Emitter<DraftReplaced>()),
		offered: new Map(),
		lostAttachments: stored.draft.lost,
		canLoad: stored.canLoad,
		wasInterrupted: stored.wasRunning,
	};
}
