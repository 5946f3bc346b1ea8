import { randomUUID } from 'node:crypto';
import * as path from 'node:path';
import type { AbortSignal } from '../../core/base/abortSignal.ts';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { ServiceError, toError } from '../../core/base/errors.ts';
import * as limits from '../../core/base/limits.ts';
import type { SessionEvent } from '../../core/session/model/events.ts';
import type { TerminalExit, TerminalPort, TerminalRequest } from '../../core/session/model/sessionTarget.ts';
import { childEnv, withoutRelativePlaces } from '../../node/childEnv.ts';
import type { TreeReaper } from '../../node/watchdog/watchdog.ts';
import { placeBeyond, walkLocalLinks } from '../../node/linkWalk.ts';
import { isTooLong, pathFlavourOf } from '../../node/pathRules.ts';
import { TerminalProcess } from '../../node/terminalProcess.ts';
import { commandText } from '../settings/commandText.ts';

interface Running {
	readonly process: TerminalProcess;
	readonly store: DisposableStore;
}

/** @param what the command line as it runs, and its directory, absolute */
type MayBegin = (what: { readonly command: string; readonly cwd: string }) => Promise<void>;

/** The commands that one session's agent has us run. All of them end with the session (acp C93). */
export class SessionTerminals implements TerminalPort, Disposable {
	readonly #cwd: string;
	readonly #dispatch: (event: SessionEvent) => void;
	readonly #reaper: TreeReaper | undefined;
	readonly #roots: () => readonly string[];
	readonly #mayBegin: MayBegin | undefined;
	readonly #running = new Map<string, Running>();
	/** Commands that were released but run on: one that ignores SIGTERM must not outlive the session. */
	readonly #ending = new Set<DisposableStore>();
	readonly #room = new TerminalRoom();
	/** Aborted with what ends commands that have not begun yet. */
	#waiting = new AbortController();

	/**
	 * @param cwd where commands run that name no directory, absolute
	 * @param reaper ends the commands when this window is gone
	 * @param roots folders of the workspace, which may be on another machine
	 * @param mayBegin each command waits for it before it begins, and does not where it rejects
	 */
	constructor(
		cwd: string,
		dispatch: (event: SessionEvent) => void,
		reaper?: TreeReaper,
		roots: () => readonly string[] = () => [cwd],
		mayBegin?: MayBegin,
	) {
		this.#mayBegin = mayBegin;
		this.#cwd = cwd;
		this.#roots = roots;
		this.#dispatch = dispatch;
		this.#reaper = reaper;
	}

