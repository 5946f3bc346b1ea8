/** What the user attaches in a chat view: by `@`, by dialog, by paste or drop. */
import type { FromView } from '../../core/view/fromView.ts';
import { Attaching } from './attaching.ts';
import type { ChatSurface } from '../chat/chatSurface.ts';
import type { ReadonlyDocuments } from '../common/readonlyDocuments.ts';
import type { HostedSession } from '../sessions/hostedSession.ts';
import { openAttachment } from './openAttachment.ts';
import { sessionCandidates } from './sessionContext.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { ViewAttachment, ViewContext, ViewMention } from '../../core/view/viewAttachment.ts';
import type * as MentionSearchBundle from '../mentions/mentionSearch.ts';
import { lazyBundle } from '../common/lazyBundle.ts';
import { type Candidate, candidate } from '../mentions/candidates.ts';
import { copiedFrom } from '../mentions/editorContext.ts';

type AttachIntent = Extract<
	FromView,
	{
		type: 'attach' | 'addMedia' | 'addFiles' | 'findMentions' | 'addMention' | 'pasted' | 'openAttachment';
	}
>;

export class AttachIntents {
	readonly #sessions: () => Sessions;
	readonly #documents: ReadonlyDocuments;
	readonly #mentions = new Mentions();

	constructor(sessions: () => Sessions, documents: ReadonlyDocuments) {
		this.#sessions = sessions;
		this.#documents = documents;
	}

	async handle(surface: ChatSurface, hosted: HostedSession, message: AttachIntent): Promise<void> {
		const attaching = new Attaching(this.#sessions(), surface, hosted);
		switch (message.type) {
			case 'attach':
				return attaching.pick();
			case 'addMedia':
				return attaching.addMedia(message);
			case 'addFiles':
				return attaching.addDropped(message.uris);
			case 'findMentions':
				return this.#find(surface, hosted, message);
			case 'addMention':
				return attaching.addMention(this.#mentions.offered(message.id), message.requestId);
			case 'pasted':
				return this.#tellSource(surface, hosted, message);
			case 'openAttachment':
				return this.#open(hosted, message.id);
		}
	}

	#find(
		surface: ChatSurface,
		hosted: HostedSession,
		{ requestId, query }: Extract<AttachIntent, { type: 'findMentions' }>,
	): Promise<void> {
		return this.#mentions.find(query, sessionCandidates(this.#sessions(), hosted), (items) => {
			if (surface.hosted === hosted) surface.post({ type: 'mentions', requestId, items });
		});
	}

	#tellSource(
		surface: ChatSurface,
		hosted: HostedSession,
		{ requestId, text }: Extract<AttachIntent, { type: 'pasted' }>,
	): void {
		const mention = this.#mentions.pasted(text);
		if (mention !== undefined && surface.hosted === hosted)
			surface.post({ type: 'pastedFrom', requestId, mention });
	}

	async #open({ draft, offered }: HostedSession, id: string): Promise<void> {
		const attachment = draft.attachments.find((one) => one.id === id) ?? offered.get(id);
		if (attachment === undefined) return;
		await openAttachment(attachment, this.#sessions(), this.#documents);
	}
}

/**
 * What can be mentioned. Finding it takes a fuzzy matcher and an index of the workspace: a bundle of its own, which
 * loads with the first `@` instead of with the window.
 */
class Mentions {
	#search: MentionSearchBundle.MentionSearch | undefined;
	/** What was offered last for a pasted text. */
	#copied: ViewContext | undefined;

	/** See `MentionSearch.find`. */
	find(
		query: string,
		sessions: readonly Candidate[],
		answer: (items: readonly ViewMention[]) => void,
	): Promise<void> {
		this.#search ??= new (lazyBundle<typeof MentionSearchBundle>('./mentionSearch.cjs').MentionSearch)();
		return this.#search.find(query, answer, sessions);
	}

	/** The lines that a pasted text is, if an editor shows them. */
	pasted(text: string): ViewMention | undefined {
		this.#copied = copiedFrom(text);
		return this.#copied === undefined ? undefined : candidate(this.#copied, '').mention;
	}

	offered(id: string): ViewAttachment | undefined {
		return this.#copied?.id === id ? this.#copied : this.#search?.offered(id);
	}
}
