/** One running agent behind a codec: no wire shape passes it. */
import type { AbortSignal } from '../../base/abortSignal.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { Event } from '../../base/emitter.ts';
import type { Sentence } from '../../base/sentence.ts';
import type { AuthMethod, AuthStatus } from './auth.ts';
import type { AgentCapabilities } from './capabilities.ts';
import type { ConfigOption, OfferedOptions } from './config.ts';
import type { Content } from './content.ts';
import type { McpServer } from './mcp.ts';
import type { SlashCommand } from './sessionState.ts';
import type { SessionTarget } from './sessionTarget.ts';
import type { TurnEnd } from './turnState.ts';
import type { AgentError } from '../../base/errors.ts';

/**
 * One agent after a successful `initialize`.
 * Requests reject with `AgentError`: `answered` for the agent's error, `exited` when it is gone.
 */
export interface AgentPort {
	readonly capabilities: AgentCapabilities;
	/** Name and version the agent gave of itself. */
	readonly info: { readonly name?: string; readonly title?: string; readonly version?: string };
	/** How the user can log in, in the agent's order. */
	readonly authMethods: readonly AuthMethod[];
	/** False for a kind of server that the agent did not say it takes: it is left out of what is sent (acp C43). */
	takesMcpServer(server: McpServer): boolean;
	newSession(setup: SessionSetup): Promise<OpenedSession>;
	/** Replays the session's history as events before, or after, it resolves. */
	loadSession(sessionId: string, setup: SessionSetup): Promise<OpenedSession>;
	/** Takes the session up again without its history. */
	resumeSession(sessionId: string, setup: SessionSetup): Promise<OpenedSession>;
	/** A copy of the session that goes its own way (unstable). */
	forkSession(sessionId: string, setup: SessionSetup): Promise<OpenedSession>;
	/** Frees the session in the agent. A session it does not know counts as closed (acp C120). */
	closeSession(sessionId: string): Promise<void>;
	/** Deletes the session in the agent. A session it does not know counts as deleted (acp C120). */
	deleteSession(sessionId: string): Promise<void>;
	/** @param signal withdraws the request */
	listSessions(query: SessionQuery, signal?: AbortSignal): Promise<SessionPage>;
	/** Unstable. */
	archiveSession(sessionId: string, isArchived: boolean): Promise<void>;
	/** Unstable. @returns the title as the agent took it */
	setTitle(sessionId: string, title: string): Promise<string>;
	/** Unstable. `open`: the agent holds it in memory; anything else is `saved`. */
	sessionStatus(sessionId: string): Promise<'open' | 'saved'>;
	/**
	 * Rejects with `AgentError` `refused` where the agent did not take the prompt up (acp C232).
	 * @param signal asks the agent to give the prompt back, as long as it has not taken it up (acp C231)
	 */
	prompt(sessionId: string, content: readonly Content[], signal?: AbortSignal): Promise<PromptAnswer>;
	/**
	 * Lets a turn go on that ended `blocked`, by the id that its end named: what the agent reports of its work is a turn
	 * again. Absent where no turn of the agent ends so.
	 */
	resumeTurn?(sessionId: string, resumeId: string): Promise<void>;
	/**
	 * Sends a prompt into the turn that runs. Rejects as `prompt`; with `refused` also where the agent says that it failed.
	 * @param signal asks the agent to give up on it, where it has not answered
	 */
	steer(sessionId: string, content: readonly Content[], signal?: AbortSignal): Promise<SteeringOutcome>;
	/** Asks to stop the turn. Answers nothing. */
	cancel(sessionId: string): void;
	/** Asks to stop one call, which says that it can be. Resolved: the agent will; its updates tell the outcome. */
	cancelToolCall(sessionId: string, toolCallId: string): Promise<void>;
	/** Asks to stop one terminal of the agent's, which says that it can be. Resolves as `cancelToolCall`. */
	cancelTerminal(sessionId: string, terminalId: string): Promise<void>;
	/**
	 * Chooses a value of an option.
	 * @returns what the agent says is offered from now on; what it does not name stays, with the value chosen
	 */
	setOption(sessionId: string, option: ConfigOption, value: string | boolean): Promise<OfferedOptions>;
	/**
	 * In version 1 for methods of type `agent` and `env_var`, in version 2 of type `agent`; others reject with
	 * `unsupported`. May take minutes.
	 * @param signal withdraws the request
	 */
	authenticate(methodId: string, signal?: AbortSignal): Promise<void>;
	logout(): Promise<void>;
	/** Unstable. */
	authStatus(): Promise<AuthStatus>;
	/** Unstable. Fires when the agent says by itself that it changed. */
	readonly onAuthStatus: Event<AuthStatus>;
	/** Unstable. */
	listProviders(): Promise<readonly AgentProvider[]>;
	/** Unstable. */
	setProvider(choice: ProviderChoice): Promise<void>;
	/** Unstable. Never for one that is required. */
	disableProvider(providerId: string): Promise<void>;
	/** Directs what the agent sends for a session to `target`. Updates that came before are delivered first (acp C45). */
	attach(sessionId: string, target: SessionTarget): Disposable;
}

