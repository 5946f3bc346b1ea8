/** From what the composer held to what the agent can be sent. */
import { t } from '../../core/base/l10n.ts';
import type { Content } from '../../core/session/model/content.ts';
import type { ViewAttachment } from '../../core/view/viewAttachment.ts';
import { refusalOf } from './draftAttachments.ts';
import type { Draft, HostedSession } from '../sessions/hostedSession.ts';
import { conversationWords } from './conversationWords.ts';
import { lookAround } from './lookAround.ts';
import { sessionLook } from './sessionContext.ts';
import { promptContent } from './promptContent.ts';
import type { Sessions } from '../sessions/sessions.ts';

/**
 * Makes the content of a prompt. An agent is asked what it takes before anything with attachments is sent to it, so
 * one that is not there is started (acp C48, C49).
 * @returns undefined when it cannot be sent now: a notice of the session says why, and the draft belongs back
 */
export async function preparePrompt(
	sessions: Pick<Sessions, 'byKey'>,
	hosted: HostedSession,
	draft: Draft,
): Promise<Content[] | undefined> {
	const { session } = hosted;
	const { text, attachments } = draft;
	const isKnown = attachments.length === 0 || session.isOpen || (await session.start());
	// Behind a login the prompt may wait; what the agent does not take becomes a link, or is refused, when it goes out.
	if (!isKnown && session.state.agent.type !== 'login_required') return undefined;
	const refusal = isKnown ? refusalOf(hosted, kindsOf(draft)) : undefined;
	if (refusal !== undefined) {
		const detail = t('Take off what it does not take, then send again.');
		session.dispatch({
			type: 'notice',
			notice: { severity: 'warning', title: t('Not sent: {0}', refusal), detail, actions: [] },
		});
		return undefined;
	}
	const isEmbedding = !isKnown || session.state.capabilities.promptEmbeddedContext;
	const look = { ...lookAround, session: sessionLook(sessions, conversationWords) };
	return promptContent(text, attachments, isEmbedding, look);
}

function kindsOf({ attachments }: Draft): ViewAttachment['type'][] {
	return attachments.map(({ type }) => type);
}
