/**
 * A turn gateway as an agent: threads are sessions, and what happens in their turns are events of them.
 *
 * The events of a turn count from before the request that began it is answered.
 */
import type { AbortSignal } from '../base/abortSignal.ts';
import { BoundedMap } from '../base/boundedMap.ts';
import { type Disposable, DisposableStore } from '../base/disposable.ts';
import { Emitter } from '../base/emitter.ts';
import { AgentError, toError } from '../base/errors.ts';
import { isJsonObject, type JsonObject } from '../base/json.ts';
import * as limits from '../base/limits.ts';
import { sentence } from '../base/sentence.ts';
import { LogOnce } from '../acp/logOnce.ts';
import { SessionLinks } from '../acp/shared/sessionLinks.ts';
import { toRefusal } from '../acp/shared/errors.ts';
import { errorCodes, type Wire, WireError } from '../acp/wire.ts';
import type {
	AgentPort,
	AgentProvider,
	OpenedSession,
	PromptAnswer,
	SessionPage,
	SessionQuery,
	SessionSetup,
	SteeringOutcome,
} from '../session/model/agentPort.ts';
import type { AgentEvent } from '../session/model/agentEvents.ts';
import type { AuthStatus } from '../session/model/auth.ts';
import type { ConfigOption, OfferedOptions } from '../session/model/config.ts';
import type { Content } from '../session/model/content.ts';
import type { QuotaWindow } from '../session/model/quota.ts';
import type { SessionTarget } from '../session/model/sessionTarget.ts';
import { FollowedThread, type SentMessages, HeldEvents } from './followedThread.ts';
import { GatewayQuestions } from './gatewayQuestions.ts';
import type { ThreadEvent } from './threadEvents.ts';
import type { Reading, ThreadChange, TurnDialect } from './turnDialect.ts';

export class TurnAgent implements AgentPort, Disposable {
	readonly #dialect: TurnDialect;
	readonly #wire: Wire;
	readonly #log: LogOnce;
	readonly #links: SessionLinks;
	/** Threads of the sessions that are open. */
	readonly #opened = new Map<string, FollowedThread>();
	/** Others that the gateway tells of, such as those of helpers: however many, they take no place of those above. */
	readonly #others = new BoundedMap<string, FollowedThread>({ maxCount: limits.followedThreads });
	readonly #sent: SentMessages = new BoundedMap({ maxCount: limits.completeItems });
	readonly #disposables = new DisposableStore();
	readonly #authStatus = this.#disposables.add(new Emitter<AuthStatus>());
	readonly #questions: GatewayQuestions;
	readonly #held = new HeldEvents();
	/** What was told of the account that is logged in, by id. */
	readonly #quota = new BoundedMap<string, QuotaWindow>({ maxCount: limits.quotaWindows });
	readonly #newId: () => string;

	readonly onAuthStatus = this.#authStatus.event;

