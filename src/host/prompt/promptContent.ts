/** A prompt as content: the text first, then what goes with it. Pure but for the port that looks around. */
import * as limits from '../../core/base/limits.ts';
import type { Content } from '../../core/session/model/content.ts';
import type { ViewAttachment, ViewContext, ViewFile } from '../../core/view/viewAttachment.ts';
import { type LineRange, parseRangeId, rangeId } from '../mentions/contextIds.ts';
import { newestOf, quotedText, terminalText } from '../mentions/contextText.ts';

/** What is there under the URI of an attached file. */
export type AttachedFile =
	/** Text that may go along whole: what the user sees in the editor, else what is on disk. */
	| { readonly type: 'text'; readonly text: string }
	/** No text, or too much of it to go along: named to the agent by its URI. `size` in bytes. */
	| { readonly type: 'file'; readonly size: number }
	| { readonly type: 'folder' }
	| { readonly type: 'missing' };

/** Lines of a file as they are now, where they are now. */
export interface AttachedRange {
	readonly lines: LineRange;
	/** `src/a.ts:3-9`. */
	readonly name: string;
	readonly text: string;
}

/** Looks at what is attached; nothing rejects. */
export interface AttachmentSources {
	/** Texts larger than `maxBytes` come as `file`. */
	file(uri: string, maxBytes: number): Promise<AttachedFile>;
	/** Undefined when they are larger than that, or cannot be read. */
	range(context: ViewContext, maxBytes: number): Promise<AttachedRange | undefined>;
	/** In words. */
	problems(id: string, maxBytes: number): string;
	/** In words. */
	changes(id: string, maxBytes: number): Promise<string>;
	/** The conversation of another session, in words. */
	session(context: ViewContext, maxBytes: number): Promise<string>;
}

/**
 * @param isEmbedding the agent takes embedded resources, which then go before links (acp C49)
 */
export async function promptContent(
	text: string,
	attachments: readonly ViewAttachment[],
	isEmbedding: boolean,
	look: AttachmentSources,
): Promise<Content[]> {
	const content: Content[] = text.trim() === '' ? [] : [{ type: 'text', text }];
	let left: number = limits.attachedTextBytes;
	for (const attachment of attachments) {
		const most = Math.max(0, Math.min(left, limits.embeddedFileBytes));
		const added = await attachmentContent(attachment, isEmbedding, most, look);
		content.push(...added);
		for (const item of added) left -= 'text' in item ? Buffer.byteLength(item.text ?? '') : 0;
	}
	return content;
}

async function attachmentContent(
	attachment: ViewAttachment,
	isEmbedding: boolean,
	maxBytes: number,
	look: AttachmentSources,
): Promise<Content[]> {
	switch (attachment.type) {
		case 'file':
			return [fileContent(attachment, await look.file(attachment.id, isEmbedding ? maxBytes : 0))];
		case 'image':
		case 'audio': {
			const { type, mimeType, data } = attachment;
			return [{ type, mimeType, data }];
		}
		case 'folder':
			return [{ type: 'resource_link', uri: attachment.id, name: attachment.name }];
		case 'range':
		case 'symbol':
			return rangeContent(attachment, await look.range(attachment, maxBytes), isEmbedding);
		case 'problems':
			return [inWords(attachment, look.problems(attachment.id, maxBytes))];
		case 'changes':
			return [inWords(attachment, await look.changes(attachment.id, maxBytes))];
		case 'session':
			return [inWords(attachment, await look.session(attachment, maxBytes))];
		case 'undone':
			return [inWords(attachment, attachment.text ?? '')];
		case 'terminal':
			return [inWords(attachment, terminalText(newestOf(attachment.text ?? '', maxBytes)))];
	}
}

function fileContent({ id, name }: ViewFile, file: AttachedFile): Content {
	const mimeType = file.type === 'folder' ? undefined : mimeTypeOfName(name);
	const known = mimeType === undefined ? {} : { mimeType };
	if (file.type === 'text') return { type: 'resource', uri: id, text: file.text, ...known };
	const size = file.type === 'file' ? { size: file.size } : {};
	return { type: 'resource_link', uri: id, name, ...known, ...size };
}

/** The lines under their address; for agents that take no embedded texts, the address and a quotation. */
function rangeContent(
	context: ViewContext,
	range: AttachedRange | undefined,
	isEmbedding: boolean,
): Content[] {
	const file = parseRangeId(context.id)?.uri ?? context.id;
	const mimeType = mimeTypeOfName(file);
	const known = mimeType === undefined ? {} : { mimeType };
	if (range === undefined) return [{ type: 'resource_link', uri: context.id, name: context.name, ...known }];
	const uri = rangeId({ uri: file, ...range.lines });
	if (isEmbedding) return [{ type: 'resource', uri, text: range.text, ...known }];
	return [
		{ type: 'resource_link', uri, name: range.name, ...known },
		inWords(context, quotedText(range.name, range.text)),
	];
}

function inWords({ type, id, name }: ViewContext, text: string): Content {
	return { type: 'text', text, attached: { type, id, name } };
}

/** By the extension of a name. */
const mimeTypes: Readonly<Record<string, string>> = {
	css: 'text/css',
	csv: 'text/csv',
	flac: 'audio/flac',
	gif: 'image/gif',
	html: 'text/html',
	jpeg: 'image/jpeg',
	jpg: 'image/jpeg',
	js: 'text/javascript',
	json: 'application/json',
	m4a: 'audio/mp4',
	md: 'text/markdown',
	mjs: 'text/javascript',
	mp3: 'audio/mpeg',
	mp4: 'video/mp4',
	ogg: 'audio/ogg',
	pdf: 'application/pdf',
	png: 'image/png',
	svg: 'image/svg+xml',
	toml: 'application/toml',
	txt: 'text/plain',
	wasm: 'application/wasm',
	wav: 'audio/wav',
	webp: 'image/webp',
	xml: 'application/xml',
	yaml: 'application/yaml',
	yml: 'application/yaml',
	zip: 'application/zip',
};

/** The registered type of files of that name; undefined where there is none, as for most source code. */
function mimeTypeOfName(name: string): string | undefined {
	const extension = /\.([a-z0-9]+)$/iu.exec(name)?.[1]?.toLowerCase();
	return extension === undefined ? undefined : mimeTypes[extension];
}
