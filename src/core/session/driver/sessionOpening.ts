/**
 * One attempt to open a session with a leased agent: takes up the conversation where the agent can, else begins a
 * new one. Nothing that the agent says counts any more once the attempt has failed or was given up.
 */
import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import { AgentError } from '../../base/errors.ts';
import { sentence } from '../../base/sentence.ts';
import type { AgentEvent } from '../model/agentEvents.ts';
import { isLoginRequired, type Notice } from './agentFailure.ts';
import type { LeasedAgent } from './leasedAgent.ts';
import type { OpenedSession, Provided, SessionSetup } from '../model/agentPort.ts';
import type { SessionEvent } from '../model/events.ts';
import { loadHistory } from './historyLoad.ts';
import {
	hasConversation,
	leftOutNotice,
	lossNotice,
	noForkNotice,
	noHistoryNotice,
} from './openingNotices.ts';
import { choicesBefore, chooseInTime, type RememberedChoices } from './rememberedChoices.ts';
import type { SessionState } from '../model/sessionState.ts';
import type { RequestBrokers } from './requestBrokers.ts';
import type { SessionBackend, SessionTarget } from '../model/sessionTarget.ts';
import type { TurnRunner } from './turnRunner.ts';

export interface OpeningServices {
	readonly clock: Clock;
	/** What the session is given besides its directory. Asked anew each time, so that settings take effect. */
	provide(): Promise<Provided>;
	/** What the user wants to be set in every new session. */
	readonly remembered?: RememberedChoices;
}

interface OpeningParts {
	readonly state: SessionState;
	readonly services: OpeningServices;
	/** Takes what comes of the agent. */
	readonly turns: TurnRunner;
	readonly brokers: RequestBrokers;
	readonly backend: SessionBackend;
	/** False once a later attempt has begun. */
	readonly isNewest: (agent: LeasedAgent) => boolean;
}

export class SessionOpening {
	readonly #agent: LeasedAgent;
	readonly #parts: OpeningParts;
	#heard = 0;

	constructor(agent: LeasedAgent, parts: OpeningParts) {
		this.#agent = agent;
		this.#parts = parts;
	}

	/** Counts what the agent replays: one that does is not silent. */
	get heard(): number {
		return this.#heard;
	}

