/**
 * Prompts on their way to the agent. From the moment a text left the composer until the agent has it, it stays stored:
 * a turn that runs, a login that is needed first, an agent that does not start or a reload must not cost it
 * (hazard G2, acp C30).
 */
import type { PromptOutcome } from '../../core/session/driver/promptSender.ts';
import type { Content } from '../../core/session/model/content.ts';
import {
	type Draft,
	emptyDraft,
	type HostedSession,
	joinDrafts,
	type SentDraft,
} from '../sessions/hostedSession.ts';
import type { Sessions } from '../sessions/sessions.ts';

/** The composer gave away what it held. */
export function moveToOutbox(
	sessions: Sessions,
	hosted: HostedSession,
	draft: Draft,
	from?: object,
): SentDraft {
	const sent = numbered(hosted, draft);
	sessions.setDraft(hosted, emptyDraft, { undelivered: withSent(hosted, sent), from });
	return sent;
}

/**
 * Takes a draft out of the composer and sends it, after those that were sent before. Resolves as `deliver`.
 * @param prepare makes its content; undefined when it cannot be sent
 * @param how `isUrgent` for one that does not wait for the end of a turn that runs; `from` is the view that it comes from
 */
export async function sendDraft(
	sessions: Sessions,
	hosted: HostedSession,
	draft: Draft,
	prepare: () => Promise<readonly Content[] | undefined>,
	{ isUrgent, from }: { isUrgent?: boolean | undefined; from?: object } = {},
): Promise<void> {
	const { session, outbox } = hosted;
	const sent = moveToOutbox(sessions, hosted, draft, from);
	// One after the other: a prompt whose files take long to read must not be overtaken by the next one.
	const handed = outbox.handover.then(async (): Promise<{ outcome: Promise<PromptOutcome> }> => {
		const content = await prepare();
		if (content === undefined) return { outcome: Promise.resolve('refused') };
		return { outcome: untilTaken(sessions, hosted, sent, content, () => session.prompt(content, isUrgent)) };
	});
	// Whether that works matters to this prompt alone.
	outbox.handover = handed.catch(() => undefined);
	await deliver(sessions, hosted, sent, async () => (await handed).outcome);
}

/**
 * Sends what was set aside. Resolves at the end of the turn, or when it is clear that there will be none now; then
 * the text is back in the composer, or waits for a login.
 */
export async function deliver(
	sessions: Sessions,
	hosted: HostedSession,
	sent: SentDraft,
	send: () => Promise<PromptOutcome>,
): Promise<void> {
	const { session, outbox } = hosted;
	try {
		const outcome = await send();
		if (outcome === 'refused' || outcome === 'withdrawn') return giveBack(sessions, hosted, sent);
		const isStillWaiting = outbox.awaitingLogin === sent && session.isAwaitingLogin;
		if (outcome === 'done' && !isStillWaiting) return forgetSent(sessions, hosted, sent);
		// A prompt that the agent refused for want of a login had gone out, and waits again.
		outbox.awaitingLogin = sent;
		sessions.setUndelivered(hosted, withSent(hosted, sent));
	} catch (error) {
		giveBack(sessions, hosted, sent);
		throw error;
	}
}

/**
 * Runs `send`, which hands the prompt to the session, and lets go of what is stored as soon as the agent has it.
 * @param content as the session gets it: by this it is told from other prompts that wait
 */
async function untilTaken(
	sessions: Sessions,
	hosted: HostedSession,
	sent: SentDraft,
	content: readonly Content[],
	send: () => Promise<PromptOutcome>,
): Promise<PromptOutcome> {
	const { session } = hosted;
	let wasQueued = false;
	let timer: NodeJS.Timeout | undefined;
	const watch = session.onDidChange(() => {
		const { queue, turn } = session.state;
		const isQueued = queue.some((prompt) => prompt.content === content);
		wasQueued ||= isQueued;
		if (isQueued || !session.isOpen || turn.type === 'idle') return;
		watch.dispose();
		// One that leaves the queue has been taken up, unless it comes back this very moment.
		if (wasQueued) timer = setTimeout(() => forgetSent(sessions, hosted, sent));
		else forgetSent(sessions, hosted, sent);
	});
	try {
		return await send();
	} finally {
		watch.dispose();
		clearTimeout(timer);
	}
}

