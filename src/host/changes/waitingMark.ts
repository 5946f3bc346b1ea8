/**
 * A file beside the store that is there as long as something waits, or may come to wait because an agent works: the
 * next window sees by it whether to load. Only the last window of the workspace takes it away.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Disposable } from '../../core/base/disposable.ts';
import { isInUse, journalsIn } from '../../node/changes/journalFiles.ts';
import type { PendingFiles } from './pendingFiles.ts';

export class WaitingMark implements Disposable {
	readonly #file: string;
	readonly #files: Pick<PendingFiles, 'files' | 'isEnded'>;
	readonly #isAgentWorking: () => boolean;
	readonly #listener: Disposable;
	#isSet: boolean | undefined;
	#last: Promise<void> = Promise.resolve();

	constructor(
		folder: string,
		files: Pick<PendingFiles, 'files' | 'isEnded' | 'onDidChange'>,
		isAgentWorking: () => boolean,
	) {
		this.#isAgentWorking = isAgentWorking;
		this.#file = path.join(folder, 'waiting');
		this.#files = files;
		this.#listener = files.onDidChange(() => this.update());
	}

	/** Sets or takes away the mark. */
	update(): void {
		// What is not shown any more because nothing is watched waits still.
		if (!this.#files.isEnded) this.#set(this.#files.files.length > 0 || this.#isAgentWorking());
	}

	dispose(): void {
		this.#listener.dispose();
	}

	/** A mark that cannot be written costs no more than that the next window loads with its first prompt. */
	#set(isWaiting: boolean): void {
		if (isWaiting === this.#isSet) return;
		this.#isSet = isWaiting;
		this.#last = this.#last.then(() => this.#write(isWaiting)).catch(() => undefined);
	}

	/** All windows of the workspace have one mark: what waits in another one that runs is not known here. */
	async #write(isWaiting: boolean): Promise<void> {
		if (!isWaiting && journalsIn(path.join(path.dirname(this.#file), 'journal')).some(isInUse)) return;
		if (!isWaiting) return rm(this.#file, { force: true });
		await mkdir(path.dirname(this.#file), { recursive: true, mode: 0o700 });
		await writeFile(this.#file, '', { mode: 0o600 });
	}
}
