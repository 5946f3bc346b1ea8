/** Cuts a stream of server-sent events into the data of each (HTML Living Standard, 9.2.6), within the limit of a line. */
import * as limits from '../../core/base/limits.ts';
import { LineSplitter } from './lineSplitter.ts';
import { tooLong } from './lineProblem.ts';

/** "data: ", a mark of the byte order and a CR stand around the data of one line. */
const around = 16;

export class EventReader {
	readonly #splitter = new LineSplitter(limits.lineBytes + around);
	/** Lines of the event that has no end yet. */
	#data: string[] = [];
	#chars = 0;

	push(chunk: Buffer): void {
		this.#splitter.push(chunk);
	}

	/**
	 * The data of the next event, or undefined until more is pushed. Names, ids and comments mean nothing here; an event
	 * that has no end when the stream ends is none. Throws AgentError `tooLarge`.
	 */
	next(): string | undefined {
		for (let bytes = this.#splitter.next(); bytes !== undefined; bytes = this.#splitter.next()) {
			const line = bytes
				.toString('utf8')
				.replace(/^\uFEFF/u, '')
				.replace(/\r$/u, '');
			if (line === '') {
				const event = this.#take();
				if (event !== undefined) return event;
			} else if (line.startsWith('data:')) this.#keep(line.slice(line.startsWith('data: ') ? 6 : 5));
		}
		return undefined;
	}

	#keep(line: string): void {
		this.#chars += line.length + 1;
		// Many lines of one event are no way around the limit of one.
		if (this.#chars > limits.lineBytes + around) throw tooLong();
		this.#data.push(line);
	}

	#take(): string | undefined {
		if (this.#data.length === 0) return undefined;
		const event = this.#data.join('\n');
		this.#data = [];
		this.#chars = 0;
		return event;
	}
}
