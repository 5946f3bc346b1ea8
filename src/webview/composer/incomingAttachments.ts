import { t } from '../../core/base/l10n.ts';
import type { ToView } from '../../core/view/toView.ts';
import type { ViewMention } from '../../core/view/viewAttachment.ts';
import type { ViewSession } from '../../core/view/viewSession.ts';
import type { Post } from '../page/api.ts';
import type { Attachments } from './attachments.ts';
import type { ComposerNotes } from './composerNotes.ts';
import { DropTarget } from './dropTarget.ts';
import { AttachmentReader } from './attachmentReader.ts';
import { PastedCode } from './pastedCode.ts';
import { pastedFiles } from './transfers.ts';

/** What the host answers to what was attached. */
export type IncomingMessage = Extract<ToView, { type: 'attached' | 'pastedFrom' | 'takeMedia' }>;

interface IncomingAttachmentsParts {
	readonly field: HTMLTextAreaElement;
	readonly attachments: Attachments;
	readonly notes: ComposerNotes;
	readonly post: Post;
	session(): ViewSession | undefined;
	announce(text: string): void;
	/** Something more goes along now. */
	changed(): void;
}

/** What is dropped, pasted or mentioned, on its way to the attachments of the message. */
export class IncomingAttachments {
	readonly #parts: IncomingAttachmentsParts;
	readonly #reader: AttachmentReader;
	readonly #pastedCode: PastedCode;
	readonly #dropTarget = new DropTarget((transfer) => this.#take(() => this.#reader.take(transfer)));

	constructor(parts: IncomingAttachmentsParts) {
		const { attachments, field, notes, post } = parts;
		this.#parts = parts;
		this.#reader = new AttachmentReader({
			post,
			session: () => parts.session(),
			names: () => attachments.names,
			pendingChanged: (names) => attachments.setPending(names),
			refuse: (sentence) => notes.addProblem(sentence),
		});
		this.#pastedCode = new PastedCode(field, post);
		field.addEventListener('paste', (event) => this.#pasted(event));
	}

	/** Covers the composer while something is dragged over it. */
	get dropArea(): HTMLElement {
		return this.#dropTarget.element;
	}

	/** Something is still being read. */
	get isReading(): boolean {
		return this.#reader.isReading;
	}

	/** What is still being read belongs to another session. */
	reset(): void {
		this.#reader.reset();
	}

	/** Another text stands in the field: what was pasted before is not in it. */
	replaced(): void {
		this.#pastedCode.reset();
	}

	/** Takes what the host has to say of attachments. */
	receive(message: IncomingMessage): void {
		switch (message.type) {
			case 'attached':
				return this.#add(message);
			case 'takeMedia':
				return this.#reader.takeRead(message.name, message.data);
			case 'pastedFrom': {
				// Pasted lines that the host knows become a mention.
				const mention = this.#pastedCode.known(message);
				if (mention !== undefined) this.#reader.mentioned(mention);
			}
		}
	}

	mentioned(mention: ViewMention): void {
		this.#reader.mentioned(mention);
	}

	/** Adds what the host has taken, and says what it has not. */
	#add({ attachments, requestId, problem }: Extract<ToView, { type: 'attached' }>): void {
		if (requestId !== undefined) this.#reader.answered(requestId);
		if (problem !== undefined) this.#parts.notes.addProblem(problem);
		if (attachments.length === 0) return;
		this.#parts.attachments.add(attachments);
		this.#parts.announce(t('Attached {0}', attachments.map(({ name }) => name).join(', ')));
		this.#parts.changed();
	}

	#pasted(event: ClipboardEvent): void {
		const files = pastedFiles(event.clipboardData);
		if (files.length === 0) return this.#pastedCode.pasted(event.clipboardData?.getData('text/plain') ?? '');
		event.preventDefault();
		this.#take(() => void this.#reader.takeFiles(files));
	}

	/** Begins to attach something: what was said of the attempt before is over. */
	#take(take: () => void): void {
		this.#parts.notes.clearProblem();
		take();
		// Dropped by the user, also while another part of the window has the focus.
		this.#parts.field.focus();
	}
}
