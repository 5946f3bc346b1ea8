/** Other conversations of the window: what `@` offers of them, and what of one goes along. Pure. */
import type { SessionState } from '../../core/session/model/sessionState.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import { conversationName } from '../../core/view/projectSession.ts';
import type { HostedSession } from '../sessions/hostedSession.ts';
import type { AttachmentSources } from './promptContent.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { inOrder } from '../sessionsView/sessionsTreeNodes.ts';
import { type Candidate, candidate, shortened } from '../mentions/candidates.ts';
import { parseSessionId, sessionId } from '../mentions/contextIds.ts';

/** Longest name of a chip, in characters: it stands in what the user writes, too. */
const nameChars = 60;

/** The sessions with a conversation, but for the one that is asked in; the newest first. */
export function sessionCandidates(
	{ all }: Pick<Sessions, 'all'>,
	asking: HostedSession,
): readonly Candidate[] {
	const others = all.filter((hosted) => hosted !== asking && hasConversation(hosted));
	return inOrder(others.map(({ session: { state } }) => state)).map((state) =>
		candidate(
			{ type: 'session', id: sessionId(state.key), name: shortened(conversationName(state), nameChars) },
			visibleText(state.agentTitle),
		),
	);
}

/** One of an earlier window may be on the disk still. */
function hasConversation({ session, restoreHistory }: HostedSession): boolean {
	return session.state.entries.size > 0 || restoreHistory !== undefined;
}

/**
 * Looks at a conversation as it is when the prompt goes out.
 * @param wordsOf the conversation in at most about so many bytes
 */
export function sessionReader(
	sessions: Pick<Sessions, 'byKey'>,
	wordsOf: (state: SessionState, maxBytes: number) => string,
): AttachmentSources['session'] {
	return async ({ id, name }, maxBytes) => {
		const hosted = sessions.byKey(parseSessionId(id));
		const about = `Another conversation of the user, "${name}"`;
		if (hosted === undefined) return `${about}: it is not open in the editor any more.`;
		await hosted.restoreHistory?.();
		const { state } = hosted.session;
		if (state.entries.size === 0) return `${about}: nothing was said in it yet.`;
		return `${about}, as Markdown:\n\n${wordsOf(state, maxBytes)}`;
	};
}
