/**
 * Markdown that is still being written, as DOM nodes.
 *
 * Finished blocks are drawn once and never touched. Only the last block is drawn again while it grows, and less
 * often the larger it is, so the cost is linear in the length of the message. An open code fence is not parsed at
 * all: its text is appended. A block that outgrows its bound is cut at a line end. Blocks stand in pages, so that
 * layout looks at the last page only and the browser skips pages out of sight; one that is full before it stands in the
 * document is never laid out.
 */
import { Lexer, type MarkedToken, type Token } from 'marked';
import { element } from '../page/dom.ts';
import { blockNodes } from './blocks.ts';
import { BoundedTokenizer } from './boundedTokenizer.ts';
import { CodeBlock } from './codeBlock.ts';
import type { MarkdownContext } from './context.ts';
import { OpenFence, openingFence } from './openFence.ts';

type Links = Lexer['tokens']['links'];

/** Taken from the queue at once, so that one huge chunk does not hold up a frame. */
const sliceChars = 16 * 1024;
/** An open block up to this size is drawn in each frame. */
const eagerChars = 2 * 1024;
/** A larger one is drawn again when it has grown by this factor. */
const growth = 1.25;
/** An open block is cut here. */
const maxOpenChars = 32 * 1024;
/** … here where most of it is its last line, as of a paragraph. Lists and tables have more lines, and may be longer. */
const maxLineChars = 16 * 1024;
/** … and here where it has no blank: to read it again and again would hold up frames. */
const maxUnbrokenChars = 8 * 1024;
/** … and where it has this many lines: each is drawn again with those before it. */
const maxOpenLines = 500;
/** … but for the data of an image, which is one word. */
const maxImageChars = 8 * 1024 * 1024;
const imageStart = '](data:image/';
/** Where a text may be cut; some scripts have no blanks. */
const blanks = [' ', '。', '，'];
/**
 * A page that holds this much source is full. Each frame costs a little for each page there is, and a page that comes
 * near to what is in sight is laid out whole: with larger ones most of a flood is, with smaller ones there are too many.
 */
const pageChars = 4 * 1024;

export class MarkdownStream {
	readonly element = element('div', 'markdown');
	readonly #context: MarkdownContext;
	/** Targets of `[name]: target` lines that are finished. */
	#links: Links = noLinks();
	#page = element('div', 'page');
	#pageFill = 0;
	#source = '';
	#queue = '';
	/** Source of the blocks that are not finished. */
	#tail = '';
	#openNodes: readonly Node[] = [];
	#fence: OpenFence | undefined;
	#fenceBlock: CodeBlock | undefined;
	#isDrawn = true;
	#drawAt = 0;
	#isFinished = false;
	/** The end of an open code block was drawn as if no more came: more text draws all of it anew. */
	#wasGuessed = false;

	constructor(context: MarkdownContext) {
		this.#context = context;
	}

