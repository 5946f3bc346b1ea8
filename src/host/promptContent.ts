/** A prompt as content: the text first, then what goes with it. Pure but for the port that looks at files. */
import { limits } from '../core/base/limits.ts';
import type { Content } from '../core/session/content.ts';
import type { ViewAttachment, ViewFile } from '../core/view/messages.ts';
import { mimeTypeOfName } from './mimeTypes.ts';

/** What is there under the URI of an attached file. */
export type AttachedFile =
	/** Text that may go along whole: what the user sees in the editor, else what is on disk. */
	| { readonly type: 'text'; readonly text: string }
	| { readonly type: 'file'; readonly size: number }
	| { readonly type: 'folder' }
	| { readonly type: 'missing' };

/** Looks at a file; never rejects. Texts larger than `maxBytes` come as `file`. */
export type LookAtFile = (uri: string, maxBytes: number) => Promise<AttachedFile>;

/**
 * @param isEmbedding the agent takes embedded resources, which then go before links (acp C49)
 * @param look at a file whose text would go along
 */
export async function promptContent(
	text: string,
	attachments: readonly ViewAttachment[],
	isEmbedding: boolean,
	look: LookAtFile,
): Promise<Content[]> {
	const content: Content[] = text.trim() === '' ? [] : [{ type: 'text', text }];
	let left: number = isEmbedding ? limits.embeddedSumBytes : 0;
	for (const attachment of attachments) {
		if (attachment.type === 'file') {
			const file = await look(attachment.id, Math.min(left, limits.embeddedFileBytes));
			content.push(fileContent(attachment, file));
			if (file.type === 'text') left -= Buffer.byteLength(file.text);
		} else {
			const { type, mimeType, data } = attachment;
			content.push({ type, mimeType, data });
		}
	}
	return content;
}

function fileContent({ id, name }: ViewFile, file: AttachedFile): Content {
	const mimeType = file.type === 'folder' ? undefined : mimeTypeOfName(name);
	const known = mimeType === undefined ? {} : { mimeType };
	if (file.type === 'text') return { type: 'resource', uri: id, text: file.text, ...known };
	const size = file.type === 'file' ? { size: file.size } : {};
	return { type: 'resource_link', uri: id, name, ...known, ...size };
}
