/** An agent's process: started without a shell, watched, and ended together with everything it started. */
import type { Readable, Writable } from 'node:stream';
import type { Disposable } from '../core/base/disposable.ts';
import { Emitter, type Event } from '../core/base/emitter.ts';
import { AgentError } from '../core/base/errors.ts';
import { sentence } from '../core/base/sentence.ts';
import { ChildTree, type ExitStatus } from './childTree.ts';
import type { TreeReaper } from './watchdog/watchdog.ts';
import type { CommandLine } from './spawnCommand.ts';
import { StringDecoder } from 'node:string_decoder';
import { stripVTControlCharacters } from 'node:util';
import * as limits from '../core/base/limits.ts';
import { RingBuffer } from '../core/base/ringBuffer.ts';

/** Last words of an agent that are worth showing; the log has them all. */
const shownStderrLines = 10;

/** How the process of an agent ended. */
export interface AgentExit extends ExitStatus {
	/**
	 * What stderr said of this end: its newest lines since the last turn began or a second before it (`lastWords`), and
	 * not long before the end. Redacted, without escape sequences.
	 */
	readonly stderrTail: string;
}

interface AgentProcessOptions {
	/** Takes secrets out of a line of stderr. */
	readonly redact?: (text: string) => string;
	/** Ends the agent when this process is gone before it (hazard B2). */
	readonly reaper?: TreeReaper | undefined;
}

/** The process of one agent with its pipes. Made by `start`; `stop` ends it with its tree. */
export class AgentProcess implements Disposable {
	/** The stdin of the agent. Errors of the stream are handled by its writer alone. */
	readonly stdin: Writable;
	readonly stdout: Readable;
	/** Fires for each line of stderr. It is free text and never an error by itself (acp C4). */
	readonly onStderr: Event<string>;
	/** Fires once, when the process ended and what it wrote before could be read (hazard B8). */
	readonly onExit: Event<AgentExit>;
	/** The same as `onExit`, also for callers that come after the exit. */
	readonly exited: Promise<AgentExit>;

	readonly #tree: ChildTree;
	readonly #stderr: StderrTail;
	readonly #stderrLine = new Emitter<string>();
	readonly #exit = new Emitter<AgentExit>();

	/** Resolves when the program runs. Rejects with AgentError `spawn` (hazard B7). */
	static async start(command: CommandLine, options: AgentProcessOptions = {}): Promise<AgentProcess> {
		const tree = await ChildTree.start(command, ['pipe', 'pipe', 'pipe'], { reaper: options.reaper });
		const { stdin, stdout, stderr } = tree.child;
		// 'pipe' makes all three; the types cannot know.
		if (stdin === null || stdout === null || stderr === null)
			throw new AgentError('spawn', sentence('No pipes'));
		return new AgentProcess(tree, { stdin, stdout, stderr }, options);
	}