	async create(request: TerminalRequest): Promise<string> {
		const { signal } = this.#waiting;
		const cwd = await this.#placeOf(request);
		await this.#mayBegin?.({ command: labelOf(request), cwd });
		// A command that has only begun may have done its work already.
		requireWanted(signal);
		const terminalId = randomUUID();
		const store = new DisposableStore();
		const terminal = await this.#start(request, cwd);
		store.add(terminal);
		try {
			requireWanted(signal);
		} catch (error) {
			store.dispose();
			throw error;
		}
		this.#dispatch({ type: 'terminal_created', terminalId, label: labelOf(request), cwd });
		store.add(terminal.onData((data) => this.#onData(terminal, terminalId, data)));
		void terminal.exited.then((exit) => this.#dispatch({ type: 'own_terminal_exited', terminalId, ...exit }));
		this.#running.set(terminalId, { process: terminal, store });
		return terminalId;
	}

	output(terminalId: string): { output: string; isTruncated: boolean; exit?: TerminalExit } {
		const { output, truncated, exitStatus } = this.#require(terminalId).process.output();
		return { output, isTruncated: truncated, ...(exitStatus === undefined ? {} : { exit: exitStatus }) };
	}

	async waitForExit(terminalId: string, signal: AbortSignal): Promise<TerminalExit> {
		const { exited } = this.#require(terminalId).process;
		const aborted = Promise.withResolvers<never>();
		const cancel = (): void => aborted.reject(new ServiceError('failed', 'The wait was cancelled.'));
		signal.addEventListener('abort', cancel);
		if (signal.aborted) cancel();
		return Promise.race([exited, aborted.promise]).finally(() => signal.removeEventListener('abort', cancel));
	}

	kill(terminalId: string): void {
		void this.#require(terminalId).process.kill();
	}

	release(terminalId: string): void {
		const { process, store } = this.#require(terminalId);
		this.#running.delete(terminalId);
		this.#ending.add(store);
		this.#room.forget(process);
		// The listeners stay until all of it has ended, so that the card shows how.
		void Promise.all([process.exited, process.kill()]).then(() => {
			this.#ending.delete(store);
			store.dispose();
		});
	}

	/** Ends every command, and forgets their ids: the agent that knew them is gone, and the next one must not. */
	releaseAll(): void {
		this.refuseWaiting('The session has let go of its agent.');
		for (const terminalId of [...this.#running.keys()]) this.release(terminalId);
	}

	/** Ends every command that still runs. */
	killAll(): void {
		for (const { process } of this.#running.values()) void process.kill();
	}

	dispose(): void {
		this.#waiting.abort('The session has ended.');
		for (const store of this.#ending) store.dispose();
		for (const { store } of this.#running.values()) store.dispose();
		this.#ending.clear();
		this.#running.clear();
	}

	/** Begins none of the commands that wait. @param why as the agent hears it */
	refuseWaiting(why = 'The turn was stopped.'): void {
		if (this.#waiting.signal.aborted) return;
		this.#waiting.abort(why);
		this.#waiting = new AbortController();
	}

	/** Nothing on another machine is touched because an agent names it (hazard D11). */
	async #placeOf({ cwd }: TerminalRequest): Promise<string> {
		if (cwd === undefined) return this.#cwd;
		if (!path.isAbsolute(cwd))
			throw new ServiceError('invalid', `The directory is not absolute: ${cwd}`, cwd);
		if (isTooLong(cwd, pathFlavourOf(process.platform)))
			throw new ServiceError('invalid', 'No system opens a directory whose path is that long.', cwd);
		const elsewhere = await placeBeyond(walkLocalLinks(path.normalize(cwd), this.#roots()));
		if (elsewhere === undefined) return cwd;
		throw new ServiceError('denied', `The directory is on another machine: ${elsewhere}`, cwd);
	}

	#onData(process: TerminalProcess, terminalId: string, data: string): void {
		if (this.#running.has(terminalId)) this.#room.onOutput(process);
		this.#dispatch({ type: 'own_terminal_output', terminalId, data });
	}

	async #start(
		{ command, args, env, outputByteLimit }: TerminalRequest,
		cwd: string,
	): Promise<TerminalProcess> {
		try {
			return await TerminalProcess.start({
				command,
				args,
				env: withoutRelativePlaces(childEnv(process.env, env)),
				cwd,
				outputByteLimit: Math.min(outputByteLimit ?? limits.terminalBytes, limits.terminalMaxBytes),
				reaper: this.#reaper,
			});
		} catch (error) {
			throw new ServiceError('failed', toError(error).message, command, error);
		}
	}

	#require(terminalId: string): Running {
		const entry = this.#running.get(terminalId);
		if (entry === undefined) {
			throw new ServiceError('notFound', `There is no terminal ${terminalId}.`, terminalId);
		}
		return entry;
	}
}

/** @throws ServiceError where nobody wants what waited any more */
function requireWanted(signal: globalThis.AbortSignal): void {
	if (signal.aborted) throw new ServiceError('failed', String(signal.reason));
}

/** As it runs: parts that would read as several are quoted; a shell line is the line. */
function labelOf({ command, args }: TerminalRequest): string {
	return args.length === 0 ? command : commandText([], command, args);
}

type OutputOwner = Pick<TerminalProcess, 'outputBytes' | 'isRunning' | 'dropOutput'>;

/**
 * One bound over the output that is kept of all commands of a session (hazard E11): an agent need not release any. Of
 * the oldest that have ended it is dropped first, then of the oldest that run; they are marked as cut.
 */
export class TerminalRoom {
	readonly #maxBytes: number;
	/** Bytes of each command when it last printed, oldest first. */
	readonly #kept = new Map<OutputOwner, number>();
	#bytes = 0;

	constructor(maxBytes: number = limits.sessionTerminalBytes) {
		this.#maxBytes = maxBytes;
	}

	/** To be called after each output of a command. */
	onOutput(command: OutputOwner): void {
		const bytes = command.outputBytes;
		this.#bytes += bytes - (this.#kept.get(command) ?? 0);
		this.#kept.set(command, bytes);
		if (this.#bytes > this.#maxBytes) this.#makeRoom(command);
	}

	/** The output of that command was released or dropped, and does not count any more. */
	forget(command: OutputOwner): void {
		this.#bytes -= this.#kept.get(command) ?? 0;
		this.#kept.delete(command);
	}

	#makeRoom(printing: OutputOwner): void {
		const others = [...this.#kept.keys()].filter((command) => command !== printing);
		const ended = others.filter(({ isRunning }) => !isRunning);
		const running = others.filter(({ isRunning }) => isRunning);
		for (const command of [...ended, ...running]) {
			if (this.#bytes <= this.#maxBytes) return;
			this.forget(command);
			command.dropOutput();
		}
	}
}
