import { html, type TemplateResult } from 'lit-html';
import { t } from '../../core/base/l10n.ts';
import type { ToView } from '../../core/view/toView.ts';
import type { ViewMention } from '../../core/view/viewAttachment.ts';
import type { Post } from '../page/api.ts';
import { icon, uniqueId } from '../page/dom.ts';
import { untrustedTemplate } from '../page/untrustedText.ts';
import { contextIcons } from './attachments.ts';
import { replaceText } from './replaceText.ts';
import { type ChoosingKey, SuggestionList } from './suggestionList.ts';

/** Pause in typing after which the host is asked. */
const pauseMs = 60;
/** A word that is longer is not looked up. */
const maxQuery = 100;

/** What is being typed after an `@`. */
interface MentionToken {
	/** Where the `@` stands in the text. */
	readonly start: number;
	/** Where the cursor is. */
	readonly end: number;
	readonly query: string;
}

interface MentionsHost {
	readonly post: Post;
	/** Something was chosen; its name stands in the text. */
	chosen(mention: ViewMention): void;
	/** Nothing could be chosen by Enter. */
	submit(): void;
	announce(text: string): void;
}

/**
 * The list of what can be attached, above the text field, while an `@` and the beginning of a name are being typed. The
 * host finds; at most one question to it is open, and what answers an older one is not shown.
 */
export class Mentions {
	readonly list: SuggestionList<ViewMention>;
	readonly #field: HTMLTextAreaElement;
	readonly #host: MentionsHost;
	#token: MentionToken | undefined;
	/** The `@` at which the user closed the list. */
	#dismissedAt: number | undefined;
	/** What was asked last, and whether the first answer has come. */
	#asked: { readonly requestId: string; readonly query: string; isOpen: boolean } | undefined;
	#timer: ReturnType<typeof setTimeout> | undefined;
	/** Came before the answer: the best of it is meant, not a row of an older one. */
	#key: ChoosingKey | undefined;

	constructor(field: HTMLTextAreaElement, host: MentionsHost) {
		this.#field = field;
		this.#host = host;
		this.list = new SuggestionList(field, {
			label: t('Mentions'),
			keyOf: ({ id }) => id,
			row: mentionRow,
			choose: (mention) => this.#choose(mention),
			dismiss: () => this.#dismiss(),
		});
	}

	/** Call after each change of the text or of the cursor. */
	refresh(): void {
		const { value, selectionStart, selectionEnd } = this.#field;
		const token = selectionStart === selectionEnd ? mentionAt(value, selectionEnd) : undefined;
		if (token?.start !== this.#dismissedAt) this.#dismissedAt = undefined;
		if (token === undefined || this.#dismissedAt !== undefined) return this.close();
		const isSame = this.#token?.query === token.query && this.#token.start === token.start;
		this.#token = token;
		if (isSame) return;
		this.#key = undefined;
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => this.#ask(), this.list.isOpen ? pauseMs : 0);
	}

	/** Takes an answer of the host. */
	take({ requestId, items }: Extract<ToView, { type: 'mentions' }>): void {
		const asked = this.#asked;
		if (asked?.requestId !== requestId) return;
		const isFirst = asked.isOpen;
		asked.isOpen = false;
		// What was typed meanwhile asks for something else.
		if (this.#token?.query !== asked.query) return this.#ask();
		const wasOpen = this.list.isOpen;
		this.list.show(items, isFirst ? undefined : this.list.active?.id);
		if (!wasOpen && this.list.isOpen) this.#host.announce(countText(items.length));
		const [first] = items;
		const key = this.#key;
		this.#key = undefined;
		if (key !== undefined && first !== undefined) this.#choose(first);
		else if (key === 'Enter') this.#host.submit();
	}

	/** Handles a key while a mention is being typed. True if it was for the list. */
	pressed(key: string): boolean {
		const isChoosing = key === 'Enter' || key === 'Tab';
		if (!this.#isWaiting || (!isChoosing && key !== 'Escape')) return this.list.pressed(key);
		if (isChoosing) this.#key = key;
		else this.#dismiss();
		return true;
	}

	close(): void {
		clearTimeout(this.#timer);
		this.#token = undefined;
		// An answer that is still under way is ignored: the host may show another session by now.
		this.#asked = undefined;
		this.#key = undefined;
		this.list.close();
	}

	/** What is shown, if anything, is not yet what fits the text. */
	get #isWaiting(): boolean {
		if (this.#token === undefined) return false;
		return this.#asked?.query !== this.#token.query || this.#asked.isOpen;
	}

	#dismiss(): void {
		this.#dismissedAt = this.#token?.start;
		this.close();
	}

	#ask(): void {
		clearTimeout(this.#timer);
		// The answer to the question before asks anew.
		if (this.#token === undefined || this.#asked?.isOpen === true) return;
		const { query } = this.#token;
		this.#asked = { requestId: uniqueId('mentions'), query, isOpen: true };
		this.#host.post({ type: 'findMentions', requestId: this.#asked.requestId, query });
	}

	#choose(mention: ViewMention): boolean {
		const token = this.#token;
		if (token === undefined) return false;
		this.close();
		replaceText(this.#field, token.start, token.end, mention.label);
		this.#host.chosen(mention);
		return true;
	}
}

/**
 * The mention that the cursor is at the end of: an `@` at the start of a word, and what follows it without a blank.
 * @param end where the cursor is
 */
export function mentionAt(text: string, end: number): MentionToken | undefined {
	const before = text.slice(Math.max(0, end - maxQuery - 2), end);
	const query = /(?:^|[\s([{"'`])@([^\s@]*)$/u.exec(before)?.[1];
	if (query === undefined || query.length > maxQuery) return undefined;
	const start = end - query.length - 1;
	// The piece may begin in the middle of a word.
	return start === 0 || /[\s([{"'`]/u.test(text.charAt(start - 1)) ? { start, end, query } : undefined;
}

/** The last part of a path first: the list is narrow. */
function mentionRow({ kind, label, description }: ViewMention): TemplateResult {
	const isPath = kind === 'file' || kind === 'folder' || kind === 'range';
	const at = isPath ? label.lastIndexOf('/') : -1;
	const details = [at > 0 ? label.slice(0, at) : '', description].filter((text) => text !== '').join(' · ');
	return html`${icon(contextIcons[kind])}<span class="command-name"
			>${untrustedTemplate(label.slice(at + 1))}</span
		>
		<span class="command-description">${untrustedTemplate(details)}</span>`;
}

function countText(count: number): string {
	return count === 1 ? t('1 suggestion') : t('{0} suggestions', count);
}
