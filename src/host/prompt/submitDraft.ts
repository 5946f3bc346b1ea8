/** From what stands in the composer to a prompt that is on its way. */
import { saying } from '../../core/session/model/saying.ts';
import type { Content } from '../../core/session/model/content.ts';
import type { SessionState } from '../../core/session/model/sessionState.ts';
import type { FromView } from '../../core/view/fromView.ts';
import type { ViewAttachment } from '../../core/view/viewAttachment.ts';
import { lazyBundle } from '../common/lazyBundle.ts';
import type * as Documents from '../conversations/conversationDocuments.ts';
import { attachmentsOf, refusedKind } from './draftAttachments.ts';
import { attachmentSources } from './attachmentSources.ts';
import { promptContent } from './promptContent.ts';
import { refuseSecond, sendDraft } from './promptDelivery.ts';
import { sessionReader } from './sessionContext.ts';
import type { Draft, HostedSession } from '../sessions/hostedSession.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { pathLabel } from '../common/pathLabel.ts';

/**
 * Sends a prompt and waits for the end of its turn; while another turn runs, it waits for that one first. What cannot
 * be sent goes back into the composer, attachments included (hazard G2).
 */
export async function submitDraft(
	sessions: Sessions,
	hosted: HostedSession,
	{ text, attachments: ids, isUrgent }: Extract<FromView, { type: 'submit' }>,
	from: object,
): Promise<void> {
	const draft = { text, attachments: attachmentsOf(hosted, ids) };
	if (hosted.session.isAwaitingLogin) return refuseSecond(sessions, hosted, draft, from);
	await sendDraft(sessions, hosted, draft, () => preparePrompt(sessions, hosted, draft), { isUrgent, from });
}

/**
 * Makes the content of a prompt. An agent is asked what it takes before anything with attachments is sent to it, so
 * one that is not there is started (acp C48, C49).
 * @returns undefined when it cannot be sent now: a notice of the session says why, and the draft belongs back
 */
async function preparePrompt(
	sessions: Sessions,
	hosted: HostedSession,
	draft: Draft,
): Promise<Content[] | undefined> {
	const { session } = hosted;
	const { text, attachments } = draft;
	const isKnown = attachments.length === 0 || session.isOpen || (await session.start());
	// Behind a login the prompt may wait; what the agent does not take becomes a link, or is refused, when it goes out.
	if (!isKnown && session.state.agent.type !== 'login_required') return undefined;
	const kind = isKnown ? refusedKind(hosted, kindsOf(draft)) : undefined;
	if (kind !== undefined) {
		const title = saying(kind === 'image' ? 'images_not_sent' : 'audio_not_sent', session.state.agentTitle);
		const detail = saying('not_sent_hint');
		session.dispatch({ type: 'notice', notice: { severity: 'warning', title, detail, actions: [] } });
		return undefined;
	}
	const isEmbedding = !isKnown || session.state.capabilities.promptEmbeddedContext;
	const look = { ...attachmentSources, session: sessionReader(sessions, conversationWords) };
	return promptContent(text, attachments, isEmbedding, look);
}

function kindsOf({ attachments }: Draft): ViewAttachment['type'][] {
	return attachments.map(({ type }) => type);
}

/** The conversation for an agent: as Markdown, in English whatever the language of the window is. */
function conversationWords(state: SessionState, maxBytes: number): string {
	const documents = lazyBundle<typeof Documents>('./conversationDocuments.cjs');
	// Until the next use, which says the language again.
	documents.setTranslations({});
	return documents.conversationExcerpt(state, pathLabel, maxBytes);
}
