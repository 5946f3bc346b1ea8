import type { Post } from './page/api.ts';

/** What the keys for reading do. */
export interface ReadingActions {
	/** To the user's message before or after this place. */
	stepPrompt(direction: 'previous' | 'next'): void;
	jumpToLatest(): void;
	openFind(): void;
}

const isMac = navigator.platform.startsWith('Mac');

/**
 * Keys for reading, from anywhere in the chat: Alt+Up and Alt+Down, Ctrl+End, Ctrl+F. VS Code, which hears of every
 * key, does not get the ones that are ours.
 */
export function readOnKey(event: KeyboardEvent, actions: ReadingActions): void {
	if (event.isComposing || event.shiftKey) return;
	const hasMain = isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
	const { target } = event;
	const field = target instanceof Element ? target.closest('textarea, input') : null;
	if (hasMain && !event.altKey && event.key.toLowerCase() === 'f') {
		take(event);
		actions.openFind();
	} else if (event.ctrlKey && !event.altKey && event.key === 'End') {
		// In a text it moves the cursor as well, and in the answer to a question nothing else.
		if (field === null) take(event);
		if (!field?.closest('.entry')) actions.jumpToLatest();
	} else if (event.altKey && !event.ctrlKey && !event.metaKey && !(target instanceof HTMLSelectElement)) {
		if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
		take(event);
		actions.stepPrompt(event.key === 'ArrowUp' ? 'previous' : 'next');
	}
}

/**
 * Alt+M anywhere in the chat takes the next mode. Not Shift+Tab, as in some terminals: that is how the keyboard leaves
 * the text field. By its place on the keyboard, because a Mac types a sign with it. VS Code, which hears of every key,
 * does not get this one; a key of the user's own for `acpHost.cycleMode` works beside it.
 */
export function cycleOnKey(event: KeyboardEvent, post: Post): void {
	const isOther = event.shiftKey || event.ctrlKey || event.metaKey || event.getModifierState('AltGraph');
	if (!event.altKey || isOther || event.code !== 'KeyM' || event.isComposing) return;
	take(event);
	if (!event.repeat) post({ type: 'cycleMode' });
}

function take(event: KeyboardEvent): void {
	event.preventDefault();
	event.stopPropagation();
}
