import type { Noise } from '../../node/lineReader.ts';

const shownInFull = 5;
const shownChars = 200;

/**
 * Reports lines on an agent's stdout that are no protocol (hazard A2): the first few as they are, then only how many
 * there were, at 10, 100, 1000 and so on.
 */
export class NoiseLog {
	readonly #log: (line: string) => void;
	#first: string | undefined;

	constructor(log: (line: string) => void) {
		this.#log = log;
	}

	/** The first such line, cut; undefined while there was none. */
	get first(): string | undefined {
		return this.#first;
	}

	note({ line, count, reason }: Noise): void {
		const shown = JSON.stringify(line.slice(0, shownChars));
		this.#first ??= shown;
		if (count <= shownInFull) this.#log(`Not a protocol message, skipped (${reason}): ${shown}`);
		else if (Number.isInteger(Math.log10(count)))
			this.#log(`${count} lines so far were no protocol messages.`);
	}
}
