import type { MarkedToken, Token, Tokens } from 'marked';
import { t } from '../../core/base/l10n.ts';
import { element, iconElement } from '../page/dom.ts';
import { CodeBlock } from './codeBlock.ts';
import type { MarkdownContext } from './context.ts';
import { decodeEntities } from './entities.ts';
import { proseText, withInline } from './inline.ts';

/** The nodes of one block token: none for blank lines and definitions. */
export function blockNodes(token: Token, context: MarkdownContext, depth = 0): readonly Node[] {
	const block = token as MarkedToken;
	if (depth > context.maxDepth) return [element('p', '', block.raw)];
	switch (block.type) {
		case 'space':
		case 'def':
			return [];
		case 'heading':
			return [withInline(`h${headingLevel(block.depth)}`, block.tokens, context, depth)];
		case 'paragraph':
			return [withInline('p', block.tokens, context, depth)];
		case 'code':
			return [codeBlock(block, context)];
		case 'blockquote':
			return [withBlocks('blockquote', block.tokens, context, depth)];
		case 'list':
			return [list(block, context, depth)];
		case 'table':
			return [table(block, context, depth)];
		case 'hr':
			return [element('hr')];
		case 'text':
			return [
				block.tokens === undefined
					? element('span', '', proseText(decodeEntities(block.text)))
					: withInline('span', block.tokens, context, depth),
			];
		default:
			return [element('p', 'raw-html', proseText(block.raw.trimEnd()))];
	}
}

function headingLevel(depth: number): 1 | 2 | 3 | 4 | 5 | 6 {
	return depth === 1 || depth === 2 || depth === 3 || depth === 4 || depth === 5 ? depth : 6;
}

function withBlocks(
	tag: 'blockquote' | 'li',
	tokens: readonly Token[],
	context: MarkdownContext,
	depth: number,
): HTMLElement {
	const host = element(tag);
	for (const token of tokens) host.append(...blockNodes(token, context, depth + 1));
	return host;
}

/** The last of several lines. */
const closingFence = /\n *(`{3,}|~{3,}) *\n*$/;

function codeBlock(token: Tokens.Code, context: MarkdownContext): Node {
	const block = new CodeBlock(token.lang ?? '', context);
	block.append(`${token.text}\n`);
	if (closingFence.test(token.raw)) block.close();
	return block.element;
}

function list(token: Tokens.List, context: MarkdownContext, depth: number): Node {
	const host = element(token.ordered ? 'ol' : 'ul', token.items.some((item) => item.task) ? 'has-tasks' : '');
	if (host instanceof HTMLOListElement && typeof token.start === 'number' && token.start !== 1) {
		host.start = token.start;
	}
	for (const item of token.items) host.append(listItem(item, context, depth));
	return host;
}

function listItem(item: Tokens.ListItem, context: MarkdownContext, depth: number): Node {
	const tokens = item.tokens.filter((token) => token.type !== 'checkbox');
	const host = withBlocks('li', tokens.map(withoutCheckbox), context, depth);
	if (!item.task) return host;
	const isDone = item.checked === true;
	const mark = iconElement(isDone ? 'pass-filled' : 'circle-large-outline');
	mark.ariaHidden = null;
	mark.role = 'img';
	mark.ariaLabel = isDone ? t('Done') : t('Not done');
	host.className = 'task';
	host.prepend(mark);
	return host;
}

/** In a loose list the lexer puts the check box into the paragraph. */
function withoutCheckbox(token: Token): Token {
	if (token.type !== 'paragraph' || !('tokens' in token)) return token;
	return { ...token, tokens: token.tokens?.filter((inner) => inner.type !== 'checkbox') };
}

function table(token: Tokens.Table, context: MarkdownContext, depth: number): Node {
	const row = (cells: readonly Tokens.TableCell[], tag: 'th' | 'td'): HTMLElement => {
		const host = element('tr');
		for (const cell of cells) {
			const drawn = withInline(tag, cell.tokens, context, depth);
			if (cell.align !== null) drawn.className = `align-${cell.align}`;
			host.append(drawn);
		}
		return host;
	};
	const body = element('tbody', '', ...token.rows.map((cells) => row(cells, 'td')));
	const drawn = element('table', '', element('thead', '', row(token.header, 'th')), body);
	return element('div', 'table-scroll', drawn);
}
