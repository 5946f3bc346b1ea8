import { t } from '../../core/base/l10n.ts';
import { compactionTitle } from '../../core/view/entryWords.ts';
import type { ViewCompaction } from '../../core/view/viewEntry.ts';
import { element, iconElement } from '../page/dom.ts';
import { untrustedText } from '../page/untrustedText.ts';
import { ContentParts } from './contentParts.ts';
import { createArticle, type EntryContext, type EntryView, markdownContext } from './entryView.ts';

/** A line where the agent shortened its memory, with the summary it goes on from. */
export class CompactionView implements EntryView<ViewCompaction> {
	readonly element: HTMLElement;
	readonly #head = element('div', 'compaction-head');
	readonly #title = element('span');
	readonly #error = element('div', 'notice-detail');
	readonly #parts: ContentParts;
	readonly #details: HTMLDetailsElement;

	constructor(entry: ViewCompaction, context: EntryContext) {
		this.#parts = new ContentParts(markdownContext(context.post));
		this.#details = element('details', 'resource', element('summary', '', t('Summary')), this.#parts.element);
		this.element = createArticle(entry.id, 'compaction');
		this.#head.append(iconElement('fold'), this.#title);
		this.element.append(this.#head, this.#error, this.#details);
		this.update(entry);
	}

	update(entry: ViewCompaction): void {
		const title = compactionTitle(entry.status);
		this.element.ariaLabel = title;
		this.element.ariaBusy = entry.status === 'in_progress' ? 'true' : null;
		this.#head.dataset['status'] = entry.status;
		this.#title.textContent = title;
		this.#error.hidden = entry.error === undefined;
		this.#error.replaceChildren(untrustedText(entry.error ?? ''));
		this.#details.hidden = entry.summary.length === 0;
		this.#parts.set(entry.summary, entry.status !== 'in_progress');
	}

	work(deadline: number): boolean {
		return this.#parts.work(deadline);
	}
}
