/** Content of messages and tool calls, as the model keeps it: independent of the protocol's version. */
export type Content =
	TextContent | ResourceLinkContent | ResourceContent | ImageContent | AudioContent | UnknownContent;

/** Markdown text. */
export interface TextContent {
	readonly type: 'text';
	readonly text: string;
}

/** A pointer to something, usually a file. */
export interface ResourceLinkContent {
	readonly type: 'resource_link';
	readonly uri: string;
	readonly name: string;
	readonly title?: string;
	readonly mimeType?: string;
}

/** Something embedded whole: `text`, or a blob of which only the size is kept. */
export interface ResourceContent {
	readonly type: 'resource';
	readonly uri: string;
	readonly mimeType?: string;
	readonly text?: string;
}

/** Base64 data; never a URL to load. */
export interface ImageContent {
	readonly type: 'image';
	readonly mimeType: string;
	readonly data: string;
}

export interface AudioContent {
	readonly type: 'audio';
	readonly mimeType: string;
}

/** A kind we do not know: shown as a placeholder that names it, so nothing disappears unseen (acp C124). */
export interface UnknownContent {
	readonly type: 'unknown';
	readonly kind: string;
}

/** Appends to a list of content: text joins the text before it, everything else stands alone. */
export function appendContent(list: readonly Content[], added: Content): readonly Content[] {
	const last = list.at(-1);
	if (added.type !== 'text' || last?.type !== 'text') return [...list, added];
	return [...list.slice(0, -1), { type: 'text', text: last.text + added.text }];
}

/** The text of a list of content, other kinds left out. */
export function textOf(list: readonly Content[]): string {
	return list.map((content) => (content.type === 'text' ? content.text : '')).join('');
}