/** After a login: opens the session if need be, and sends the prompt that waited. Resolves as `deliver`. */
export async function resend(sessions: Sessions, hosted: HostedSession): Promise<void> {
	const { session, outbox } = hosted;
	const { awaitingLogin } = outbox;
	const content = session.state.promptAwaitingLogin;
	const send = (): Promise<PromptOutcome> => session.retryAfterLogin();
	if (awaitingLogin === undefined || content === undefined) return void (await send());
	await deliver(sessions, hosted, awaitingLogin, () =>
		untilTaken(sessions, hosted, awaitingLogin, content, send),
	);
}

/** The prompt that waits for a login is not to be sent any more: its text comes back into the composer. */
export function returnAwaitingLogin(sessions: Sessions, hosted: HostedSession): void {
	const { session, outbox } = hosted;
	if (!session.isAwaitingLogin) return;
	session.takeBackPrompt();
	if (outbox.awaitingLogin !== undefined) giveBack(sessions, hosted, outbox.awaitingLogin);
}

/**
 * One prompt waits for a login at a time: the second goes back, and the first goes on waiting. When there is nothing
 * to wait for any more, such as after an exit, both are the user's to send.
 */
export function refuseSecond(sessions: Sessions, hosted: HostedSession, draft: Draft, from?: object): void {
	sessions.setDraft(hosted, emptyDraft, { from });
	intoComposer(sessions, hosted, numbered(hosted, draft));
	const { type } = hosted.session.state.agent;
	if (type !== 'login_required' && type !== 'starting') returnAwaitingLogin(sessions, hosted);
}

/** What was set aside goes back into the composer. */
function giveBack(sessions: Sessions, hosted: HostedSession, sent: SentDraft): void {
	intoComposer(sessions, hosted, sent);
	forgetSent(sessions, hosted, sent);
}

function withSent({ outbox }: HostedSession, sent: SentDraft): readonly SentDraft[] {
	const others = outbox.undelivered.filter((kept) => kept !== sent);
	return [...others, sent].toSorted((a, b) => a.order - b.order);
}

function forgetSent(sessions: Sessions, hosted: HostedSession, sent: SentDraft): void {
	const { outbox } = hosted;
	if (outbox.awaitingLogin === sent && !hosted.session.isAwaitingLogin) outbox.awaitingLogin = undefined;
	const left = outbox.undelivered.filter((kept) => kept !== sent);
	if (left.length < outbox.undelivered.length) sessions.setUndelivered(hosted, left);
}

function numbered({ outbox }: HostedSession, draft: Draft): SentDraft {
	outbox.count++;
	return { ...draft, order: outbox.count };
}

/**
 * Puts a draft back into the composer, above what the user wrote meanwhile. Several that come back one after the other,
 * as they do after Stop, stand in the order of their sending, whichever came first, unless the user has changed the text
 * in between.
 */
function intoComposer(sessions: Sessions, hosted: HostedSession, sent: SentDraft): void {
	const { outbox } = hosted;
	const before = isAsItCame(hosted) ? outbox.returned : undefined;
	const drafts = [...(before?.drafts ?? []), sent].toSorted((a, b) => a.order - b.order);
	const rest = before?.rest ?? hosted.draft;
	const draft = [...drafts, rest].reduce<Draft>(joinDrafts, { text: '', attachments: [] });
	outbox.returned = { drafts, rest, draft };
	// In one step: at no moment it is nowhere, and at none in both places.
	const undelivered = outbox.undelivered.filter((kept) => kept !== sent);
	sessions.setDraft(hosted, draft, { undelivered });
}

/** The views say what the composer holds in new objects each time: only what is in it counts. */
function isAsItCame({ draft, outbox: { returned } }: HostedSession): boolean {
	if (returned === undefined || returned.draft.text !== draft.text) return false;
	const ids = draft.attachments.map(({ id }) => id).join('\n');
	return returned.draft.attachments.map(({ id }) => id).join('\n') === ids;
}
