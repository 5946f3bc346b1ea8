import type { Noise } from '../../node/messageReader.ts';

const shownInFull = 5;
const shownChars = 200;
/** Of one line; more costs time and is not shown. */
const lookedAtChars = 4096;

/**
 * Reports lines on an agent's stdout that are no protocol (hazard A2): the first few as they are, then only how many
 * there were, at 10, 100, 1000 and so on.
 */
export class NoiseLog {
	readonly #log: (line: string) => void;
	readonly #redact: (text: string) => string;
	#first: string | undefined;

	/** @param redact takes secrets out of a line (hazard F5) */
	constructor(log: (line: string) => void, redact: (text: string) => string) {
		this.#log = log;
		this.#redact = redact;
	}

	/** The first such line, cut and without secrets; undefined while there was none. */
	get first(): string | undefined {
		return this.#first;
	}

	note({ line, count, reason }: Noise): void {
		if (count <= shownInFull) {
			// Secrets go before the end does: what is left of one that is cut could not be told any more.
			const shown = JSON.stringify(this.#redact(line.slice(0, lookedAtChars)).slice(0, shownChars));
			this.#first ??= shown;
			this.#log(`Not a protocol message, skipped (${this.#redact(reason)}): ${shown}`);
		}
		if (count > shownInFull && Number.isInteger(Math.log10(count)))
			this.#log(`${count} lines so far were no protocol messages.`);
	}
}
