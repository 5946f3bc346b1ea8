/** What is being typed after an `@`. */

export interface MentionToken {
	/** Where the `@` stands in the text. */
	readonly start: number;
	/** Where the cursor is. */
	readonly end: number;
	readonly query: string;
}

/** Longer ones are no names that anybody types. */
const maxQuery = 100;

/**
 * The mention that the cursor is at the end of: an `@` at the start of a word, and what follows it without a blank.
 * @param end where the cursor is
 */
export function mentionAt(text: string, end: number): MentionToken | undefined {
	const before = text.slice(Math.max(0, end - maxQuery - 2), end);
	const query = /(?:^|[\s([{"'`])@([^\s@]*)$/u.exec(before)?.[1];
	if (query === undefined || query.length > maxQuery) return undefined;
	const start = end - query.length - 1;
	// The piece may begin in the middle of a word.
	return start === 0 || /[\s([{"'`]/u.test(text.charAt(start - 1)) ? { start, end, query } : undefined;
}
