import type { ToView } from './toView.ts';

type NewDraft = Pick<Extract<ToView, { type: 'draft' }>, 'text' | 'replaces'>;

/**
 * What the field holds after something else came into the draft: that, and whatever was typed that the host had not
 * heard of when it came. The host puts things above what it knows of, so the rest is mostly the end (hazard G2).
 * @param typed what the field holds now
 */
export function mergedDraft(typed: string, { text, replaces }: NewDraft): string {
	if ([replaces, text, ''].includes(typed)) return text;
	// What was taken out is no part of another text that happens to begin as it does.
	if (text === '') return typed;
	if (replaces !== '' && text.endsWith(replaces)) return text.slice(0, -replaces.length) + typed;
	if (replaces !== '' && typed.startsWith(replaces)) return text + typed.slice(replaces.length);
	return `${text}\n\n${typed}`;
}
