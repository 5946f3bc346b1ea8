/** Tells a program from a shell line: agents send both in `command` (protocol.md 1.11, design 4.8). */

/** What separates words or means something to a shell. */
const shellCharacters = /[\s;|&<>()$`"'*?~#=]/;

/**
 * True when `command` has to go through a shell: there are no arguments, and it is more than the name of a program.
 * @param isFile tells whether a path is an existing file: "/opt/My Tool/bin" is a program
 */
export function isShellLine(
	command: string,
	args: readonly string[] | null | undefined,
	isFile: (path: string) => boolean = () => false,
): boolean {
	if (args !== undefined && args !== null && args.length > 0) return false;
	return shellCharacters.test(command) && !isFile(command);
}
