/**
 * Which session gets what the agent sends. Agents send updates before they answer `session/new`, and before the
 * session that asked for it is there to hear (docs/agents-in-the-wild.md#updates-before-and-after): those are kept, in
 * order, until `attach`.
 */
import type { AbortSignal } from '../../base/abortSignal.ts';
import { type Disposable, toDisposable } from '../../base/disposable.ts';
import { toError } from '../../base/errors.ts';
import * as limits from '../../base/limits.ts';
import { BoundedMap } from '../../base/boundedMap.ts';
import { RingBuffer } from '../../base/ringBuffer.ts';
import type { AgentEvent } from '../../session/model/agentEvents.ts';
import type { OpenedSession } from '../../session/model/agentPort.ts';
import type { SessionTarget } from '../../session/model/sessionTarget.ts';
import type { LogOnce } from '../logOnce.ts';
import { errorCodes, WireError } from '../wire.ts';
import { JoinedChunks } from './joinedChunks.ts';

export class SessionLinks implements Disposable {
	readonly #log: LogOnce;
	readonly #chunks = new JoinedChunks((sessionId, events) => this.#deliver(sessionId, events));
	readonly #targets = new Map<string, SessionTarget>();
	readonly #early = new BoundedMap<string, RingBuffer<AgentEvent>>({ maxCount: limits.earlySessions });
	readonly #waiting = new Map<string, Set<PromiseWithResolvers<SessionTarget>>>();
	/** Sessions that are open, or being loaded, but not attached yet. */
	readonly #expected = new Set<string>();
	/**
	 * Child sessions with the session they belong to: what comes for a child goes there
	 * (docs/protocol.md#child-sessions).
	 */
	readonly #parents = new Map<string, string>();
	/** Sessions that were let go of: late updates of theirs are dropped. */
	readonly #detached = new Set<string>();
	/** By id the sessions that exist at the agent and are being opened now. */
	readonly #opening = new Set<string>();
	#openings = 0;

	constructor(log: LogOnce) {
		this.#log = log;
	}

	/** Hands events to their session, or keeps them until it attaches. Never throws. */
	deliver(sessionId: string, events: readonly AgentEvent[]): void {
		this.#chunks.add(sessionId, events);
	}

	/** What is delivered in `work` came together: chunks of a text are handed on as one. */
	together(work: () => void): void {
		this.#chunks.together(work);
	}

	#deliver(sessionId: string, events: readonly AgentEvent[]): void {
		const parentId = this.#parents.get(sessionId);
		const target = this.#targets.get(sessionId);
		if (parentId !== undefined) this.#deliver(parentId, events.map(inChild(sessionId)));
		else if (target !== undefined) this.#hand(target, events);
		else if (events.length > 0 && !this.#detached.has(sessionId)) this.#keep(sessionId, events);
		for (const event of events) if (event.type === 'subagent') this.#adopt(event.sessionId, sessionId);
	}

	/** The agent chooses the ids of elicitations, so the message goes to the session that knows the id (acp C105). */
	completeElicitation(elicitationId: string): void {
		this.#chunks.passHeld();
		for (const target of this.#targets.values()) target.elicitations.complete(elicitationId);
	}

	/** True while a session that exists at the agent is being opened: what it sends is its history. */
	isOpening(sessionId: string): boolean {
		return this.#opening.has(sessionId);
	}

	/** True for a session that another one announced as its child. */
	isChild(sessionId: string): boolean {
		return this.#parents.has(sessionId);
	}

	/** The session, if it is attached. For a child session, its parent in the child's name. */
	target(sessionId: string): SessionTarget | undefined {
		this.#chunks.passHeld();
		const parentId = this.#parents.get(sessionId);
		if (parentId === undefined) return this.#targets.get(sessionId);
		const parent = this.target(parentId);
		return parent === undefined ? undefined : childTarget(parent, sessionId);
	}

	/**
	 * Waits for a session that is about to attach.
	 * Rejects with `WireError` -32602 when no such session is being opened, -32800 when the agent withdraws.
	 */
	async waitFor(sessionId: string, signal: AbortSignal): Promise<SessionTarget> {
		if (!this.#mayAttach(sessionId)) throw unknownSession(sessionId);
		const waiter = Promise.withResolvers<SessionTarget>();
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
		if (sessionId !== undefined) {
			this.#expect(sessionId);
			this.#opening.add(sessionId);
		}
		try {
			const opened = await request();
			this.#expect(opened.sessionId);
			return opened;
		} catch (error) {
			if (sessionId !== undefined) this.#forget(sessionId);
			throw error;
		} finally {
			this.#openings--;
			if (sessionId !== undefined) this.#opening.delete(sessionId);
			this.#refuseUnknown();
		}
	}

	/** Delivers what came before, then everything that follows, until disposed. */
	attach(sessionId: string, target: SessionTarget): Disposable {
		const early = this.#early.get(sessionId)?.toArray() ?? [];
		this.#forget(sessionId);
		this.#detached.delete(sessionId);
		// A child that the user opens by itself is a session like any other.
		this.#parents.delete(sessionId);
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
		this.#parents.clear();
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

	/** Makes a session the child of another. What came for it before follows now. A session we opened is no child. */
	#adopt(childId: string, parentId: string): void {
		const isOwn = this.#targets.has(childId) || this.#expected.has(childId);
		if (isOwn || this.#parents.has(childId) || !this.#mayAdopt(childId, parentId)) return;
		const early = this.#early.get(childId)?.toArray() ?? [];
		this.#early.delete(childId);
		this.#parents.set(childId, parentId);
		if (early.length > 0) this.#deliver(childId, early);
	}

	/** Not one that is its own parent, however far up: a circle would never end. Nor one too deep to be told apart. */
	#mayAdopt(childId: string, parentId: string): boolean {
		let current: string | undefined = parentId;
		for (let depth = 0; current !== undefined; depth++) {
			if (current === childId || depth >= limits.subagentDepth) return false;
			current = this.#parents.get(current);
		}
		return true;
	}

	#keep(sessionId: string, events: readonly AgentEvent[]): void {
		const known = this.#early.get(sessionId);
		const kept = known ?? new RingBuffer<AgentEvent>(limits.earlyEvents, limits.earlyBytes, sizeOf);
		for (const event of events) kept.push(event);
		if (known !== undefined) return;
		for (const oldest of this.#early.set(sessionId, kept)) {
			this.#log.write('Dropped updates of a session that was not opened', oldest);
		}
	}

	#expect(sessionId: string): void {
		this.#detached.delete(sessionId);
		this.#parents.delete(sessionId);
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

/** About what it takes to keep the event. */
function sizeOf(event: AgentEvent): number {
	try {
		return JSON.stringify(event).length;
	} catch {
		// Nested too deeply to be written: it counts as much as there may be.
		return limits.earlyBytes;
	}
}

function inChild(sessionId: string): (event: AgentEvent) => AgentEvent {
	return (event) => ({ type: 'in_subagent', sessionId, event });
}

function childTarget(parent: SessionTarget, sessionId: string): SessionTarget {
	return {
		...parent,
		onEvent: (event) => parent.onEvent(inChild(sessionId)(event)),
		permissions: {
			ask: (request, signal) => parent.permissions.ask({ subagentId: sessionId, ...request }, signal),
		},
		elicitations: {
			ask: (request, signal) => parent.elicitations.ask({ subagentId: sessionId, ...request }, signal),
			complete: (elicitationId) => parent.elicitations.complete(elicitationId),
		},
	};
}

function unknownSession(sessionId: string): WireError {
	return new WireError(errorCodes.invalidParams, `Unknown session: ${sessionId}`);
}