	/** Rejects with `AgentError` when there is no way to open the session, or the attempt was abandoned. */
	async run(): Promise<void> {
		const { state, services } = this.#parts;
		const provided = await services.provide();
		await this.#open({ ...provided, cwd: state.cwd });
		const leftOut = leftOutNotice(state.agentTitle, provided, this.#agent.port);
		if (!this.#agent.isOver && leftOut !== undefined) this.#note(leftOut);
	}

	/**
	 * A session that the agent opened after the attempt was abandoned is closed again (acp C35).
	 * @throws AgentError `cancelled` for such a session
	 */
	requireWanted(sessionId: string): void {
		if (!this.#agent.isOver) return;
		const { state, isNewest } = this.#parts;
		const { port } = this.#agent;
		// A later attempt may have opened the same session: that one is wanted.
		const isTakenOver = !isNewest(this.#agent) && sessionId === state.sessionId;
		if (!isTakenOver) {
			// From now on what comes for it is dropped, and what it asks is refused.
			port
				.attach(
					sessionId,
					this.#target(() => undefined),
				)
				.dispose();
			// One that cannot be closed has nothing to tell to a user who has left.
			if (port.capabilities.closeSession) port.closeSession(sessionId).catch(() => undefined);
		}
		throw closedMeanwhile();
	}

	async #open(setup: SessionSetup): Promise<void> {
		const { port } = this.#agent;
		const { sessionId, forkOf } = this.#parts.state;
		// The agent that comes back may have forgotten what was chosen, such as a mode in which it asks.
		const before = choicesBefore(this.#parts.state);
		if (sessionId !== undefined) {
			if (await this.#takeUp(sessionId, setup)) return this.#chooseAgain(sessionId, before);
		} else if (forkOf !== undefined && port.capabilities.forkSession) {
			return this.#fork(forkOf, setup);
		}
		if (!port.capabilities.sessions) {
			throw new AgentError('unsupported', sentence('It did not say that it holds conversations.'));
		}
		const opened = await port.newSession(setup);
		this.#tellWhatIsMissing();
		this.#opened(opened, { isNew: true });
		await this.#chooseAgain(opened.sessionId, before ?? this.#parts.services.remembered);
	}

	/**
	 * Right before the new session, and never without one: until there is one, a later attempt can still take up the one
	 * that is asked for, and nothing in the transcript may stand for its end.
	 */
	#tellWhatIsMissing(): void {
		const { state } = this.#parts;
		const { sessionId, forkOf, agentTitle } = state;
		const ofCopy = forkOf === undefined ? undefined : noForkNotice(agentTitle);
		const notice = sessionId === undefined ? ofCopy : lossNotice(state);
		if (notice !== undefined) this.#tell({ type: 'notice', notice });
	}

	/** A transcript that is here whole needs no replay; one that is not does (acp C33, C34). */
	async #takeUp(sessionId: string, setup: SessionSetup): Promise<boolean> {
		const { state } = this.#parts;
		const { loadSession, resumeSession } = this.#agent.port.capabilities;
		// What this side kept is bounded, and the rest of a turn whose line was cut never came: the agent's own history is
		// worth more.
		const isShown = hasConversation(state) && !state.isFromStore && state.lastEnd?.isCut !== true;
		if (resumeSession && isShown && (await this.#resume(sessionId, setup))) return true;
		if (loadSession && (await this.#load({ sessionId, options: {} }, setup))) return true;
		return resumeSession && !isShown && this.#resume(sessionId, setup);
	}

	async #resume(sessionId: string, setup: SessionSetup): Promise<boolean> {
		try {
			this.#opened(await this.#agent.port.resumeSession(sessionId, setup));
			if (this.#parts.state.entries.size === 0) this.#note(noHistoryNotice());
			return true;
		} catch (error) {
			return refusesSession(error);
		}
	}

	/** A copy knows the conversation; what it looked like comes only with a replay. */
	async #fork(forkOf: string, setup: SessionSetup): Promise<void> {
		const { port } = this.#agent;
		const opened = await port.forkSession(forkOf, setup);
		this.requireWanted(opened.sessionId);
		if (port.capabilities.loadSession && (await this.#load(opened, setup))) return;
		this.#opened(opened);
		this.#note(noHistoryNotice());
	}

	async #load(known: OpenedSession, setup: SessionSetup): Promise<boolean> {
		const { state, services, turns, brokers } = this.#parts;
		const { sessionId } = known;
		const parts = {
			agent: this.#agent,
			state,
			clock: services.clock,
			brokers,
			dispatch: (event: SessionEvent) => turns.receive(event),
			tell: (event: SessionEvent) => this.#tell(event),
			attach: (onEvent: (event: AgentEvent) => void) => this.#attach(sessionId, onEvent),
			requireWanted: () => this.requireWanted(sessionId),
			onReplay: () => void this.#heard++,
		};
		try {
			await loadHistory(parts, known, setup);
			return true;
		} catch (error) {
			return refusesSession(error);
		}
	}

	#opened(opened: OpenedSession, kind: { isNew?: true } = {}): void {
		this.requireWanted(opened.sessionId);
		const { capabilities } = this.#agent.port;
		this.#parts.turns.receive({ type: 'session_opened', capabilities, ...opened, ...kind });
		this.#attach(opened.sessionId, (event) => this.#tell(event));
	}

	/** Before the first prompt, which has to find it set. */
	async #chooseAgain(sessionId: string, remembered: RememberedChoices | undefined): Promise<void> {
		if (remembered === undefined) return;
		const { state, services } = this.#parts;
		const { clock } = services;
		const dispatch = (event: SessionEvent): void => this.#tell(event);
		const session = { port: this.#agent.port, sessionId, state, dispatch };
		await chooseInTime(session, remembered, clock, () => this.#agent.isOver);
	}

	#attach(sessionId: string, onEvent: (event: AgentEvent) => void): Disposable {
		return this.#agent.store.add(this.#agent.port.attach(sessionId, this.#target(onEvent)));
	}

	/** What the agent may say to the session and ask of it. */
	#target(onEvent: (event: AgentEvent) => void): SessionTarget {
		const { permissions, elicitations } = this.#parts.brokers;
		const { files, terminals } = this.#parts.backend;
		return { onEvent, permissions, elicitations, files, terminals };
	}

	#tell(event: SessionEvent): void {
		if (!this.#agent.isOver) this.#parts.turns.receive(event);
	}

	#note(notice: Notice): void {
		this.#parts.turns.receive({ type: 'notice', notice });
	}
}

/** True is never returned: a refusal of the agent means "not this way", anything else ends the attempt. */
function refusesSession(error: unknown): false {
	if (!AgentError.is(error, 'answered') || isLoginRequired(error)) throw error;
	return false;
}

/** The error that ends an abandoned attempt. */
export function closedMeanwhile(): AgentError {
	return new AgentError('cancelled', sentence('The session was closed.'));
}
