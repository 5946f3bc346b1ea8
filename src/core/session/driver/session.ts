/**
 * One conversation: takes intents, hands each to the part whose duty it is, and everything that happens to the reducer,
 * as an event. It holds no state of its own that a view would need.
 */
import { type AbortSignal, neverAborted } from '../../base/abortSignal.ts';
import { act } from './turnDecisions.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/emitter.ts';
import { assembleSession, type AssemblyServices, type SessionAssembly } from './assembleSession.ts';
import type { Content } from '../model/content.ts';
import { createSessionState, type SessionSeed } from '../reducer/createSessionState.ts';
import type { ElicitationOutcome, ElicitationRequest } from '../model/elicitation.ts';
import type { ElicitationBroker } from './elicitationBroker.ts';
import type { Change, SessionEvent } from '../model/events.ts';
import type { PermissionOutcome, PermissionRequest } from '../model/permission.ts';
import type { PermissionBroker } from './permissionBroker.ts';
import type { PromptOutcome } from './promptSender.ts';
import { reduce } from '../reducer/reducer.ts';
import type { SessionState } from '../model/sessionState.ts';
import type { SessionBackend } from '../model/sessionTarget.ts';

export interface SessionServices extends AssemblyServices {
	/** Makes what this session offers to its agent. Must not dispatch. */
	createBackend(session: Session): SessionBackend;
}

export class Session implements Disposable {
	readonly state: SessionState;
	readonly #services: SessionServices;
	readonly #changes = new Emitter<readonly Change[]>();
	readonly #parts: SessionAssembly;

	/** Fires after each step of the reducer with what it touched. */
	readonly onDidChange = this.#changes.event;

	constructor(seed: SessionSeed, services: SessionServices) {
		this.state = createSessionState(seed);
		this.#services = services;
		const backend = services.createBackend(this);
		this.#parts = assembleSession(this.state, services, backend, (event) => this.dispatch(event));
	}

	/** The permissions that wait for the user. */
	get permissions(): Pick<PermissionBroker, 'answer' | 'answerCard' | 'answerShown'> {
		return this.#parts.brokers.permissions;
	}

	/** The questions that wait for the user. */
	get elicitations(): Pick<ElicitationBroker, 'answer' | 'complete'> {
		return this.#parts.brokers.elicitations;
	}

	/** True when the agent has answered `session/new` or `session/load` and is there. */
	get isOpen(): boolean {
		return this.#parts.lease.agent !== undefined;
	}

	/** Throws what a step fails with; what came about of it is told all the same (hazard C9). */
	dispatch(event: SessionEvent): void {
		try {
			this.#apply(event);
		} catch (error) {
			this.#apply({ type: 'step_failed' });
			throw error;
		}
	}

	#apply(event: SessionEvent): void {
		const changes = reduce(this.state, event, this.#services.clock.now());
		if (changes.length === 0) return;
		this.#parts.brokers.permissions.onChanges(changes);
		this.#changes.fire(changes);
		this.#parts.inactivity.onEvent(event);
	}

