/** A child process with everything it started: knows when it has ended, and ends all of it. */
import type { ChildProcess, StdioOptions } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Disposable } from '../core/base/disposable.ts';
import * as limits from '../core/base/limits.ts';
import { atMost } from './deadline.ts';
import type { TreeReaper } from './watchdog/watchdog.ts';
import { listProcesses, type ProcessInfo, signalAll, signalGroup, taskkill, treeOf } from './processTree.ts';
import { type CommandLine, explainCwd, resolveCommand, spawnCommand } from './spawnCommand.ts';
import type { SpawnCommand } from './windowsCommand.ts';
import { AgentError, toError } from '../core/base/errors.ts';
import { sentence, type Spoken } from '../core/base/sentence.ts';

/** How a process ended: one of the two is null. */
export interface ExitStatus {
	readonly code: number | null;
	readonly signal: string | null;
}

interface ChildTreeOptions {
	/** What to spawn, when it is not simply the command. */
	readonly what?: SpawnCommand;
	/** Ends the tree when this process is gone before it (hazard B2). */
	readonly reaper?: TreeReaper | undefined;
}

/** Time between two looks at whether a tree is gone. */
const pollMs = 25;

/** One child and its descendants. Made by `start`; `terminate` ends all of them. */
export class ChildTree {
	readonly child: ChildProcess;
	readonly #exit = Promise.withResolvers<ExitStatus>();
	readonly #drained = Promise.withResolvers<ExitStatus>();
	/** Members seen at some time: a member that lost its parent can be found by this only. */
	#known: ProcessInfo[] = [];
	#isRunning = true;
	#isKilled = false;
	#termination: Promise<void> | undefined;
	readonly #kept: Disposable | undefined;

	/**
	 * Starts a program as the leader of its own group.
	 * Rejects with AgentError `spawn` (hazard B7).
	 */
	static async start(
		line: CommandLine,
		stdio: StdioOptions,
		{ what, reaper }: ChildTreeOptions = {},
	): Promise<ChildTree> {
		try {
			const tree = new ChildTree(spawnCommand(what ?? resolveCommand(line), line, stdio), reaper);
			await tree.#started();
			return tree;
		} catch (error) {
			throw toSpawnError(error, line.command, line.cwd);
		}
	}

	private constructor(child: ChildProcess, reaper: TreeReaper | undefined) {
		this.child = child;
		// At once: from here on the watchdog ends the tree, even if this process crashes.
		if (child.pid !== undefined) this.#kept = reaper?.watch(child.pid);
		child.once('exit', (code, signal) => this.#onExit({ code, signal }));
		child.once('close', (code, signal) => this.#drained.resolve({ code, signal }));
	}

	get pid(): number {
		return this.child.pid ?? -1;
	}

	get isRunning(): boolean {
		return this.#isRunning;
	}

	/**
	 * Resolves when the process ended and its output was read, at the latest `limits.exitDrainMs` after (hazard B8).
	 */
	get drained(): Promise<ExitStatus> {
		return this.#drained.promise;
	}

	/**
	 * Ends the whole tree, gently first: closes stdin and waits `limits.stopTermMs`, sends SIGTERM and waits
	 * `limits.stopKillMs`, sends SIGKILL until no member is left (hazard B1). Resolves then, or after
	 * `limits.stopKillMs` more: a process that survives that hangs in the kernel, and stays watched.
	 * @param isGentle false goes straight to SIGTERM
	 */
	terminate(isGentle: boolean): Promise<void> {
		this.#termination ??= this.#terminate(isGentle).finally(() => {
			this.#termination = undefined;
			if (this.#isGone()) this.#kept?.dispose();
		});
		return this.#termination;
	}

	/** Sends SIGKILL to the whole tree, now. */
	kill(): void {
		this.#isKilled = true;
		this.#signal('SIGKILL');
		// While it runs, its exit shows who is left.
		if (!this.#isRunning) void this.terminate(false);
	}

	async #terminate(isGentle: boolean): Promise<void> {
		this.#look();
		if (isGentle && this.#isRunning) {
			this.child.stdin?.end();
			await atMost(limits.stopTermMs, this.#exit.promise);
		}
		if (this.#isGone()) return;
		this.#signal('SIGTERM');
		for (let waited = 0; waited < limits.stopKillMs; waited += pollMs) {
			await sleep(pollMs);
			if (this.#isGone()) return;
		}
		// Again and again: a member may have forked after the look that found it. On Windows it is a program each time.
		for (let waited = 0; waited < limits.stopKillMs; waited += pollMs) {
			if (waited === 0 || process.platform !== 'win32') this.#signal('SIGKILL');
			await sleep(pollMs);
			if (this.#isGone()) return;
		}
	}

	#signal(signal: 'SIGTERM' | 'SIGKILL'): void {
		if (process.platform === 'win32') {
			if (this.#isRunning) taskkill(this.pid);
			return;
		}
		const members = this.#look();
		if (members.length > 0) signalAll(members, signal);
		// Where processes cannot be listed; while its leader runs the group is certainly ours.
		else if (this.#isRunning && this.child.pid !== undefined) signalGroup(this.child.pid, signal);
	}

	#isGone(): boolean {
		return !this.#isRunning && this.#look().length === 0;
	}

	#look(): ProcessInfo[] {
		// After the exit of all members the number may belong to another process, so it is not looked up.
		if (!this.#isRunning && this.#known.length === 0) return [];
		this.#known = treeOf(listProcesses(), this.#isRunning ? this.pid : undefined, this.#known);
		return this.#known;
	}

	#onExit(status: ExitStatus): void {
		// The last moment at which the group's number is certainly ours.
		this.#known = treeOf(listProcesses(), this.pid, this.#known);
		this.#isRunning = false;
		if (this.#known.length === 0) this.#kept?.dispose();
		else if (this.#isKilled) void this.terminate(false);
		this.#exit.resolve(status);
		void atMost(limits.exitDrainMs, this.#drained.promise).then(() => this.#drained.resolve(status));
	}

	async #started(): Promise<void> {
		await new Promise<void>((resolve, reject) => {
			this.child.once('spawn', resolve);
			// Never removed: a later 'error', such as one of a kill, must not be an uncaught exception.
			this.child.on('error', reject);
		});
	}
}

/**
 * Says in words why a program could not be started (hazard B7).
 * @param error what `spawn` threw or emitted
 * @param command the program, as the user wrote it
 * @param cwd its working directory; a bad one fails with the same code as a missing program
 */
function toSpawnError(error: unknown, command: string, cwd: string): AgentError {
	if (AgentError.is(error)) return error;
	return new AgentError(
		'spawn',
		sentence('Could not start "{0}": {1}', command, explain(error, command, cwd)),
		{
			cause: error,
		},
	);
}

function explain(error: unknown, command: string, cwd: string): Spoken {
	const badCwd = explainCwd(cwd);
	if (badCwd !== undefined) return badCwd;
	const isPath = command.includes('/') || command.includes('\\');
	switch ((error as NodeJS.ErrnoException | undefined)?.code) {
		case 'ENOENT':
			return isPath
				? sentence('no such file, or its interpreter is missing')
				: sentence('command not found on PATH');
		case 'EACCES':
		case 'EPERM':
			return sentence('it is not executable, or permission is denied');
		case 'ENOTDIR':
			return sentence('a part of its path is not a directory');
		case 'E2BIG':
			return sentence('its arguments and environment are too long');
		default:
			return toError(error).message;
	}
}
