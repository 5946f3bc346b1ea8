/** What a family of turn gateways does in its own way: the engine (`turnAgent.ts`) does the rest. */
import type { AbortSignal } from '../base/abortSignal.ts';
import type { JsonObject } from '../base/json.ts';
import type { AgentEvent } from '../session/model/agentEvents.ts';
import type { SlashCommand } from '../session/model/sessionState.ts';
import type { AgentPort, SessionPage, SessionQuery, SessionSetup } from '../session/model/agentPort.ts';
import type { AuthStatus } from '../session/model/auth.ts';
import type { ConfigOption, OfferedOptions } from '../session/model/config.ts';
import type { Content } from '../session/model/content.ts';
import type { QuotaWindow } from '../session/model/quota.ts';
import type { SessionTarget } from '../session/model/sessionTarget.ts';
import type { ThreadEvent } from './threadEvents.ts';
import type { Wire } from '../acp/wire.ts';

/** A gateway after its handshake. Requests reject with `AgentError`, as those of `AgentPort`. */
export interface TurnDialect extends Pick<AgentPort, 'capabilities' | 'info' | 'authMethods'> {
	/** @param known id of a thread that is taken up, or copied; a new one is made if absent */
	openThread(
		how: 'start' | 'resume' | 'load' | 'fork',
		setup: SessionSetup,
		known?: string,
	): Promise<OpenedThread>;
	listThreads(query: SessionQuery): Promise<SessionPage>;
	/** Changes the thread as `AgentPort` says of the session. */
	changeThread(threadId: string, change: ThreadChange): Promise<void>;
	/**
	 * Resolves when the gateway has taken the message up; the end of the turn comes as an event.
	 * @param clientId the name of the message here
	 * @returns the gateway's name of the turn, where it says it at once
	 */
	startTurn(threadId: string, content: readonly Content[], clientId: string): Promise<string | undefined>;
	/**
	 * Resolves when the turn has taken the message; rejects where that turn does not run, or takes none. Absent where none
	 * does.
	 */
	steerTurn?(threadId: string, turnId: string, content: readonly Content[], clientId: string): Promise<void>;
	interruptTurn(threadId: string, turnId: string): Promise<void>;
	/** Nothing is sent where the dialect names the value with the next turn. */
	setOption(threadId: string, option: ConfigOption, value: string | boolean): Promise<OfferedOptions>;
	/** Reads a notification. Never throws. */
	read(method: string, params: JsonObject): TurnNotification;
	/** The thread that a request of the gateway is for; undefined where it is for none. Absent where it sends none. */
	threadOf?(method: string, params: JsonObject): string | undefined;
	/** Answers a request of the gateway for a thread. Rejects with `WireError` for what is not served. */
	serve?(request: GatewayRequest): Promise<unknown>;
	/** Lets a turn go on that ended `blocked`. */
	resumeTurn?(threadId: string, turnId: string): Promise<void>;
	/** @param signal withdraws the login */
	authenticate(methodId: string, signal?: AbortSignal): Promise<void>;
	logout(): Promise<void>;
	/** The gateway is gone. */
	dispose?(): void;
	authStatus(): Promise<AuthStatus>;
}

export interface OpenedThread {
	readonly threadId: string;
	readonly options: OfferedOptions;
	readonly commands?: readonly SlashCommand[];
	/** What the user is to know of it before it begins, a line each. */
	readonly warnings?: readonly string[];
	/** What happened in it so far, where that was asked for. */
	readonly history?: readonly ThreadEvent[];
	/** Tells what the history names and has not in it. */
	readonly rest?: Reading;
	/** The turn that goes on in it. */
	readonly runningTurn?: string;
}

export type ThreadChange =
	| { readonly type: 'close' | 'delete' | 'archive' | 'unarchive' }
	| { readonly type: 'rename'; readonly title: string };

/** What happened in a thread. */
export interface Telling {
	readonly threadId: string;
	readonly events: readonly ThreadEvent[];
}

/** Asks for what happened, and tells it as it comes. Rejects with `AgentError`. */
export type Reading = (tell: (tellings: readonly Telling[]) => void) => Promise<void>;

/** What a notification says. */
export type TurnNotification =
	| { readonly type: 'thread'; readonly threadId: string; readonly events: readonly ThreadEvent[] }
	/** What it is about has to be asked for. */
	| { readonly type: 'changed'; readonly read: Reading }
	/** It takes a request of its own back. */
	| { readonly type: 'request_withdrawn'; readonly requestId: string | number }
	/** Of the account, which all threads share; those that are not named stay. */
	| { readonly type: 'quota'; readonly windows: readonly QuotaWindow[] }
	/** Of the account as well, for all threads to show. */
	| { readonly type: 'account'; readonly events: readonly AgentEvent[] }
	| { readonly type: 'auth_status'; readonly status: AuthStatus }
	/**
	 * It asks the user by a notification, and is answered by a request. `ask` rejects with `AgentError` where the answer
	 * was not taken; `settled` names the question when another client has answered.
	 */
	| {
			readonly type: 'question';
			readonly threadId: string;
			/** Threads that it is shown in where this window does not follow that one: those that it works for. */
			readonly shownIn?: readonly string[];
			readonly questionId: string;
			readonly ask: (target: SessionTarget, signal: AbortSignal) => Promise<void>;
	  }
	| { readonly type: 'question_settled'; readonly questionId: string }
	/** Nothing that anybody needs to know. */
	| { readonly type: 'ignored' }
	/** A method that we do not know, or one whose parameters cannot be read. */
	| { readonly type: 'unknown' };

/** A request of the gateway. */
export interface GatewayRequest {
	readonly method: string;
	readonly params: JsonObject;
	readonly signal: AbortSignal;
	/** The thread that it is for. */
	readonly target: SessionTarget;
}

/** How a dialect talks to its gateway. */
export interface GatewayCalls {
	/** Rejects with `AgentError`; an error of the gateway has the text that the user should read. */
	send(method: string, params: object): Promise<JsonObject>;
	notify(method: string, params: object): void;
	/** A frame of bytes, where the line has such. Rejects with `AgentError`. */
	readonly sendBytes?: (bytes: Uint8Array) => Promise<void>;
}

/** What a login is made with that takes an exchange before the line proper is opened. */
export interface LoginOptions {
	/** Names this device at the gateway: the same each time. */
	readonly installationId: string;
	/** Lower-case hexadecimal. */
	readonly sha256: (text: string) => string;
}

/** What comes of an exchange. */
export interface Grant {
	/** The token that opens the line proper. */
	readonly access: string;
	/** What is good for the next exchange. The one before is good for nothing any more. */
	readonly next: string;
}

/** A token that is good for one exchange. */
export interface TurnLogin {
	/** What the header of the line carries on which it is made. */
	readonly bearer: string;
	/** Rejects with `AgentError`; `rejected` with code 401 where the token counts no more. */
	exchange(wire: Wire): Promise<Grant>;
}

/** Undefined for a token that opens the line proper by itself. */
export type FindLogin = (token: string, options: LoginOptions) => TurnLogin | undefined;
