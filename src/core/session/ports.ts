/**
 * The outside, as a session sees it. `AgentPort` is one running agent behind a codec: no wire shape passes it.
 * The other ports are what we offer to the agent.
 */
import type { AbortSignal } from '../base/abortSignal.ts';
import type { Disposable } from '../base/disposable.ts';
import type { Event } from '../base/emitter.ts';
import type { AgentError } from '../base/errors.ts';
import type { Content } from './content.ts';
import type { AgentEvent, ToolCallPatch } from './events.ts';
import type { AgentCapabilities, ModeState, PermissionOption, StopReason } from './model.ts';

export interface OpenedSession {
	readonly sessionId: string;
	readonly modes?: ModeState;
}

/**
 * One agent after a successful `initialize`.
 * Requests reject with `AgentError`: `answered` for the agent's error, `exited` when it is gone.
 */
export interface AgentPort {
	readonly capabilities: AgentCapabilities;
	/** Name and version the agent gave of itself. */
	readonly info: { readonly name?: string; readonly title?: string; readonly version?: string };
	/** @param cwd absolute path */
	newSession(cwd: string): Promise<OpenedSession>;
	/** Replays the session's history as events before, or after, it resolves. */
	loadSession(sessionId: string, cwd: string): Promise<OpenedSession>;
	/** Resolves when the agent ends the turn. */
	prompt(sessionId: string, content: readonly Content[]): Promise<StopReason>;
	/** Asks to stop the turn. Answers nothing. */
	cancel(sessionId: string): void;
	setMode(sessionId: string, modeId: string): Promise<void>;
	/** Directs what the agent sends for a session to `target`. Updates that came before are delivered first (acp C45). */
	attach(sessionId: string, target: SessionTarget): Disposable;
}

export interface PermissionRequest {
	readonly title?: string;
	readonly description?: string;
	readonly toolCallId: string;
	readonly fields: ToolCallPatch;
	readonly options: readonly PermissionOption[];
}

export type PermissionOutcome =
	{ readonly type: 'selected'; readonly optionId: string } | { readonly type: 'cancelled' };

/** A session, as its agent sees it. */
export interface SessionTarget {
	/** Called synchronously, in the order of the wire. */
	onEvent(event: AgentEvent): void;
	/** @param signal aborted when the agent withdraws the request; it still gets an answer (acp C77) */
	requestPermission(request: PermissionRequest, signal: AbortSignal): Promise<PermissionOutcome>;
	readonly files: FilePort;
	readonly terminals: TerminalPort;
}

/** The workspace as the agent's file system. Rejections carry a `ServiceError`. */
export interface FilePort {
	/**
	 * @param path absolute
	 * @param line first line, 1-based; from the start if absent
	 * @param limit number of lines; to the end if absent
	 */
	readTextFile(path: string, line?: number, limit?: number): Promise<string>;
	/** Creates the file and its parents where missing. */
	writeTextFile(path: string, content: string): Promise<void>;
}

export interface TerminalRequest {
	readonly command: string;
	readonly args: readonly string[];
	readonly env: Readonly<Record<string, string>>;
	/** Absolute path; the session's directory if absent. */
	readonly cwd?: string;
	/** Bytes of output that are kept. */
	readonly outputByteLimit?: number;
}

export interface TerminalExit {
	readonly exitCode: number | null;
	readonly signal: string | null;
}

/** Commands that the agent has us run. Unknown ids reject with `ServiceError` `notFound`. */
export interface TerminalPort {
	create(request: TerminalRequest): Promise<string>;
	output(terminalId: string): { output: string; isTruncated: boolean; exit?: TerminalExit };
	waitForExit(terminalId: string, signal: AbortSignal): Promise<TerminalExit>;
	kill(terminalId: string): void;
	release(terminalId: string): void;
}

/** A running agent on loan to one session. */
export interface AgentLease extends Disposable {
	readonly port: AgentPort;
	/** Fires once, when the process is gone or the connection failed. */
	readonly onExit: Event<AgentError>;
}

/** Where a session gets its agent from: starts it on first use, shares it afterwards. */
export interface AgentSource {
	/** The whole command line, as it is shown for approval. */
	commandLine(): string;
	/** False until the user has approved exactly this command line (hazard F3). */
	isApproved(): boolean;
	/** Rejects with `AgentError`. */
	acquire(): Promise<AgentLease>;
}

export interface Clock {
	/** Epoch milliseconds. */
	now(): number;
	/** Runs once after `ms` milliseconds, unless disposed before. */
	setTimer(ms: number, run: () => void): Disposable;
}