/** Where a session works and what it is given. The port sends only what the agent takes. */
export interface SessionSetup {
	/** Absolute path. */
	readonly cwd: string;
	/** Absolute paths, all of them each time (acp C39). */
	readonly additionalDirectories: readonly string[];
	readonly mcpServers: readonly McpServer[];
	/** Unstable. */
	readonly systemPrompt?: { readonly mode: 'append' | 'override'; readonly text: string };
}

/** What a session is given, and what could not be given: one sentence each, for the user. */
export interface Provided extends Omit<SessionSetup, 'cwd'> {
	readonly problems: readonly Sentence[];
}

export interface OpenedSession {
	readonly sessionId: string;
	readonly options: OfferedOptions;
	/** Where the agent names them at once. */
	readonly commands?: readonly SlashCommand[];
}

/**
 * What an agent answers to a prompt: that the turn is over, or that it took the prompt up and reports the end of its
 * work as an event. One that names the message holds further prompts until their turn.
 */
export type PromptAnswer =
	{ readonly type: 'ended'; readonly end: TurnEnd } | { readonly type: 'taken'; readonly messageId?: string };

/**
 * What became of a prompt that was sent into a turn. `injected`: the turn has it. `began`: it has begun a turn of its own.
 * `required`: nothing runs, the agent has not taken it, and it has to be sent as any prompt. `unknown`: in words that we do
 * not know, so it may have arrived.
 */
export type SteeringOutcome = 'injected' | 'began' | 'required' | 'unknown';

/** A session that an agent keeps. */
export interface ListedSession {
	readonly sessionId: string;
	/** Absolute path. */
	readonly cwd: string;
	/** As reported; never merged with what we know (acp C40). */
	readonly additionalDirectories: readonly string[];
	readonly title?: string;
	/** ISO 8601. */
	readonly updatedAt?: string;
	/** Unstable. */
	readonly isArchived: boolean;
}

export interface SessionPage {
	readonly sessions: readonly ListedSession[];
	/** Opaque, for the next page only; absent at the end (acp C41, C42). */
	readonly nextCursor?: string;
}

export interface SessionQuery {
	/** Only sessions of this directory. Absolute path. */
	readonly cwd?: string;
	readonly cursor?: string;
	/** Unstable; without it the agent leaves archived ones out. */
	readonly archived?: 'include' | 'only';
}

/** Where a model provider of the agent is reached (unstable). */
export interface AgentProvider {
	readonly providerId: string;
	/** Protocols it can speak, such as `openai`. */
	readonly supported: readonly string[];
	/** It cannot be switched off. */
	readonly isRequired: boolean;
	readonly current?: { readonly apiType: string; readonly baseUrl: string };
}

export interface ProviderChoice {
	readonly providerId: string;
	readonly apiType: string;
	readonly baseUrl: string;
	readonly headers?: Readonly<Record<string, string>>;
}

/** Where a session gets its agent from: starts it on first use, shares it afterwards. */
export interface AgentSource {
	/** The whole command line, or the address with its headers, as it is shown for approval. */
	commandLine(): string;
	/** True for an agent at an address: nothing is started here. */
	isRemote?(): boolean;
	/** False until the user has approved exactly this (hazard F3). */
	isApproved(): boolean;
	/** Rejects with `AgentError`. */
	acquire(): Promise<AgentLease>;
	/** True while the user is asked for something without which it does not start, such as a secret. */
	isAsking?(): boolean;
	/** The first line that an agent which still starts has printed and that is no protocol, cut (hazard A2). */
	noise?(): string | undefined;
}

/** A running agent on loan to one session. */
export interface AgentLease extends Disposable {
	readonly port: AgentPort;
	/** Fires once, when the process is gone or the connection failed. */
	readonly onExit: Event<AgentError>;
}
