/**
 * One conversation: takes intents, talks to the agent through `AgentPort`, and turns everything that happens into
 * events for the reducer. It holds no state of its own that a view would need.
 */
import type { AbortSignal } from '../base/abortSignal.ts';
import type { Disposable } from '../base/disposable.ts';
import { Emitter } from '../base/emitter.ts';
import type { AgentError } from '../base/errors.ts';
import { failureNotice } from './agentFailure.ts';
import { AgentHold } from './agentHold.ts';
import type { Content } from './content.ts';
import type { ElicitationOutcome, ElicitationRequest } from './elicitation.ts';
import { ElicitationDesk } from './elicitationDesk.ts';
import type { Change, SessionEvent } from './events.ts';
import { LoginGate } from './loginGate.ts';
import type { SessionState } from './model.ts';
import { OptionSetter } from './optionSetter.ts';
import { PermissionDesk } from './permissionDesk.ts';
import type { FilePort, PermissionOutcome, PermissionRequest, SessionTarget, TerminalPort } from './ports.ts';
import { createSessionState, reduce, type SessionSeed } from './reducer.ts';
import { type OpenerServices, SessionOpener } from './sessionOpener.ts';
import { isInside } from './subagents.ts';
import { type PromptOutcome, TurnRunner } from './turnRunner.ts';

export interface SessionServices extends OpenerServices {
	/** Makes what this session offers to its agent. */
	createBackend(session: Session): SessionBackend;
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
	readonly #turns: TurnRunner;
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
		const cancelRequests = (by: 'user' | 'agent'): boolean => this.#cancelRequests(by);
		this.#permissions = new PermissionDesk(state, dispatch, clock);
		this.#elicitations = new ElicitationDesk(state, dispatch);
		this.#backend = services.createBackend(this);
		this.#gate = new LoginGate(state, dispatch);
		const opener = new SessionOpener(state, services, dispatch, this.#offered(), () => {
			cancelRequests('agent');
		});
		const onExit = (error: AgentError): void => this.#onExit(error);
		this.#hold = new AgentHold({ source, opener, gate: this.#gate, dispatch, fail, onExit });
		const shared = { state, clock, hold: this.#hold, gate: this.#gate, dispatch, fail };
		this.#options = new OptionSetter(shared);
		const killCommands = (): void => this.#backend.killCommands();
		this.#turns = new TurnRunner({ ...shared, cancelRequests, killCommands });
	}

	/** True when the agent has answered `session/new` or `session/load` and is there. */
	get isOpen(): boolean {
		return this.#hold.link !== undefined;
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
		return (await this.#hold.take()) !== undefined;
	}

	/** Sends a prompt and waits for the end of its turn. One turn at a time (acp C52, hazard C10). */
	async prompt(content: readonly Content[]): Promise<PromptOutcome> {
		if (this.state.turn.type !== 'idle' || content.length === 0) return 'refused';
		// One prompt waits at a time: a second one must not push the first aside.
		if (this.isHolding) return 'refused';
		const { source, clock } = this.#services;
		// An agent that runs was approved when it started; changed settings count from the next start on.
		if (!this.isOpen && !source.isApproved()) {
			await this.#hold.take();
			return 'refused';
		}
		this.dispatch({ type: 'prompt_submitted', content, at: clock.now() });
		return this.#turns.send(content);
	}

	/** True while a prompt waits for a login. */
	get isHolding(): boolean {
		return this.state.heldPrompt !== undefined;
	}

	/** The prompt that waits for a login is not sent any more: its text belongs back into the composer. */
	takeBackPrompt(): void {
		if (this.isHolding) this.dispatch({ type: 'prompt_taken_back' });
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
			return 'done';
		}
		this.dispatch({ type: 'prompt_resent', at: this.#services.clock.now() });
		return this.#turns.send(held, () => this.#options.setHeld());
	}

	/** Asks the agent to stop. */
	stop(): void {
		this.#turns.stop();
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
		// A replay may have replaced the transcript meanwhile, and the card with it.
		if (this.state.toolCalls.has(request.toolCallId)) {
			this.dispatch({
				type: 'tool_call_update',
				toolCallId: request.toolCallId,
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

	/** Ends a command that we run for the agent, which learns of it as of any other end. */
	stopCommand(terminalId: string): void {
		const terminal = this.state.terminals.get(terminalId);
		if (terminal?.owner === 'host' && terminal.exit === undefined) this.#backend.terminals.kill(terminalId);
	}

	/** Asks the agent to stop one of its child sessions, where it can (unstable). */
	cancelSubagent(entryId: string): void {
		const entry = this.state.entries.get(entryId);
		if (entry?.type !== 'subagent' || !entry.canCancel) return;
		const cancel = (): void => this.#hold.link?.port.cancel(entry.sessionId);
		// What waits for the user in it is answered first, as for the session itself (acp C58).
		const hadPending = this.#permissions.cancelAll('user', (id) => isInside(this.state, id, entryId));
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
		this.#cancelRequests('exit');
		this.#backend.releaseCommands();
		const isUnsent = !this.isOpen;
		this.#hold.letGo();
		if (this.state.turn.type !== 'idle') {
			this.dispatch(
				isUnsent ? { type: 'prompt_unsent' } : { type: 'turn_failed', at: this.#services.clock.now() },
			);
		}
		this.dispatch({ type: 'agent_state', agent: { type: 'exited' } });
	}

	dispose(): void {
		this.#isDisposed = true;
		this.#cancelRequests('exit');
		this.#hold.end();
		this.#backend.dispose();
		this.#changes.dispose();
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

	/** @returns true when anything waited for the user */
	#cancelRequests(by: 'user' | 'agent' | 'exit'): boolean {
		const hadPermission = this.#permissions.cancelAll(by);
		return this.#elicitations.cancelAll(by) || hadPermission;
	}

	#onExit(error: AgentError): void {
		this.detach();
		this.#fail(error);
	}

	#fail(error: unknown): void {
		this.dispatch({ type: 'notice', notice: failureNotice(this.state.agentTitle, error) });
	}
}

const neverAborted: AbortSignal = {
	aborted: false,
	addEventListener: () => undefined,
	removeEventListener: () => undefined,
};