	/**
	 * Listens from now on.
	 * @param newId makes a name for a message that no other client makes
	 */
	constructor(wire: Wire, dialect: TurnDialect, log: (message: string) => void, newId: () => string) {
		this.#dialect = dialect;
		this.#wire = wire;
		this.#newId = newId;
		this.#log = new LogOnce(log);
		this.#links = this.#disposables.add(new SessionLinks(this.#log));
		this.#questions = new GatewayQuestions(this.#links, this.#log);
		this.#disposables.add(
			wire.onNotification(
				(method, params) => this.#onNotification(method, params),
				(handleAll) => this.#links.together(handleAll),
			),
		);
		this.#disposables.add(
			wire.onRequest((method, params, signal) => this.#onRequest(method, params, signal)),
		);
	}

	get capabilities(): AgentPort['capabilities'] {
		return this.#dialect.capabilities;
	}

	get info(): AgentPort['info'] {
		return this.#dialect.info;
	}

	get authMethods(): AgentPort['authMethods'] {
		return this.#dialect.authMethods;
	}

	takesMcpServer(): boolean {
		return false;
	}

	newSession(setup: SessionSetup): Promise<OpenedSession> {
		return this.#open('start', setup);
	}

	loadSession(sessionId: string, setup: SessionSetup): Promise<OpenedSession> {
		return this.#open('load', setup, sessionId);
	}

	resumeSession(sessionId: string, setup: SessionSetup): Promise<OpenedSession> {
		return this.#open('resume', setup, sessionId);
	}

	forkSession(sessionId: string, setup: SessionSetup): Promise<OpenedSession> {
		return this.#open('fork', setup, sessionId);
	}

	closeSession(sessionId: string): Promise<void> {
		return this.#changeThread(sessionId, { type: 'close' });
	}

	deleteSession(sessionId: string): Promise<void> {
		return this.#changeThread(sessionId, { type: 'delete' });
	}

	archiveSession(sessionId: string, isArchived: boolean): Promise<void> {
		return this.#changeThread(sessionId, { type: isArchived ? 'archive' : 'unarchive' });
	}

	async setTitle(sessionId: string, title: string): Promise<string> {
		await this.#changeThread(sessionId, { type: 'rename', title });
		return title;
	}

	listSessions(query: SessionQuery): Promise<SessionPage> {
		return this.#dialect.listThreads(query);
	}

	/** Taken up, the turn goes on by events. Rejects with `AgentError` `refused` where it did not begin. */
	async prompt(sessionId: string, content: readonly Content[]): Promise<PromptAnswer> {
		if (content.length === 0) throw new AgentError('unsupported', sentence('There is nothing to send.'));
		const thread = this.#thread(sessionId);
		thread.forgetStop();
		const clientId = this.#newId();
		this.#sent.set(clientId, true);
		try {
			const turnId = await this.#dialect.startTurn(sessionId, content, clientId);
			if (turnId !== undefined) thread.begin(turnId);
			return { type: 'taken' };
		} catch (error) {
			thread.forgetStop();
			throw toRefusal(error);
		}
	}

	/** The turn may end before the message is there: then it is sent as any other. */
	async steer(sessionId: string, content: readonly Content[]): Promise<SteeringOutcome> {
		const { turnId } = this.#thread(sessionId);
		if (turnId === undefined || this.#dialect.steerTurn === undefined) return 'required';
		const clientId = this.#newId();
		this.#sent.set(clientId, true);
		try {
			await this.#dialect.steerTurn(sessionId, turnId, content, clientId);
			return 'injected';
		} catch (error) {
			// The turn is over, or one of a kind that takes none: the message has not arrived.
			if (AgentError.is(error, 'answered')) return 'required';
			throw error;
		}
	}

	/** Rejects where no turn of this gateway can go on. */
	resumeTurn(sessionId: string, resumeId: string): Promise<void> {
		return this.#thread(sessionId).resume(
			resumeId,
			() => this.#dialect.resumeTurn?.(sessionId, resumeId) ?? unsupported(),
		);
	}

	cancel(sessionId: string): void {
		this.#thread(sessionId).cancel();
	}

	cancelToolCall(): Promise<void> {
		return unsupported();
	}

	cancelTerminal(): Promise<void> {
		return unsupported();
	}

	setOption(sessionId: string, option: ConfigOption, value: string | boolean): Promise<OfferedOptions> {
		return this.#dialect.setOption(sessionId, option, value);
	}

	authenticate(methodId: string, signal?: AbortSignal): Promise<void> {
		return this.#dialect.authenticate(methodId, signal);
	}

	logout(): Promise<void> {
		return this.#dialect.logout();
	}

	authStatus(): Promise<AuthStatus> {
		return this.#dialect.authStatus();
	}

	sessionStatus(): Promise<'open' | 'saved'> {
		return unsupported();
	}

	listProviders(): Promise<readonly AgentProvider[]> {
		return unsupported();
	}

	setProvider(): Promise<void> {
		return unsupported();
	}

	disableProvider(): Promise<void> {
		return unsupported();
	}

	attach(sessionId: string, target: SessionTarget): Disposable {
		return this.#links.attach(sessionId, target);
	}

	dispose(): void {
		this.#dialect.dispose?.();
		this.#disposables.dispose();
	}

	#open(
		how: Parameters<TurnDialect['openThread']>[0],
		setup: SessionSetup,
		known?: string,
	): Promise<OpenedSession> {
		return this.#links.open(
			async () => {
				if (how === 'load' && known !== undefined) this.#held.hold(known);
				const opened = await this.#dialect.openThread(how, setup, known).catch((error: unknown) => {
					if (known !== undefined) this.#release(known);
					throw error;
				});
				const { threadId, options, commands, history, rest, runningTurn, warnings = [] } = opened;
				const thread = this.#thread(threadId);
				this.#others.delete(threadId);
				this.#opened.set(threadId, thread);
				if (history !== undefined) thread.tell(history);
				for (const title of warnings)
					this.#deliver(threadId, [{ type: 'agent_notice', notice: { severity: 'warning', title } }]);
				this.#tellQuota(
					threadId,
					[...this.#quota].map(([, window]) => window),
				);
				if (runningTurn !== undefined) thread.begin(runningTurn);
				this.#release(threadId);
				if (rest !== undefined) this.#read(rest);
				return { sessionId: threadId, options, ...(commands === undefined ? {} : { commands }) };
			},
			how === 'load' || how === 'resume' ? known : undefined,
		);
	}

	#changeThread(threadId: string, change: ThreadChange): Promise<void> {
		if (change.type === 'close' || change.type === 'delete') this.#opened.delete(threadId);
		return this.#dialect.changeThread(threadId, change);
	}

	#thread(threadId: string): FollowedThread {
		const known = this.#opened.get(threadId) ?? this.#others.get(threadId);
		if (known !== undefined) return known;
		const thread = new FollowedThread(this.#sent, {
			deliver: (events) => this.#deliver(threadId, events),
			interrupt: (turnId) => this.#interrupt(threadId, turnId),
		});
		this.#others.set(threadId, thread);
		return thread;
	}

	/** Synchronous, so that what comes stays in order and ahead of the answer that follows it. */
	#onNotification(method: string, params: unknown): void {
		const notice = this.#dialect.read(method, isJsonObject(params) ? params : {});
		switch (notice.type) {
			case 'thread':
				return this.#hear(notice.threadId, notice.events);
			case 'changed':
				return this.#read(notice.read);
			case 'request_withdrawn':
				return this.#wire.withdraw(notice.requestId);
			case 'quota':
				for (const window of notice.windows) this.#quota.set(window.id, window);
				for (const threadId of this.#opened.keys()) this.#tellQuota(threadId, notice.windows);
				return;
			case 'account':
				for (const threadId of this.#opened.keys()) this.#deliver(threadId, notice.events);
				return;
			case 'question':
				return this.#questions.ask(notice);
			case 'question_settled':
				return this.#questions.settle(notice.questionId);
			case 'auth_status':
				this.#quota.clear();
				return this.#authStatus.fire(notice.status);
			case 'ignored':
				return;
			case 'unknown':
				return this.#log.write('Ignored notification', method);
		}
	}

	#hear(threadId: string, events: readonly ThreadEvent[]): void {
		if (this.#held.keeps(threadId, events)) return;
		this.#thread(threadId).hear(events);
	}

	#read(read: Reading): void {
		read((tellings) => {
			for (const { threadId, events } of tellings) this.#hear(threadId, events);
		}).catch((error: unknown) => this.#log.write('Failed to read', toError(error).message));
	}

	#release(threadId: string): void {
		this.#hear(threadId, this.#held.release(threadId, this.#thread(threadId)));
	}

	#tellQuota(threadId: string, windows: readonly QuotaWindow[]): void {
		if (windows.length > 0) this.#deliver(threadId, [{ type: 'quota', windows }]);
	}

	/** A child's work is told by the calls of its parent. */
	#deliver(threadId: string, events: readonly AgentEvent[]): void {
		const isChild = this.#links.isChild(threadId);
		this.#links.deliver(threadId, isChild ? events.filter(({ type }) => type !== 'work') : events);
	}

	/** A turn that is over cannot be interrupted any more: its end has come, or comes. */
	#interrupt(threadId: string, turnId: string): void {
		this.#dialect.interruptTurn(threadId, turnId).catch((error: unknown) => {
			this.#log.write('Failed to interrupt', threadId, toError(error).message);
		});
	}

	async #onRequest(method: string, params: unknown, signal: AbortSignal): Promise<unknown> {
		const fields: JsonObject = isJsonObject(params) ? params : {};
		const threadId = this.#dialect.threadOf?.(method, fields);
		if (threadId === undefined) {
			this.#log.write('Refused request', method);
			throw new WireError(errorCodes.methodNotFound, `Method not found: ${method}`);
		}
		const target = this.#links.target(threadId) ?? (await this.#links.waitFor(threadId, signal));
		return this.#dialect.serve?.({ method, params: fields, signal, target });
	}
}

function unsupported(): Promise<never> {
	return Promise.reject(new AgentError('unsupported', sentence('This agent cannot do that.')));
}
