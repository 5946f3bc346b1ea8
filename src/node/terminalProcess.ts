/** One command run for an agent: the process behind `terminal/*` (docs/protocol.md#commands-for-the-agent). */
import { resolve } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import type { Readable } from 'node:stream';
import type { Disposable } from '../core/base/disposable.ts';
import { Emitter, type Event } from '../core/base/emitter.ts';
import * as limits from '../core/base/limits.ts';
import { ChildTree } from './childTree.ts';
import type { TreeReaper } from './watchdog/watchdog.ts';
import { OutputBuffer } from './outputBuffer.ts';
import { type CommandLine, isFile, resolveCommand } from './spawnCommand.ts';
import { type SpawnCommand, windowsShellLine } from './windowsCommand.ts';

/** How a command of the agent is started, and how much of its output is kept. */
export interface TerminalOptions extends CommandLine {
	/** Bytes of output kept; null or undefined for our own limit. */
	readonly outputByteLimit?: number | null | undefined;
	/** Ends the command when this process is gone before it (hazard B2). */
	readonly reaper?: TreeReaper | undefined;
}

/** As it goes to the agent: `exitCode` is null for a command ended by a signal (acp C92). */
interface TerminalExit {
	readonly exitCode: number | null;
	readonly signal: string | null;
}

interface TerminalOutput {
	readonly output: string;
	readonly truncated: boolean;
	/** Absent while the command runs. */
	readonly exitStatus?: TerminalExit;
}

/** A running command with the newest part of its output. Made by `start`, ended by `kill` or `dispose`. */
export class TerminalProcess implements Disposable {
	/** New output, decoded; a character split between chunks arrives whole. stdout and stderr as they come. */
	readonly onData: Event<string>;
	/** Resolves when the command has ended, by itself or killed, and its output is complete. */
	readonly exited: Promise<TerminalExit>;

	readonly #tree: ChildTree;
	readonly #buffer: OutputBuffer;
	readonly #data = new Emitter<string>();
	readonly #pipes: readonly Readable[];
	#exit: TerminalExit | undefined;

	/** Resolves as soon as the command runs (acp C89). Rejects with AgentError `spawn`. */
	static async start(options: TerminalOptions): Promise<TerminalProcess> {
		const tree = await ChildTree.start(options, ['ignore', 'pipe', 'pipe'], {
			what: terminalCommand(options),
			reaper: options.reaper,
		});
		return new TerminalProcess(tree, options.outputByteLimit ?? limits.terminalBytes);
	}

	private constructor(tree: ChildTree, outputByteLimit: number) {
		this.#tree = tree;
		this.#buffer = new OutputBuffer(outputByteLimit);
		this.onData = this.#data.event;
		this.#pipes = [tree.child.stdout, tree.child.stderr].filter((pipe) => pipe !== null);
		for (const pipe of this.#pipes) this.#read(pipe);
		this.exited = tree.drained.then(({ code, signal }) => {
			this.#exit = { exitCode: code, signal };
			return this.#exit;
		});
	}

	get pid(): number {
		return this.#tree.pid;
	}

	/** The output so far, its newest part within the limit (acp C88). */
	output(): TerminalOutput {
		return {
			output: this.#buffer.toString(),
			truncated: this.#buffer.isTruncated,
			...(this.#exit === undefined ? {} : { exitStatus: this.#exit }),
		};
	}

	/** False once the command ended and its output is in. */
	get isRunning(): boolean {
		return this.#exit === undefined;
	}

	get outputBytes(): number {
		return this.#buffer.bytes;
	}

	/** Forgets the output so far; it counts as truncated. */
	dropOutput(): void {
		this.#buffer.drop();
	}

	/** Ends the command and everything it started; the output stays readable (acp C90). Resolves when all is gone. */
	kill(): Promise<void> {
		return this.#tree.terminate(false);
	}

	/** Ends the command by force, now, and lets go of its pipes. The output stays readable, waiters are answered. */
	dispose(): void {
		this.#tree.kill();
		for (const pipe of this.#pipes) pipe.destroy();
		this.#data.dispose();
	}

	#read(pipe: Readable): void {
		// A decoder per pipe: halves of characters must not meet those of the other.
		const decoder = new StringDecoder('utf8');
		pipe.on('data', (chunk: Buffer) => this.#add(decoder.write(chunk)));
		pipe.on('end', () => this.#add(decoder.end()));
		pipe.on('error', () => undefined);
	}

	#add(text: string): void {
		if (text === '') return;
		this.#buffer.append(text);
		this.#data.fire(text);
	}
}

/**
 * Arguments stay exactly as they came; only a whole shell line without arguments goes to a shell
 * (docs/decisions/processes.md).
 */
function terminalCommand(options: TerminalOptions): SpawnCommand {
	if (!isShellLine(options.command, options.args, (path) => isFile(resolve(options.cwd, path)))) {
		return resolveCommand(options);
	}
	if (process.platform === 'win32') return windowsShellLine(options.command, options);
	return { file: '/bin/sh', args: ['-c', options.command], isVerbatim: false };
}

/** What separates words or means something to a shell. */
const shellCharacters = /[\s;|&<>()$`"'*?~#=]/;

/**
 * True when `command` has to go through a shell: there are no arguments, and it is more than the name of a program.
 * Agents send both programs and shell lines (docs/protocol.md#commands-for-the-agent, docs/decisions/processes.md).
 * @param isFile tells whether a path is an existing file: "/opt/My Tool/bin" is a program
 */
export function isShellLine(
	command: string,
	args: readonly string[] | null | undefined,
	isFile: (path: string) => boolean = () => false,
): boolean {
	if (args !== undefined && args !== null && args.length > 0) return false;
	return shellCharacters.test(command) && !isFile(command);
}
