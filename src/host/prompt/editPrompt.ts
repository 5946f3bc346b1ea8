/** A message of the user, from the transcript back into the composer. */
import type { Content, TextContent } from '../../core/session/model/content.ts';
import { isAwaitingLogin } from '../../core/session/reducer/prompts.ts';
import { isOfUser, type MessageEntry } from '../../core/session/model/entry.ts';
import type { ViewAttachment, ViewContext } from '../../core/view/viewAttachment.ts';
import { isForUser, writtenText } from '../../core/view/projectContent.ts';
import { newMediaId } from './draftAttachments.ts';
import { type Draft, type HostedSession, joinDrafts } from '../sessions/hostedSession.ts';
import { parseRangeId, rangeName } from '../mentions/contextIds.ts';
import { parseTerminalText } from '../mentions/contextText.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { nameOfUri } from '../../core/base/uriName.ts';

/**
 * Puts the text of an unsent message, and what went with it, above what the composer holds. What came back by itself
 * when it could not be sent stands there already, and is not put there twice. Other entries do nothing.
 */
export function editPrompt(
	sessions: Pick<Sessions, 'setDraft'>,
	hosted: HostedSession,
	entryId: string,
): void {
	const { session } = hosted;
	const entry = session.state.entries.get(entryId);
	if (entry?.type !== 'message' || entry.isUnsent !== true) return;
	// It goes out after the login: a copy of it would go out once more.
	if (isAwaitingLogin(session.state, entry)) return;
	intoComposer(sessions, hosted, contentOfUser(entry));
}

/** The same with a message that the agent has had. What it says was undone is not said once more: that may be there again. */
export function writeAgain(
	sessions: Pick<Sessions, 'setDraft'>,
	hosted: HostedSession,
	entryId: string,
): void {
	const entry = hosted.session.state.entries.get(entryId);
	if (entry?.type !== 'message' || entry.role !== 'user') return;
	const isTold = (part: Content): boolean => part.type === 'text' && part.attached?.type === 'undone';
	intoComposer(
		sessions,
		hosted,
		contentOfUser(entry).filter((part) => !isTold(part)),
	);
}

/**
 * Of a message that the agent tells of itself, such as from its own history, or has changed, only the words that are
 * shown come back: it could name any file, and what the composer holds is read and sent (hazard D11). One that it tells as
 * it was sent has the content that was sent.
 */
function contentOfUser(message: MessageEntry): readonly Content[] {
	const { content } = message;
	if (isOfUser(message)) return content;
	return [{ type: 'text', text: writtenText(content.filter(isForUser)) }];
}

function intoComposer(
	sessions: Pick<Sessions, 'setDraft'>,
	hosted: HostedSession,
	content: readonly Content[],
): void {
	const { draft } = hosted;
	const message = draftOf(content, draft);
	if (!includesDraft(draft, message)) sessions.setDraft(hosted, joinDrafts(message, draft));
}

/** What a prompt was made of. Media that the composer holds keep the name they have there. */
function draftOf(content: readonly Content[], { attachments }: Draft): Draft {
	return {
		text: writtenText(content),
		attachments: content.flatMap((item) => attachmentOf(item, attachments)),
	};
}

function attachmentOf(content: Content, inComposer: readonly ViewAttachment[]): ViewAttachment[] {
	switch (content.type) {
		case 'resource_link':
			return [linkOf(content.uri, content.name)];
		case 'resource':
			return [linkOf(content.uri, nameOfUri(content.uri))];
		case 'image':
		case 'audio': {
			const { type, mimeType, data } = content;
			const known = inComposer.find((other) => other.type === type && other.data === data);
			return [known ?? { type, id: newMediaId(), name: type, mimeType, data }];
		}
		case 'text':
			return contextOf(content);
		case 'unknown':
			return [];
	}
}

function linkOf(uri: string, name: string): ViewAttachment {
	const range = parseRangeId(uri);
	return range === undefined
		? { type: 'file', id: uri, name }
		: { type: 'range', id: uri, name: rangeName(nameOfUri(range.uri), range) };
}

/** What went out in words. A quotation stands beside its address, which comes back by itself. */
function contextOf({ text, attached }: TextContent): ViewContext[] {
	if (attached === undefined) return [];
	const { type, id, name } = attached;
	if (type === 'problems' || type === 'changes' || type === 'session') return [{ type, id, name }];
	if (type === 'undone') return [{ type, id, name, text }];
	const selected = type === 'terminal' ? parseTerminalText(text) : undefined;
	return selected === undefined ? [] : [{ type: 'terminal', id, name, text: selected }];
}

function includesDraft(draft: Draft, { text, attachments }: Draft): boolean {
	const ids = new Set(draft.attachments.map(({ id }) => id));
	const hasText = text === '' || `\n\n${draft.text}\n\n`.includes(`\n\n${text}\n\n`);
	return hasText && attachments.every(({ id }) => ids.has(id));
}