	/**
	 * Starts the agent and opens the session; harmless when that is done.
	 * Failures become notices of the session, not rejections.
	 * @returns false when there is no agent to talk to now
	 */
	async start(): Promise<boolean> {
		return (await this.#parts.lease.acquire()) !== undefined;
	}

	/**
	 * Sends a prompt and waits for the end of its turn. While a turn runs the prompt waits for it, here or at an agent
	 * that takes several (acp C52, hazard C10).
	 * @param isUrgent as `sendNow`, where it would have to wait here
	 */
	async prompt(content: readonly Content[], isUrgent = false): Promise<PromptOutcome> {
		const { clock, source } = this.#services;
		const { lease, sender, queue } = this.#parts;
		if (content.length === 0) return 'refused';
		const { state, isOpen } = this;
		// One prompt waits for a login at a time: a second one must not push the first aside. An agent that runs was
		// approved when it started; changed settings count from the next start on.
		const outcome = act<'prompt_given', Promise<PromptOutcome>>(
			'prompt_given',
			{ state, isOpen, isApproved: source.isApproved(), isUrgent },
			{
				refuse: () => undefined,
				queue_at_agent: () => queue.add(content, 'agent'),
				queue_here: () => queue.add(content, 'here'),
				hurry: () => queue.hurry(state.queue.at(-1)?.id ?? ''),
				ask_approval: () => lease.acquire().then(() => 'refused'),
				submit: () =>
					this.dispatch({ type: 'prompt_submitted', content, isDelayed: !isOpen, at: clock.now() }),
				send: () => sender.send(content),
			},
		);
		return outcome ?? 'refused';
	}

	/** True while a prompt waits for a login (acp C30). */
	get isAwaitingLogin(): boolean {
		return this.state.promptAwaitingLogin !== undefined;
	}

	/** The prompt that waits for a login is not sent any more: its text belongs back into the composer. */
	takeBackPrompt(): void {
		if (this.isAwaitingLogin) this.dispatch({ type: 'prompt_taken_back' });
	}

	/**
	 * The user has logged in: opens the session if that had failed, and does again what was refused (acp C30).
	 * @returns as `prompt`; `done` when nothing waited
	 */
	async retryAfterLogin(): Promise<PromptOutcome> {
		const { lease, gate, options, sender, queue } = this.#parts;
		const { state } = this;
		const waiting = state.promptAwaitingLogin ?? [];
		if (this.isOpen) gate.open();
		const outcome = act<'login_done', Promise<PromptOutcome>>(
			'login_done',
			{ state },
			{
				resend: () => {
					this.dispatch({ type: 'prompt_resent', at: this.#services.clock.now() });
					return sender.send(waiting, () => options.setDeferred());
				},
				reopen: async (): Promise<PromptOutcome> => {
					await lease.acquire();
					await options.setDeferred();
					if (state.queuePause === 'login' && this.isOpen) queue.resume();
					return 'done';
				},
			},
		);
		return outcome ?? 'done';
	}

	/** Takes a prompt out of the queue: its `prompt` resolves with `withdrawn`. */
	withdraw(queueId: string): void {
		this.#parts.queue.withdraw(queueId);
	}

	/** Removes a prompt that waits here from the queue: its `prompt` resolves with `done`. */
	removeQueued(queueId: string): void {
		this.#parts.queue.remove(queueId);
	}

	/** Changes the order of the prompts that wait here. */
	moveQueued(queueId: string, to: 'up' | 'down'): void {
		this.#parts.queue.move(queueId, to);
	}

	/** Sends what waits here again, in turn, after a failure has paused it. */
	resumeQueue(): void {
		this.#parts.queue.resume();
	}

	/**
	 * Sends a prompt that waits here before all others: into the turn that runs where the agent takes it there, else that
	 * turn is asked to stop.
	 */
	sendNow(queueId: string): void {
		this.#parts.queue.hurry(queueId);
	}

	/** Asks the agent to stop. What waits for its turn comes back. */
	stop(): void {
		this.#parts.queue.stop();
	}

	/** Lets the last turn go on, where the agent has called it blocked and said how. Failures are shown. */
	resumeTurn(): Promise<void> {
		return this.#parts.turnResumer.resume((content) => this.prompt(content));
	}

	/**
	 * Asks the user in the name of the host, such as for a file outside of the workspace.
	 * @param signal withdraws the question
	 */
	ask(request: PermissionRequest, signal: AbortSignal = neverAborted): Promise<PermissionOutcome> {
		return this.#parts.brokers.permissions.ask(request, signal);
	}

	/** Asks the user in the name of the agent, for a request of ours that is open there, such as a login. */
	elicit(request: ElicitationRequest, signal: AbortSignal): Promise<ElicitationOutcome> {
		return this.#parts.brokers.elicit(request, signal);
	}

	/** @returns false when it is not offered, or the agent did not take it, which the session then shows */
	setOption(optionId: string, value: string | boolean): Promise<boolean> {
		return this.#parts.options.set(optionId, value);
	}

	/**
	 * Ends a command. One that we run for the agent is killed, and the agent learns of it as of any other end; of its own
	 * the agent is asked to stop one that it says can be (acp C260).
	 */
	stopCommand(terminalId: string): void {
		void this.#parts.workCanceller.command(terminalId);
	}

	/** Asks the agent to stop one call, where it says that it can (acp C259). */
	cancelToolCall(entryId: string): void {
		void this.#parts.workCanceller.toolCall(entryId);
	}

	/** Asks the agent to stop one of its child sessions, where it can (unstable). */
	cancelSubagent(entryId: string): void {
		this.#parts.workCanceller.subagent(entryId);
	}

	/**
	 * Closes the session in its agent, which frees it, and releases the agent (acp C35). A turn that runs is cancelled,
	 * since its output would not be seen. A later prompt opens the session again. Never rejects: the agent is released
	 * also when it cannot close the session.
	 */
	close(): Promise<void> {
		return this.#parts.teardown.close();
	}

	/** Ends the session's lease on its agent; a later prompt takes a new one. */
	detach(): void {
		this.#parts.teardown.detach();
	}

	dispose(): void {
		this.#parts.teardown.dispose();
		this.#parts.inactivity.dispose();
		this.#changes.dispose();
	}
}
