/**
 * Opens a session with its agent: starts the agent, then brings the conversation back with `session/load` where the
 * agent can, else begins a new one. What the agent says meanwhile is kept in order.
 */
import { Deferred } from '../base/deferred.ts';
import type { Disposable } from '../base/disposable.ts';
import { AgentError } from '../base/errors.ts';
import { t } from '../base/l10n.ts';
import { limits } from '../base/limits.ts';
import { isLoginRequired, LoginRequired, type Notice } from './agentFailure.ts';
import { AgentLink } from './agentLink.ts';
import type { AgentEvent, SessionEvent } from './events.ts';
import type { SessionState } from './model.ts';
import {
	hasConversation,
	leftOutNotice,
	lossNotice,
	noForkNotice,
	noHistoryNotice,
	slowNotice,
} from './openingNotices.ts';
import { withPatience } from './patience.ts';
import type {
	AgentPort,
	AgentSource,
	Clock,
	OpenedSession,
	Provided,
	SessionSetup,
	SessionTarget,
} from './ports.ts';
import { chooseAgain, type RememberedChoices } from './rememberedChoices.ts';
import { isHistory, rebuildTranscript } from './replay.ts';

/** The code of an error that says nothing more (protocol.md 1.14). */
const internalError = -32603;

export interface OpenerServices {
	readonly source: AgentSource;
	readonly clock: Clock;
	/** What the session is given besides its directory. Asked anew each time, so that settings take effect. */
	provide(): Promise<Provided>;
	/** What the user wants to be set in every new session. */
	readonly remembered?: RememberedChoices;
}

/** The cards that ask go with the old transcript; what can be asked anew comes back with the new one. */
export interface OpenerRequests {
	beforeRebuild(): void;
	afterRebuild(): void;
}

export class SessionOpener {
	readonly #state: SessionState;
	readonly #services: OpenerServices;
	readonly #dispatch: (event: SessionEvent) => void;
	readonly #offered: Omit<SessionTarget, 'onEvent'>;
	readonly #requests: OpenerRequests;
	/** Of the newest attempt. */
	#newest: AgentLink | undefined;
	/** Counts what the agent replays: one that does is not silent. */
	#heard = 0;

	/**
	 * @param offered what the agent may ask of the session
	 * @param requests what the agent waits for while the transcript that shows it is replaced
	 */
	constructor(
		state: SessionState,
		services: OpenerServices,
		dispatch: (event: SessionEvent) => void,
		offered: Omit<SessionTarget, 'onEvent'>,
		requests: OpenerRequests,
	) {
		this.#state = state;
		this.#services = services;
		this.#dispatch = dispatch;
		this.#offered = offered;
		this.#requests = requests;
	}

	/**
	 * Rejects with `AgentError`; then nothing of the attempt is left.
	 * @param isGone asked after each step: the session may have been closed, or let go of its agent, meanwhile
	 */
	async open(isGone: () => boolean): Promise<AgentLink> {
		const { source, clock } = this.#services;
		this.#dispatch({ type: 'agent_state', agent: { type: 'starting', since: clock.now() } });
		const patience = clock.setTimer(
			limits.initNoticeMs,
			() => isGone() || this.#note(slowNotice(this.#state.agentTitle, source.noise?.())),
		);
		try {
			const link = new AgentLink(await source.acquire(), isGone);
			try {
				if (isGone()) throw closedMeanwhile();
				this.#newest = link;
				await this.#patiently(this.#openSession(link));
				link.requireRunning();
				const { sessionId } = this.#state;
				if (sessionId !== undefined) this.#requireWanted(link, sessionId);
			} catch (error) {
				link.dispose();
				throw this.#readError(error, link);
			}
			return link;
		} finally {
			patience.dispose();
		}
	}

