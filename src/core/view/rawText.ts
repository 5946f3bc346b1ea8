/** Raw input and output of tool calls, as text. */

/** Any JSON as indented text. */
export function formatRaw(value: unknown): string {
	if (value === undefined) return '';
	return typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
}

/** The command in the input of a tool, as agents use to name it. */
export function commandOf(rawInput: unknown): string | undefined {
	if (typeof rawInput !== 'object' || rawInput === null || !('command' in rawInput)) return undefined;
	const { command } = rawInput;
	if (typeof command === 'string') return command;
	return Array.isArray(command) ? command.map((part) => JSON.stringify(part)).join(' ') : undefined;
}

/** True when the input of a tool has nothing beside the command. */
export function isOnlyCommand(rawInput: unknown): boolean {
	return typeof rawInput === 'object' && rawInput !== null && Object.keys(rawInput).length === 1;
}
