/** The wire as JSON lines `{t, dir, msg}`, redacted and bounded (hazard F5). Off unless the user turns it on. */
import * as limits from '../core/base/limits.ts';
import type { Redactor } from './redact.ts';

/** Where the lines go. */
interface TrafficSink {
	/** Takes one line, newline included. */
	append(line: string): void;
	/** Empties the log: it has reached its size. */
	startOver(): void;
}

interface TrafficLogOptions {
	readonly sink: TrafficSink;
	readonly redactor: Redactor;
	/** Greatest size of the log, in bytes. */
	readonly maxBytes?: number;
	/** Milliseconds of a clock that does not jump. */
	readonly now?: () => number;
}

export class TrafficLog {
	readonly #options: TrafficLogOptions;
	readonly #maxBytes: number;
	readonly #now: () => number;
	readonly #start: number;
	#bytes = 0;

	constructor(options: TrafficLogOptions) {
		this.#options = options;
		this.#maxBytes = options.maxBytes ?? limits.trafficLogBytes;
		this.#now = options.now ?? (() => performance.now());
		this.#start = this.#now();
	}

	/** Records a message; `t` is in milliseconds since the log was made. One above the whole size is left out. */
	record(direction: 'in' | 'out', message: unknown): void {
		const { sink, redactor } = this.#options;
		const prefix = `{"t":${Math.round(this.#now() - this.#start)},"dir":"${direction}","msg":`;
		let line = `${prefix}${redactor.json(message)}}\n`;
		let bytes = Buffer.byteLength(line);
		if (bytes > this.#maxBytes) {
			line = `${prefix}"[${bytes} bytes left out]"}\n`;
			bytes = Buffer.byteLength(line);
		}
		if (this.#bytes + bytes > this.#maxBytes) {
			sink.startOver();
			this.#bytes = 0;
		}
		this.#bytes += bytes;
		sink.append(line);
	}
}
