import { t } from '../../base/l10n.ts';
import * as limits from '../../base/limits.ts';

/**
 * Makes the parts of a document from the newest entry on, until the document is as long as it may be.
 * @param maxChars the newest part is there, however long it is
 * @returns them in the order of the entries, and how many of the oldest entries were left out
 */
export function newestParts<E, P extends { readonly text: string }>(
	entries: readonly E[],
	partOf: (entry: E) => P | undefined,
	maxChars: number = limits.conversationChars,
): { readonly parts: readonly P[]; readonly leftOut: number } {
	const parts: P[] = [];
	let chars = 0;
	let leftOut = entries.length;
	for (const entry of entries.toReversed()) {
		const part = partOf(entry);
		chars += part?.text.length ?? 0;
		// The newest is there, however long it is: it has a bound of its own.
		if (chars > maxChars && parts.length > 0) break;
		if (part !== undefined) parts.push(part);
		leftOut -= 1;
	}
	return { parts: parts.reverse(), leftOut };
}

/** The sentence about entries that were left out. */
export function leftOutText(count: number): string {
	return count === 1
		? t('1 earlier entry is left out, because the text would be too long.')
		: t('{0} earlier entries are left out, because the text would be too long.', count);
}
