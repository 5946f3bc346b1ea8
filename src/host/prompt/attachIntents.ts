/** What the user attaches in a chat view: by `@`, by dialog, by paste or drop. */
import type { FromView } from '../../core/view/fromView.ts';
import { Attaching } from './attaching.ts';
import type { ChatSurface } from '../chat/chatSurface.ts';
import type { ReadonlyDocuments } from '../common/readonlyDocuments.ts';
import type { HostedSession } from '../sessions/hostedSession.ts';
import { Mentions } from '../mentions/mentions.ts';
import { openAttachment } from './openAttachment.ts';
import { sessionCandidates } from './sessionContext.ts';
import type { Sessions } from '../sessions/sessions.ts';

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
