/**
 * Brings a place in the text into sight, also in boxes inside of `scroller` that scroll by themselves.
 * @param goTo scrolls so that an element is that far below the top of `scroller`, and keeps it there
 */
export function scrollToRange(
	scroller: HTMLElement,
	place: StaticRange,
	goTo: (target: Element, offset: number) => void,
): void {
	const parent = place.startContainer.parentElement;
	if (parent === null) return;
	const range = document.createRange();
	range.setStart(place.startContainer, place.startOffset);
	range.setEnd(place.endContainer, place.endOffset);
	for (let box: HTMLElement | null = parent; box !== null && box !== scroller; box = box.parentElement) {
		if (box instanceof HTMLDetailsElement) box.open = true;
		if (box.scrollHeight > box.clientHeight || box.scrollWidth > box.clientWidth) scrollBox(box, range);
	}
	const sight = scroller.getBoundingClientRect();
	const { top, bottom } = range.getBoundingClientRect();
	const parentTop = parent.getBoundingClientRect().top;
	const isSeen = top >= sight.top && bottom <= sight.bottom;
	const wanted = isSeen ? top - sight.top : scroller.clientHeight / 3;
	goTo(parent, wanted - (top - parentTop));
}

/** No effect on a box that does not scroll. */
function scrollBox(box: HTMLElement, range: Range): void {
	const sight = box.getBoundingClientRect();
	const { top, bottom, left, right } = range.getBoundingClientRect();
	if (top < sight.top || bottom > sight.bottom) box.scrollTop += top - sight.top - box.clientHeight / 3;
	if (left < sight.left || right > sight.right) box.scrollLeft += left - sight.left - box.clientWidth / 3;
}
