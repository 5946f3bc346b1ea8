import { Worker } from 'node:worker_threads';
import type { Disposable } from '../../core/base/disposable.ts';
import * as limits from '../../core/base/limits.ts';
import type { ViewHighlight } from '../../core/view/toView.ts';
import type { PackagedFile, ReadPackaged, ContributedGrammar } from './contributions.ts';
import type { TokenTheme } from './tokenRule.ts';

/** What the thread starts with. */
export interface WorkerSetup {
	readonly grammars: readonly ContributedGrammar[];
	/** Absolute path of `onig.wasm`. */
	readonly wasmFile: string;
}

/** A message from the extension host to the worker thread that tokenizes code. */
export type ToWorker =
	/** One at a time. `theme` comes along when it is another one than before. */
	| {
			readonly type: 'tokenize';
			readonly language: string;
			readonly text: string;
			readonly theme?: TokenTheme;
	  }
	/** Answers a `read`; without text there is no such file. */
	| { readonly type: 'file'; readonly id: number; readonly text?: string };

/** A message from that worker thread to the extension host. */
export type FromWorker =
	| { readonly type: 'tokenized'; readonly highlight: ViewHighlight }
	/** Extensions may be where only VS Code can read. */
	| { readonly type: 'read'; readonly id: number; readonly file: PackagedFile }
	| { readonly type: 'log'; readonly line: string };

interface WorkerThreadOptions {
	/** The script of the thread, absolute. */
	readonly script: string;
	readonly setup: WorkerSetup;
	readonly read: ReadPackaged;
	readonly log: (line: string) => void;
	readonly hangMs?: number;
	readonly idleMs?: number;
}

/** More than any grammar needs. */
const maxHeapMb = 256;

/**
 * Colours in a thread of its own: compiling a grammar takes a tenth of a second, and the extension host has other
 * things to do. The thread starts with the first text, ends when it does not answer, and when it has nothing to do.
 */
export class WorkerThread implements Disposable {
	readonly #options: WorkerThreadOptions;
	#worker: Worker | undefined;
	/** The one the thread has. */
	#theme: TokenTheme | undefined;
	#timer: NodeJS.Timeout | undefined;
	#settle: ((highlight: ViewHighlight | undefined) => void) | undefined;

	constructor(options: WorkerThreadOptions) {
		this.#options = options;
	}

	/** True while there is a thread. */
	get isRunning(): boolean {
		return this.#worker !== undefined;
	}

	/**
	 * Must not be called again before it has answered.
	 * @returns undefined if the thread failed or took too long
	 */
	async tokenize(language: string, text: string, theme: TokenTheme): Promise<ViewHighlight | undefined> {
		this.#worker ??= this.#start();
		const message = { type: 'tokenize' as const, language, text };
		this.#post(theme === this.#theme ? message : { ...message, theme });
		this.#theme = theme;
		this.#endAfter(this.#options.hangMs ?? limits.highlightHangMs, `Colouring ${language} took too long.`);
		const highlight = await new Promise<ViewHighlight | undefined>((resolve) => (this.#settle = resolve));
		this.#endAfter(this.#options.idleMs ?? limits.highlightThreadIdleMs);
		return highlight;
	}

	/** Ends the thread. What is being coloured is given up. */
	dispose(): void {
		clearTimeout(this.#timer);
		const worker = this.#worker;
		this.#worker = undefined;
		this.#theme = undefined;
		void worker?.terminate();
		this.#settle?.(undefined);
	}

	#start(): Worker {
		const { script, setup, log } = this.#options;
		const worker = new Worker(script, {
			workerData: setup,
			resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
		});
		worker.unref();
		worker.on('message', (message: FromWorker) => this.#receive(worker, message));
		worker.on('error', (error) => {
			log(`The thread that colours code failed: ${String(error)}`);
			if (this.#worker === worker) this.dispose();
		});
		worker.on('exit', () => {
			if (this.#worker === worker) this.dispose();
		});
		return worker;
	}

	#receive(worker: Worker, message: FromWorker): void {
		if (worker !== this.#worker) return;
		switch (message.type) {
			case 'tokenized':
				return this.#settle?.(message.highlight);
			case 'read':
				return void this.#read(message.id, message.file);
			case 'log':
				return this.#options.log(message.line);
		}
	}

	async #read(id: number, file: PackagedFile): Promise<void> {
		try {
			this.#post({ type: 'file', id, text: await this.#options.read(file) });
		} catch {
			// The thread says which grammar it was for.
			this.#post({ type: 'file', id });
		}
	}

	#post(message: ToWorker): void {
		this.#worker?.postMessage(message);
	}

	#endAfter(ms: number, reason?: string): void {
		clearTimeout(this.#timer);
		if (this.#worker === undefined) return;
		this.#timer = setTimeout(() => {
			if (reason !== undefined) this.#options.log(reason);
			this.dispose();
		}, ms);
		this.#timer.unref();
	}
}
