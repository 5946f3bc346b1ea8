/** What is said of a session that an earlier window left: how its turn ended, and whether its agent knows it still. */
import { t } from '../../core/base/l10n.ts';
import { said } from '../../core/view/sayings.ts';
import { isSaying, saying, type Words } from '../../core/session/model/saying.ts';
import type { Notice } from '../../core/session/driver/agentFailure.ts';
import type { SessionState } from '../../core/session/model/sessionState.ts';
import type { HostedSession } from './hostedSession.ts';

/** After the transcript was brought back from the disk, and before its agent was asked for anything. */
export function noteEndOfRestored(hosted: HostedSession): void {
	const { session, canLoad } = hosted;
	const { state } = session;
	if (state.entries.size > 0) noteInterruptedTurn(hosted);
	const isNothing = state.entries.size === 0 && state.title === '';
	if (state.sessionId === undefined || canLoad || isNothing) return;
	hosted.wasInterrupted = false;
	tell(hosted, lostNotice(state.agentTitle));
}

/** Marks the turn that was running when the window went away. Harmless when that was done. */
export function noteInterruptedTurn(hosted: HostedSession): void {
	if (hosted.wasInterrupted) tell(hosted, interruptedNotice(hosted.canLoad));
}

/** Asks the agent to go on where the window left it, in words that stand in the transcript as the user's. */
export async function resumeTurn({ session }: HostedSession): Promise<void> {
	if (session.state.turn.type !== 'idle') return;
	await session.prompt([{ type: 'text', text: t('You were interrupted. Please continue.') }]);
}

function tell({ session }: HostedSession, notice: Notice): void {
	if (!isSaid(session.state, notice)) session.dispatch({ type: 'notice', notice });
}

/** The end of the transcript says so: each reload would repeat it. */
function isSaid({ entries }: SessionState, { title }: Notice): boolean {
	for (const entry of [...entries.values()].toReversed()) {
		if (entry.type !== 'notice') return false;
		if (isSame(entry.title, title)) return true;
	}
	return false;
}

/** An older version has stored the sentence. */
function isSame(stored: Words, words: Words): boolean {
	if (isSaying(stored) && isSaying(words)) return stored.code === words.code;
	return said(stored) === said(words);
}

function interruptedNotice(canLoad: boolean): Notice {
	return {
		severity: 'warning',
		title: saying('interrupted'),
		actions: canLoad ? ['resume'] : [],
	};
}

function lostNotice(agentTitle: string): Notice {
	return {
		severity: 'warning',
		title: saying('conversation_lost'),
		detail: saying('conversation_lost_hint', agentTitle),
		actions: ['new_session'],
	};
}
