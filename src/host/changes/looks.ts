/**
 * When the workspace is looked at: at prompts, at the end of turns, when commands have ended, and a moment after words
 * of agents that they have written. Looks and answers of the user come one after the other, so that no look comes
 * between the texts that an answer was made of and what it settles.
 */
import type { Disposable } from '../../core/base/disposable.ts';
import * as limits from '../../core/base/limits.ts';
import { atMost } from '../../node/deadline.ts';
import type { ChangeEngine, SnapshotReport } from '../../node/changes/changeEngine.ts';

interface LooksParts {
	readonly engine: Pick<ChangeEngine, 'snapshot' | 'copied'>;
	/** Each look waits for it: what speaks for the changes is on its way. */
	readonly before: () => Promise<unknown>;
	/** What a look has found. */
	readonly onReport: (report: SnapshotReport) => Promise<void>;
	/** A look failed. The thread says itself when it has. */
	readonly onError: (error: unknown) => void;
}

export class Looks implements Disposable {
	readonly #parts: LooksParts;
	#last: Promise<unknown> = Promise.resolve();
	/** Waits for its turn: what was asked meanwhile is seen by it as well. */
	#next: Promise<void> | undefined;
	#begun: Promise<void> = Promise.resolve();
	#timer: NodeJS.Timeout | undefined;
	/** Milliseconds that the last look took. */
	#tookMs = 0;

	constructor(parts: LooksParts) {
		this.#parts = parts;
	}

	/** A prompt was sent. */
	begin(): void {
		const look = this.now().then(() => atMost(limits.changeCopyMs, this.#parts.engine.copied()));
		this.#begun = atMost(limits.changeBeginMs, look);
	}

	/** Resolves when the look at the last prompt is over and the files are copied, or that takes too long. */
	begun(): Promise<void> {
		return this.#begun;
	}

	/** Looks as soon as what runs is over. Never rejects. */
	now(): Promise<void> {
		this.#next ??= this.run(async () => {
			this.#next = undefined;
			try {
				await this.#parts.before();
				const report = await this.#parts.engine.snapshot();
				this.#tookMs = report.tookMs;
				await this.#parts.onReport(report);
			} catch (error) {
				this.#parts.onError(error);
			}
		});
		return this.#next;
	}

	/** What could not be copied is tried once more, and the look behind that tells how it went. Never rejects. */
	async withCopies(): Promise<void> {
		await this.now();
		await this.#parts.engine.copied().catch(this.#parts.onError);
		await this.now();
	}

	/** Looks a moment later, once for all that is asked until then; the longer a look takes the rarer they are. */
	soon(ms: number = limits.changeSoonMs): void {
		this.#timer ??= setTimeout(
			() => {
				this.#timer = undefined;
				void this.now();
			},
			Math.max(ms, this.#tookMs * 10),
		);
	}

	/** Runs what no look may come in between of. */
	run<Result>(work: () => Promise<Result>): Promise<Result> {
		const next = this.#last.then(work);
		this.#last = next.catch(() => undefined);
		return next;
	}

	dispose(): void {
		clearTimeout(this.#timer);
	}
}
