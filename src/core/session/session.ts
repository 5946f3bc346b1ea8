/**
 * One conversation: takes intents, talks to the agent through `AgentPort`, and turns everything that happens into
 * events for the reducer. It holds no state of its own that a view would need.
 */
import type { AbortSignal } from '../base/abortSignal.ts';
import type { Disposable } from '../base/disposable.ts';
import { Emitter } from '../base/emitter.ts';
import { AgentError } from '../base/errors.ts';
import { limits } from '../base/limits.ts';
import {
	choiceRefusedNotice,
	failureNotice,
	isLoginRequired,
	LoginRequired,
	stopNotice,
} from './agentFailure.ts';
import { isOffered } from './config.ts';
import type { Content } from './content.ts';
import type { ElicitationOutcome, ElicitationRequest } from './elicitation.ts';
import { ElicitationDesk } from './elicitationDesk.ts';
import type { Change, SessionEvent } from './events.ts';
import type { SessionState, StopReason } from './model.ts';
import { PermissionDesk } from './permissionDesk.ts';
import type { FilePort, PermissionOutcome, PermissionRequest, TerminalPort } from './ports.ts';
import { createSessionState, reduce, type SessionSeed } from './reducer.ts';
import { isInside } from './subagents.ts';
import { type AgentLink, type OpenerServices, SessionOpener } from './sessionOpener.ts';

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
}

interface Attempt {
	readonly link: Promise<AgentLink | undefined>;
	/** Sets it aside: whatever becomes of it is not news any more. */
	readonly giveUp: () => void;
}

export class Session implements Disposable {
	readonly state: SessionState;
	readonly #services: SessionServices;
	readonly #changes = new Emitter<readonly Change[]>();
	readonly #permissions: PermissionDesk;
	readonly #elicitations: ElicitationDesk;
	readonly #backend: SessionBackend;
	readonly #opener: SessionOpener;
	#link: AgentLink | undefined;
	/** The attempt to open that is under way, its report of a failure included: whoever comes joins it. */
	#attempt: Attempt | undefined;
	/** A choice that was refused because nobody is logged in, to be made again after the login (acp C30). */
	#heldChoice: { readonly optionId: string; readonly value: string | boolean } | undefined;
	#isDisposed = false;

	/** Fires after each step of the reducer with what it touched. */
	readonly onDidChange = this.#changes.event;

