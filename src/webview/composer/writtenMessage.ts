import { mergedDraft } from '../../core/view/mergedDraft.ts';
import type { FromView } from '../../core/view/fromView.ts';
import type { ToView } from '../../core/view/toView.ts';
import type { ViewAttachment } from '../../core/view/viewAttachment.ts';
import type { Post } from '../page/api.ts';
import type { ViewMemory } from '../page/viewMemory.ts';
import type { Attachments } from './attachments.ts';
import type { PromptHistory } from './promptHistory.ts';
import * as limits from '../../core/base/limits.ts';

interface WrittenMessageParts {
	readonly field: HTMLTextAreaElement;
	readonly attachments: Attachments;
	readonly history: PromptHistory;
	readonly post: Post;
	/** What this page keeps by itself of what is written. */
	readonly memory: Pick<ViewMemory, 'draft' | 'setDraft'>;
	/** Something else stands in the field now. */
	replaced(): void;
}

/** What is being written and goes along, and the count of its changes by which host and page find the newer one. */
export class WrittenMessage {
	readonly #parts: WrittenMessageParts;
	readonly #draft = new Draft(() => this.#parts.post({ type: 'draftChanged', ...this.content }));
	/** Changes of the draft, as the host counts them. */
	#revision = 0;

	constructor(parts: WrittenMessageParts) {
		this.#parts = parts;
	}

	get isEmpty(): boolean {
		const { field, attachments } = this.#parts;
		return field.value.trim() === '' && attachments.items.length === 0;
	}

	/** The draft. */
	get content(): Omit<Extract<FromView, { type: 'draftChanged' }>, 'type'> {
		const { history, attachments } = this.#parts;
		return { text: history.draft(), attachments: attachments.ids, revision: this.#revision };
	}

	/** The user changed it. */
	changed(): void {
		const { memory, history } = this.#parts;
		memory.setDraft({ text: history.draft(), revision: ++this.#revision });
		this.#draft.touch();
	}

	/** Saves now what was not saved yet. */
	save(): void {
		this.#draft.flush();
	}

	/** Puts something else in its place. */
	set(text: string, attachments: readonly ViewAttachment[]): void {
		this.#draft.forget();
		this.#parts.field.value = text;
		this.#parts.attachments.set(attachments);
		this.#parts.replaced();
	}

	/** Takes the draft of a session that comes on show. What was typed since the host last heard of it counts more. */
	show({ draft, attachments, draftRevision = 0 }: Extract<ToView, { type: 'snapshot' }>): void {
		const typed = this.#parts.memory.draft;
		const isAhead = typed !== undefined && typed.revision > draftRevision;
		this.#revision = isAhead ? typed.revision : draftRevision;
		this.set(isAhead ? typed.text : draft, attachments);
		if (isAhead) this.#draft.touch();
	}

	/** Takes what the host or another view put into the draft. What was not heard of by then stays, and the host hears of it. */
	replace(draft: Extract<ToView, { type: 'draft' }>): void {
		const { attachments = this.#parts.attachments.items, draftRevision = 0 } = draft;
		const text = mergedDraft(this.#parts.history.draft(), draft);
		this.#revision = Math.max(this.#revision + 1, draftRevision);
		this.set(text, attachments);
		if (text !== draft.text) this.#draft.touch();
	}
}

/**
 * Saves what is being written: at the first key, now and then while typing goes on, after the last key, and at once
 * when the user or the view goes away (hazard G2). By this the host hears of typing, too: it holds back what would steal
 * the focus.
 */
class Draft {
	readonly #save: () => void;
	#timer: ReturnType<typeof setTimeout> | undefined;
	#savedAt = Number.NEGATIVE_INFINITY;

	constructor(save: () => void) {
		this.#save = save;
		window.addEventListener('blur', () => this.flush());
		window.addEventListener('pagehide', () => this.flush());
		document.addEventListener('visibilitychange', () => this.flush());
	}

	/** The text changed. */
	touch(): void {
		const wait = this.#savedAt + limits.draftSaveMs - performance.now();
		this.#timer ??= setTimeout(() => this.flush(), wait);
		if (wait <= 0) this.flush();
	}

	/** Saves now what was not saved yet. */
	flush(): void {
		if (this.#timer === undefined) return;
		this.forget();
		this.#savedAt = performance.now();
		this.#save();
	}

	/** What was being written is gone, such as sent. */
	forget(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
	}
}
