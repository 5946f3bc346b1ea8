/**
 * One conversation: takes intents, talks to the agent through `AgentPort`, and turns everything that happens into
 * events for the reducer. It holds no state of its own that a view would need.
 */
import type { AbortSignal } from '../base/abortSignal.ts';
import type { Disposable } from '../base/disposable.ts';
import { Emitter } from '../base/emitter.ts';
import type { AgentError } from '../base/errors.ts';
import { AgentHold } from './agentHold.ts';
import { isBackgroundEntry } from './background.ts';
import { CancelDesk } from './cancelDesk.ts';
import type { Content } from './content.ts';
import { Crashes } from './crashes.ts';
import type { ElicitationOutcome, ElicitationRequest } from './elicitation.ts';
import { ElicitationDesk } from './elicitationDesk.ts';
import type { Change, SessionEvent } from './events.ts';
import { LoginGate } from './loginGate.ts';
import type { SessionState } from './model.ts';
import type { TurnPrompt } from './turnState.ts';
import { OptionSetter } from './optionSetter.ts';
import { PermissionDesk } from './permissionDesk.ts';
import { PromptQueue } from './promptQueue.ts';
import type {
	FilePort,
	PermissionLog,
	PermissionOutcome,
	PermissionRequest,
	PermissionRules,
	SessionTarget,
	TerminalPort,
} from './ports.ts';
import { createSessionState, reduce, type SessionSeed } from './reducer.ts';
import { type OpenerServices, SessionOpener } from './sessionOpener.ts';
import { Silence } from './silence.ts';
import { isInside } from './subagents.ts';
import { type PromptOutcome, PromptSender } from './promptSender.ts';
import { TurnRunner } from './turnRunner.ts';
import { TurnStopper } from './turnStopper.ts';

export interface SessionServices extends OpenerServices {
	/** Makes what this session offers to its agent. */
	createBackend(session: Session): SessionBackend;
	/** Without them the user is always asked. */
	readonly permissionRules?: PermissionRules;
	readonly permissionLog?: PermissionLog;
}

/** What a session offers to its agent. Ends with the session. */
export interface SessionBackend extends Disposable {
	readonly files: FilePort;
	readonly terminals: TerminalPort;
	/** Ends every command that still runs. */
	killCommands(): void;
	/** Ends them all and forgets their ids: another process of the agent must not find those of the last one. */
	releaseCommands(): void;
}

export class Session implements Disposable {
	readonly state: SessionState;
	readonly #services: SessionServices;
	readonly #changes = new Emitter<readonly Change[]>();
	readonly #permissions: PermissionDesk;
	readonly #elicitations: ElicitationDesk;
	readonly #backend: SessionBackend;
	readonly #gate: LoginGate;
	readonly #hold: AgentHold;
	readonly #options: OptionSetter;
	readonly #cancels: CancelDesk;
	readonly #turns: TurnRunner;
	readonly #stopper: TurnStopper;
	readonly #sender: PromptSender;
	readonly #queue: PromptQueue;
	readonly #crashes: Crashes;
	readonly #silence: Silence;
	#isDisposed = false;

	/** Fires after each step of the reducer with what it touched. */
	readonly onDidChange = this.#changes.event;

