import { html, nothing, type TemplateResult } from 'lit-html';
import { visibleText } from '../../core/view/hostileText.ts';
import type { ViewQueuedPrompt, ViewSession } from '../../core/view/viewModel.ts';
import type { Post } from '../api.ts';
import { element, icon, iconElement } from '../dom.ts';
import { foreignTemplate } from '../foreignText.ts';
import { KeyedRows } from '../keyedRows.ts';

export interface QueueListener {
	announce(text: string): void;
	/** The row with the focus is gone, and with it what was to be done there. */
	focusComposer(): void;
}

/** The messages that wait for their turn, above the composer: each can be taken back. */
export class QueueList {
	readonly element = element('section', 'queue-panel');
	readonly #post: Post;
	readonly #listener: QueueListener;
	readonly #count = element('span');
	readonly #rows: KeyedRows;
	#key: string | undefined;
	#shown: readonly ViewQueuedPrompt[] = [];
	/** The row whose text the user asked for: it comes back into the composer, and the focus goes with it. */
	#asked: string | undefined;

	constructor(post: Post, listener: QueueListener) {
		this.#post = post;
		this.#listener = listener;
		this.#rows = new KeyedRows('queue-list', (next) =>
			next === null ? listener.focusComposer() : next.focus(),
		);
		this.element.ariaLabel = 'Queued messages';
		this.element.hidden = true;
		this.element.append(
			element('div', 'queue-head muted', iconElement('list-ordered'), this.#count),
			this.#rows.element,
		);
	}

	update({ key, queue = [] }: ViewSession): void {
		if (key === this.#key) this.#announce(queue);
		this.#key = key;
		this.#shown = queue;
		this.element.hidden = queue.length === 0;
		this.#count.textContent = `Queued: ${queue.length}`;
		const isBack = this.#asked !== undefined && queue.every(({ id }) => id !== this.#asked);
		if (isBack) this.#asked = undefined;
		if (isBack && this.element.contains(document.activeElement)) this.#listener.focusComposer();
		this.#rows.draw(new Map(queue.map((prompt) => [prompt.id, this.#row(prompt)])));
	}

	#announce(queue: readonly ViewQueuedPrompt[]): void {
		if (queue.length > this.#shown.length) this.#listener.announce(`Message queued. Queued: ${queue.length}`);
		else if (queue.length < this.#shown.length) this.#listener.announce(`Queued: ${queue.length}`);
	}

	#row({ id, text, place }: ViewQueuedPrompt): TemplateResult {
		const isGoing = place === 'withdrawing';
		const line = text.trim().split('\n', 1)[0] ?? '';
		const takeBack = (): void => {
			if (isGoing) return;
			this.#asked = id;
			this.#post({ type: 'withdrawPrompt', queueId: id });
		};
		return html`<span class="queue-text" title=${visibleText(text, { isMultiline: true })}
				>${foreignTemplate(line)}</span
			>
			${place === 'agent' ? html`<span class="queue-place muted">with the agent</span>` : nothing}
			${isGoing ? html`<span class="queue-place muted">Taking back…</span>` : nothing}
			<button
				type="button"
				class="icon-button"
				aria-label=${`Take back ${visibleText(line)}`}
				aria-disabled=${isGoing ? 'true' : nothing}
				title="Take back into the message field"
				@click=${takeBack}
			>
				${icon('discard')}
			</button>`;
	}
}
