/** Opens a session with its agent: starts the agent, and tells the user what becomes of it and how long that takes. */
import { AgentError } from '../../base/errors.ts';
import { sentence } from '../../base/sentence.ts';
import * as limits from '../../base/limits.ts';
import { isLoginRequired, LoginRequired } from './agentFailure.ts';
import { LeasedAgent, type AgentOpener } from './leasedAgent.ts';
import type { AgentSource } from '../model/agentPort.ts';
import { slowNotice } from './openingNotices.ts';
import { closedMeanwhile, type OpeningServices, SessionOpening } from './sessionOpening.ts';
import type { SessionState } from '../model/sessionState.ts';
import type { RequestBrokers } from './requestBrokers.ts';
import type { SessionBackend } from '../model/sessionTarget.ts';
import type { TurnRunner } from './turnRunner.ts';
import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import { isAsking } from '../reducer/turnFacts.ts';

export interface OpenerServices extends OpeningServices {
	readonly source: AgentSource;
}

export class SessionOpener implements AgentOpener {
	readonly #state: SessionState;
	readonly #services: OpenerServices;
	readonly #turns: TurnRunner;
	readonly #brokers: RequestBrokers;
	readonly #backend: SessionBackend;
	/** Of the newest attempt. */
	#newest: LeasedAgent | undefined;

	/**
	 * @param turns takes what comes of the agent
	 * @param brokers where what the agent asks waits for the user
	 */
	constructor(
		state: SessionState,
		services: OpenerServices,
		turns: TurnRunner,
		brokers: RequestBrokers,
		backend: SessionBackend,
	) {
		this.#state = state;
		this.#services = services;
		this.#turns = turns;
		this.#brokers = brokers;
		this.#backend = backend;
	}

	/**
	 * Rejects with `AgentError`; then nothing of the attempt is left.
	 * @param isGone asked after each step: true once the session was closed or has released its agent
	 */
	async open(isGone: () => boolean): Promise<LeasedAgent> {
		const { source, clock } = this.#services;
		const isRemote = source.isRemote?.() === true;
		const agent = { type: 'starting', since: clock.now(), ...(isRemote ? { isRemote } : {}) } as const;
		this.#turns.receive({ type: 'agent_state', agent });
		const patience = clock.setTimer(limits.initNoticeMs, () => {
			const notice = slowNotice(this.#state.agentTitle, source.noise?.());
			if (!isGone() && source.isAsking?.() !== true) this.#turns.receive({ type: 'notice', notice });
		});
		try {
			const agent = new LeasedAgent(await source.acquire(), isGone);
			try {
				if (isGone()) throw closedMeanwhile();
				await this.#openOver(agent);
			} catch (error) {
				agent.dispose();
				// What a later attempt runs is not part of this one.
				if (agent === this.#newest) this.#backend.releaseCommands();
				throw readError(error, agent);
			}
			return agent;
		} finally {
			patience.dispose();
		}
	}

	async #openOver(agent: LeasedAgent): Promise<void> {
		this.#newest = agent;
		const opening = new SessionOpening(agent, {
			state: this.#state,
			services: this.#services,
			turns: this.#turns,
			brokers: this.#brokers,
			backend: this.#backend,
			isNewest: (one) => one === this.#newest,
		});
		await this.#runWithTimeout(opening);
		agent.requireRunning();
		const { sessionId } = this.#state;
		if (sessionId !== undefined) opening.requireWanted(sessionId);
	}

	/** An agent that sends its history, or waits for the user, is at work. */
	async #runWithTimeout(opening: SessionOpening): Promise<void> {
		const ms = limits.initFailMs;
		let heard = 0;
		const isAtWork = (): boolean => {
			const hasSaid = opening.heard !== heard;
			({ heard } = opening);
			return hasSaid || isAsking(this.#state);
		};
		const late = (): AgentError =>
			new AgentError('timeout', sentence('It did not open the session within {0} s.', ms / 1000));
		await withInactivityTimeout(this.#services.clock, ms, opening.run(), isAtWork, late);
	}
}

/** An agent that wants a login first says how, which the error alone does not. */
function readError(error: unknown, { port }: LeasedAgent): unknown {
	return isLoginRequired(error) ? new LoginRequired(error, port.authMethods) : error;
}

/**
 * Waits for `work`, but not for ever (hazard B5).
 * @param ms after which it fails, unless it is still at work
 * @param isAtWork asked each time the wait is over: true waits once more
 * @param late what it fails with
 */
async function withInactivityTimeout<T>(
	clock: Clock,
	ms: number,
	work: Promise<T>,
	isAtWork: () => boolean,
	late: () => AgentError,
): Promise<T> {
	let timer: Disposable | undefined;
	const timeout = new Promise<never>((_resolve, reject) => {
		const wait = (): void => {
			timer = clock.setTimer(ms, () => {
				if (isAtWork()) wait();
				else reject(late());
			});
		};
		wait();
	});
	try {
		return await Promise.race([work, timeout]);
	} finally {
		timer?.dispose();
	}
}
