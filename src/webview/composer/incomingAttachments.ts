import { t } from '../../core/base/l10n.ts';
import type { ToView } from '../../core/view/toView.ts';
import type { ViewMention } from '../../core/view/viewAttachment.ts';
import type { Post } from '../page/api.ts';
import { AttachmentReader, type AttachmentReaderHost } from './attachmentReader.ts';
import { pastedFiles, carriesFiles, dropped, type Transfer } from './transfers.ts';
import * as limits from '../../core/base/limits.ts';
import { uniqueId, element, iconElement } from '../page/dom.ts';
import { replaceText } from './replaceText.ts';

/** What the host answers to what was attached. */
export type IncomingMessage = Extract<ToView, { type: 'attached' | 'pastedFrom' | 'takeMedia' }>;

interface IncomingAttachmentsParts extends AttachmentReaderHost {
	readonly field: HTMLTextAreaElement;
	announce(text: string): void;
	/** Something more goes along now. */
	changed(): void;
}

/** What is dropped, pasted or mentioned, on its way to the attachments of the message. */
export class IncomingAttachments {
	readonly #parts: IncomingAttachmentsParts;
	readonly #pastedCode: PastedCode;
	readonly reader: AttachmentReader;
	/** Covers the composer while something is dragged over it. */
	readonly dropArea = new DropTarget((transfer) => this.#take(() => this.reader.take(transfer))).element;

	constructor(parts: IncomingAttachmentsParts) {
		const { field, post } = parts;
		this.#parts = parts;
		this.reader = new AttachmentReader(parts);
		this.#pastedCode = new PastedCode(field, post);
		field.addEventListener('paste', (event) => this.#pasted(event));
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
				return this.reader.takeRead(message.name, message.data);
			case 'pastedFrom': {
				// Pasted lines that the host knows become a mention.
				const mention = this.#pastedCode.known(message);
				if (mention !== undefined) this.reader.mentioned(mention);
			}
		}
	}

	/** Adds what the host has taken, and says what it has not. */
	#add({ attachments, requestId, problem }: Extract<ToView, { type: 'attached' }>): void {
		if (requestId !== undefined) this.reader.answered(requestId);
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
		this.#take(() => void this.reader.takeFiles(files));
	}

	/** Begins to attach something: what was said of the attempt before is over. */
	#take(take: () => void): void {
		this.#parts.notes.clearProblem();
		take();
		// Dropped by the user, also while another part of the window has the focus.
		this.#parts.field.focus();
	}
}

/**
 * Lines that were copied from an open editor become a mention of those lines. They are pasted as text first, and the
 * host is asked where they are from; undo brings the text back.
 */
class PastedCode {
	readonly #field: HTMLTextAreaElement;
	readonly #post: Post;
	#pasted: { readonly requestId: string; readonly start: number; readonly text: string } | undefined;

	constructor(field: HTMLTextAreaElement, post: Post) {
		this.#field = field;
		this.#post = post;
	}

	pasted(clipboard: string): void {
		const text = clipboard.replaceAll(/\r\n?/gu, '\n');
		if (!text.trim().includes('\n') || text.length > limits.embeddedFileBytes) return;
		this.#pasted = { requestId: uniqueId('pasted'), start: this.#field.selectionStart, text };
		this.#post({ type: 'pasted', requestId: this.#pasted.requestId, text });
	}

	/** The host knows the lines. What was changed meanwhile stays. Gives what has to be attached. */
	known({ requestId, mention }: Extract<ToView, { type: 'pastedFrom' }>): ViewMention | undefined {
		const pasted = this.#pasted;
		if (pasted?.requestId !== requestId) return undefined;
		this.#pasted = undefined;
		const end = pasted.start + pasted.text.length;
		const { value, selectionEnd: cursor } = this.#field;
		const isThere = value.slice(pasted.start, end) === pasted.text;
		if (!isThere || cursor < end || document.activeElement !== this.#field) return undefined;
		replaceText(this.#field, pasted.start, end, mention.label);
		// The caret stays where the user was typing.
		const moved = cursor + this.#field.value.length - value.length;
		this.#field.setSelectionRange(moved, moved);
		return mention;
	}

	/** Another draft is on show. */
	reset(): void {
		this.#pasted = undefined;
	}
}

/**
 * Milliseconds without an event after which the drag counts as gone: VS Code takes the mouse away while Shift is up.
 */
const silenceMs = 2_000;

/**
 * Lets files be dropped anywhere on the view. VS Code keeps drops for itself unless Shift is held, so the hint says
 * that while something is dragged (the Attach button does the same by keyboard).
 */
class DropTarget {
	readonly element = element('div', 'drop-hint');
	readonly #onDrop: (transfer: Transfer) => void;
	readonly #label = element('span');
	#timer: ReturnType<typeof setTimeout> | undefined;

	constructor(onDrop: (transfer: Transfer) => void) {
		this.#onDrop = onDrop;
		this.element.append(iconElement('attach'), this.#label);
		this.element.hidden = true;
		// The announcer and the Attach button speak for it.
		this.element.ariaHidden = 'true';
		document.addEventListener('dragenter', (event) => this.#over(event));
		document.addEventListener('dragover', (event) => this.#over(event));
		document.addEventListener('dragleave', (event) => {
			if (event.relatedTarget === null && event.shiftKey) this.#hide();
		});
		document.addEventListener('drop', (event) => this.#drop(event));
	}

	#over(event: DragEvent): void {
		if (!carriesFiles(event.dataTransfer) || event.dataTransfer === null) return;
		event.preventDefault();
		event.dataTransfer.dropEffect = 'copy';
		this.#label.textContent = event.shiftKey ? t('Drop to attach') : t('Hold Shift and drop to attach');
		this.element.hidden = false;
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => this.#hide(), silenceMs);
	}

	#drop(event: DragEvent): void {
		this.#hide();
		if (event.dataTransfer === null) return;
		const transfer = dropped(event.dataTransfer);
		// Dragged text is for the field it is dropped on.
		if (transfer.files.length === 0 && transfer.uris.length === 0) return;
		event.preventDefault();
		this.#onDrop(transfer);
	}

	#hide(): void {
		clearTimeout(this.#timer);
		this.element.hidden = true;
	}
}
