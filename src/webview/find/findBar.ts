import { t } from '../../core/base/l10n.ts';
import { element, iconButton } from '../page/dom.ts';
import { LazyScript, loadProblem } from '../page/lazyScript.ts';
import type { SearchedParts } from '../transcript/transcript.ts';
import type { ConversationFind, FindResult } from './conversationFind.ts';

const script = new LazyScript(() => import('./conversationFind.ts'));

/**
 * Looks for a text in the conversation. Enter goes on, Shift+Enter back, Escape closes and gives the focus back. The
 * bar takes keys at once; what finds is a script of its own, loaded when the bar opens first.
 */
export class FindBar {
	readonly element = element('div', 'find-bar');
	readonly #field = element('input');
	readonly #count = element('span', 'find-count');
	/** In the page only while the bar is open. */
	readonly #parts: readonly Node[];
	readonly #searched: SearchedParts;
	#find: ConversationFind | undefined;
	/** What was asked for while the script was on its way, in order. */
	#asked: ((find: ConversationFind) => void)[] = [];
	readonly #focusElse: () => void;
	#before: Element | null = null;

	/** @param focusElse called when what had the focus before is gone */
	constructor(searched: SearchedParts, focusElse: () => void) {
		this.#searched = searched;
		this.#focusElse = focusElse;
		this.element.role = 'search';
		this.element.ariaLabel = t('Find in conversation');
		this.element.hidden = true;
		this.#field.ariaLabel = t('Find');
		this.#field.placeholder = t('Find');
		this.#field.spellcheck = false;
		this.#count.role = 'status';
		this.#field.addEventListener('input', () => this.#search());
		this.element.addEventListener('keydown', (event) => this.#pressed(event));
		this.#parts = [
			this.#field,
			this.#count,
			iconButton('arrow-up', t('Previous Match'), () => this.#step(-1)),
			iconButton('arrow-down', t('Next Match'), () => this.#step(1)),
			iconButton('close', t('Close Find'), () => this.close()),
		];
	}

	/** Opens with what is selected, or with what was looked for last. */
	open(): void {
		if (this.element.hidden) this.#before = document.activeElement;
		this.element.hidden = false;
		if (!this.element.hasChildNodes()) this.element.append(...this.#parts);
		const selected = document.getSelection()?.toString() ?? '';
		if (selected !== '' && !selected.includes('\n')) this.#field.value = selected;
		this.#field.focus();
		this.#field.select();
		this.#search();
	}

	/** Closes without moving the focus, as when another conversation comes on show. */
	hide(): void {
		this.element.hidden = true;
		this.element.replaceChildren();
		this.#asked = [];
		this.#find?.clear();
	}

	close(): void {
		this.hide();
		const before = this.#before;
		if (before instanceof HTMLElement && before !== document.body && before.isConnected) {
			before.focus({ preventScroll: true });
		}
		if (document.activeElement === document.body) this.#focusElse();
	}

	#search(): void {
		this.#ask((find) => find.search(this.#field.value));
	}

	#step(direction: 1 | -1): void {
		this.#ask((find) => find.step(direction));
	}

	#ask(ask: (find: ConversationFind) => void): void {
		if (this.#find !== undefined) return ask(this.#find);
		this.#asked.push(ask);
		script.whenLoaded(
			({ ConversationFind }) => {
				this.#find ??= new ConversationFind(this.#searched, (result) => this.#tell(result));
				for (const one of this.#asked.splice(0)) one(this.#find);
			},
			(failure) => (this.#count.textContent = loadProblem(failure)),
		);
	}

	#pressed(event: KeyboardEvent): void {
		if (event.isComposing) return;
		if (event.key === 'Escape') this.close();
		else if (event.key === 'Enter' && event.target === this.#field) this.#step(event.shiftKey ? -1 : 1);
		else return;
		event.preventDefault();
		event.stopPropagation();
	}

	#tell({ current, count, isMore }: FindResult): void {
		const all = `${count}${isMore ? '+' : ''}`;
		const found = count === 0 ? t('No results') : t('{0} of {1}', current, all);
		const text = this.#field.value === '' ? '' : found;
		// The same once more would be read out once more.
		if (this.#count.textContent !== text) this.#count.textContent = text;
	}
}
