/**
 * Opens a session with its agent: starts the agent, then brings the conversation back with `session/load` where the
 * agent can, else begins a new one. What the agent says meanwhile is kept in order.
 */
import { type Disposable, DisposableStore } from '../base/disposable.ts';
import type { Event } from '../base/emitter.ts';
import { Deferred } from '../base/deferred.ts';
import { AgentError } from '../base/errors.ts';
import { limits } from '../base/limits.ts';
import { isLoginRequired, LoginRequired, type Notice } from './agentFailure.ts';
import type { Content } from './content.ts';
import type { AgentEvent, SessionEvent } from './events.ts';
import type { SessionState } from './model.ts';
import { chooseAgain, type RememberedChoices } from './rememberedChoices.ts';
import type {
	AgentLease,
	AgentPort,
	AgentSource,
	Clock,
	OpenedSession,
	SessionSetup,
	SessionTarget,
} from './ports.ts';

/** A session's hold on an agent, with everything that ends when it is let go. */
export class AgentLink implements Disposable {
	readonly store = new DisposableStore();
	readonly port: AgentPort;
	readonly onExit: Event<AgentError>;
	readonly #isGivenUp: () => boolean;
	#exit: AgentError | undefined;

	/** @param isGivenUp true once nobody wants what is opened over it */
	constructor(lease: AgentLease, isGivenUp: () => boolean) {
		this.port = lease.port;
		this.onExit = lease.onExit;
		this.#isGivenUp = isGivenUp;
		this.store.add(lease);
		// Who comes after the opening would miss it: an exit is told once.
		this.store.add(lease.onExit((error) => (this.#exit = error)));
	}

	/** True when what the agent says over it does not count any more. */
	get isOver(): boolean {
		return this.store.isDisposed || this.#isGivenUp();
	}

	/** @throws AgentError when the agent is gone */
	requireRunning(): void {
		if (this.#exit !== undefined) throw this.#exit;
	}

	dispose(): void {
		this.store.dispose();
	}
}

export interface OpenerServices {
	readonly source: AgentSource;
	readonly clock: Clock;
	/** What the session is given besides its directory. Asked anew each time, so that settings take effect. */
	provide(): Promise<Provided>;
	/** What the user wants to be set in every new session. */
	readonly remembered?: RememberedChoices;
}

/** What a session is given, and what could not be given: one sentence each, for the user. */
export interface Provided extends Omit<SessionSetup, 'cwd'> {
	readonly problems: readonly string[];
}

export class SessionOpener {
	readonly #state: SessionState;
	readonly #services: OpenerServices;
	readonly #dispatch: (event: SessionEvent) => void;
	readonly #offered: Omit<SessionTarget, 'onEvent'>;
	readonly #cancelRequests: () => void;
	/** Of the newest attempt. */
	#newest: AgentLink | undefined;
	/** Counts what the agent replays: one that does is not silent. */
	#heard = 0;

	/**
	 * @param offered what the agent may ask of the session
	 * @param cancelRequests answers what the agent waits for, because the transcript that shows it is replaced
	 */
	constructor(
		state: SessionState,
		services: OpenerServices,
		dispatch: (event: SessionEvent) => void,
		offered: Omit<SessionTarget, 'onEvent'>,
		cancelRequests: () => void,
	) {
		this.#state = state;
		this.#services = services;
		this.#dispatch = dispatch;
		this.#offered = offered;
		this.#cancelRequests = cancelRequests;
	}

	/**
	 * Rejects with `AgentError`; then nothing of the attempt is left.
	 * @param isGone asked after each step: the session may have been closed, or let go of its agent, meanwhile
	 */
	async open(isGone: () => boolean): Promise<AgentLink> {
		const { source, clock } = this.#services;
		this.#dispatch({ type: 'agent_state', agent: { type: 'starting', since: clock.now() } });
		const patience = clock.setTimer(limits.initNoticeMs, () => isGone() || this.#sayThatItIsSlow());
		try {
			const link = new AgentLink(await source.acquire(), isGone);
			try {
				if (isGone()) throw closedMeanwhile();
				this.#newest = link;
				await this.#within(limits.initFailMs, this.#openSession(link));
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
		if (!link.isOver) this.#sayWhatIsMissing(provided, link.port);
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
			this.#dispatch({ type: 'notice', notice: noForkNotice(this.#state.agentTitle) });
		}
		const opened = await port.newSession(setup);
		this.#opened(link, opened);
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
		const isShown = hasConversation(this.#state);
		if (resumeSession && isShown && (await this.#resume(link, sessionId, setup))) return true;
		if (loadSession && (await this.#load(link, { sessionId, options: {} }, setup))) return true;
		return resumeSession && !isShown && this.#resume(link, sessionId, setup);
	}

	async #resume(link: AgentLink, sessionId: string, setup: SessionSetup): Promise<boolean> {
		try {
			this.#opened(link, await link.port.resumeSession(sessionId, setup));
			if (this.#state.entries.size === 0) this.#dispatch({ type: 'notice', notice: noHistoryNotice });
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
		this.#dispatch({ type: 'notice', notice: noHistoryNotice });
	}

	#opened(link: AgentLink, opened: OpenedSession): void {
		this.#requireWanted(link, opened.sessionId);
		this.#dispatch({ type: 'session_opened', capabilities: link.port.capabilities, ...opened });
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
			const opened = await port.loadSession(sessionId, setup);
			this.#requireWanted(link, sessionId);
			deliver = (event) => this.#tell(link, event);
			const options = Object.keys(opened.options).length === 0 ? known.options : opened.options;
			this.#dispatch({ type: 'session_opened', capabilities: port.capabilities, sessionId, options });
			if (replay.length > 0) this.#rebuild(replay);
			else if (this.#state.entries.size === 0) this.#dispatch({ type: 'notice', notice: noHistoryNotice });
			return true;
		} catch (error) {
			attached.dispose();
			return refusesSession(error);
		}
	}

	/** An agent that wants a login first says how, which the error alone does not. */
	#readError(error: unknown, { port }: AgentLink): unknown {
		return isLoginRequired(error) ? new LoginRequired(error, port.authMethods) : error;
	}

	/** What was configured and is not there is said, once for each opening (acp C43). */
	#sayWhatIsMissing({ problems, mcpServers }: Provided, port: AgentPort): void {
		const { agentTitle } = this.#state;
		const names = mcpServers
			// A server of this window is offered by us, not configured by anybody.
			.filter((server) => server.type !== 'acp' && !port.takesMcpServer(server))
			.map(({ name, type }) => `${name} (${type})`);
		const leftOut =
			names.length === 0
				? []
				: [`${agentTitle} does not take tool servers of this kind: ${names.join(', ')}.`];
		const sentences = [...leftOut, ...problems];
		if (sentences.length === 0) return;
		this.#dispatch({
			type: 'notice',
			notice: {
				severity: 'warning',
				title: 'Some tool servers were left out',
				detail: sentences.join('\n'),
				actions: problems.length === 0 ? ['open_settings'] : ['choose_mcp_servers', 'open_settings'],
			},
		});
	}

	#rebuild(replay: readonly AgentEvent[]): void {
		const { turn: running, heldPrompt } = this.#state;
		const prompt = running.type === 'idle' ? heldPrompt : lastPrompt(this.#state);
		// The cards that ask are about to go: an agent that has replayed does not wait for them any more.
		this.#cancelRequests();
		this.#dispatch({ type: 'replay_started' });
		for (const event of replay) this.#dispatch(event);
		this.#dispatch({ type: 'replay_ended' });
		if (prompt === undefined) return;
		// A prompt that waited, for the agent or for a login, is not in the agent's history yet.
		const at = running.type === 'idle' ? this.#services.clock.now() : running.startedAt;
		this.#dispatch({ type: 'prompt_submitted', content: prompt, at });
		if (running.type === 'idle') this.#dispatch({ type: 'prompt_held', content: prompt });
		if (running.type === 'stopping') this.#dispatch({ type: 'cancel_requested', at: running.stopAt });
	}

	#attach(link: AgentLink, sessionId: string, onEvent: (event: AgentEvent) => void): Disposable {
		return link.store.add(link.port.attach(sessionId, { ...this.#offered, onEvent }));
	}

	/**
	 * hazard B5: an agent that never answers must not leave a spinner for ever. One that sends its history, or waits for
	 * the user, is at work.
	 */
	async #within(ms: number, work: Promise<void>): Promise<void> {
		const { clock } = this.#services;
		let timer: Disposable | undefined;
		const late = new Promise<never>((_resolve, reject) => {
			const wait = (): void => {
				const heard = this.#heard;
				timer = clock.setTimer(ms, () => {
					if (this.#heard !== heard || isWaitingForUser(this.#state)) return wait();
					reject(new AgentError('timeout', `It did not open the session within ${ms / 1000} s.`));
				});
			};
			wait();
		});
		try {
			await Promise.race([work, late]);
		} finally {
			timer?.dispose();
		}
	}

	#sayThatItIsSlow(): void {
		this.#dispatch({
			type: 'notice',
			notice: {
				severity: 'info',
				title: `${this.#state.agentTitle} is taking long to start`,
				detail: 'Some agents download themselves on first use. The log shows what it says.',
				actions: ['show_log', 'restart'],
			},
		});
	}
}

/** True is never returned: a refusal of the agent means "not this way", anything else ends the attempt. */
function refusesSession(error: unknown): false {
	if (!AgentError.is(error, 'answered') || isLoginRequired(error)) throw error;
	return false;
}

function closedMeanwhile(): AgentError {
	return new AgentError('cancelled', 'The session was closed.');
}

function isWaitingForUser({ pendingPermissions, pendingElicitations }: SessionState): boolean {
	return pendingPermissions.length + pendingElicitations.length > 0;
}

function lastPrompt(state: SessionState): readonly Content[] | undefined {
	const prompt = [...state.entries.values()].findLast(
		(entry) => entry.type === 'message' && entry.origin === 'user',
	);
	return prompt?.type === 'message' ? prompt.content : undefined;
}

const noHistoryNotice: Notice = {
	severity: 'info',
	title: 'The session is back, its history is not',
	detail: 'The agent remembers the conversation, but did not send it again.',
	actions: [],
};

/** True when there is something above that a fresh agent does not know, other than what waits to be sent. */
function hasConversation(state: SessionState): boolean {
	return [...state.entries.values()].some((entry) => entry.type === 'message' && entry.origin !== 'user');
}

/** What to say when a session could not be taken up again. A session that never held anything is no loss. */
function lossNotice(state: SessionState): Notice | undefined {
	const { agentTitle, title, updatedAt } = state;
	if (hasConversation(state)) {
		return {
			severity: 'info',
			title: `${agentTitle} was started anew`,
			detail: 'It does not remember the conversation above.',
			actions: [],
		};
	}
	if (title === '' && updatedAt === undefined) return undefined;
	return {
		severity: 'warning',
		title: `${agentTitle} could not bring this session back`,
		detail: 'Your next message starts a new conversation.',
		actions: ['show_log'],
	};
}

function noForkNotice(agentTitle: string): Notice {
	return {
		severity: 'warning',
		title: `${agentTitle} cannot copy sessions`,
		detail: 'This is a new conversation: it knows nothing of the other one.',
		actions: [],
	};
}
