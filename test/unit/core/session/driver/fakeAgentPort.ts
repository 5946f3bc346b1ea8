/** An agent behind the port, driven by the test, and a clock that the test moves. */
import type { AbortSignal } from '../../../../../src/core/base/abortSignal.ts';
import { toDisposable } from '../../../../../src/core/base/disposable.ts';
import { Emitter } from '../../../../../src/core/base/emitter.ts';
import type { AuthStatus } from '../../../../../src/core/session/model/auth.ts';
import type { AgentError } from '../../../../../src/core/base/errors.ts';
import type { AuthMethod } from '../../../../../src/core/session/model/auth.ts';
import {
	type AgentCapabilities,
	noCapabilities,
} from '../../../../../src/core/session/model/capabilities.ts';
import type { Content } from '../../../../../src/core/session/model/content.ts';
import type { AgentEvent } from '../../../../../src/core/session/model/agentEvents.ts';
import type { OfferedOptions } from '../../../../../src/core/session/model/config.ts';
import type { StopReason } from '../../../../../src/core/session/model/turnState.ts';
import type { Clock } from '../../../../../src/core/base/clock.ts';
import type {
	AgentLease,
	AgentPort,
	PromptAnswer,
	SteeringOutcome,
} from '../../../../../src/core/session/model/agentPort.ts';
import type {
	PermissionOutcome,
	PermissionRequest,
} from '../../../../../src/core/session/model/permission.ts';
import type { SessionBackend, SessionTarget } from '../../../../../src/core/session/model/sessionTarget.ts';
import type { SessionSeed } from '../../../../../src/core/session/reducer/createSessionState.ts';
import { Session, type SessionServices } from '../../../../../src/core/session/driver/session.ts';
import { unusedBackend } from './backends.ts';
import { seed } from './play.ts';

/** A prompt that has reached the agent. */
export interface SentPrompt {
	readonly content: readonly Content[];
	readonly answer: PromiseWithResolvers<PromptAnswer>;
	/** The agent was asked to give it back. */
	isWithdrawn: boolean;
}

/** A prompt that was sent into a turn. */
export interface SteeredPrompt {
	readonly content: readonly Content[];
	readonly answer: PromiseWithResolvers<SteeringOutcome>;
	/** The agent was asked to give up on it. */
	isWithdrawn: boolean;
}

export class FakeAgent {
	readonly calls: string[] = [];
	/** Sessions of the terminals that were to be cancelled. */
	readonly cancelledIn: string[] = [];
	/** Oldest first, also those that are answered. */
	readonly sent: SentPrompt[] = [];
	/** Oldest first, also those that are answered. */
	readonly steered: SteeredPrompt[] = [];
	/** Fires with what it says of who is logged in. */
	readonly authStatus = new Emitter<AuthStatus>();
	onCancel: () => void = () => undefined;
	/** Called when the agent is asked to let a turn go on. */
	onResumeTurn: () => void = () => undefined;
	/** Answers prompts instead, such as an agent that takes several. */
	onPrompt:
		((content: readonly Content[], signal: AbortSignal | undefined) => Promise<PromptAnswer>) | undefined;
	replay: readonly AgentEvent[] = [];
	/** What it said of the session before anybody listened. */
	early: readonly AgentEvent[] = [];
	/** Makes `session/new` never answer. */
	isSilent = false;
	capabilities: Partial<AgentCapabilities> = {};
	authMethods: readonly AuthMethod[] = [];
	/** What a new session offers. */
	offered: OfferedOptions = {};
	/** What a session offers that is resumed or loaded. */
	broughtBack: OfferedOptions = {};
	/** Calls that are never answered. */
	readonly silent = new Set<string>();
	/** What setting an option is answered with. */
	options: OfferedOptions = {};
	/** What the next call of that name is refused with. */
	readonly failures = new Map<string, AgentError>();
	readonly #loadSession: boolean;
	#exited = new Emitter<AgentError>();
	#target: SessionTarget | undefined;
	#prompted = Promise.withResolvers<void>();
	#failure: AgentError | undefined;

