/** Most kinds that are remembered and logged: an agent that invents names must not fill the log or the memory. */
const maxKinds = 1000;
const maxNameChars = 100;

/** Logs each kind of oddity once per connection (hazard A10). */
export class LogOnce {
	readonly #seen = new Set<string>();
	readonly #log: (message: string) => void;

	constructor(log: (message: string) => void) {
		this.#log = log;
	}

	/**
	 * @param what our words, such as `Ignored notification`
	 * @param name what the agent called it; shortened and quoted, so it cannot forge log lines
	 * @param detail anything more; logged, but not part of what counts as the same
	 */
	write(what: string, name: string, detail?: string): void {
		const key = `${what} ${JSON.stringify(name.slice(0, maxNameChars))}`;
		if (this.#seen.has(key) || this.#seen.size >= maxKinds) return;
		this.#seen.add(key);
		this.#log(detail === undefined ? key : `${key}: ${detail}`);
	}
}
