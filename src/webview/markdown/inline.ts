import type { MarkedToken, Token } from 'marked';
import { element } from '../page/dom.ts';
import { decodeEntities } from './entities.ts';
import { createLinkedImage } from './images.ts';
import { createLink, isLiveHref, pathLinks } from './links.ts';
import type { MarkdownContext } from './context.ts';
import { untrustedText } from '../page/untrustedText.ts';

/** What turns the order of the letters around: with it a text reads as another than it is. */
const turning = /[\u202A-\u202E\u2066-\u2069]/u;

/** An element with inline tokens in it. Raw HTML is shown as the text it is. */
export function withInline(
	tag: keyof HTMLElementTagNameMap,
	tokens: readonly Token[],
	context: MarkdownContext,
	depth: number,
): HTMLElement {
	const host = element(tag);
	appendInline(host, tokens, context, depth + 1);
	return host;
}

function appendInline(
	host: Element,
	tokens: readonly Token[],
	context: MarkdownContext,
	depth: number,
): void {
	for (const token of tokens) host.append(...inlineNodes(token as MarkedToken, context, depth));
}

function inlineNodes(
	token: MarkedToken,
	context: MarkdownContext,
	depth: number,
): readonly (Node | string)[] {
	if (depth > context.maxDepth) return [token.raw];
	switch (token.type) {
		case 'text':
			if (token.tokens !== undefined) return [withInline('span', token.tokens, context, depth)];
			return linked(decodeEntities(token.text), context);
		case 'escape':
			return [token.text];
		case 'strong':
		case 'em':
		case 'del':
			return [withInline(token.type, token.tokens, context, depth)];
		case 'codespan':
			return [element('code', '', ...linked(token.text, context))];
		case 'br':
			return [element('br')];
		case 'link':
			return linkNodes(decodeEntities(token.href), token.tokens, context, depth);
		case 'image':
			return [createLinkedImage(decodeEntities(token.href), decodeEntities(token.text), context.openLink)];
		default:
			return [proseText(token.raw)];
	}
}

/** There are no links in links. */
function linked(text: string, { isInLink, openLink }: MarkdownContext): readonly (Node | string)[] {
	const prose = proseText(text);
	return isInLink === true || prose !== text ? [prose] : pathLinks(text, openLink);
}

/** A target that may not be opened leaves its text, followed by the target: so that neither is hidden. */
function linkNodes(
	href: string,
	tokens: readonly Token[],
	context: MarkdownContext,
	depth: number,
): readonly (Node | string)[] {
	const isLive = isLiveHref(href);
	const host = isLive ? createLink(href, context.openLink) : element('span', 'dead-link');
	appendInline(host, tokens, isLive ? { ...context, isInLink: true } : context, depth + 1);
	if (!isLive && host.textContent !== href && href !== '') host.append(` (${href.slice(0, 200)})`);
	return [host];
}

/** Text of a message: right-to-left writing as it is, but what turns the order around as a mark (hazard C7). */
export function proseText(text: string): Node | string {
	return turning.test(text) ? untrustedText(text, { isMultiline: true }) : text;
}
