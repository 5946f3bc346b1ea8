/** A session of an earlier window that is shown for the first time in this one. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import type { Session } from '../../../../src/core/session/driver/session.ts';
import type { SessionEvent } from '../../../../src/core/session/model/events.ts';
import type { SessionState } from '../../../../src/core/session/model/sessionState.ts';
import { ShownSessions } from '../../../../src/host/chat/shownSessions.ts';
import type { HostedSession } from '../../../../src/host/sessions/hostedSession.ts';
import { only } from '../../only.ts';

it('says that its turn was interrupted, but not where the user has gone on while the agent started', async () => {
	for (const type of ['idle', 'running'] as const) {
		const told: SessionEvent[] = [];
		const session = only<Session>({
			isOpen: false,
			state: only<SessionState>({
				agent: { type: 'exited' },
				entries: new Map(),
				turn: type === 'idle' ? { type } : { type, startedAt: 1 },
			}),
			start: () => Promise.resolve(true),
			dispatch: (event: SessionEvent) => void told.push(event),
		});
		const hosted = only<HostedSession>({
			session,
			canLoad: true,
			wasInterrupted: true,
			lostAttachments: [],
		});
		new ShownSessions().onShown(hosted);
		await turnOfTheLoop();
		assert.equal(told.length, type === 'idle' ? 1 : 0, type);
		assert.equal(hosted.wasInterrupted, false);
	}
});
