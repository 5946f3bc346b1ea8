/**
 * The engine of changes, from the window: each question goes to a thread of its own, so that nothing which looks at the
 * disk holds up the window. A thread that fails answers every open question with its error, and is not started again:
 * what it would miss meanwhile would look unchanged.
 */
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Disposable } from '../../core/base/disposable.ts';
import type { ChangeEngine, EngineOptions } from './changeEngine.ts';
import type { CheckpointEngine } from './checkpoints/checkpointEngine.ts';
import { closedMark } from './journalFiles.ts';

export type EngineMethod = keyof ChangeEngine | keyof CheckpointEngine;

/** All that the thread is asked; the compiler names what is missing. */
const asked: Readonly<Record<EngineMethod, true>> = {
	snapshot: true,
	isResumed: true,
	copied: true,
	capture: true,
	allow: true,
	beginCall: true,
	endCall: true,
	callChange: true,
	callTexts: true,
	callPart: true,
	note: true,
	pending: true,
	records: true,
	review: true,
	settle: true,
	keepFile: true,
	restoreFile: true,
	content: true,
	forget: true,
	checkpoint: true,
	checkpoints: true,
	restores: true,
	planRestore: true,
	restore: true,
	endRestore: true,
};

const engineMethods = Object.keys(asked) as readonly EngineMethod[];

export interface ToThread {
	readonly id: number;
	readonly method: EngineMethod;
	readonly args: readonly unknown[];
}

export type FromThread =
	| { readonly type: 'answer'; readonly id: number; readonly value: unknown }
	| { readonly type: 'failure'; readonly id: number; readonly message: string }
	| { readonly type: 'log'; readonly line: string };

export type ThreadSetup = EngineOptions;

interface ChangesThreadOptions extends EngineOptions {
	/** The script of the thread, absolute. */
	readonly script: string;
	readonly log: (line: string) => void;
	/** The thread has failed; nothing is watched any more. `reason` is the system's error; undefined where there is none. */
	readonly onFailure: (reason: string | undefined) => void;
}

/** Enough for the largest workspace that is looked at. */
const maxHeapMb = 512;

type Engine = ChangeEngine & CheckpointEngine;

interface Question {
	readonly resolve: (value: unknown) => void;
	readonly reject: (error: Error) => void;
}

export class ChangesThread implements Disposable {
	/** Each question is answered by the thread, in the order in which it was asked. */
	readonly engine: Engine;
	readonly #options: ChangesThreadOptions;
	readonly #worker: Worker;
	readonly #questions = new Map<number, Question>();
	#lastId = 0;
	#ended: string | undefined;

	constructor(options: ChangesThreadOptions) {
		const { script, roots, exclude = [], storeFolder, home, since = Infinity, bounds } = options;
		const setup: ThreadSetup = {
			roots,
			exclude,
			storeFolder,
			home,
			since,
			...(bounds === undefined ? {} : { bounds }),
		};
		this.#options = options;
		this.#worker = new Worker(script, {
			workerData: setup,
			resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
		});
		this.#worker.unref();
		this.engine = Object.fromEntries(
			engineMethods.map((method) => [method, (...args: readonly unknown[]) => this.#ask(method, args)]),
		) as unknown as Engine;
		this.#worker.on('message', (message: FromThread) => this.#receive(message));
		this.#worker.on('error', (error) => this.#fail(String(error)));
		this.#worker.on('exit', () => this.#fail(undefined));
	}

	/** Ends the thread. The store can be read after an end at any moment. */
	dispose(): void {
		void this.end();
	}

	/** As `dispose`; resolves when another thread can take over the store. */
	async end(): Promise<void> {
		const isFailed = this.#ended !== undefined;
		this.#end('It was ended.');
		await this.#worker.terminate();
		if (!isFailed) this.#leave();
	}

	/** What waits belongs to the next window from now on, even while this process still ends its agents. */
	#leave(): void {
		const folder = path.join(this.#options.storeFolder, 'journal');
		try {
			if (existsSync(folder)) writeFileSync(closedMark(folder, process.pid), '', { mode: 0o600 });
		} catch (error) {
			this.#options.log(`The store of changes could not be left: ${String(error)}`);
		}
	}

	#ask(method: EngineMethod, args: readonly unknown[]): Promise<unknown> {
		if (this.#ended !== undefined) return Promise.reject(new Error(this.#ended));
		const id = ++this.#lastId;
		return new Promise<unknown>((resolve, reject) => {
			this.#questions.set(id, { resolve, reject });
			this.#worker.postMessage({ id, method, args } satisfies ToThread);
		});
	}

	#receive(message: FromThread): void {
		if (message.type === 'log') return this.#options.log(message.line);
		const question = this.#questions.get(message.id);
		this.#questions.delete(message.id);
		if (message.type === 'answer') question?.resolve(message.value);
		else question?.reject(new Error(message.message));
	}

	#fail(reason: string | undefined): void {
		if (this.#ended !== undefined) return;
		this.#end(reason ?? 'It ended.');
		this.#options.log(`The thread that watches changes failed: ${this.#ended}`);
		this.#options.onFailure(reason);
	}

	#end(reason: string): void {
		this.#ended ??= reason;
		for (const { reject } of this.#questions.values()) reject(new Error(reason));
		this.#questions.clear();
	}
}
