/** Command lines as people read them: nothing is cut, and no value of the environment is shown. Pure. */

/** @param env names of what is added to the environment */
export function commandText(env: readonly string[], command: string, args: readonly string[]): string {
	return [...env.map((name) => `${name}=…`), ...[command, ...args].map(quote)].join(' ');
}

/** Parts that would read as several, or as something else, get quotes. */
function quote(part: string): string {
	return /^[\w@%+=:,./\\-]+$/u.test(part) ? part : JSON.stringify(part);
}
