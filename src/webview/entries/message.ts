import { html, nothing, render } from 'lit-html';
import { t } from '../../core/base/l10n.ts';
import type { ViewChangedSince, ViewMessage } from '../../core/view/viewEntry.ts';
import { copyButton, element, foldButton, icon, uniqueId } from '../page/dom.ts';
import { LazyScript } from '../page/lazyScript.ts';
import { LazySlot } from '../page/lazySlot.ts';
import { thoughtName } from '../../core/view/entryWords.ts';
import { formatDuration } from '../../core/view/quantities.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import type * as Checkpoints from './checkpointLine.ts';
import { ContentParts } from './contentParts.ts';
import { createArticle, type EntryContext, type EntryView, markdownContext } from './entryView.ts';

const checkpoints = new LazyScript(() => import('./checkpointLine.ts'));

/** What the user or the agent said. Keeps drawing while the text grows. */
export class MessageView implements EntryView<ViewMessage> {
	readonly element: HTMLElement;
	readonly #context: EntryContext;
	readonly #unsent = element('div', 'unsent');
	readonly #edit = element('button', 'button link-button');
	readonly #parts: ContentParts;
	readonly #changedSince: LazySlot<ViewChangedSince, typeof Checkpoints>;

	constructor(entry: ViewMessage, context: EntryContext) {
		const isUser = entry.role === 'user';
		this.#context = context;
		this.#parts = new ContentParts(markdownContext(context.post, isUser));
		this.element = createArticle(entry.id, isUser ? 'message from-user' : 'message from-agent');
		this.#edit.type = 'button';
		this.#edit.textContent = t('Edit');
		this.#edit.title = t('Put it back into the message field');
		this.#edit.addEventListener('click', () => context.post({ type: 'editPrompt', entryId: entry.id }));
		this.#changedSince = new LazySlot(
			'changed-since',
			checkpoints,
			({ CheckpointLine }, place) => new CheckpointLine(place, entry.id, context.post),
		);
		this.element.append(this.#unsent, this.#parts.element, this.#changedSince.element);
		// Beside the bubble, wherever that ends.
		(isUser ? this.#parts.element : this.element).append(this.#copyButton(entry.id));
		// What the menu of VS Code over it is about.
		if (isUser) this.element.dataset['vscodeContext'] = JSON.stringify({ acpHostPrompt: entry.id });
		this.update(entry);
	}

	update(entry: ViewMessage): void {
		const isUser = entry.role === 'user';
		this.element.ariaLabel = isUser ? t('You') : visibleText(this.#context.agentTitle());
		this.element.ariaBusy = entry.isComplete ? null : 'true';
		this.#unsent.hidden = !entry.isUnsent;
		// What waits is taken back where the login is.
		const isAwaitingLogin = entry.isAwaitingLogin === true;
		const told = isAwaitingLogin ? t('Waits for the login') : t('Not sent');
		const edit = isAwaitingLogin ? nothing : this.#edit;
		if (entry.isUnsent)
			render(html`${icon(isAwaitingLogin ? 'clock' : 'warning')}${told}${edit}`, this.#unsent);
		// What the agent cleared leaves no empty bubble.
		this.element.hidden = isBlank(entry) && !entry.isUnsent;
		this.#changedSince.update(entry.changedSince);
		this.#parts.set(entry.content, entry.isComplete);
	}

	appendText(text: string): void {
		this.element.hidden = false;
		this.#parts.appendText(text);
	}

	work(deadline: number): boolean {
		return this.#parts.work(deadline);
	}

	/** Seen where the pointer or the focus is; only there it is a stop of the Tab key, too. */
	#copyButton(entryId: string): HTMLElement {
		const button = copyButton(t('Copy Message'), () => this.#context.post({ type: 'copyMessage', entryId }));
		button.classList.add('copy-message');
		button.tabIndex = -1;
		this.element.addEventListener('focusin', () => (button.tabIndex = 0));
		this.element.addEventListener('focusout', () => (button.tabIndex = -1));
		return button;
	}
}

function isBlank({ content }: ViewMessage): boolean {
	return content.every((part) => part.type === 'text' && part.text === '');
}

/** What the agent thought: folded, with the time it took. The text is drawn when it is unfolded. */
export class ThoughtView implements EntryView<ViewMessage> {
	readonly element: HTMLElement;
	readonly #context: EntryContext;
	readonly #head = element('div', 'thought-head');
	readonly #parts: ContentParts;
	#entry: ViewMessage;

	constructor(entry: ViewMessage, context: EntryContext) {
		this.#context = context;
		this.#entry = entry;
		this.#parts = new ContentParts(markdownContext(context.post));
		this.#parts.element.classList.add('thought-body');
		this.#parts.element.id = uniqueId('thought');
		this.element = createArticle(entry.id, 'thought from-agent');
		this.element.ariaLabel = t('Thought');
		this.element.append(this.#head, this.#parts.element);
		this.update(entry);
	}

	update(entry: ViewMessage): void {
		this.#entry = entry;
		const isExpanded = this.#isExpanded;
		this.element.hidden = isBlank(entry) && entry.isComplete;
		this.#parts.element.hidden = !isExpanded;
		this.#parts.set(entry.content, entry.isComplete);
		const shown = html`<span class=${entry.isComplete ? '' : 'thinking'}>${thoughtTitle(entry)}</span>`;
		const fold = { isOpen: isExpanded, controls: this.#parts.element.id };
		render(foldButton('', fold, this.#toggle, shown), this.#head);
	}

	appendText(text: string): void {
		this.#parts.appendText(text);
	}

	work(deadline: number): boolean {
		return this.#isExpanded ? this.#parts.work(deadline) : true;
	}

	unfold(): void {
		if (!this.#isExpanded) this.#toggle();
	}

	get #isExpanded(): boolean {
		return this.#context.memory.isExpanded(this.#entry.id) ?? false;
	}

	readonly #toggle = (): void => {
		this.#context.memory.setExpanded(this.#entry.id, !this.#isExpanded);
		this.update(this.#entry);
		this.#context.requestWork(this.#entry.id);
	};
}

function thoughtTitle(entry: ViewMessage): string {
	return entry.isComplete ? thoughtName(formatDuration(entry.durationMs)) : t('Thinking…');
}