	constructor(loadSession: boolean) {
		this.#loadSession = loadSession;
	}

	acquire(): Promise<AgentLease> {
		if (this.#failure !== undefined) {
			const failure = this.#failure;
			this.#failure = undefined;
			return Promise.reject(failure);
		}
		this.#exited = new Emitter<AgentError>();
		return Promise.resolve({ port: this.#port(), onExit: this.#exited.event, dispose: () => undefined });
	}

	prompted(): Promise<void> {
		return this.#prompted.promise;
	}

	target(): SessionTarget {
		if (this.#target === undefined) throw new Error('No session is attached.');
		return this.#target;
	}

	ask(request: PermissionRequest, signal = new AbortController().signal): Promise<PermissionOutcome> {
		return this.target().permissions.ask(request, signal);
	}

	/** Tells the session something. */
	say(...events: readonly AgentEvent[]): void {
		for (const event of events) this.target().onEvent(event);
	}

	endTurn(reason: StopReason): void {
		this.#prompted = Promise.withResolvers();
		this.sent.at(-1)?.answer.resolve({ type: 'ended', end: { reason } });
	}

	failTurn(error: AgentError): void {
		this.#prompted = Promise.withResolvers();
		this.sent.at(-1)?.answer.reject(error);
	}

	exit(error: AgentError): void {
		this.#prompted = Promise.withResolvers();
		this.#exited.fire(error);
		for (const { answer } of [...this.sent, ...this.steered]) answer.reject(error);
	}

	failNextAcquire(error: AgentError): void {
		this.#failure = error;
	}

	#answer<T>(call: string, value: T): Promise<T> {
		if (this.silent.has(call)) return new Promise(() => undefined);
		const failure = this.failures.get(call);
		this.failures.delete(call);
		return failure === undefined ? Promise.resolve(value) : Promise.reject(failure);
	}

	#record<T>(call: string, value: T): Promise<T> {
		this.calls.push(call);
		return this.#answer(call.replace(/ .*/u, ''), value);
	}

	#port(): AgentPort {
		return {
			capabilities: {
				...noCapabilities,
				sessions: true,
				mcpStdio: true,
				loadSession: this.#loadSession,
				...this.capabilities,
			},
			info: {},
			authMethods: this.authMethods,
			onAuthStatus: this.authStatus.event,
			takesMcpServer: ({ type }) => type === 'stdio',
			newSession: () => {
				this.calls.push('newSession');
				if (this.isSilent) return new Promise(() => undefined);
				return this.#answer('newSession', { sessionId: 'a1', options: this.offered });
			},
			loadSession: (sessionId) => {
				this.calls.push('loadSession');
				for (const event of this.replay) this.target().onEvent(event);
				return this.#answer('loadSession', { sessionId, options: this.broughtBack });
			},
			resumeSession: (sessionId) => {
				this.calls.push('resumeSession');
				return this.#answer('resumeSession', { sessionId, options: this.broughtBack });
			},
			forkSession: () => {
				this.calls.push('forkSession');
				return this.#answer('forkSession', { sessionId: 'fork1', options: {} });
			},
			closeSession: () => this.#record('closeSession', undefined),
			deleteSession: () => this.#record('deleteSession', undefined),
			listSessions: () => this.#record('listSessions', { sessions: [] }),
			archiveSession: () => this.#record('archiveSession', undefined),
			setTitle: (_sessionId, title) => this.#record('setTitle', title),
			sessionStatus: () => this.#record('sessionStatus', 'saved'),
			setOption: (_sessionId, option, value) => this.#record(`setOption ${option.id}=${value}`, this.options),
			authenticate: (methodId) => this.#record(`authenticate ${methodId}`, undefined),
			logout: () => this.#record('logout', undefined),
			authStatus: () => this.#record('authStatus', { state: 'unknown', accounts: [] }),
			listProviders: () => this.#record('listProviders', []),
			setProvider: () => this.#record('setProvider', undefined),
			disableProvider: () => this.#record('disableProvider', undefined),
			prompt: (_sessionId, content, signal) => {
				this.calls.push('prompt');
				if (this.onPrompt !== undefined) return this.onPrompt(content, signal);
				const failure = this.failures.get('prompt');
				if (failure !== undefined) {
					this.failures.delete('prompt');
					return Promise.reject(failure);
				}
				const sent: SentPrompt = { content, answer: Promise.withResolvers(), isWithdrawn: false };
				signal?.addEventListener('abort', () => (sent.isWithdrawn = true));
				this.sent.push(sent);
				this.#prompted.resolve();
				return sent.answer.promise;
			},
			steer: (_sessionId, content, signal) => {
				this.calls.push('steer');
				const steered: SteeredPrompt = { content, answer: Promise.withResolvers(), isWithdrawn: false };
				if (signal?.aborted === true)
					return Promise.reject(new Error('It was withdrawn before it went out.'));
				signal?.addEventListener('abort', () => (steered.isWithdrawn = true));
				this.steered.push(steered);
				return steered.answer.promise;
			},
			cancel: () => {
				this.calls.push('cancel');
				this.onCancel();
			},
			resumeTurn: (_sessionId, resumeId) => {
				const answer = this.#record(`resumeTurn ${resumeId}`, undefined);
				this.onResumeTurn();
				return answer;
			},
			cancelToolCall: (_sessionId, toolCallId) => this.#record(`cancelToolCall ${toolCallId}`, undefined),
			cancelTerminal: (sessionId, terminalId) => {
				this.cancelledIn.push(sessionId);
				return this.#record(`cancelTerminal ${terminalId}`, undefined);
			},
			attach: (_sessionId, target) => {
				this.#target = target;
				for (const event of this.early) target.onEvent(event);
				this.early = [];
				return toDisposable(() => undefined);
			},
		};
	}
}

