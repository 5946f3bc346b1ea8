import { visibleText } from '../../core/view/visibleText.ts';
import type { ViewAttachment, ViewMention } from '../../core/view/viewAttachment.ts';

/** Something that can be mentioned, and what it is attached as. */
export interface Candidate {
	readonly mention: ViewMention;
	readonly attachment: ViewAttachment;
}

/** An attachment as a mention: both have the same id, and the label of the mention is the name of the chip. */
export function candidate(attachment: ViewAttachment, description: string): Candidate {
	const { type, id, name } = attachment;
	const kind = type === 'image' || type === 'audio' ? 'file' : type;
	return { mention: { id, kind, label: name, description }, attachment };
}

export function fileCandidate(
	type: 'file' | 'folder',
	id: string,
	path: string,
	description = '',
): Candidate {
	return candidate({ type, id, name: path }, description);
}

/** Untrusted text as the name of a chip: one line in which nothing hides, and not too long. */
export function shortened(text: string, maxChars: number): string {
	const characters = Array.from(visibleText(text.slice(0, maxChars * 4).trim()));
	const isShort = characters.length <= maxChars && text.trim().length <= maxChars * 4;
	return isShort ? characters.join('') : `${characters.slice(0, maxChars).join('')}…`;
}
