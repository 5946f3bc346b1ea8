import type { Post } from '../page/api.ts';

/**
 * Alt+M anywhere in the chat takes the next mode. Not Shift+Tab, as in some terminals: that is how the keyboard leaves
 * the text field. By its place on the keyboard, because a Mac types a sign with it. VS Code, which hears of every key,
 * does not get this one; a key of the user's own for `acpHost.cycleMode` works beside it.
 */
export function cycleOnKey(event: KeyboardEvent, post: Post): void {
	const isOther = event.shiftKey || event.ctrlKey || event.metaKey || event.getModifierState('AltGraph');
	if (!event.altKey || isOther || event.code !== 'KeyM' || event.isComposing) return;
	event.preventDefault();
	event.stopPropagation();
	if (!event.repeat) post({ type: 'cycleMode' });
}