	/** Shows exactly `text`: appends if it continues what is there, else draws anew. */
	set(text: string): void {
		if (text.startsWith(this.#source)) this.append(text.slice(this.#source.length));
		else this.#drawAnew(text);
	}

	append(text: string): void {
		if (text === '') return;
		// A message that was complete goes on (acp C247).
		if (this.#wasGuessed) return this.#drawAnew(this.#source + text);
		this.#isFinished = false;
		this.#source += text;
		this.#queue += text;
	}

	/** No more text comes: what was held back is drawn with the next `work`. */
	finish(): void {
		this.#isFinished = true;
	}

	/** Draws until `deadline` (`performance.now()`). False if something is left for the next frame. */
	work(deadline: number): boolean {
		const hadNews = this.#queue !== '';
		while (this.#queue !== '') {
			const slice = this.#queue.slice(0, sliceChars);
			this.#queue = this.#queue.slice(slice.length);
			this.#take(slice.replaceAll('\r', ''));
			if (performance.now() > deadline) return false;
		}
		if (this.#isFinished && this.#fence !== undefined) this.#finishFence(this.#fence);
		// Growing text waits for its next step; text at rest is drawn.
		if (!this.#isDrawn && (!hadNews || this.#isFinished)) this.#draw();
		return this.#isDrawn;
	}

	/** A message that is complete leaves no block open, whether there is a closing fence or not. */
	#finishFence(fence: OpenFence): void {
		if (fence.finish()) this.#wasGuessed = true;
		this.#fenceBlock?.close();
	}

	#take(text: string): void {
		const rest = this.#fence === undefined ? text : this.#fence.push(text);
		this.#pageFill += text.length - (rest?.length ?? 0);
		if (rest === undefined) return;
		this.#fenceBlock?.close();
		this.#fence = undefined;
		this.#fenceBlock = undefined;
		this.#tail += rest;
		this.#isDrawn = false;
		if (this.#tail.length < eagerChars || this.#tail.length >= this.#drawAt) this.#draw();
	}

	/** Draws the tail: what is finished for good, what is open until the next time. */
	#draw(): void {
		this.#isDrawn = true;
		for (let hasMoved = true; hasMoved;) {
			for (const node of this.#openNodes) node.parentNode?.removeChild(node);
			this.#openNodes = [];
			if (this.#enterFence()) return;
			const tokens = this.#lex(this.#tail);
			const open = this.#firstOpen(tokens);
			this.#commit(tokens.slice(0, open));
			hasMoved = open > 0 && openingFence(this.#tail) !== undefined;
			if (!hasMoved && !this.#cutIfTooLong()) this.#openNodes = this.#append(tokens.slice(open));
		}
		this.#showPage();
		this.#drawAt = this.#tail.length * growth;
	}

	/** Passes the tail to a code block if it begins with a fence. True if that block stays open. */
	#enterFence(): boolean {
		for (let opening = openingFence(this.#tail); opening !== undefined; opening = openingFence(this.#tail)) {
			const block = new CodeBlock(opening.info, this.#context);
			this.#turnPage();
			this.#page.append(block.element);
			const fence = new OpenFence(opening.marker, (text) => block.append(text));
			const rest = fence.push(this.#tail.slice(opening.length));
			this.#pageFill += this.#tail.length - (rest?.length ?? 0);
			this.#tail = rest ?? '';
			if (rest !== undefined) {
				block.close();
				continue;
			}
			this.#fence = fence;
			this.#fenceBlock = block;
			this.#showPage();
			return true;
		}
		return false;
	}

	#lex(source: string): readonly Token[] {
		try {
			const tokenizer = new BoundedTokenizer();
			const lexer = new Lexer({ gfm: true, breaks: this.#context.keepsBreaks, tokenizer });
			// A copy: the last line may hold only the beginning of a target.
			lexer.tokens.links = Object.assign(noLinks(), this.#links);
			return lexer.lex(source);
		} catch {
			// Nested too deep for the lexer: shown as it was written.
			return [{ type: 'html', raw: source, text: source }];
		}
	}

	/**
	 * Index of the first token that later text may still change: the last one that is not blank, or the one before
	 * while the last has not even a whole line, which may turn out to belong to its neighbour.
	 */
	#firstOpen(tokens: readonly Token[]): number {
		let following = '';
		for (let index = tokens.length - 1; index > 0; index--) {
			const token = tokens[index];
			if (token === undefined) break;
			following = token.raw + following;
			if (token.type !== 'space' && following.includes('\n')) return index;
		}
		return 0;
	}

	#commit(tokens: readonly Token[]): void {
		let length = 0;
		for (const token of tokens as readonly MarkedToken[]) {
			if (token.type === 'def') this.#links[token.tag] ??= { href: token.href, title: token.title };
			this.#turnPage();
			this.#append([token]);
			this.#pageFill += token.raw.length;
			length += token.raw.length;
		}
		this.#tail = this.#tail.slice(length);
	}

	#append(tokens: readonly Token[]): readonly Node[] {
		const nodes = tokens.flatMap((token) => blockNodes(token, this.#context));
		this.#page.append(...nodes);
		return nodes;
	}

	/** Begins a new page if this one is full. Nothing open may stand on it. */
	#turnPage(): void {
		if (this.#pageFill < pageChars || this.#page.childElementCount === 0) return;
		this.#page.classList.add('full');
		this.#showPage();
		this.#page = element('div', 'page');
		this.#pageFill = 0;
	}

	/** A page is filled before it stands in the document, which has less to follow then. */
	#showPage(): void {
		if (this.#page.parentNode === null) this.element.append(this.#page);
	}

	/**
	 * Declares an open block finished where it is too long, so that it need not be drawn again and again.
	 * @returns true where it did, and drew the rest
	 */
	#cutIfTooLong(): boolean {
		const hasManyLines = this.#tail.split('\n', maxOpenLines + 1).length > maxOpenLines;
		if (!hasManyLines && this.#tail.length < maxUnbrokenChars) return false;
		const atLine = this.#tail.lastIndexOf('\n') + 1;
		const atBlank = Math.max(...blanks.map((blank) => this.#tail.lastIndexOf(blank))) + 1;
		const half = this.#tail.length / 2;
		const end = atLine > half ? atLine : atBlank > half ? atBlank : this.#tail.length;
		const isUnbroken = end === this.#tail.length && end !== atLine;
		const most = end === atLine ? maxOpenChars : maxLineChars;
		if (!isUnbroken && !hasManyLines && this.#tail.length < most) return false;
		if (this.#tail.length < maxImageChars && cutsImage(this.#tail, end)) return false;
		this.#commit(this.#lex(this.#tail.slice(0, end)));
		this.#openNodes = this.#append(this.#lex(this.#tail));
		return true;
	}

	#drawAnew(text: string): void {
		this.#page = element('div', 'page');
		this.#pageFill = 0;
		this.#links = noLinks();
		this.element.replaceChildren();
		this.#source = '';
		this.#queue = '';
		this.#tail = '';
		this.#openNodes = [];
		this.#fence = undefined;
		this.#fenceBlock = undefined;
		this.#wasGuessed = false;
		this.#isDrawn = true;
		this.#drawAt = 0;
		this.append(text);
	}
}

/** True while a text ends in the data of an image that is still being written, and `end` is within that image. */
function cutsImage(text: string, end: number): boolean {
	const start = text.lastIndexOf(imageStart);
	return (
		start !== -1 &&
		text.lastIndexOf('![', start) < end &&
		/^[\w.+-]*(?:;[\w=-]*)*(?:,[A-Za-z0-9+/=]*)?$/u.test(text.slice(start + imageStart.length))
	);
}

/** Names come from the agent, so there is no prototype that they could meet. */
function noLinks(): Links {
	return Object.create(null) as Links;
}
