/**
 * Which session gets what the agent sends. Agents send updates before they answer `session/new`, and before the
 * session that asked for it is there to hear (agents-in-the-wild 8): those are kept, in order, until `attach`.
 */
import type { AbortSignal } from '../../base/abortSignal.ts';
import { Deferred } from '../../base/deferred.ts';
import { type Disposable, toDisposable } from '../../base/disposable.ts';
import { toError } from '../../base/errors.ts';
import { RingBuffer } from '../../base/ringBuffer.ts';
import type { AgentEvent } from '../../session/events.ts';
import type { OpenedSession, SessionTarget } from '../../session/ports.ts';
import type { LogOnce } from '../logOnce.ts';
import { errorCodes, WireError } from '../wire.ts';

/** Bounds on what is kept for sessions nobody listens to yet: the oldest goes first. */
export const earlyLimits = Object.freeze({ sessions: 64, eventsPerSession: 10_000 });

export class SessionLinks implements Disposable {
	readonly #log: LogOnce;
	readonly #targets = new Map<string, SessionTarget>();
	readonly #early = new Map<string, RingBuffer<AgentEvent>>();
	readonly #waiting = new Map<string, Set<Deferred<SessionTarget>>>();
	/** Sessions that are open, or being loaded, but not attached yet. */
	readonly #expected = new Set<string>();
	/** Sessions that were let go of: late updates of theirs are dropped. */
	readonly #detached = new Set<string>();
	#openings = 0;

	constructor(log: LogOnce) {
		this.#log = log;
	}

	/** Hands events to their session, or keeps them until it attaches. Never throws. */
	deliver(sessionId: string, events: readonly AgentEvent[]): void {
		const target = this.#targets.get(sessionId);
		if (target !== undefined) this.#hand(target, events);
		else if (events.length > 0 && !this.#detached.has(sessionId)) this.#keep(sessionId, events);
	}

	/** The session, if it is attached. */
	target(sessionId: string): SessionTarget | undefined {
		return this.#targets.get(sessionId);
	}

	/**
	 * Waits for a session that is about to attach.
	 * Rejects with `WireError` -32602 when no such session is being opened, -32800 when the agent withdraws.
	 */
	async waitFor(sessionId: string, signal: AbortSignal): Promise<SessionTarget> {
		if (!this.#mayAttach(sessionId)) throw unknownSession(sessionId);
		const waiter = new Deferred<SessionTarget>();
		const others = this.#waiting.get(sessionId) ?? new Set();
		this.#waiting.set(sessionId, others.add(waiter));
		const cancel = (): void => waiter.reject(new WireError(errorCodes.requestCancelled, 'Request cancelled'));
		signal.addEventListener('abort', cancel);
		if (signal.aborted) cancel();
		try {
			return await waiter.promise;
		} finally {
			signal.removeEventListener('abort', cancel);
			others.delete(waiter);
		}
	}

	/**
	 * Opens a session. From before the request goes out, what comes for the session waits instead of failing.
	 * @param sessionId of a session that is loaded; a new one gets its id from the answer
	 */
	async open(request: () => Promise<OpenedSession>, sessionId?: string): Promise<OpenedSession> {
		this.#openings++;
		if (sessionId !== undefined) this.#expect(sessionId);
		try {
			const opened = await request();
			this.#expect(opened.sessionId);
			return opened;
		} catch (error) {
			if (sessionId !== undefined) this.#forget(sessionId);
			throw error;
		} finally {
			this.#openings--;
			this.#refuseUnknown();
		}
	}

	/** Delivers what came before, then everything that follows, until disposed. */
	attach(sessionId: string, target: SessionTarget): Disposable {
		const early = this.#early.get(sessionId)?.toArray() ?? [];
		this.#forget(sessionId);
		this.#detached.delete(sessionId);
		this.#targets.set(sessionId, target);
		this.#hand(target, early);
		for (const waiter of this.#waiting.get(sessionId) ?? []) waiter.resolve(target);
		this.#waiting.delete(sessionId);
		return toDisposable(() => {
			if (this.#targets.get(sessionId) !== target) return;
			this.#targets.delete(sessionId);
			this.#detached.add(sessionId);
		});
	}

	/** Lets go of everything; requests that wait are refused. */
	dispose(): void {
		this.#targets.clear();
		this.#early.clear();
		this.#expected.clear();
		this.#openings = 0;
		this.#refuseUnknown();
	}

	#hand(target: SessionTarget, events: readonly AgentEvent[]): void {
		for (const event of events) {
			try {
				target.onEvent(event);
			} catch (error) {
				this.#log.write('Failed to apply event', event.type, toError(error).message);
			}
		}
	}

	#keep(sessionId: string, events: readonly AgentEvent[]): void {
		const kept = this.#early.get(sessionId) ?? new RingBuffer<AgentEvent>(earlyLimits.eventsPerSession);
		this.#early.set(sessionId, kept);
		for (const event of events) kept.push(event);
		const [oldest] = this.#early.keys();
		if (oldest !== undefined && this.#early.size > earlyLimits.sessions) {
			this.#early.delete(oldest);
			this.#log.write('Dropped updates of a session that nobody opened', oldest);
		}
	}

	#expect(sessionId: string): void {
		this.#detached.delete(sessionId);
		if (!this.#targets.has(sessionId)) this.#expected.add(sessionId);
	}

	#forget(sessionId: string): void {
		this.#expected.delete(sessionId);
		this.#early.delete(sessionId);
	}

	#mayAttach(sessionId: string): boolean {
		return !this.#detached.has(sessionId) && (this.#openings > 0 || this.#expected.has(sessionId));
	}

	#refuseUnknown(): void {
		for (const [sessionId, waiters] of this.#waiting) {
			if (this.#mayAttach(sessionId)) continue;
			this.#waiting.delete(sessionId);
			for (const waiter of waiters) waiter.reject(unknownSession(sessionId));
		}
	}
}

function unknownSession(sessionId: string): WireError {
	return new WireError(errorCodes.invalidParams, `Unknown session: ${sessionId}`);
}