export class FakeClock implements Clock {
	#now = 1_000_000;
	#timers: { at: number; run: () => void }[] = [];

	now(): number {
		return this.#now;
	}

	setTimer(ms: number, run: () => void): { dispose(): void } {
		// What is due at once runs as a real timer would: after everything that is already on its way.
		if (ms === 0) setImmediate(run);
		const timer = { at: this.#now + ms, run };
		if (ms > 0) this.#timers.push(timer);
		return toDisposable(() => {
			this.#timers = this.#timers.filter((other) => other !== timer);
		});
	}

	advance(ms: number): void {
		this.#now += ms;
		const due = this.#timers.filter(({ at }) => at <= this.#now);
		this.#timers = this.#timers.filter(({ at }) => at > this.#now);
		for (const { run } of due) run();
	}
}

export interface FakeSessionOptions extends Partial<
	Pick<SessionServices, 'permissionRules' | 'permissionLog' | 'remembered' | 'beforeAnswer' | 'random'>
> {
	readonly isApproved?: boolean;
	readonly loadSession?: boolean;
	/** The agent is at an address. */
	readonly isRemote?: boolean;
	/** What the agent prints before it speaks the protocol. */
	readonly noise?: string;
	/** The user is asked for what the agent needs. */
	readonly isAsking?: () => boolean;
	readonly seed?: Partial<SessionSeed>;
	readonly backend?: Partial<SessionBackend>;
}

export function openFakeSession(options: FakeSessionOptions = {}): {
	session: Session;
	agent: FakeAgent;
	clock: FakeClock;
} {
	const {
		isApproved = true,
		loadSession = false,
		isRemote = false,
		noise,
		isAsking,
		seed: own,
		backend,
		...services
	} = options;
	const agent = new FakeAgent(loadSession);
	const clock = new FakeClock();
	const session = new Session(
		{ ...seed, ...own },
		{
			clock,
			...services,
			provide: () => Promise.resolve({ additionalDirectories: [], mcpServers: [], problems: [] }),
			source: {
				commandLine: () => 'fake-agent --acp',
				isApproved: () => isApproved,
				isRemote: () => isRemote,
				acquire: () => agent.acquire(),
				noise: () => noise,
				...(isAsking === undefined ? {} : { isAsking }),
			},
			createBackend: () => ({ ...unusedBackend, ...backend }),
		},
	);
	return { session, agent, clock };
}
