/**
 * One conversation: takes intents, talks to the agent through `AgentPort`, and turns everything that happens into
 * events for the reducer. It holds no state of its own that a view would need.
 */
import type { AbortSignal } from '../base/abortSignal.ts';
import type { Disposable } from '../base/disposable.ts';
import { Emitter } from '../base/emitter.ts';
import { AgentError } from '../base/errors.ts';
import { limits } from '../base/limits.ts';
import { failureNotice, stopNotice } from './agentFailure.ts';
import type { Content } from './content.ts';
import type { Change, SessionEvent } from './events.ts';
import type { SessionState, StopReason } from './model.ts';
import { PermissionDesk } from './permissionDesk.ts';
import type {
	AgentSource,
	Clock,
	FilePort,
	PermissionOutcome,
	PermissionRequest,
	TerminalPort,
} from './ports.ts';
import { createSessionState, reduce, type SessionSeed } from './reducer.ts';
import { type AgentLink, SessionOpener } from './sessionOpener.ts';

export interface SessionServices {
	readonly source: AgentSource;
	readonly clock: Clock;
	/** Makes what this session offers to its agent. */
	createBackend(session: Session): SessionBackend;
}

/** What a session offers to its agent. Ends with the session. */
export interface SessionBackend extends Disposable {
	readonly files: FilePort;
	readonly terminals: TerminalPort;
	/** Ends every command that still runs. */
	killCommands(): void;
}

export class Session implements Disposable {
	readonly state: SessionState;
	readonly #services: SessionServices;
	readonly #changes = new Emitter<readonly Change[]>();
	readonly #permissions: PermissionDesk;
	readonly #backend: SessionBackend;
	readonly #opener: SessionOpener;
	#link: AgentLink | undefined;
	/** The attempt to open that is under way, its report of a failure included: whoever comes joins it. */
	#attempt: Promise<AgentLink | undefined> | undefined;
	#isDisposed = false;

	/** Fires after each step of the reducer with what it touched. */
	readonly onDidChange = this.#changes.event;

