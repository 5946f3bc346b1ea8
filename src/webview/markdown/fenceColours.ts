/**
 * Colours for closed blocks of code. The host computes them, with the user's own theme; a block asks when it is near
 * the part that is in sight and the page has nothing better to do. Until then, and without an answer, it is plain.
 */
import { BoundedMap } from '../../core/base/boundedMap.ts';
import * as limits from '../../core/base/limits.ts';
import type { ToView, ViewHighlight, ViewCodeStyle } from '../../core/view/toView.ts';
import type { Post } from '../page/api.ts';
import { element } from '../page/dom.ts';

/** A closed block. Its code stands in one or more elements that hold nothing but text. */
export interface Fence {
	readonly language: string;
	readonly text: string;
	readonly code: HTMLElement;
}

/** Blocks are found by their element, so none is kept that the page let go. */
const fences = new WeakMap<Element, { readonly fence: Fence; readonly post: Post }>();
const asked = new Map<string, Fence>();
/** The latest colours: a block that is drawn anew, as in a growing list, has them at once. */
const kept = new BoundedMap<string, ViewHighlight>({ maxCount: limits.highlightsKept });
let lastId = 0;

/** Hexadecimal, or a variable of VS Code: nothing else gets into a style sheet. */
const safeColour = /^(#[\da-f]{3,8}|--vscode-[\w-]+)$/i;

/** Classes by their style. */
const classes = new Map<string, string>();
const sheet = new CSSStyleSheet();
document.adoptedStyleSheets.push(sheet);

/** Blocks that were closed lately. */
const closed: HTMLElement[] = [];
/** After a pause this long they are looked at: where they come faster they are not read yet, and to watch one costs a little. */
const restMs = 200;

const sight = new IntersectionObserver(
	(seen) => {
		for (const { isIntersecting, target } of seen) {
			if (!isIntersecting) continue;
			sight.unobserve(target);
			ask(target);
		}
	},
	{ scrollMargin: '300px' },
);

/** Takes a block that is closed now. */
export function colourFence(fence: Fence, post: Post): void {
	if (fence.language === '' || fence.text.length > limits.highlightChars) return;
	fences.set(fence.code, { fence, post });
	const known = kept.get(keyOf(fence));
	if (known !== undefined) return paint(fence, known);
	if (closed.length === 0) setTimeout(watchClosed, restMs, 0);
	closed.push(fence.code);
}

/** @param count of those that were closed when it was looked last */
function watchClosed(count: number): void {
	if (closed.length > count) return void setTimeout(watchClosed, restMs, closed.length);
	for (const code of closed.splice(0)) if (code.isConnected) sight.observe(code);
}

/** Takes the host's answer. One that does not fit the text is not used. */
export function showColours({ requestId, styles, runs }: Extract<ToView, { type: 'highlighted' }>): void {
	const fence = asked.get(requestId);
	asked.delete(requestId);
	if (fence === undefined || !isFitting({ styles, runs }, fence.text)) return;
	kept.set(keyOf(fence), { styles, runs });
	paint(fence, { styles, runs });
}

/** Other colours: what is in sight asks at once, the rest when it comes into sight. */
export function renewColours(): void {
	kept.clear();
	asked.clear();
	for (const code of document.querySelectorAll('.code-block code')) if (fences.has(code)) sight.observe(code);
}

function ask(code: Element): void {
	const known = fences.get(code);
	if (known === undefined || !code.isConnected) return;
	const { fence, post } = known;
	const requestId = `${++lastId}`;
	asked.set(requestId, fence);
	post({ type: 'highlight', requestId, language: fence.language, text: fence.text });
}

function keyOf({ language, text }: Fence): string {
	return `${language}\n${text}`;
}

function isFitting({ styles, runs }: ViewHighlight, text: string): boolean {
	let sum = 0;
	for (let at = 0; at < runs.length; at += 2) {
		const length = runs[at] ?? 0;
		if (!Number.isInteger(length) || length <= 0 || styles[runs[at + 1] ?? -1] === undefined) return false;
		sum += length;
	}
	return sum === text.length;
}

/** Replaces the text of each element by pieces of it. */
function paint(fence: Fence, highlight: ViewHighlight): void {
	const { code, text } = fence;
	const { styles, runs } = highlight;
	// More came after all.
	if (code.textContent !== text) return;
	// The user has selected a part of it: new nodes would lose the selection.
	if (containsSelection(code))
		return document.addEventListener('selectionchange', () => paint(fence, highlight), { once: true });
	const names = styles.map(styleClass);
	let run = 0;
	let left = runs[0] ?? 0;
	for (const part of code.children) {
		const whole = part.textContent;
		const nodes: (Node | string)[] = [];
		for (let start = 0; start < whole.length;) {
			const end = Math.min(whole.length, start + left);
			const name = names[runs[run + 1] ?? 0] ?? '';
			const piece = whole.slice(start, end);
			nodes.push(name === '' ? piece : element('span', name, piece));
			left -= end - start;
			if (left === 0) left = runs[(run += 2)] ?? Infinity;
			start = end;
		}
		part.replaceChildren(...nodes);
	}
}

function containsSelection(code: HTMLElement): boolean {
	const selection = document.getSelection();
	return selection !== null && !selection.isCollapsed && selection.containsNode(code, true);
}

/** The class for text that looks so; empty for plain text. Attributes for styles are forbidden by the page's policy. */
function styleClass({ color, isBold, isItalic, isUnderline }: ViewCodeStyle): string {
	const rules = [
		color !== undefined &&
			safeColour.test(color) &&
			`color:${color.startsWith('#') ? color : `var(${color})`}`,
		isBold === true && 'font-weight:bold',
		isItalic === true && 'font-style:italic',
		isUnderline === true && 'text-decoration:underline',
	];
	const style = rules.filter((rule) => rule !== false).join(';');
	return style === '' ? '' : (classes.get(style) ?? addClass(style));
}

function addClass(style: string): string {
	const name = `token-${classes.size}`;
	classes.set(style, name);
	sheet.insertRule(`.${name}{${style}}`);
	return name;
}
