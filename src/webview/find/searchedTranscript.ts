/** How the find looks into the transcript. */
import type { ViewEntry, ViewPermission, ViewToolContent } from '../../core/view/viewEntry.ts';
import type { ScrollFollower } from '../transcript/scrollFollower.ts';
import { idOf, seenFor } from '../transcript/shownEntries.ts';
import type { SearchedParts } from '../transcript/transcript.ts';

/** Text that an entry holds and does not show. */
export function foldedText(parts: SearchedParts, article: HTMLElement): string {
	const entry = parts.entryOf(idOf(article));
	if (entry === undefined) return '';
	return parts.isUnfolded(entry.id) ? undrawnText(entry, article) : textInside(entry, article);
}

/** @param isDrawn the text is on the page already */
export function unfold({ shown }: SearchedParts, article: HTMLElement, isDrawn: boolean): void {
	shown.unfoldAround(article);
	shown.get(idOf(article))?.view.unfold?.();
	if (!isDrawn) for (const one of attachedIn(article)) one.open = true;
}

/** Texts that are attached stand in boxes of their own, which are drawn when they are opened first. */
function attachedIn(article: HTMLElement): readonly HTMLDetailsElement[] {
	return [...article.querySelectorAll<HTMLDetailsElement>('details.resource')];
}

/** What of them is not drawn. They stand in the order of the content. */
function undrawnText(entry: ViewEntry, article: HTMLElement): string {
	const boxes = attachedIn(article);
	return attachedTexts(entry)
		.filter((_, at) => boxes[at]?.querySelector('pre') === null)
		.join('\n');
}

function attachedTexts(entry: ViewEntry): readonly string[] {
	if (entry.type !== 'message' && entry.type !== 'tool_call') return [];
	return entry.content.flatMap((item) => {
		const part = item.type === 'content' ? item.content : item;
		if (part.type === 'text') return part.attached === undefined ? [] : [part.text];
		return part.type === 'resource' ? (part.text ?? []) : [];
	});
}

export function goTo(
	{ follower, scroller }: SearchedParts,
	article: HTMLElement,
	range: StaticRange | undefined,
): void {
	const seen = seenFor(article);
	if (range === undefined || seen !== article) return follower.goTo(seen, 0);
	scrollToRange(scroller, range, follower);
}

/** What a folded entry holds and does not show, as text to look into. */
function textInside(entry: ViewEntry, article: HTMLElement): string {
	switch (entry.type) {
		case 'message':
			return entry.role === 'thought' ? entry.content.map(partText).join('\n') : undrawnText(entry, article);
		case 'permission':
			return askedText(entry);
		case 'tool_call':
			return [...entry.content.map(itemText), ...entry.locations.map(({ label }) => label)].join('\n');
		case 'plan':
		case 'elicitation':
		case 'compaction':
		case 'subagent':
		case 'attempt':
		case 'notice':
			return '';
	}
}

/** One that is settled is a line in the card of its call; alone, it shows all it has. */
function askedText(entry: ViewPermission): string {
	const { state, toolCallEntryId, title, description = '', document = '', details, changes = [] } = entry;
	if (state.type === 'pending' || toolCallEntryId === undefined) return '';
	return [title, description, document, details, ...changes.map(itemText)].join('\n');
}

function itemText(item: ViewToolContent): string {
	switch (item.type) {
		case 'content':
			return partText(item.content);
		case 'terminal':
			// Colours may stand inside of words.
			// oxlint-disable-next-line no-control-regex -- escape sequences begin with one
			return `${item.label}\n${item.output.replaceAll(/\u001B\[[\d;]*m/gu, '')}`;
		case 'diff':
		case 'file_change':
			return [item.label, ...item.preview].join('\n');
	}
}

function partText(content: Extract<ViewToolContent, { type: 'content' }>['content']): string {
	return content.type === 'text' || content.type === 'resource' ? (content.text ?? '') : '';
}

/** Brings a place in the text into sight, also in boxes inside of `scroller` that scroll by themselves. */
function scrollToRange(scroller: HTMLElement, place: StaticRange, follower: ScrollFollower): void {
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
	follower.goTo(parent, wanted - (top - parentTop));
}

/** No effect on a box that does not scroll. */
function scrollBox(box: HTMLElement, range: Range): void {
	const sight = box.getBoundingClientRect();
	const { top, bottom, left, right } = range.getBoundingClientRect();
	if (top < sight.top || bottom > sight.bottom) box.scrollTop += top - sight.top - box.clientHeight / 3;
	if (left < sight.left || right > sight.right) box.scrollLeft += left - sight.left - box.clientWidth / 3;
}