	constructor(seed: SessionSeed, services: SessionServices) {
		this.state = createSessionState(seed);
		this.#services = services;
		this.#permissions = new PermissionDesk(this.state, (event) => this.dispatch(event), services.clock);
		this.#backend = services.createBackend(this);
		this.#opener = new SessionOpener(this.state, services, (event) => this.dispatch(event), {
			requestPermission: (request, signal) => this.#permissions.ask(request, signal),
			files: this.#backend.files,
			terminals: this.#backend.terminals,
		});
	}

	/** True when the agent has answered `session/new` or `session/load` and is there. */
	get isOpen(): boolean {
		return this.#link !== undefined;
	}

	dispatch(event: SessionEvent): void {
		const changes = reduce(this.state, event, this.#services.clock.now());
		if (changes.length > 0) this.#changes.fire(changes);
	}

	/**
	 * Starts the agent and opens the session; harmless when that is done.
	 * Failures become notices of the session, not rejections.
	 * @returns false when there is no agent to talk to now
	 */
	async start(): Promise<boolean> {
		return (await this.#tryOpen()) !== undefined;
	}

	/**
	 * Sends a prompt and waits for the end of its turn. One turn at a time (acp C52, hazard C10).
	 * @returns `refused`: not sent, the text belongs back into the composer; `done`: the turn is over
	 */
	async prompt(content: readonly Content[]): Promise<'refused' | 'done'> {
		if (this.state.turn.type !== 'idle' || content.length === 0) return 'refused';
		const { source, clock } = this.#services;
		// An agent that runs was approved when it started; changed settings count from the next start on.
		if (this.#link === undefined && !source.isApproved()) {
			await this.#tryOpen();
			return 'refused';
		}
		this.dispatch({ type: 'prompt_submitted', content, at: clock.now() });
		const link = await this.#tryOpen();
		if (link === undefined) {
			this.dispatch({ type: 'prompt_unsent' });
			return 'refused';
		}
		if (this.#isStopping()) this.#endTurn('cancelled');
		else await this.#runTurn(link, content);
		return 'done';
	}

	/** Asks the agent to stop. What waits for the user is answered first (acp C58, hazard C4). */
	stop(): void {
		if (this.state.turn.type === 'idle' || this.#isStopping()) return;
		const { clock } = this.#services;
		const hadPending = this.#permissions.cancelAll('user');
		this.dispatch({ type: 'cancel_requested', at: clock.now() });
		// The answers to permissions leave in later microtasks; `session/cancel` must not overtake them.
		if (hadPending) clock.setTimer(0, () => this.#sendCancel());
		else this.#sendCancel();
		this.#offerForceStop(this.state.turnCount);
	}

	/** Answers a pending permission with one of its options. Anything else is ignored (hazard C5). */
	answer(permissionId: string, optionId: string): void {
		this.#permissions.answer(permissionId, optionId);
	}

	/** Asks the user in the name of the host, such as for a file outside of the workspace. */
	async ask(request: PermissionRequest): Promise<PermissionOutcome> {
		const outcome = await this.#permissions.ask(request, neverAborted);
		const isAllowed =
			outcome.type === 'selected' &&
			request.options.some(({ optionId, kind }) => optionId === outcome.optionId && kind === 'allow_once');
		this.dispatch({
			type: 'tool_call_update',
			toolCallId: request.toolCallId,
			fields: { status: isAllowed ? 'completed' : 'failed' },
		});
		return outcome;
	}

	/** Switches the mode; the shown one follows only when the agent agreed. */
	async setMode(modeId: string): Promise<void> {
		const link = this.#link;
		const { modes, sessionId } = this.state;
		if (link === undefined || sessionId === undefined) return;
		if (!modes?.available.some((mode) => mode.id === modeId)) return;
		try {
			await link.port.setMode(sessionId, modeId);
			this.dispatch({ type: 'current_mode', modeId });
		} catch (error) {
			this.#fail(error);
			this.dispatch({ type: 'modes', modes: this.state.modes ?? modes });
		}
	}

	/** Ends the session's hold on its agent; a later prompt opens it again. */
	detach(): void {
		this.#permissions.cancelAll('exit');
		this.#backend.killCommands();
		this.#dropLink();
		if (this.state.turn.type !== 'idle')
			this.dispatch({ type: 'turn_failed', at: this.#services.clock.now() });
		this.dispatch({ type: 'agent_state', agent: { type: 'exited' } });
	}

	dispose(): void {
		this.#isDisposed = true;
		this.#permissions.cancelAll('exit');
		this.#dropLink();
		this.#backend.dispose();
		this.#changes.dispose();
	}

	#tryOpen(): Promise<AgentLink | undefined> {
		if (this.#link !== undefined) return Promise.resolve(this.#link);
		this.#attempt ??= this.#open().finally(() => {
			this.#attempt = undefined;
		});
		return this.#attempt;
	}

	async #open(): Promise<AgentLink | undefined> {
		const { source } = this.#services;
		if (!source.isApproved()) {
			this.dispatch({
				type: 'agent_state',
				agent: { type: 'unapproved', commandLine: source.commandLine() },
			});
			return undefined;
		}
		try {
			const link = await this.#opener.open(() => this.#isDisposed);
			this.#link = link;
			link.store.add(link.onExit((error) => this.#onExit(link, error)));
			return link;
		} catch (error) {
			if (this.#isDisposed) return undefined;
			this.dispatch({ type: 'agent_state', agent: { type: 'exited' } });
			this.#fail(error);
			return undefined;
		}
	}

	async #runTurn(link: AgentLink, content: readonly Content[]): Promise<void> {
		const { sessionId } = this.state;
		if (sessionId === undefined) return;
		try {
			this.#endTurn(await link.port.prompt(sessionId, content));
		} catch (error) {
			// When the agent is gone, `#onExit` has said so and ended the turn.
			if (this.#link !== link) return;
			this.#permissions.cancelAll('agent');
			const wasStopping = this.#isStopping();
			this.dispatch({ type: 'turn_failed', at: this.#services.clock.now() });
			// Many agents answer a cancelled prompt with an error; that is no news to who pressed Stop.
			if (wasStopping && AgentError.is(error, 'answered')) this.#note('cancelled');
			else this.#fail(error);
		}
	}

	#sendCancel(): void {
		const { sessionId } = this.state;
		if (sessionId !== undefined && this.#isStopping()) this.#link?.port.cancel(sessionId);
	}

	#isStopping(): boolean {
		return this.state.turn.type === 'stopping';
	}

	#endTurn(reason: StopReason): void {
		this.#permissions.cancelAll('agent');
		// Agents that were stopped leave commands running that they had us start (agents-in-the-wild 20).
		const wasStopping = this.#isStopping();
		if (wasStopping) this.#backend.killCommands();
		this.dispatch({ type: 'turn_ended', stopReason: reason, at: this.#services.clock.now() });
		// Some agents call a stopped turn an ordinary end.
		this.#note(wasStopping && reason === 'end_turn' ? 'cancelled' : reason);
	}

	#note(reason: StopReason): void {
		const notice = stopNotice(this.state.agentTitle, reason);
		if (notice !== undefined) this.dispatch({ type: 'notice', notice });
	}

	#onExit(link: AgentLink, error: AgentError): void {
		if (this.#link !== link) return;
		this.detach();
		this.#fail(error);
	}

	#fail(error: unknown): void {
		this.dispatch({ type: 'notice', notice: failureNotice(this.state.agentTitle, error) });
	}

	#offerForceStop(turn: number): void {
		const timer = this.#services.clock.setTimer(limits.forceStopOfferMs, () => {
			if (!this.#isStopping() || this.state.turnCount !== turn) return;
			this.dispatch({
				type: 'notice',
				notice: {
					severity: 'warning',
					title: `${this.state.agentTitle} has not stopped yet`,
					detail: 'You can wait, or end its process. The conversation stays.',
					actions: ['force_stop', 'show_log'],
				},
			});
		});
		this.#link?.store.add(timer);
	}

	#dropLink(): void {
		const link = this.#link;
		this.#link = undefined;
		link?.dispose();
	}
}

const neverAborted: AbortSignal = {
	aborted: false,
	addEventListener: () => undefined,
	removeEventListener: () => undefined,
};
