import { render } from 'lit-html';
import type { ViewPlan } from '../../core/view/viewEntry.ts';
import { element } from '../page/dom.ts';
import type { Post } from '../page/api.ts';
import { ContentParts } from './contentParts.ts';
import { markdownContext } from './entryView.ts';
import { planList } from './planList.ts';

/** What a plan says: its steps, its text, or the file it stands in. */
export class PlanBody {
	readonly element = element('div', 'plan-body');
	readonly #items = element('div');
	readonly #parts: ContentParts;

	constructor(post: Post) {
		this.#parts = new ContentParts(markdownContext(post));
		this.element.append(this.#items, this.#parts.element);
	}

	/** The plan as a whole (acp C62). */
	update({ items, document, planId = '' }: ViewPlan): void {
		this.#items.hidden = items.length === 0;
		render(planList(items), this.#items);
		this.#parts.element.hidden = document === undefined;
		if (document === undefined) this.#parts.set([], true);
		else if (document.type === 'markdown') this.#parts.set([{ type: 'text', text: document.text }], true);
		else if (document.type === 'other') {
			// A kind of plan that we do not know is named, with its own name (acp C264).
			this.#parts.set([{ type: 'unknown', kind: [document.kind, planId].filter(Boolean).join(': ') }], true);
		} else this.#parts.set([{ type: 'resource_link', uri: document.uri, name: nameOf(document.uri) }], true);
	}

	/** Draws the text. False if something is left for the next frame. */
	work(deadline: number): boolean {
		return this.#parts.work(deadline);
	}
}

function nameOf(uri: string): string {
	return uri.split(/[\\/]/u).findLast((part) => part !== '') ?? uri;
}
