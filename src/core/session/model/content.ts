/** Content of messages and tool calls, as the model keeps it: independent of the protocol's version. */
export type Content =
	TextContent | ResourceLinkContent | ResourceContent | ImageContent | AudioContent | UnknownContent;

/** Whom content is for and how much it matters. A hint of the agent. */
export interface Annotations {
	readonly audience?: readonly ('user' | 'assistant')[];
	/** From 0 to 1. */
	readonly priority?: number;
	/** ISO 8601. */
	readonly lastModified?: string;
}

interface ContentBase {
	readonly annotations?: Annotations;
}

/** Markdown text. */
export interface TextContent extends ContentBase {
	readonly type: 'text';
	readonly text: string;
	/** Set in a prompt of ours when it is nothing the user wrote, but says in words what they attached. */
	readonly attached?: AttachedThing;
}

interface AttachedThing {
	readonly type: string;
	readonly id: string;
	readonly name: string;
}

/** A pointer to something, usually a file. */
interface ResourceLinkContent extends ContentBase {
	readonly type: 'resource_link';
	readonly uri: string;
	readonly name: string;
	readonly title?: string;
	readonly description?: string;
	readonly mimeType?: string;
	/** Bytes. */
	readonly size?: number;
}

/** Something embedded whole: `text`, or a blob of which only the size is kept. */
export interface ResourceContent extends ContentBase {
	readonly type: 'resource';
	readonly uri: string;
	readonly mimeType?: string;
	readonly text?: string;
	/** Bytes of a blob. */
	readonly blobBytes?: number;
}

/** Base64 data; never a URL to load. */
interface ImageContent extends ContentBase {
	readonly type: 'image';
	readonly mimeType: string;
	readonly data: string;
}

export interface AudioContent extends ContentBase {
	readonly type: 'audio';
	readonly mimeType: string;
	/** Base64. */
	readonly data: string;
}

/** A kind we do not know: shown as a placeholder that names it, so nothing disappears unseen (acp C124). */
interface UnknownContent extends ContentBase {
	readonly type: 'unknown';
	readonly kind: string;
}

/** Stands where a text was cut that was too long to be stored. In a file, so not in the user's language. */
export const cutMark = '\n\n[The rest was too long to be kept.]';

/** Appends to a list of content: text joins the text before it, everything else stands alone. */
export function appendContent(list: readonly Content[], added: Content): readonly Content[] {
	const last = list.at(-1);
	if (last?.type !== 'text' || added.type !== 'text' || !joins(last, added)) return [...list, added];
	return [...list.slice(0, -1), { ...last, text: last.text + added.text }];
}

/** True when `added` continues the text before it. What is annotated stands alone. */
export function joins(last: Content | undefined, added: Content): boolean {
	return (
		last?.type === 'text' &&
		added.type === 'text' &&
		last.annotations === undefined &&
		added.annotations === undefined &&
		last.attached === undefined
	);
}

/** The text of a list of content, other kinds left out. */
export function textOf(list: readonly Content[]): string {
	return list.map((content) => (content.type === 'text' ? content.text : '')).join('');
}