	private constructor(
		tree: ChildTree,
		pipes: { stdin: Writable; stdout: Readable; stderr: Readable },
		options: AgentProcessOptions,
	) {
		this.#tree = tree;
		this.stdin = pipes.stdin;
		this.stdout = pipes.stdout;
		this.onStderr = this.#stderrLine.event;
		this.onExit = this.#exit.event;
		this.#stderr = new StderrTail((line) => this.#stderrLine.fire(line), options.redact);
		pipes.stderr.on('data', (chunk: Buffer) => this.#stderr.push(chunk));
		for (const pipe of Object.values(pipes)) pipe.on('error', () => undefined);
		this.exited = tree.drained.then((status) => this.#finish(status, pipes));
	}

	get pid(): number {
		return this.#tree.pid;
	}

	/** False from the moment the process ended, which is a little before `onExit`. */
	get isRunning(): boolean {
		return this.#tree.isRunning;
	}

	/** The newest lines of stderr so far. */
	get stderrTail(): string {
		return this.#stderr.toString();
	}

	/** A turn begins: what stderr has said so far is not about how this one ends. */
	beginTurn(): void {
		this.#stderr.mark();
	}

	/** Ends the agent's tree, gently first. Resolves when nothing of it is left: about 3 s at most. */
	stop(): Promise<void> {
		return this.#tree.terminate(true);
	}

	/** Ends the agent's tree by force, now. */
	kill(): void {
		this.#tree.kill();
	}

	dispose(): void {
		this.kill();
	}

	#finish(status: ExitStatus, pipes: { stdin: Writable; stdout: Readable; stderr: Readable }): AgentExit {
		this.#stderr.end();
		const exit = { ...status, stderrTail: this.#stderr.lastWords(Date.now() - limits.lastWordsMs) };
		this.#exit.fire(exit);
		// A descendant may hold the other ends: without this our side would stay open with it.
		for (const pipe of Object.values(pipes)) pipe.destroy();
		// Ends descendants that the agent left behind.
		void this.#tree.terminate(false);
		return exit;
	}
}

/**
 * The reason with which everything pending fails when the process ends: how, and its last words.
 * @param name of the agent, as people know it
 */
export function exitError(name: string, { code, signal, stderrTail }: AgentExit): AgentError {
	const tail = stderrTail.trim().split('\n').slice(-shownStderrLines).join('\n');
	const text =
		signal === null
			? sentence('{0} ended with exit code {1}.', name, String(code))
			: sentence('{0} ended by signal {1}.', name, signal);
	return new AgentError('exited', tail === '' ? text : [text, tail]);
}

/** A longer line, in UTF-16 units, is cut: the agent prints without newlines. */
const maxLine = 16 * 1024;

interface StderrLine {
	readonly text: string;
	/** Epoch milliseconds. */
	readonly at: number;
}

function joined(lines: readonly StderrLine[]): string {
	return lines.map(({ text }) => text).join('\n');
}

/** The newest lines of an agent's stderr, readable and bounded however much is printed (hazard B9). */
export class StderrTail {
	readonly #decoder = new StringDecoder('utf8');
	readonly #lines = new RingBuffer<StderrLine>(limits.stderrLines, limits.stderrBytes, ({ text }) =>
		Buffer.byteLength(text),
	);
	readonly #onLine: (line: string) => void;
	readonly #redact: (text: string) => string;
	#partial = '';
	/** When the last turn began, in epoch milliseconds. */
	#turnBegan = 0;

	/**
	 * @param onLine gets each line, free of escape sequences and secrets
	 * @param redact takes secrets out of one line
	 */
	constructor(onLine: (line: string) => void, redact: (text: string) => string = (text) => text) {
		this.#onLine = onLine;
		this.#redact = redact;
	}

	push(chunk: Buffer): void {
		const lines = (this.#partial + this.#decoder.write(chunk)).split('\n');
		this.#partial = lines.pop() ?? '';
		for (const line of lines) this.#add(line);
		while (this.#partial.length > maxLine) {
			this.#add(this.#partial.slice(0, maxLine));
			this.#partial = this.#partial.slice(maxLine);
		}
	}

	/** Takes what follows the last newline as a line; for the end of the stream. */
	end(): void {
		const rest = this.#partial + this.#decoder.end();
		this.#partial = '';
		if (rest !== '') this.#add(rest);
	}

	/** The kept lines, oldest first, joined by newlines. */
	toString(): string {
		return joined(this.#lines.toArray());
	}

	/** What follows belongs to another turn. */
	mark(): void {
		this.#turnBegan = Date.now();
	}

	/**
	 * The kept lines since that time, in epoch milliseconds, joined by newlines. They begin a second before the last
	 * mark, since a prompt may be on its way while the agent ends.
	 */
	lastWords(since: number): string {
		const first = Math.max(since, this.#turnBegan - limits.crossingMs);
		return joined(this.#lines.toArray().filter(({ at }) => at >= first));
	}

	#add(raw: string): void {
		const line = this.#redact(
			// oxlint-disable-next-line no-control-regex -- tabs stay, every other control character goes
			stripVTControlCharacters(raw).replace(/[\u0000-\u0008\u000a-\u001f\u007f-\u009f]/g, ''),
		);
		this.#lines.push({ text: line, at: Date.now() });
		this.#onLine(line);
	}
}
