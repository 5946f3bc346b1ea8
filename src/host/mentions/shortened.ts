import { visibleText } from '../../core/view/hostileText.ts';

/** Foreign text as the name of a chip: one line in which nothing hides, and not too long. */
export function shortened(text: string, maxChars: number): string {
	const characters = Array.from(visibleText(text.slice(0, maxChars * 4).trim()));
	const isShort = characters.length <= maxChars && text.trim().length <= maxChars * 4;
	return isShort ? characters.join('') : `${characters.slice(0, maxChars).join('')}…`;
}
