import * as limits from '../../core/base/limits.ts';
import type { ToView } from '../../core/view/toView.ts';
import type { ViewMention } from '../../core/view/viewAttachment.ts';
import type { Post } from '../page/api.ts';
import { uniqueId } from '../page/dom.ts';
import { replaceText } from './replaceText.ts';

/**
 * Lines that were copied from an open editor become a mention of those lines. They are pasted as text first, and the
 * host is asked where they are from; undo brings the text back.
 */
export class PastedCode {
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
