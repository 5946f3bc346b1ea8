/** A log file that all connections of an agent write to. It starts over at its size, whoever has filled it (hazard F5). */
import { appendFile, mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import * as limits from '../core/base/limits.ts';
import { errorCode } from './errorCode.ts';

interface TrafficFileOptions {
	/** Told of each line that could not be written. */
	readonly onError: (error: unknown) => void;
	/** Greatest size, in bytes. */
	readonly maxBytes?: number;
}

export class TrafficFile {
	readonly file: string;
	readonly #onError: (error: unknown) => void;
	readonly #maxBytes: number;
	/** Unknown before the first write, for a window that was reloaded has left something, and after a failed one. */
	#size: number | undefined;
	/** One after the other: parallel appends could swap lines. */
	#queue: Promise<void> = Promise.resolve();

	constructor(file: string, { onError, maxBytes = limits.trafficLogBytes }: TrafficFileOptions) {
		this.file = file;
		this.#onError = onError;
		this.#maxBytes = maxBytes;
	}

	/** Takes one line, newline included. */
	append(line: string): void {
		this.#queue = this.#queue
			.then(() => this.#write(line))
			.catch((error: unknown) => {
				this.#size = undefined;
				this.#onError(error);
			});
	}

	async #write(line: string): Promise<void> {
		let size = this.#size ?? (await this.#sizeOnDisk());
		const bytes = Buffer.byteLength(line);
		if (size + bytes > this.#maxBytes) {
			await rm(this.file, { force: true });
			size = 0;
		}
		await appendFile(this.file, line, { mode: 0o600 });
		this.#size = size + bytes;
	}

	async #sizeOnDisk(): Promise<number> {
		await mkdir(path.dirname(this.file), { recursive: true });
		try {
			return (await stat(this.file)).size;
		} catch (error) {
			if (errorCode(error) === 'ENOENT') return 0;
			throw error;
		}
	}
}
