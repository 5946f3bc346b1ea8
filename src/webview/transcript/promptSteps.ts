/**
 * The message of the user before or after the place of the focus. While that is elsewhere: the last one in sight or
 * above, or the first one in sight or below.
 * @param isAtEnd the reader looks at the end: nothing comes after that
 */
export function promptBeside(
	scroller: HTMLElement,
	list: HTMLElement,
	direction: 'previous' | 'next',
	isAtEnd: boolean,
): HTMLElement | undefined {
	const focus = document.activeElement;
	const isFocusInside = focus !== null && focus !== list && list.contains(focus);
	const sight = scroller.getBoundingClientRect();
	const isBefore = (prompt: HTMLElement): boolean => {
		if (!isFocusInside) return prompt.getBoundingClientRect().top < sight.bottom;
		return !prompt.contains(focus) && precedes(prompt, focus);
	};
	const isAfter = (prompt: HTMLElement): boolean => {
		if (!isFocusInside) return !isAtEnd && prompt.getBoundingClientRect().top > sight.top + 1;
		return precedes(focus, prompt);
	};
	const prompts = [...list.querySelectorAll<HTMLElement>(':scope > .from-user:not([hidden])')];
	return direction === 'previous' ? prompts.findLast(isBefore) : prompts.find(isAfter);
}

export function precedes(first: Node, second: Node): boolean {
	return (first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}
