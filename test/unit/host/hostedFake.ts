import { Emitter } from '../../../src/core/base/emitter.ts';
import {
	type DraftReplaced,
	emptyDraft,
	type HostedSession,
	newOutbox,
} from '../../../src/host/sessions/hostedSession.ts';
import { openFakeSession } from '../core/session/driver/fakeAgentPort.ts';

/** A session, by default one with a fake agent, as the host keeps it. */
export function hostedFake(session = openFakeSession().session): HostedSession {
	return {
		session,
		draft: emptyDraft,
		draftRevision: 0,
		draftCount: 0,
		outbox: newOutbox(),
		draftReplaced: new Emitter<DraftReplaced>(),
		offered: new Map(),
		lostAttachments: [],
		canLoad: false,
		wasInterrupted: false,
	};
}