	constructor(seed: SessionSeed, services: SessionServices) {
		this.state = createSessionState(seed);
		this.#services = services;
		this.#permissions = new PermissionDesk(this.state, (event) => this.dispatch(event), services.clock);
		this.#elicitations = new ElicitationDesk(this.state, (event) => this.dispatch(event));
		this.#backend = services.createBackend(this);
		const offered = {
			requestPermission: (request: PermissionRequest, signal: AbortSignal) =>
				this.#permissions.ask(request, signal),
			elicit: (request: ElicitationRequest, signal: AbortSignal) => this.#elicitations.ask(request, signal),
			completeElicitation: (elicitationId: string) => this.completeElicitation(elicitationId),
			files: this.#backend.files,
			terminals: this.#backend.terminals,
		};
		this.#opener = new SessionOpener(
			this.state,
			services,
			(event) => this.dispatch(event),
			offered,
			() => void this.#cancelRequests('agent'),
		);
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
	 * @returns `refused`: not sent, the text belongs back into the composer; `held`: not sent, it goes out after the
	 * login; `done`: the turn is over
	 */
	async prompt(content: readonly Content[]): Promise<'refused' | 'held' | 'done'> {
		if (this.state.turn.type !== 'idle' || content.length === 0) return 'refused';
		// One prompt waits at a time: a second one must not push the first aside.
		if (this.isHolding) return 'refused';
		const { source, clock } = this.#services;
		// An agent that runs was approved when it started; changed settings count from the next start on.
		if (this.#link === undefined && !source.isApproved()) {
			await this.#tryOpen();
			return 'refused';
		}
		this.dispatch({ type: 'prompt_submitted', content, at: clock.now() });
		return this.#send(content);
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
	async retryAfterLogin(): Promise<'refused' | 'held' | 'done'> {
		const held = this.state.heldPrompt;
		if (this.state.agent.type === 'login_required' && this.#link !== undefined) {
			this.dispatch({ type: 'agent_state', agent: { type: 'ready' } });
		}
		if (held === undefined || this.state.turn.type !== 'idle') {
			await this.#tryOpen();
			await this.#chooseAgain();
			return 'done';
		}
		this.dispatch({ type: 'prompt_resent', at: this.#services.clock.now() });
		return this.#send(held, () => this.#chooseAgain());
	}

	async #chooseAgain(): Promise<void> {
		const choice = this.#heldChoice;
		if (choice === undefined || this.#link === undefined) return;
		this.#heldChoice = undefined;
		await this.setOption(choice.optionId, choice.value);
	}

	/** @param prepare what has to be done before the prompt, in the open session */
	async #send(
		content: readonly Content[],
		prepare?: () => Promise<void>,
	): Promise<'refused' | 'held' | 'done'> {
		const { turnCount } = this.state;
		const link = await this.#tryOpen();
		if (link === undefined) {
			// `detach` has ended this turn, and another one may run by now.
			if (this.state.turn.type === 'idle' || this.state.turnCount !== turnCount) return 'refused';
			const isHeld = this.state.agent.type === 'login_required';
			this.dispatch(isHeld ? { type: 'prompt_held', content } : { type: 'prompt_unsent' });
			return isHeld ? 'held' : 'refused';
		}
		if (prepare !== undefined) await prepare();
		if (this.#isStopping()) this.#endTurn('cancelled');
		else await this.#runTurn(link, content);
		return this.isHolding ? 'held' : 'done';
	}

	/** Asks the agent to stop. What waits for the user is answered first (acp C58, hazard C4). */
	stop(): void {
		if (this.state.turn.type === 'idle' || this.#isStopping()) return;
		const { clock } = this.#services;
		const hadPending = this.#cancelRequests('user');
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

	/**
	 * Chooses a value of an option; what is shown follows only when the agent agreed (acp C82, C84, C121).
	 * @returns false when it is not offered, or the agent did not take it, which the session then shows
	 */
	async setOption(optionId: string, value: string | boolean): Promise<boolean> {
		// The newest choice is the one that the user wants.
		this.#heldChoice = undefined;
		const link = this.#link;
		const { sessionId } = this.state;
		const option = this.state.options.find(({ id }) => id === optionId);
		if (link === undefined || sessionId === undefined || option === undefined || !isOffered(option, value)) {
			this.dispatch({ type: 'option_refused', optionId, value });
			return false;
		}
		this.dispatch({ type: 'option_requested', optionId, value });
		try {
			const options = await link.port.setOption(sessionId, option, value);
			if (this.#link !== link) {
				this.dispatch({ type: 'option_refused', optionId, value });
				return false;
			}
			this.#noteLoggedIn();
			this.dispatch({ type: 'option_taken', optionId, value, options });
			return true;
		} catch (error) {
			this.dispatch({ type: 'option_refused', optionId, value });
			// When the agent is gone, `#onExit` has said so.
			if (this.#link !== link) return false;
			if (this.#requireLogin(error)) this.#heldChoice = { optionId, value };
			else
				this.dispatch({
					type: 'notice',
					notice: choiceRefusedNotice(this.state.agentTitle, option.name, error),
				});
			return false;
		}
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
		const cancel = (): void => this.#link?.port.cancel(entry.sessionId);
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
		const link = this.#link;
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
		this.#backend.killCommands();
		const isUnsent = this.#link === undefined;
		this.#giveUpOpening();
		this.#dropLink();
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
		this.#giveUpOpening();
		this.#dropLink();
		this.#backend.dispose();
		this.#changes.dispose();
	}

	#tryOpen(): Promise<AgentLink | undefined> {
		if (this.#link !== undefined) return Promise.resolve(this.#link);
		this.#attempt ??= this.#begin();
		return this.#attempt.link;
	}

	#begin(): Attempt {
		let isGivenUp = false;
		const link = this.#open(() => isGivenUp).finally(() => {
			if (this.#attempt === attempt) this.#attempt = undefined;
		});
		const attempt: Attempt = { link, giveUp: () => (isGivenUp = true) };
		return attempt;
	}

	#giveUpOpening(): void {
		this.#attempt?.giveUp();
		this.#attempt = undefined;
	}

	async #open(isGivenUp: () => boolean): Promise<AgentLink | undefined> {
		if (this.#isDisposed) return undefined;
		const { source } = this.#services;
		if (!source.isApproved()) {
			this.dispatch({
				type: 'agent_state',
				agent: { type: 'unapproved', commandLine: source.commandLine() },
			});
			return undefined;
		}
		try {
			const link = await this.#opener.open(isGivenUp);
			this.#link = link;
			link.store.add(link.onExit((error) => this.#onExit(link, error)));
			return link;
		} catch (error) {
			if (isGivenUp()) return undefined;
			if (this.#requireLogin(error)) return undefined;
			this.dispatch({ type: 'agent_state', agent: { type: 'exited' } });
			this.#fail(error);
			return undefined;
		}
	}

	async #runTurn(link: AgentLink, content: readonly Content[]): Promise<void> {
		const { sessionId } = this.state;
		if (sessionId === undefined) return;
		try {
			const reason = await link.port.prompt(sessionId, content);
			// An agent that was let go of answers on its way out: that turn has ended, another one may run.
			if (this.#link !== link) return;
			this.#noteLoggedIn();
			this.#endTurn(reason);
		} catch (error) {
			// When the agent is gone, `#onExit` has said so and ended the turn.
			if (this.#link !== link) return;
			this.#cancelRequests('agent');
			const wasStopping = this.#isStopping();
			if (isLoginRequired(error) && !wasStopping) {
				this.dispatch({ type: 'prompt_held', content });
				return void this.#requireLogin(new LoginRequired(error, link.port.authMethods));
			}
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

	/** Shows how to log in, if that is what the error is about. */
	#requireLogin(error: unknown): boolean {
		if (!isLoginRequired(error)) return false;
		const methods = error instanceof LoginRequired ? error.methods : (this.#link?.port.authMethods ?? []);
		this.dispatch({
			type: 'agent_state',
			agent: { type: 'login_required', reason: error.message, methods },
		});
		return true;
	}

	/** The agent did what it had refused before: somebody has logged in elsewhere. */
	#noteLoggedIn(): void {
		if (this.state.agent.type === 'login_required') {
			this.dispatch({ type: 'agent_state', agent: { type: 'ready' } });
		}
	}

	/** @returns true when anything waited for the user */
	#cancelRequests(by: 'user' | 'agent' | 'exit'): boolean {
		const hadPermission = this.#permissions.cancelAll(by);
		return this.#elicitations.cancelAll(by) || hadPermission;
	}

	#endTurn(reason: StopReason): void {
		this.#cancelRequests('agent');
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