	/**
	 * A session that the agent opened when nobody wanted it any more goes back to it (acp C35).
	 * @throws AgentError `cancelled` for such a session
	 */
	#requireWanted(link: AgentLink, sessionId: string): void {
		if (!link.isOver) return;
		const { port } = link;
		// A later attempt may have opened the same session: that one is wanted.
		const isTakenOver = this.#newest !== link && sessionId === this.#state.sessionId;
		if (!isTakenOver) {
			// From now on what comes for it is dropped, and what it asks is refused.
			port.attach(sessionId, { ...this.#offered, onEvent: () => undefined }).dispose();
			// One that cannot be closed has nothing to tell to a user who has left.
			if (port.capabilities.closeSession) port.closeSession(sessionId).catch(() => undefined);
		}
		throw closedMeanwhile();
	}

	/** Nothing counts any more once the attempt has failed or was given up. */
	#tell(link: AgentLink, event: SessionEvent): void {
		if (!link.isOver) this.#dispatch(event);
	}

	async #openSession(link: AgentLink): Promise<void> {
		const provided = await this.#services.provide();
		const setup: SessionSetup = { ...provided, cwd: this.#state.cwd };
		await this.#openWith(link, setup);
		const leftOut = leftOutNotice(this.#state.agentTitle, provided, link.port);
		if (!link.isOver && leftOut !== undefined) this.#note(leftOut);
	}

	async #openWith(link: AgentLink, setup: SessionSetup): Promise<void> {
		const { port } = link;
		const { sessionId, forkOf } = this.#state;
		if (sessionId !== undefined) {
			if (await this.#takeUp(link, sessionId, setup)) return;
			const notice = lossNotice(this.#state);
			if (notice !== undefined) this.#tell(link, { type: 'notice', notice });
		} else if (forkOf !== undefined) {
			if (port.capabilities.forkSession) return this.#fork(link, forkOf, setup);
			this.#note(noForkNotice(this.#state.agentTitle));
		}
		if (!port.capabilities.sessions) {
			throw new AgentError('unsupported', t('It did not say that it holds conversations.'));
		}
		const opened = await port.newSession(setup);
		this.#opened(link, opened, { isNew: true });
		await this.#chooseAgain(link, opened.sessionId);
	}

	/** Before the first prompt, which has to find it set; but an agent that does not answer must not keep that back. */
	async #chooseAgain(link: AgentLink, sessionId: string): Promise<void> {
		const { remembered, clock } = this.#services;
		if (remembered === undefined) return;
		let isOver = false;
		const dispatch = (event: SessionEvent): void => this.#tell(link, event);
		const session = { port: link.port, sessionId, state: this.#state, dispatch };
		const patience = new Deferred<void>();
		const timer = clock.setTimer(limits.rememberedOptionsMs, () => patience.resolve());
		await Promise.race([chooseAgain(session, remembered, () => isOver || link.isOver), patience.promise]);
		isOver = true;
		timer.dispose();
	}

	/** A transcript that is here needs no replay; one that is not does (acp C33, C34). */
	async #takeUp(link: AgentLink, sessionId: string, setup: SessionSetup): Promise<boolean> {
		const { loadSession, resumeSession } = link.port.capabilities;
		// What this side kept is bounded: the agent's own history is worth more.
		const isShown = hasConversation(this.#state) && !this.#state.isFromStore;
		if (resumeSession && isShown && (await this.#resume(link, sessionId, setup))) return true;
		if (loadSession && (await this.#load(link, { sessionId, options: {} }, setup))) return true;
		return resumeSession && !isShown && this.#resume(link, sessionId, setup);
	}

	async #resume(link: AgentLink, sessionId: string, setup: SessionSetup): Promise<boolean> {
		try {
			this.#opened(link, await link.port.resumeSession(sessionId, setup));
			if (this.#state.entries.size === 0) this.#note(noHistoryNotice());
			return true;
		} catch (error) {
			return refusesSession(error);
		}
	}

	/** A copy knows the conversation; what it looked like comes only with a replay. */
	async #fork(link: AgentLink, forkOf: string, setup: SessionSetup): Promise<void> {
		const opened = await link.port.forkSession(forkOf, setup);
		this.#requireWanted(link, opened.sessionId);
		if (link.port.capabilities.loadSession && (await this.#load(link, opened, setup))) return;
		this.#opened(link, opened);
		this.#note(noHistoryNotice());
	}

	#opened(link: AgentLink, opened: OpenedSession, kind: { isNew?: true } = {}): void {
		this.#requireWanted(link, opened.sessionId);
		this.#dispatch({ type: 'session_opened', capabilities: link.port.capabilities, ...opened, ...kind });
		this.#attach(link, opened.sessionId, (event) => this.#tell(link, event));
	}

	/**
	 * The old transcript stays until the agent has replayed all of its own (acp C46).
	 * @param known with what it is known to offer: not every agent says it again
	 */
	async #load(link: AgentLink, known: OpenedSession, setup: SessionSetup): Promise<boolean> {
		const { port } = link;
		const { sessionId } = known;
		const replay: AgentEvent[] = [];
		let deliver = (event: AgentEvent): void => {
			this.#heard++;
			replay.push(event);
		};
		const attached = this.#attach(link, sessionId, (event) => deliver(event));
		try {
			const opened = await this.#askToLoad(port, sessionId, setup, replay);
			this.#requireWanted(link, sessionId);
			deliver = (event) => this.#tell(link, event);
			const options = Object.keys(opened.options).length === 0 ? known.options : opened.options;
			const { commands } = opened;
			const named = commands === undefined ? {} : { commands };
			this.#dispatch({
				type: 'session_opened',
				capabilities: port.capabilities,
				sessionId,
				options,
				...named,
			});
			if (replay.some(isHistory)) this.#rebuild(replay);
			else this.#withoutHistory(link, replay);
			return true;
		} catch (error) {
			attached.dispose();
			return refusesSession(error);
		}
	}

	/** Some agents fail now and then where a second try works (agents-in-the-wild 9). */
	async #askToLoad(
		port: AgentPort,
		sessionId: string,
		setup: SessionSetup,
		replay: AgentEvent[],
	): Promise<OpenedSession> {
		try {
			return await port.loadSession(sessionId, setup);
		} catch (error) {
			if (!AgentError.is(error, 'answered') || error.code !== internalError) throw error;
			replay.length = 0;
			return port.loadSession(sessionId, setup);
		}
	}

	/** An agent that wants a login first says how, which the error alone does not. */
	#readError(error: unknown, { port }: AgentLink): unknown {
		return isLoginRequired(error) ? new LoginRequired(error, port.authMethods) : error;
	}

	#rebuild(replay: readonly AgentEvent[]): void {
		this.#requests.beforeRebuild();
		const dispatch = (event: SessionEvent): void => this.#dispatch(event);
		rebuildTranscript(this.#state, replay, dispatch, this.#services.clock.now());
		this.#requests.afterRebuild();
	}

	/** The agent said things about the session, and nothing of what happened in it. */
	#withoutHistory(link: AgentLink, said: readonly AgentEvent[]): void {
		for (const event of said) this.#tell(link, event);
		if (this.#state.entries.size === 0) this.#note(noHistoryNotice());
	}

	#note(notice: Notice): void {
		this.#dispatch({ type: 'notice', notice });
	}

