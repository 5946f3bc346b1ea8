import type { DisposableStore } from '../../core/base/disposable.ts';
import { Emitter } from '../../core/base/emitter.ts';
import { Session, type SessionServices } from '../../core/session/driver/session.ts';
import { type HostedSession, newOutbox } from './hostedSession.ts';
import type { StoredSession } from './storedSessions.ts';

/**
 * A session as it was stored, without its conversation; a new one has the same shape.
 * @param store ends with the session
 */
export function hostSession(
	stored: StoredSession,
	services: SessionServices,
	store: DisposableStore,
): HostedSession {
	const { key, agentName, cwd, title, localTitle, updatedAt, forkOf, createdAt, sessionId } = stored;
	const seed = {
		key,
		agentName,
		agentTitle: agentName,
		cwd,
		title,
		...(localTitle === undefined ? {} : { localTitle }),
		...(updatedAt === undefined ? {} : { updatedAt }),
		...(forkOf === undefined ? {} : { forkOf }),
		createdAt,
		sessionId,
	};
	return {
		session: new Session(seed, services),
		draft: { text: stored.draft.text, attachments: stored.draft.attachments },
		draftRevision: stored.draftRevision ?? 0,
		draftCount: stored.draftCount ?? 0,
		outbox: newOutbox(),
		draftReplaced: store.add(new Emitter<string>()),
		offered: new Map(),
		lostAttachments: stored.draft.lost,
		canLoad: stored.canLoad,
		wasInterrupted: stored.wasRunning,
	};
}
