/** Command lines as people read them: nothing is cut, and no secret value of the environment is shown. Pure. */

/**
 * @param env names of what is added to the environment
 * @param shownEnv the same with its values, for what is no secret of the user
 */
export function commandText(
	env: readonly string[],
	command: string,
	args: readonly string[],
	shownEnv: Readonly<Record<string, string>> = {},
): string {
	const shown = Object.entries(shownEnv).map(([name, value]) => quote(`${name}=${value}`));
	return [...env.map((name) => `${name}=…`), ...shown, ...[command, ...args].map(quote)].join(' ');
}

/** An address, with quotes where it has what addresses do not have. */
export function quotedAddress(url: string): string {
	return /^[!#-~]+$/u.test(url) ? url : JSON.stringify(url);
}

/** Parts that would read as several, or as something else, get quotes. */
function quote(part: string): string {
	return /^[\w@%+=:,./\\-]+$/u.test(part) ? part : JSON.stringify(part);
}
