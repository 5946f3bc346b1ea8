/**
 * The host's side of the watchdog: tells the watchdog program which process trees to end when this process is gone
 * (hazard B2).
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { type Disposable, toDisposable } from '../../core/base/disposable.ts';
import { toError } from '../../core/base/errors.ts';
import { childEnv } from '../childEnv.ts';
import { bundledScript } from '../bundledScript.ts';
import { startOf } from '../processTree.ts';

/** Ends a process tree when this process is gone. */
export interface TreeReaper {
	/**
	 * @param pid root of the tree, leader of its group, alive
	 * @returns to be disposed when the tree has ended
	 */
	watch(pid: number): Disposable;
}

/** A watchdog that lives shorter than this did not work. */
const workingMs = 1_000;
/** Starts in a row that may fail before it is left alone until the next tree. */
const mostFailures = 3;

/**
 * Windows needs no watchdog for an agent itself: Node puts children that are not detached into a job, and the system
 * ends them with us. What an agent starts on Windows is outside of that job, and no Node API can put it there.
 */
export function needsWatchdog(platform: NodeJS.Platform): boolean {
	return platform !== 'win32';
}

/** Starts the watchdog program with the first tree, and again if it ends while trees are left. */
export class Watchdog implements TreeReaper, Disposable {
	readonly #script: string;
	readonly #log: (line: string) => void;
	/** What the program has to know, by root. */
	readonly #watched = new Map<number, string>();
	#program: ChildProcess | undefined;
	#failures = 0;

	/**
	 * @param script absolute path of the program
	 * @param log takes a line when it does not work; agents run all the same
	 */
	constructor(script: string, log: (line: string) => void) {
		this.#script = script;
		this.#log = log;
	}

	/** Number of the program, while it runs: there is one as long as there is a tree. */
	get pid(): number | undefined {
		return this.#program?.pid;
	}

	watch(pid: number): Disposable {
		if (!needsWatchdog(process.platform)) return toDisposable(() => undefined);
		const line = `+${pid} ${startOf(pid) ?? ''}\n`;
		this.#watched.set(pid, line);
		if (this.#program === undefined) {
			this.#failures = 0;
			this.#start();
		} else this.#program.stdin?.write(line);
		return toDisposable(() => this.#release(pid, line));
	}

	/** Lets go: what is still held ends now. */
	dispose(): void {
		this.#watched.clear();
		this.#end();
	}

	#release(pid: number, line: string): void {
		// A later tree may have the number.
		if (this.#watched.get(pid) !== line) return;
		this.#watched.delete(pid);
		this.#program?.stdin?.write(`-${pid}\n`);
		if (this.#watched.size === 0) this.#end();
	}

	#end(): void {
		this.#program?.stdin?.end();
		this.#program = undefined;
	}

	#start(): void {
		const started = performance.now();
		let program: ChildProcess;
		try {
			program = spawnProgram(this.#script);
		} catch (error) {
			return this.#log(`The watchdog of the agents cannot be started: ${toError(error).message}`);
		}
		this.#program = program;
		program.stdin?.write([...this.#watched.values()].join(''));
		const onOver = (why: string): void => this.#onOver(program, performance.now() - started, why);
		program.once('error', (error) => onOver(error.message));
		program.once('exit', (code, signal) => onOver(signal ?? `code ${code}`));
	}

	/** Starts anew one that ended although it is needed. */
	#onOver(program: ChildProcess, livedMs: number, why: string): void {
		if (this.#program !== program) return;
		this.#program = undefined;
		this.#failures = livedMs < workingMs ? this.#failures + 1 : 0;
		if (this.#failures < mostFailures) return this.#start();
		this.#log(`The watchdog of the agents does not work (${why}): they may outlive a crash of this window.`);
	}
}

/** Throws, or emits 'error', when it cannot be started. */
function spawnProgram(script: string): ChildProcess {
	const { command, args, env } = bundledScript(script);
	const program = spawn(command, args, {
		cwd: '/',
		env: childEnv(process.env, env),
		stdio: ['pipe', 'ignore', 'ignore'],
		detached: true,
	});
	// It must not keep us alive, and an error of a write to one that has just died is ignored.
	program.unref();
	const { stdin } = program;
	if (stdin !== null && 'unref' in stdin && typeof stdin.unref === 'function') stdin.unref();
	stdin?.on('error', () => undefined);
	return program;
}
