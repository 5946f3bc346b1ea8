/** What of a draft survives a reload: everything but large media, of which the names stay (hazard G2). Pure. */
import { saying } from '../../core/session/model/saying.ts';
import * as limits from '../../core/base/limits.ts';
import { itemsOf, object, type Shape, text, variants, withDefault } from '../../core/base/shape.ts';
import type { Notice } from '../../core/session/driver/agentFailure.ts';
import { base64Bytes } from '../../core/view/quantities.ts';
import { isMedia, type ViewAttachment } from '../../core/view/viewAttachment.ts';
import type { Draft } from './hostedSession.ts';

export interface StoredDraft extends Draft {
	/** Names of attachments that were too large to be kept. */
	readonly lost: readonly string[];
}

const empty: StoredDraft = { text: '', attachments: [], lost: [] };
const shownNames = 3;

const named = { id: text, name: text };
const context = { ...named, fingerprint: withDefault(text, undefined) };
const media = { ...named, mimeType: text, data: text };
const attachment: Shape<ViewAttachment> = variants({
	file: named,
	folder: context,
	range: context,
	symbol: context,
	problems: context,
	changes: context,
	session: context,
	// These are their text and nothing else.
	terminal: { ...named, text },
	undone: { ...named, text },
	image: media,
	audio: media,
} satisfies Record<ViewAttachment['type'], unknown>);

/** Reads what is stored; whatever has another shape is left out (hazard G4). */
export const storedDraft: Shape<StoredDraft> = withDefault(
	object({ text, attachments: itemsOf(attachment), lost: withDefault(itemsOf(text), []) }),
	empty,
);

/**
 * Leaves out media, and texts of `terminal` and `undone` chips, above `limits.draftMediaBytes` in sum; a small one behind a large one stays.
 * @param untold names lost before, of which the user has not been told yet
 */
export function toStoredDraft({ text, attachments }: Draft, untold: readonly string[]): StoredDraft {
	let left: number = limits.draftMediaBytes;
	const kept: ViewAttachment[] = [];
	const lost = [...untold];
	for (const attachment of attachments) {
		const bytes = isMedia(attachment) ? base64Bytes(attachment.data) : textBytes(attachment);
		if (bytes > left) lost.push(attachment.name);
		else {
			left -= bytes;
			kept.push(attachment);
		}
	}
	return { text, attachments: kept, lost };
}

function textBytes(attachment: ViewAttachment): number {
	return 'text' in attachment ? Buffer.byteLength(attachment.text ?? '') : 0;
}

/** Tells after a reload what is gone. */
export function lostAttachmentsNotice(lost: readonly string[]): Notice {
	const names = lost.slice(0, shownNames);
	return {
		severity: 'warning',
		title: saying('attachments_lost', lost.length - names.length, names),
		actions: [],
	};
}
