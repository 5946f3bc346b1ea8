/**
 * Opens a session with its agent: starts the agent, then brings the conversation back with `session/load` where the
 * agent can, else begins a new one. What the agent says meanwhile is kept in order.
 */
import { type Disposable, DisposableStore } from '../base/disposable.ts';
import type { Event } from '../base/emitter.ts';
import { AgentError } from '../base/errors.ts';
import { limits } from '../base/limits.ts';
import type { Notice } from './agentFailure.ts';
import type { Content } from './content.ts';
import type { AgentEvent, SessionEvent } from './events.ts';
import type { SessionState } from './model.ts';
import type { AgentLease, AgentPort, AgentSource, Clock, SessionTarget } from './ports.ts';

/** A session's hold on an agent, with everything that ends when it is let go. */
export class AgentLink implements Disposable {
	readonly store = new DisposableStore();
	readonly port: AgentPort;
	readonly onExit: Event<AgentError>;

	constructor(lease: AgentLease) {
		this.port = lease.port;
		this.onExit = lease.onExit;
		this.store.add(lease);
	}

	dispose(): void {
		this.store.dispose();
	}
}

export class SessionOpener {
	readonly #state: SessionState;
	readonly #services: { readonly source: AgentSource; readonly clock: Clock };
	readonly #dispatch: (event: SessionEvent) => void;
	readonly #offered: Omit<SessionTarget, 'onEvent'>;

	/** @param offered what the agent may ask of the session */
	constructor(
		state: SessionState,
		services: { readonly source: AgentSource; readonly clock: Clock },
		dispatch: (event: SessionEvent) => void,
		offered: Omit<SessionTarget, 'onEvent'>,
	) {
		this.#state = state;
		this.#services = services;
		this.#dispatch = dispatch;
		this.#offered = offered;
	}

	/**
	 * Rejects with `AgentError`; then nothing of the attempt is left.
	 * @param isGone asked after the agent started: the session may have been closed meanwhile
	 */
	async open(isGone: () => boolean): Promise<AgentLink> {
		const { source, clock } = this.#services;
		this.#dispatch({ type: 'agent_state', agent: { type: 'starting', since: clock.now() } });
		const patience = clock.setTimer(limits.initNoticeMs, () => this.#sayThatItIsSlow());
		try {
			const link = new AgentLink(await source.acquire());
			try {
				if (isGone()) throw new AgentError('cancelled', 'The session was closed.');
				await this.#within(limits.initFailMs, this.#openSession(link));
			} catch (error) {
				link.dispose();
				throw error;
			}
			return link;
		} finally {
			patience.dispose();
		}
	}

	async #openSession(link: AgentLink): Promise<void> {
		const { port } = link;
		const { sessionId } = this.#state;
		if (sessionId !== undefined) {
			if (port.capabilities.loadSession && (await this.#load(link, sessionId))) return;
			if (hasConversation(this.#state)) {
				this.#dispatch({ type: 'notice', notice: forgottenNotice(this.#state.agentTitle) });
			}
		}
		const opened = await port.newSession(this.#state.cwd);
		this.#dispatch({ type: 'session_opened', capabilities: port.capabilities, ...opened });
		this.#attach(link, opened.sessionId, (event) => this.#dispatch(event));
	}

	/** The old transcript stays until the agent has replayed all of its own (acp C46). */
	async #load(link: AgentLink, sessionId: string): Promise<boolean> {
		const { port } = link;
		const replay: AgentEvent[] = [];
		let deliver = (event: AgentEvent): void => void replay.push(event);
		const attached = this.#attach(link, sessionId, (event) => deliver(event));
		try {
			const opened = await port.loadSession(sessionId, this.#state.cwd);
			deliver = (event) => this.#dispatch(event);
			this.#dispatch({ type: 'session_opened', capabilities: port.capabilities, ...opened });
			if (replay.length > 0) this.#rebuild(replay);
			else if (this.#state.entries.size === 0) this.#dispatch({ type: 'notice', notice: noHistoryNotice });
			return true;
		} catch (error) {
			attached.dispose();
			if (!AgentError.is(error, 'answered')) throw error;
			return false;
		}
	}

	#rebuild(replay: readonly AgentEvent[]): void {
		const running = this.#state.turn;
		const prompt = running.type === 'idle' ? undefined : lastPrompt(this.#state);
		this.#dispatch({ type: 'replay_started' });
		for (const event of replay) this.#dispatch(event);
		this.#dispatch({ type: 'replay_ended' });
		// A prompt that waited for the agent to come back is not in the agent's history yet.
		if (prompt !== undefined && running.type !== 'idle') {
			this.#dispatch({ type: 'prompt_submitted', content: prompt, at: running.startedAt });
			if (running.type === 'stopping') this.#dispatch({ type: 'cancel_requested', at: running.stopAt });
		}
	}

	#attach(link: AgentLink, sessionId: string, onEvent: (event: AgentEvent) => void): Disposable {
		return link.store.add(link.port.attach(sessionId, { ...this.#offered, onEvent }));
	}

	/** hazard B5: an agent that never answers must not leave a spinner for ever. */
	async #within(ms: number, work: Promise<void>): Promise<void> {
		let timer: Disposable | undefined;
		const late = new Promise<never>((_resolve, reject) => {
			timer = this.#services.clock.setTimer(ms, () => {
				reject(new AgentError('timeout', `It did not open the session within ${ms / 1000} s.`));
			});
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

function forgottenNotice(agentTitle: string): Notice {
	return {
		severity: 'info',
		title: `${agentTitle} was started anew`,
		detail: 'It does not remember the conversation above.',
		actions: [],
	};
}
