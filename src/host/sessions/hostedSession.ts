import type { Emitter } from '../../core/base/emitter.ts';
import type { Session } from '../../core/session/driver/session.ts';
import type { ViewAttachment } from '../../core/view/viewAttachment.ts';

/** A session with what the host keeps beside the conversation. */
export interface HostedSession {
	readonly session: Session;
	/** What the composer holds: survives hiding, reloading and failed prompts (hazard G2). */
	draft: Draft;
	/** Changes of the draft so far: a page that counts more has one that was not heard here. */
	draftRevision: number;
	/** Number of times that it, or what is on its way, was stored. */
	draftCount: number;
	/** What has left the composer and is not with the agent yet. */
	readonly outbox: Outbox;
	/** Fires after the draft has changed: each view that shows the session takes it, but for the one that changed it. */
	readonly draftReplaced: Emitter<DraftReplaced>;
	/** Attachments that the view was told of and has not named yet, by id: its messages may cross ours. */
	readonly offered: Map<string, ViewAttachment>;
	/** Names of attachments that did not survive the reload, until the user has been told. */
	lostAttachments: readonly string[];
	/** The agent said that it can bring this session back. */
	canLoad: boolean;
	/** A turn was running when the window was reloaded, and the transcript does not say so yet. */
	wasInterrupted: boolean;
	/** Brings back the conversation that was kept on the disk. Absent once it is here, or if none can be. Never rejects. */
	restoreHistory?: (() => Promise<void>) | undefined;
}

export interface Draft {
	readonly text: string;
	readonly attachments: readonly ViewAttachment[];
}

export interface DraftReplaced {
	readonly before: Draft;
	/** The view that has changed it, which holds it already; none for the host. */
	readonly from: object | undefined;
}

/** A draft that has left the composer. */
export interface SentDraft extends Draft {
	/** Counts in its session, from 1. */
	readonly order: number;
}

/**
 * Prompts on their way: those that wait in line for the turn before them, one that waits for a login (acp C30), and
 * what is only being prepared.
 */
interface Outbox {
	/** First sent first. Stored, since a reload must not cost any of it (hazard G2). */
	undelivered: readonly SentDraft[];
	/** The one of them that waits for a login. */
	awaitingLogin: SentDraft | undefined;
	/** Number of drafts that ever left the composer. */
	count: number;
	/** Settles when the last of them has been handed to the session. */
	handover: Promise<unknown>;
	/** What came back into the composer, for as long as it stands there as it came. */
	returned: ReturnedDrafts | undefined;
}

interface ReturnedDrafts {
	readonly drafts: readonly SentDraft[];
	/** What the user had written meanwhile. */
	readonly rest: Draft;
	/** Both joined. */
	readonly draft: Draft;
}

export function newOutbox(): Outbox {
	return {
		undelivered: [],
		awaitingLogin: undefined,
		count: 0,
		handover: Promise.resolve(),
		returned: undefined,
	};
}

export const emptyDraft: Draft = Object.freeze({ text: '', attachments: [] });

/** Puts another draft into the composer, of which all views but the one it comes from hear. */
export function replaceDraft(hosted: HostedSession, draft: Draft, from?: object): void {
	const before = hosted.draft;
	hosted.draft = draft;
	if (draft.text !== before.text || !hasSameAttachments(draft, before))
		hosted.draftReplaced.fire({ before, from });
}

export function hasSameAttachments({ attachments }: Draft, other: Draft): boolean {
	if (attachments.length !== other.attachments.length) return false;
	return attachments.every((attachment, at) => attachment === other.attachments[at]);
}

/** Both texts, the first above the second, and all that is attached to either. */
export function joinDrafts(first: Draft, second: Draft): Draft {
	const known = new Set(first.attachments.map(({ id }) => id));
	return {
		text: [first.text, second.text].filter((text) => text !== '').join('\n\n'),
		attachments: [...first.attachments, ...second.attachments.filter(({ id }) => !known.has(id))],
	};
}

/** What stands in the composer, below all that has left it and is not with the agent yet. */
export function allDrafts({ draft, outbox }: HostedSession): Draft {
	return [...outbox.undelivered, draft].reduce(joinDrafts);
}
