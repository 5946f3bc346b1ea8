/** Prompts that come back into the composer: above what the user wrote meanwhile, and in the order they were sent. */
import { type Draft, type HostedSession, joinDrafts, type SentDraft } from '../sessions/hostedSession.ts';
import type { Sessions } from '../sessions/sessions.ts';

/**
 * Puts a draft back. Several that come back one after the other, as they do after Stop, stand in the order of their
 * sending, whichever came first, unless the user has changed the text in between.
 */
export function intoComposer(
	sessions: Pick<Sessions, 'setDraft'>,
	hosted: HostedSession,
	sent: SentDraft,
): void {
	const { outbox } = hosted;
	const before = isAsItCame(hosted) ? outbox.returned : undefined;
	const drafts = [...(before?.drafts ?? []), sent].toSorted((a, b) => a.order - b.order);
	const rest = before?.rest ?? hosted.draft;
	const replaced = hosted.draft.text;
	const draft = [...drafts, rest].reduce<Draft>(joinDrafts, { text: '', attachments: [] });
	outbox.returned = { drafts, rest, draft };
	// In one step: at no moment it is nowhere, and at none in both places.
	const undelivered = outbox.undelivered.filter((kept) => kept !== sent);
	sessions.setDraft(hosted, draft, undelivered);
	hosted.draftReplaced.fire(replaced);
}

/** The views say what the composer holds in new objects each time: only what is in it counts. */
function isAsItCame({ draft, outbox: { returned } }: HostedSession): boolean {
	if (returned === undefined || returned.draft.text !== draft.text) return false;
	const ids = draft.attachments.map(({ id }) => id).join('\n');
	return returned.draft.attachments.map(({ id }) => id).join('\n') === ids;
}
