import * as path from 'node:path';
import type { AbortSignal } from '../core/base/abortSignal.ts';
import { type Disposable, DisposableStore } from '../core/base/disposable.ts';
import { toError } from '../core/base/errors.ts';
import type { SessionEvent } from '../core/session/events.ts';
import { ServiceError } from '../core/base/serviceError.ts';
import type { TerminalExit, TerminalPort, TerminalRequest } from '../core/session/ports.ts';
import { childEnv } from '../node/childEnv.ts';
import { TerminalProcess } from '../node/terminalProcess.ts';

/** The commands that one session's agent has us run. All of them end with the session (acp C93). */
export class SessionTerminals implements TerminalPort, Disposable {
	readonly #cwd: string;
	readonly #dispatch: (event: SessionEvent) => void;
	readonly #running = new Map<string, { process: TerminalProcess; store: DisposableStore }>();
	#count = 0;

	/** @param cwd where commands run that name no directory, absolute */
	constructor(cwd: string, dispatch: (event: SessionEvent) => void) {
		this.#cwd = cwd;
		this.#dispatch = dispatch;
	}

	async create(request: TerminalRequest): Promise<string> {
		const cwd = request.cwd ?? this.#cwd;
		if (!path.isAbsolute(cwd))
			throw new ServiceError('invalid', `The directory is not absolute: ${cwd}`, cwd);
		const terminalId = `terminal-${++this.#count}`;
		const store = new DisposableStore();
		const terminal = await this.#start(request, cwd);
		store.add(terminal);
		this.#dispatch({ type: 'terminal_created', terminalId, label: labelOf(request), cwd });
		store.add(terminal.onData((data) => this.#dispatch({ type: 'terminal_output', terminalId, data })));
		void terminal.exited.then((exit) => this.#dispatch({ type: 'terminal_exited', terminalId, ...exit }));
		this.#running.set(terminalId, { process: terminal, store });
		return terminalId;
	}

	output(terminalId: string): { output: string; isTruncated: boolean; exit?: TerminalExit } {
		const { output, truncated, exitStatus } = this.#require(terminalId).output();
		return { output, isTruncated: truncated, ...(exitStatus === undefined ? {} : { exit: exitStatus }) };
	}

	async waitForExit(terminalId: string, signal: AbortSignal): Promise<TerminalExit> {
		const { exited } = this.#require(terminalId);
		const aborted = new Promise<never>((_resolve, reject) => {
			signal.addEventListener('abort', () => reject(new ServiceError('failed', 'The wait was cancelled.')));
		});
		return Promise.race([exited, aborted]);
	}

	kill(terminalId: string): void {
		void this.#require(terminalId).kill();
	}

	release(terminalId: string): void {
		this.#require(terminalId);
		const entry = this.#running.get(terminalId);
		this.#running.delete(terminalId);
		// The listeners stay until the process has ended, so that the card shows how it ended.
		void entry?.process.exited.then(() => entry.store.dispose());
		void entry?.process.kill();
	}

	/** Ends every command that still runs. */
	killAll(): void {
		for (const { process } of this.#running.values()) void process.kill();
	}

	dispose(): void {
		for (const { store } of this.#running.values()) store.dispose();
		this.#running.clear();
	}

	async #start(
		{ command, args, env, outputByteLimit }: TerminalRequest,
		cwd: string,
	): Promise<TerminalProcess> {
		try {
			return await TerminalProcess.start({
				command,
				args,
				env: childEnv(process.env, env),
				cwd,
				outputByteLimit,
			});
		} catch (error) {
			throw new ServiceError('failed', toError(error).message, command, error);
		}
	}

	#require(terminalId: string): TerminalProcess {
		const entry = this.#running.get(terminalId);
		if (entry === undefined) {
			throw new ServiceError('notFound', `There is no terminal ${terminalId}.`, terminalId);
		}
		return entry.process;
	}
}

function labelOf(request: TerminalRequest): string {
	return [request.command, ...request.args].join(' ');
}