	constructor(seed: SessionSeed, services: SessionServices) {
		this.state = createSessionState(seed);
		this.#services = services;
		const { state } = this;
		const { clock, source } = services;
		const dispatch = (event: SessionEvent): void => this.dispatch(event);
		const fail = (error: unknown): void => this.#fail(error);
		const cancelRequests = (by: 'user' | 'agent'): boolean => this.#cancelTurnRequests(by);
		const { permissionRules: rules, permissionLog: log } = services;
		this.#permissions = new PermissionDesk({ state, dispatch, clock, rules, log });
		this.#elicitations = new ElicitationDesk(state, dispatch);
		this.#backend = services.createBackend(this);
		this.#gate = new LoginGate(state, dispatch);
		const receive = (event: SessionEvent): void => this.#receive(event);
		const opener = new SessionOpener(state, services, receive, this.#offered(), {
			beforeRebuild: () => void this.#elicitations.cancelAll('agent'),
			afterRebuild: () => this.#permissions.showAgain(),
		});
		const onExit = (error: AgentError): void => this.#onExit(error);
		this.#hold = new AgentHold({ source, opener, gate: this.#gate, dispatch, fail, onExit });
		const shared = { state, clock, hold: this.#hold, gate: this.#gate, dispatch, fail };
		this.#crashes = new Crashes(clock);
		this.#silence = new Silence(shared);
		this.#options = new OptionSetter(shared);
		this.#cancels = new CancelDesk(shared);
		const killCommands = (): void => this.#backend.killCommands();
		const onEnd = (isWell: boolean): void => this.#queue.onTurnEnd(isWell);
		this.#turns = new TurnRunner({ ...shared, cancelRequests, killCommands, onEnd });
		this.#stopper = new TurnStopper({
			...shared,
			cancelRequests,
			endStopped: () => this.#turns.endStopped(),
		});
		this.#sender = new PromptSender({ ...shared, turns: this.#turns });
		this.#queue = new PromptQueue({ ...shared, turns: this.#turns, sender: this.#sender });
	}

	/** True when the agent has answered `session/new` or `session/load` and is there. */
	get isOpen(): boolean {
		return this.#hold.link !== undefined;
	}

	dispatch(event: SessionEvent): void {
		const changes = reduce(this.state, event, this.#services.clock.now());
		if (changes.length === 0) return;
		this.#permissions.onChanges(changes);
		this.#changes.fire(changes);
		this.#silence.onEvent(event);
	}

	/**
	 * Starts the agent and opens the session; harmless when that is done.
	 * Failures become notices of the session, not rejections.
	 * @returns false when there is no agent to talk to now
	 */
	async start(): Promise<boolean> {
		return (await this.#hold.take()) !== undefined;
	}

	/**
	 * Sends a prompt and waits for the end of its turn. While a turn runs the prompt waits for it, here or at an agent
	 * that takes several (acp C52, hazard C10).
	 */
	async prompt(content: readonly Content[]): Promise<PromptOutcome> {
		if (content.length === 0) return 'refused';
		// One prompt waits for a login at a time: a second one must not push the first aside.
		if (this.isHolding) return 'refused';
		if (this.state.turn.type !== 'idle') return this.#queue.add(content);
		const { source, clock } = this.#services;
		// An agent that runs was approved when it started; changed settings count from the next start on.
		if (!this.isOpen && !source.isApproved()) {
			await this.#hold.take();
			return 'refused';
		}
		this.dispatch({ type: 'prompt_submitted', content, isDelayed: !this.isOpen, at: clock.now() });
		return this.#sender.send(content);
	}

	/** True while a prompt waits for a login. */
	get isHolding(): boolean {
		return this.state.heldPrompt !== undefined;
	}

	/** The prompt that waits for a login is not sent any more: its text belongs back into the composer. */
	takeBackPrompt(): void {
		if (!this.isHolding) return;
		this.dispatch({ type: 'prompt_taken_back' });
	}

	/**
	 * The user has logged in: opens the session if that had failed, and does again what was refused (acp C30).
	 * @returns as `prompt`; `done` when nothing waited
	 */
	async retryAfterLogin(): Promise<PromptOutcome> {
		const held = this.state.heldPrompt;
		if (this.isOpen) this.#gate.open();
		if (held === undefined || this.state.turn.type !== 'idle') {
			await this.#hold.take();
			await this.#options.setHeld();
			if (this.state.queuePause === 'login' && this.isOpen) this.#queue.resume();
			return 'done';
		}
		this.dispatch({ type: 'prompt_resent', at: this.#services.clock.now() });
		return this.#sender.send(held, () => this.#options.setHeld());
	}

	/** Takes a prompt out of the queue: its `prompt` resolves with `withdrawn`. */
	withdraw(queueId: string): void {
		this.#queue.withdraw(queueId);
	}

	/** Takes a prompt that waits here out of the queue, for good: its `prompt` resolves with `done`. */
	removeQueued(queueId: string): void {
		this.#queue.remove(queueId);
	}

	/** Changes the order of the prompts that wait here. */
	moveQueued(queueId: string, to: 'up' | 'down'): void {
		this.#queue.move(queueId, to);
	}

	/** Sends what waits here again, in turn, after a failure has paused it. */
	resumeQueue(): void {
		this.#queue.resume();
	}

	/** Sends a prompt that waits here before all others: the turn that runs is asked to stop. */
	sendNow(queueId: string): void {
		if (this.#queue.hurry(queueId)) this.#stopper.stop();
	}

	/** Asks the agent to stop. What waits for its turn comes back. */
	stop(): void {
		this.#queue.stop();
		this.#stopper.stop();
	}

	/** Answers a pending permission with one of its options. Anything else is ignored (hazard C5). */
	answer(permissionId: string, optionId: string, by: 'picker' | 'card' = 'card'): void {
		this.#permissions.answer(permissionId, optionId, by);
	}

	/** Asks the user in the name of the host, such as for a file outside of the workspace. */
	async ask(request: PermissionRequest): Promise<PermissionOutcome> {
		const outcome = await this.#permissions.ask(request, neverAborted);
		const isAllowed =
			outcome.type === 'selected' &&
			request.options.some(({ optionId, kind }) => optionId === outcome.optionId && kind === 'allow_once');
		// A replay may have replaced the transcript meanwhile, and the card with it.
		const { subject } = request;
		if (subject.type === 'tool_call' && this.state.toolCalls.has(subject.toolCallId)) {
			this.dispatch({
				type: 'tool_call_update',
				toolCallId: subject.toolCallId,
				fields: { status: isAllowed ? 'completed' : 'failed' },
			});
		}
		return outcome;
	}

	/** Asks the user in the name of the agent, for a request of ours that is open there, such as a login. */
	elicit(request: ElicitationRequest, signal: AbortSignal): Promise<ElicitationOutcome> {
		if (this.#isDisposed) return Promise.resolve({ type: 'cancel' });
		return this.#elicitations.ask(request, signal);
	}

	/** What the user went to an address for is done. Ids we do not know mean nothing (acp C105). */
	completeElicitation(elicitationId: string): void {
		this.dispatch({ type: 'elicitation_completed', elicitationId });
	}

	/** Answers a question of the agent. Only a pending one counts. Values have to be checked before. */
	answerElicitation(entryId: string, outcome: ElicitationOutcome): void {
		this.#elicitations.answer(entryId, outcome);
	}

	/** @returns false when it is not offered, or the agent did not take it, which the session then shows */
	setOption(optionId: string, value: string | boolean): Promise<boolean> {
		return this.#options.set(optionId, value);
	}

	/**
	 * Ends a command. One that we run for the agent is killed, and the agent learns of it as of any other end; of its own
	 * the agent is asked to stop one that it says can be (acp C260).
	 */
	stopCommand(terminalId: string): void {
		const terminal = this.state.terminals.get(terminalId);
		if (terminal === undefined || terminal.exit !== undefined) return;
		if (terminal.owner === 'host') this.#backend.terminals.kill(terminalId);
		else if (terminal.canCancel === true) void this.#cancels.terminal(terminalId);
	}

	/** Asks the agent to stop one call, where it says that it can (acp C259). */
	cancelToolCall(entryId: string): void {
		void this.#cancels.toolCall(entryId);
	}

	/** Asks the agent to stop one of its child sessions, where it can (unstable). */
	cancelSubagent(entryId: string): void {
		const entry = this.state.entries.get(entryId);
		if (entry?.type !== 'subagent' || !entry.canCancel) return;
		const cancel = (): void => this.#hold.link?.port.cancel(entry.sessionId);
		// What waits for the user in it is answered first, as for the session itself (acp C58).
		const isItsOwn = (id: string): boolean => isInside(this.state, id, entryId);
		const hadPermission = this.#permissions.cancelAll('user', isItsOwn);
		const hadPending = this.#elicitations.cancelAll('user', isItsOwn) || hadPermission;
		if (hadPending) this.#services.clock.setTimer(0, cancel);
		else cancel();
	}

	/**
	 * Gives the session back to its agent, which frees it, and lets go of it (acp C35). A turn that runs is cancelled:
	 * nobody would see what it does. A later prompt opens the session again.
	 * Never rejects: what cannot be closed is let go of all the same.
	 */
	async close(): Promise<void> {
		const { link } = this.#hold;
		const { sessionId, turn, pendingPermissions, pendingElicitations } = this.state;
		const hadPending = pendingPermissions.length + pendingElicitations.length > 0;
		this.detach();
		if (link === undefined || sessionId === undefined) return;
		// The answers to what was pending leave in later microtasks; nothing that follows must overtake them.
		if (hadPending) await new Promise<void>((resolve) => this.#services.clock.setTimer(0, resolve));
		if (turn.type !== 'idle') link.port.cancel(sessionId);
		if (!link.port.capabilities.closeSession) return;
		try {
			await link.port.closeSession(sessionId);
		} catch {
			// The session is gone for us; an agent that cannot free it has nothing to tell the user.
		}
	}

	/** Ends the session's hold on its agent; a later prompt opens it again. */
	detach(): void {
		this.#letGo(() => this.#queue.giveBackAll());
	}

	dispose(): void {
		this.#isDisposed = true;
		this.#cancelRequests('exit');
		this.#permissions.dispose();
		this.#hold.end();
		this.#queue.giveBackAll();
		this.#sender.abandon();
		this.#turns.release();
		this.#silence.dispose();
		this.#backend.dispose();
		this.#changes.dispose();
	}

	/** @param leaveQueue what becomes of the prompts that wait */
	#letGo(leaveQueue: () => void): void {
		this.#cancelRequests('exit');
		this.#backend.releaseCommands();
		const unsent = this.#unsentPrompts();
		this.#hold.letGo();
		leaveQueue();
		for (const { entryId } of unsent) this.dispatch({ type: 'prompt_unsent', entryId });
		if (this.state.turn.type !== 'idle')
			this.dispatch({ type: 'turn_failed', at: this.#services.clock.now() });
		this.#sender.abandon();
		this.#turns.release();
		this.dispatch({ type: 'agent_state', agent: { type: 'exited' } });
	}

	/** What the agent may ask of the session. */
	#offered(): Omit<SessionTarget, 'onEvent'> {
		return {
			requestPermission: (request, signal) => this.#permissions.ask(request, signal),
			elicit: (request, signal) => this.#elicitations.ask(request, signal),
			completeElicitation: (elicitationId) => this.completeElicitation(elicitationId),
			files: this.#backend.files,
			terminals: this.#backend.terminals,
		};
	}

	/** Prompts that the agent cannot have taken up: they have not gone out yet, or it says which it takes. */
	#unsentPrompts(): readonly TurnPrompt[] {
		const { turnPrompts, holdsPrompts } = this.state;
		return turnPrompts.filter(({ isSent, isTaken }) => !isSent || (holdsPrompts && !isTaken));
	}

	/** The end of a turn may be among what the agent says. */
	#receive(event: SessionEvent): void {
		this.#turns.onWord();
		if (event.type !== 'work' || this.state.isReplaying) return this.dispatch(event);
		this.#sender.onWork(event.work);
		this.#turns.onWork(event);
	}

	/** What runs on after the turn still waits for the user (acp C240). @returns true when anything else did */
	#cancelTurnRequests(by: 'user' | 'agent'): boolean {
		const isOfTurn = (id: string): boolean => !isBackgroundEntry(this.state, this.state.entries.get(id));
		const hadPermission = this.#permissions.cancelAll(by, isOfTurn);
		return this.#elicitations.cancelAll(by, isOfTurn) || hadPermission;
	}

	/** @returns true when anything waited for the user */
	#cancelRequests(by: 'user' | 'agent' | 'exit'): boolean {
		const hadPermission = this.#permissions.cancelAll(by);
		return this.#elicitations.cancelAll(by) || hadPermission;
	}

	#onExit(error: AgentError): void {
		this.#letGo(() => this.#queue.keepAll());
		this.#fail(error);
	}

	#fail(error: unknown): void {
		this.dispatch({ type: 'notice', notice: this.#crashes.noticeOf(this.state.agentTitle, error) });
	}
}

const neverAborted: AbortSignal = {
	aborted: false,
	addEventListener: () => undefined,
	removeEventListener: () => undefined,
};
