/** The wire as JSON lines `{t, dir, msg}`, redacted and bounded (hazard F5). Off unless the user turns it on. */
import * as limits from '../core/base/limits.ts';
import type { Redactor } from './redact.ts';

/** Where the lines go. */
interface TrafficSink {
	/** Takes one line, newline included. */
	append(line: string): void;
}

interface TrafficLogOptions {
	readonly sink: TrafficSink;
	readonly redactor: Redactor;
	/** Greatest size of a line, in bytes: what a whole log may have. */
	readonly maxBytes?: number;
	/** Milliseconds of a clock that does not jump. */
	readonly now?: () => number;
}

export class TrafficLog {
	readonly #options: TrafficLogOptions;
	readonly #maxBytes: number;
	readonly #now: () => number;
	readonly #start: number;

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
		const line = `${prefix}${redactor.json(message)}}\n`;
		const bytes = Buffer.byteLength(line);
		sink.append(bytes > this.#maxBytes ? `${prefix}"[${bytes} bytes left out]"}\n` : line);
	}
}
