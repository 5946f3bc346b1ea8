/**
 * What makes documents of conversations. A bundle of its own (`conversationDocuments.cjs`), which loads with the first
 * document instead of with the window.
 */
import type { SessionState } from '../../core/session/model/sessionState.ts';
import { formatBytes } from '../../core/view/quantities.ts';
import { conversationMarkdown } from '../../core/view/conversation/conversationMarkdown.ts';
import { fenced, newestOf } from '../mentions/contextText.ts';

export { setTranslations } from '../../core/base/l10n.ts';
export { contentSource } from '../../core/view/conversation/contentMarkdown.ts';
export { conversationMarkdown } from '../../core/view/conversation/conversationMarkdown.ts';
export { conversationText } from '../../core/view/conversation/conversationText.ts';

/** Headings and what is said in more than one byte come on top of the characters that are counted. */
const shares = [1, 0.8, 0.6, 0.4, 0.2, 0.1] as const;

/**
 * A conversation as Markdown that fits: older entries are left out, and said to be. Of a newest entry that alone is too
 * large its end is quoted.
 * @param label how to show an absolute path
 */
export function conversationExcerpt(
	state: SessionState,
	label: (path: string) => string,
	maxBytes: number,
): string {
	let markdown = '';
	for (const share of shares) {
		markdown = conversationMarkdown(state, label, maxBytes * share);
		if (Buffer.byteLength(markdown) <= maxBytes) return markdown;
	}
	const kept = newestOf(markdown, maxBytes);
	return `(Cut: only the end of it is here, ${formatBytes(Buffer.byteLength(kept))}.)\n\n${fenced(kept, '')}\n`;
}
