/**
 * Moves the focus inside of the page without taking it from elsewhere: a page that is asked to focus something gets
 * the focus of the whole window, and a palette that is open there closes under the user's hands.
 */

/** So late after it was asked for, what the user has focused here since counts more. */
const wishMs = 1000;

interface Wish {
	readonly target: HTMLElement;
	/** What had the focus in the page when it was asked for. */
	readonly before: Element | null;
	readonly until: number;
}

let wish: Wish | undefined;
let isInvited = false;

/**
 * While `move` runs, the page may take the focus: the user has just asked for it elsewhere in the window. VS Code does
 * not hand it over by itself each time.
 */
export function moveFocusIfAllowed(move: () => void): void {
	isInvited = true;
	try {
		move();
	} finally {
		isInvited = false;
	}
}

/**
 * Focuses `target` at once if the page has the focus, else when it gets it back: within a moment in any case, as when
 * VS Code is about to hand it over, later only if nothing else in the page has come to have it. Nothing scrolls.
 */
export function moveFocus(target: HTMLElement | null | undefined): void {
	wish = undefined;
	if (target === null || target === undefined) return;
	if (isInvited || document.hasFocus()) return target.focus({ preventScroll: true });
	window.addEventListener('focus', grant, { once: true });
	wish = { target, before: document.activeElement, until: performance.now() + wishMs };
}

/** Before an element goes, or what is in it: the entry around it gets its focus. */
export function leaveFocus(going: HTMLElement): void {
	if (going.contains(document.activeElement)) moveFocus(going.closest<HTMLElement>('.entry'));
}

/** `move` puts an element elsewhere, on the way to which it would lose the focus. */
export function moveWithFocus(moved: HTMLElement, move: () => void): void {
	const focused = moved.contains(document.activeElement) ? document.activeElement : null;
	move();
	if (focused instanceof HTMLElement) moveFocus(focused);
}

function grant(): void {
	if (wish === undefined) return;
	const { target, before, until } = wish;
	wish = undefined;
	const { activeElement, body } = document;
	const isFree = activeElement === null || activeElement === body || activeElement === before;
	if (target.isConnected && (isFree || performance.now() <= until)) target.focus({ preventScroll: true });
}
