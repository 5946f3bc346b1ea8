import type { Clock } from '../../base/clock.ts';
import type { SessionLease } from './sessionLease.ts';
import type { SessionEvent } from '../model/events.ts';
import type { LoginGate } from './loginGate.ts';
import type { SessionState } from '../model/sessionState.ts';

/** What the parts of a session share. */
export interface SessionParts {
	readonly state: SessionState;
	readonly clock: Clock;
	readonly lease: SessionLease;
	readonly gate: LoginGate;
	readonly dispatch: (event: SessionEvent) => void;
	/** Tells the user. */
	readonly fail: (error: unknown) => void;
}
