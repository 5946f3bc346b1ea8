/**
 * Prompts on their way to the agent. From the moment a text left the composer until the agent has it, it stays stored:
 * a login that is needed first, an agent that does not start or a reload must not cost it (hazard G2, acp C30).
 */
import { type Draft, emptyDraft, type HostedSession, joinDrafts } from './hostedSession.ts';
import type { Sessions } from './sessions.ts';

/** The composer gave away what it held. */
export function setAside(sessions: Sessions, hosted: HostedSession, draft: Draft): void {
	sessions.setDraft(hosted, emptyDraft);
	sessions.setUndelivered(hosted, draft);
}

/**
 * Sends what was set aside. Resolves at the end of the turn, or when it is clear that there will be none now; then
 * the text is back in the composer, or waits for a login.
 */
export async function deliver(
	sessions: Sessions,
	hosted: HostedSession,
	send: () => Promise<'refused' | 'held' | 'done'>,
): Promise<void> {
	const { session, undelivered } = hosted;
	const sent = session.onDidChange(() => {
		if (!session.isOpen || session.state.turn.type === 'idle') return;
		sent.dispose();
		sessions.setUndelivered(hosted, undefined);
	});
	const outcome = await send()
		.catch((error: unknown) => {
			if (undelivered !== undefined) giveBack(sessions, hosted, undelivered);
			throw error;
		})
		.finally(() => sent.dispose());
	// A prompt that the agent refused for want of a login had gone out, and waits again.
	sessions.setUndelivered(hosted, outcome === 'held' ? undelivered : undefined);
	if (outcome === 'refused' && undelivered !== undefined) giveBack(sessions, hosted, undelivered);
}

/** After a login: opens the session if need be, and sends the prompt that waited. Resolves as `deliver`. */
export async function resend(sessions: Sessions, hosted: HostedSession): Promise<void> {
	await deliver(sessions, hosted, () => hosted.session.retryAfterLogin());
}

/** The prompt that waits for a login is not to be sent any more: its text comes back into the composer. */
export function takeBack(sessions: Sessions, hosted: HostedSession): void {
	const { session, undelivered } = hosted;
	if (!session.isHolding) return;
	session.takeBackPrompt();
	if (undelivered !== undefined) giveBack(sessions, hosted, undelivered);
}

/**
 * One prompt waits at a time: the second goes back, and the first goes on waiting. When there is nothing to wait for
 * any more, such as after an exit, both are the user's to send.
 */
export function refuseSecond(sessions: Sessions, hosted: HostedSession, draft: Draft): void {
	sessions.setDraft(hosted, emptyDraft);
	intoComposer(sessions, hosted, draft);
	const { type } = hosted.session.state.agent;
	if (type !== 'login_required' && type !== 'starting') takeBack(sessions, hosted);
}

/** What was set aside goes back into the composer. */
export function giveBack(sessions: Sessions, hosted: HostedSession, draft: Draft): void {
	sessions.setUndelivered(hosted, undefined);
	intoComposer(sessions, hosted, draft);
}

/** Above what the user wrote meanwhile. */
function intoComposer(sessions: Sessions, hosted: HostedSession, draft: Draft): void {
	sessions.setDraft(hosted, joinDrafts(draft, hosted.draft));
	hosted.draftReplaced.fire();
}
