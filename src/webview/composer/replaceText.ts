import { visibleText } from '../../core/view/visibleText.ts';
import { moveFocus } from '../page/moveFocus.ts';

/** Puts the name of something that is attached in the place of a text, as if it was typed, so that undo takes it back. */
export function replaceText(field: HTMLTextAreaElement, start: number, end: number, name: string): void {
	const text = `@${visibleText(name)} `;
	moveFocus(field);
	field.setSelectionRange(start, end);
	// Nothing else writes into the history of undo.
	if (document.execCommand('insertText', false, text)) return;
	field.setRangeText(text, start, end, 'end');
	field.dispatchEvent(new Event('input', { bubbles: true }));
}
