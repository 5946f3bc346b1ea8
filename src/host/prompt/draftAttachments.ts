/** What goes with the next prompt of a session: kept here, shown by the view, named by ids (hazard E4). */
import { t } from '../../core/base/l10n.ts';
import * as limits from '../../core/base/limits.ts';
import type { SessionState } from '../../core/session/model/sessionState.ts';
import { base64Bytes, formatBytes } from '../../core/view/quantities.ts';
import type { FromView } from '../../core/view/fromView.ts';
import { mediaHeadBytes, mediaKindsText, mediaTypeOf, plainMimeType } from '../../core/view/mediaKinds.ts';
import { isMedia, type ViewAttachment, type ViewMedia } from '../../core/view/viewAttachment.ts';
import type { Draft } from '../sessions/hostedSession.ts';

export type AddMediaMessage = Extract<FromView, { type: 'addMedia' }>;

/** A session with what its composer holds. */
export interface Drafting {
	readonly session: { readonly state: Pick<SessionState, 'agentTitle' | 'capabilities'> };
	readonly draft: Draft;
	readonly offered: Map<string, ViewAttachment>;
}

/**
 * The attachments that the view named, in its order. Ids that are not there count for nothing. What the view has
 * named once is gone when it names it no more.
 */
export function attachmentsOf(
	{ draft, offered }: Pick<Drafting, 'draft' | 'offered'>,
	ids: readonly string[],
): readonly ViewAttachment[] {
	const known = new Map([
		...offered,
		...draft.attachments.map((attachment) => [attachment.id, attachment] as const),
	]);
	for (const id of ids) offered.delete(id);
	return [...new Set(ids)].flatMap((id) => known.get(id) ?? []);
}

/** The list with what is not in it yet at its end. */
export function withAttachments(
	list: readonly ViewAttachment[],
	added: readonly ViewAttachment[],
): readonly ViewAttachment[] {
	const known = new Set(list.map(({ id }) => id));
	return [...list, ...added.filter(({ id }) => !known.has(id))];
}

let mediaCount = 0;

/** What was pasted or dropped, as an attachment; or the sentence that says why it cannot be one (acp C48). */
export function mediaFrom(hosted: Drafting, message: AddMediaMessage): ViewMedia | string {
	const { kind, name, data } = message;
	const mimeType = plainMimeType(message.mimeType);
	const refusal = refusalOf(hosted, [kind]) ?? mediaProblem(message, mimeType);
	if (refusal !== undefined) return refusal;
	const media = hosted.draft.attachments.filter(isMedia);
	if (media.length >= limits.promptMediaCount) {
		return t('A message can hold {0} images and sounds. Remove one first.', limits.promptMediaCount);
	}
	return { type: kind, id: newMediaId(), name, mimeType, data };
}

/** Unlike any other, also across reloads of the window. */
export function newMediaId(): string {
	mediaCount++;
	return `media${mediaCount}-${Date.now().toString(36)}`;
}

/** The sentence that says why the agent cannot be sent these kinds; undefined when it takes them (acp C48). */
export function refusalOf(
	{ session }: Pick<Drafting, 'session'>,
	kinds: readonly ViewAttachment['type'][],
): string | undefined {
	const { agentTitle } = session.state;
	const kind = refusedKind({ session }, kinds);
	if (kind === undefined) return undefined;
	return kind === 'image'
		? t('{0} does not take images.', agentTitle)
		: t('{0} does not take audio.', agentTitle);
}

/** The first of the kinds that the agent does not take (acp C48). */
export function refusedKind(
	{ session }: Pick<Drafting, 'session'>,
	kinds: readonly ViewAttachment['type'][],
): 'image' | 'audio' | undefined {
	const { capabilities } = session.state;
	if (kinds.includes('image') && !capabilities.promptImage) return 'image';
	return kinds.includes('audio') && !capabilities.promptAudio ? 'audio' : undefined;
}

function mediaProblem({ kind, name, data }: AddMediaMessage, mimeType: string): string | undefined {
	const found = mediaTypeOf(Buffer.from(data.slice(0, mediaHeadBytes * 2), 'base64'));
	if (!isBase64(data) || found === undefined) return t('{0} is not one of {1}.', name, mediaKindsText(kind));
	if (found.kind !== kind || found.mimeType !== mimeType) {
		return t('{0} is not what it says: its content is {1}.', name, found.mimeType);
	}
	const bytes = base64Bytes(data);
	return bytes > limits.promptImageBytes
		? t('{0} is larger than {1}, the most that can be attached.', name, formatBytes(limits.promptImageBytes))
		: undefined;
}

function isBase64(data: string): boolean {
	return data.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/u.test(data);
}