	/** An agent that sends its history, or waits for the user, is at work. */
	async #patiently(work: Promise<void>): Promise<void> {
		const ms = limits.initFailMs;
		let heard = this.#heard;
		const isAtWork = (): boolean => {
			const hasSaid = this.#heard !== heard;
			heard = this.#heard;
			return hasSaid || isWaitingForUser(this.#state);
		};
		const late = (): AgentError =>
			new AgentError('timeout', t('It did not open the session within {0} s.', ms / 1000));
		await withPatience(this.#services.clock, ms, work, isAtWork, late);
	}

	#attach(link: AgentLink, sessionId: string, onEvent: (event: AgentEvent) => void): Disposable {
		return link.store.add(link.port.attach(sessionId, { ...this.#offered, onEvent }));
	}
}

/** True is never returned: a refusal of the agent means "not this way", anything else ends the attempt. */
function refusesSession(error: unknown): false {
	if (!AgentError.is(error, 'answered') || isLoginRequired(error)) throw error;
	return false;
}

function closedMeanwhile(): AgentError {
	return new AgentError('cancelled', t('The session was closed.'));
}

function isWaitingForUser({ pendingPermissions, pendingElicitations }: SessionState): boolean {
	return pendingPermissions.length + pendingElicitations.length > 0;
}
