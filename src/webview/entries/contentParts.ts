import { t } from '../../core/base/l10n.ts';
import { formatBytes } from '../../core/view/quantities.ts';
import type { ViewContent } from '../../core/view/viewEntry.ts';
import { element, iconElement } from '../page/dom.ts';
import { untrustedText } from '../page/untrustedText.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import type { MarkdownContext } from '../markdown/context.ts';
import { createImage, placeholder } from '../markdown/images.ts';
import { createLink, isLiveHref } from '../markdown/links.ts';
import { MarkdownStream } from '../markdown/markdownStream.ts';
import { ChunkedText } from '../terminal/chunkedText.ts';
import { lastPart } from '../../core/base/uriName.ts';

interface Part {
	readonly content: ViewContent;
	readonly element: HTMLElement;
	readonly stream?: MarkdownStream;
}

/** A list of content as a column: text streams, everything else is drawn once. */
export class ContentParts {
	readonly element = element('div', 'content');
	readonly #context: MarkdownContext;
	#parts: Part[] = [];

	constructor(context: MarkdownContext) {
		this.#context = context;
	}

	/** Shows exactly these. Parts that are the same stay untouched. */
	set(contents: readonly ViewContent[], isFinished: boolean): void {
		contents.forEach((content, index) => this.#setPart(index, content));
		for (const extra of this.#parts.splice(contents.length)) extra.element.remove();
		if (isFinished) for (const { stream } of this.#parts) stream?.finish();
	}

	/** Appends to the last text, as the op says; begins one if there is none. */
	appendText(text: string): void {
		const last = this.#parts.findLast((part) => part.stream !== undefined);
		if (last?.stream !== undefined) last.stream.append(text);
		else this.#setPart(this.#parts.length, { type: 'text', text });
	}

	work(deadline: number): boolean {
		return this.#parts.map(({ stream }) => stream?.work(deadline) ?? true).every(Boolean);
	}

	#setPart(index: number, content: ViewContent): void {
		const part = this.#parts[index];
		if (part?.stream !== undefined && content.type === 'text' && content.attached === undefined)
			part.stream.set(content.text);
		else if (part === undefined || !isSame(part.content, content)) this.#replacePart(index, content);
	}

	#replacePart(index: number, content: ViewContent): void {
		const created = this.#create(content);
		const old = this.#parts[index]?.element;
		if (old === undefined) this.element.append(created.element);
		else old.replaceWith(created.element);
		this.#parts[index] = created;
	}

	#create(content: ViewContent): Part {
		if (content.type === 'text' && content.attached !== undefined)
			return { content, element: drawFolded(content.attached.name, content.text) };
		if (content.type !== 'text') return { content, element: drawContent(content, this.#context) };
		const stream = new MarkdownStream(this.#context);
		stream.append(content.text);
		return { content, element: stream.element, stream };
	}
}

type OtherContent = Exclude<ViewContent, { type: 'text' }>;

function drawContent(content: OtherContent, context: MarkdownContext): HTMLElement {
	switch (content.type) {
		case 'image':
			return createImage(content.mimeType, content.data, t('Image'));
		case 'resource_link':
			return drawLink(content, context);
		case 'resource':
			return content.text === undefined
				? drawBlob(content)
				: drawFolded(lastPart(content.uri), content.text, content.uri);
		case 'audio':
			return placeholder(t('Audio ({0}, {1})', content.mimeType, formatBytes(content.bytes)), 'unmute');
		case 'unknown':
			return placeholder(t('Content of kind "{0}" cannot be shown', content.kind), 'question');
	}
}

/**
 * True when there is nothing to draw anew: a picture that is decoded again flickers, and what the reader has unfolded or
 * focused is another one then. Posted anew, all of it is a copy.
 */
function isSame(shown: ViewContent, content: ViewContent): boolean {
	if (shown === content) return true;
	const [before, now] = [new Map(Object.entries(shown)), new Map(Object.entries(content))];
	const isUnchanged = ([name, value]: [string, unknown]): boolean =>
		before.get(name) === value || JSON.stringify(before.get(name)) === JSON.stringify(value);
	return before.size === now.size && [...now].every(isUnchanged);
}

/** A file or page as a chip that opens it. Its description and where it leads are the tooltip. */
function drawLink(
	link: Extract<ViewContent, { type: 'resource_link' }>,
	context: MarkdownContext,
): HTMLElement {
	const { uri, name, title, description, size } = link;
	const isLive = isLiveHref(uri);
	const chip = isLive ? createLink(uri, context.openLink) : element('span');
	chip.className = isLive ? 'chip link' : 'chip';
	const lines = description === undefined ? [uri] : [description, uri];
	chip.title = lines.map((line) => visibleText(line)).join('\n');
	const label = [title, name, uri].find((text) => text !== undefined && text !== '') ?? '';
	chip.append(iconElement('file'), element('span', 'chip-label', untrustedText(label)));
	if (size !== undefined) chip.append(element('span', 'chip-size', formatBytes(size)));
	return chip;
}

/** Bytes that we have no use for: named, not kept. */
function drawBlob({ uri, mimeType, blobBytes }: Extract<ViewContent, { type: 'resource' }>): HTMLElement {
	const known = [mimeType, blobBytes === undefined ? undefined : formatBytes(blobBytes)];
	const details = known.filter((text) => text !== undefined).join(', ');
	const shown = placeholder(`${lastPart(uri)}${details === '' ? '' : ` (${details})`}`, 'file-binary');
	shown.title = visibleText(uri);
	return shown;
}

/** A text under its name. */
function drawFolded(name: string, text: string, tooltip = name): HTMLElement {
	const summary = element('summary', '', iconElement('file'), ' ', untrustedText(name));
	summary.title = visibleText(tooltip);
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
