import type { Content } from '../../core/session/content.ts';
import { element, iconElement } from '../dom.ts';
import { foreignText } from '../foreignText.ts';
import { visibleText } from '../../core/view/hostileText.ts';
import type { MarkdownContext } from '../markdown/context.ts';
import { createImage, placeholder } from '../markdown/images.ts';
import { createLink, isLiveHref } from '../markdown/links.ts';
import { MarkdownStream } from '../markdown/markdownStream.ts';
import { ChunkedText } from '../terminal/chunkedText.ts';

interface Part {
	readonly content: Content;
	readonly element: HTMLElement;
	readonly stream?: MarkdownStream;
}

/** A list of content as a column: text streams, everything else is drawn once. */
export class ContentParts {
	readonly element = element('div', 'content');
	readonly #context: MarkdownContext;
	#parts: Part[] = [];
	#isFinished = false;

	constructor(context: MarkdownContext) {
		this.#context = context;
	}

	/** Shows exactly these. Parts that are the same stay untouched. */
	set(contents: readonly Content[], isFinished: boolean): void {
		this.#isFinished = isFinished;
		contents.forEach((content, index) => this.#setPart(index, content));
		for (const extra of this.#parts.splice(contents.length)) extra.element.remove();
		if (isFinished) this.#finish();
	}

	/** Appends to the last text, as the op says; begins one if there is none. */
	appendText(text: string): void {
		const last = this.#parts.findLast((part) => part.stream !== undefined);
		if (last?.stream !== undefined) last.stream.append(text);
		else this.#setPart(this.#parts.length, { type: 'text', text });
	}

	work(deadline: number): boolean {
		let isDone = true;
		for (const part of this.#parts) isDone = (part.stream?.work(deadline) ?? true) && isDone;
		return isDone;
	}

	#setPart(index: number, content: Content): void {
		const part = this.#parts[index];
		if (part?.stream !== undefined && content.type === 'text') part.stream.set(content.text);
		else if (part === undefined || part.content !== content) this.#replacePart(index, content);
	}

	#replacePart(index: number, content: Content): void {
		const created = this.#create(content);
		const old = this.#parts[index]?.element;
		if (old === undefined) this.element.append(created.element);
		else old.replaceWith(created.element);
		this.#parts[index] = created;
	}

	#create(content: Content): Part {
		if (content.type !== 'text') return { content, element: drawContent(content, this.#context) };
		const stream = new MarkdownStream(this.#context);
		stream.append(content.text);
		if (this.#isFinished) stream.finish();
		return { content, element: stream.element, stream };
	}

	#finish(): void {
		for (const part of this.#parts) part.stream?.finish();
	}
}

type OtherContent = Exclude<Content, { type: 'text' }>;

function drawContent(content: OtherContent, context: MarkdownContext): HTMLElement {
	switch (content.type) {
		case 'image':
			return createImage(content.mimeType, content.data, 'Image');
		case 'resource_link':
			return drawLink(content.uri, content.title ?? content.name, context);
		case 'resource':
			return content.text === undefined
				? drawLink(content.uri, nameOf(content.uri), context)
				: drawResource(content.uri, content.text);
		case 'audio':
			return placeholder(`Audio (${content.mimeType}) cannot be played here`);
		case 'unknown':
			return placeholder(`Content of kind "${content.kind}" cannot be shown`);
	}
}

/** A file or page as a chip that opens it. */
function drawLink(uri: string, label: string, context: MarkdownContext): HTMLElement {
	const isLive = isLiveHref(uri);
	const chip = isLive ? createLink(uri, context.openLink) : element('span');
	chip.className = isLive ? 'chip link' : 'chip';
	if (!isLive) chip.title = visibleText(uri);
	chip.append(iconElement('file'), element('span', 'chip-label', foreignText(label === '' ? uri : label)));
	return chip;
}

function drawResource(uri: string, text: string): HTMLElement {
	const summary = element('summary', '', iconElement('file'), ' ', foreignText(nameOf(uri)));
	summary.title = visibleText(uri);
	const details = element('details', 'resource', summary);
	// Drawn when first unfolded: it may be a whole file.
	details.addEventListener(
		'toggle',
		() => {
			const body = element('pre');
			new ChunkedText(body).append(text);
			details.append(body);
		},
		{ once: true },
	);
	return details;
}

function nameOf(uri: string): string {
	return uri.split('/').findLast((part) => part !== '') ?? uri;
}
