import type { AbortSignal } from '../../base/abortSignal.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { AgentEvent } from './agentEvents.ts';
import type { ElicitationOutcome, ElicitationRequest } from './elicitation.ts';
import type { PermissionOutcome, PermissionRequest } from './permission.ts';

/** A session as its agent sees it: what it takes in, and what we offer to the agent for it. */
export interface SessionTarget {
	/** Called synchronously, in the order of the wire. */
	onEvent(event: AgentEvent): void;
	readonly permissions: PermissionPort;
	readonly elicitations: ElicitationPort;
	readonly files: FilePort;
	readonly terminals: TerminalPort;
}

/** Asks the user for the agent whether it may do something. */
export interface PermissionPort {
	/** @param signal aborted when the agent withdraws the request; it still gets an answer (acp C77) */
	ask(request: PermissionRequest, signal: AbortSignal): Promise<PermissionOutcome>;
}

/** Asks the user what the agent wants to know. */
export interface ElicitationPort {
	/** @param signal aborted when the agent withdraws the question */
	ask(request: ElicitationRequest, signal: AbortSignal): Promise<ElicitationOutcome>;
	/** The agent says that what an address was for is done. Ids we do not know mean nothing (acp C105). */
	complete(elicitationId: string): void;
}

/** The workspace as the agent's file system. Rejections carry a `ServiceError`. */
export interface FilePort {
	/**
	 * @param path absolute
	 * @param line first line, 1-based; from the start if absent
	 * @param limit number of lines; to the end if absent
	 * @param signal aborted when the agent withdraws the request: a question that waits is withdrawn with it
	 */
	readTextFile(path: string, line?: number, limit?: number, signal?: AbortSignal): Promise<string>;
	/**
	 * Creates the file and its parents where missing.
	 * @param signal as above; what has begun to be written is written
	 */
	writeTextFile(path: string, content: string, signal?: AbortSignal): Promise<void>;
}

/** Commands that the agent has us run. Unknown ids reject with `ServiceError` `notFound`. */
export interface TerminalPort {
	create(request: TerminalRequest): Promise<string>;
	output(terminalId: string): { output: string; isTruncated: boolean; exit?: TerminalExit };
	waitForExit(terminalId: string, signal: AbortSignal): Promise<TerminalExit>;
	kill(terminalId: string): void;
	release(terminalId: string): void;
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

/** What a session offers to its agent. Ends with the session. */
export interface SessionBackend extends Disposable {
	readonly files: FilePort;
	readonly terminals: TerminalPort;
	/** Refuses what waits to begin or to be written: the user has stopped what it was for. */
	refuseWaiting(): void;
	/** Ends every command that still runs. */
	killCommands(): void;
	/** Ends them all and forgets their ids: another process of the agent must not find those of the last one. */
	releaseCommands(): void;
}
