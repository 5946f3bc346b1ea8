import { html, nothing, render, type TemplateResult } from 'lit-html';
import { t } from '../../core/base/l10n.ts';
import type { ViewPlan } from '../../core/view/viewEntry.ts';
import { element, icon } from '../page/dom.ts';
import { createArticle, type EntryContext, type EntryView, markdownContext } from './entryView.ts';
import type { Post } from '../page/api.ts';
import { ContentParts } from './contentParts.ts';
import type { PlanItem } from '../../core/session/model/entry.ts';
import { callStatus } from '../../core/view/entryWords.ts';
import { untrustedTemplate } from '../page/untrustedText.ts';

const marks = {
	pending: 'circle-large-outline',
	in_progress: 'arrow-circle-right',
	completed: 'pass-filled',
	cancelled: 'circle-slash',
} as const;

/** The agent's plan where it was made. The panel above the composer shows the latest as well. */
export class PlanView implements EntryView<ViewPlan> {
	readonly element: HTMLElement;
	readonly #head = element('div', 'plan-head');
	readonly #body: PlanBody;

	constructor(entry: ViewPlan, context: EntryContext) {
		this.#body = new PlanBody(context.post);
		this.element = createArticle(entry.id, 'plan from-agent');
		this.element.append(this.#head, this.#body.element);
		this.update(entry);
	}

	update(entry: ViewPlan): void {
		this.element.ariaLabel = entry.isRemoved ? t('Plan, taken back') : t('Plan');
		this.element.classList.toggle('removed', entry.isRemoved);
		render(
			html`${icon('checklist')}<span class="plan-title">${t('Plan')}</span>
				<span class="muted">${planProgress(entry)}</span>
				${entry.isRemoved ? html`<span class="badge">${t('taken back')}</span>` : nothing}`,
			this.#head,
		);
		this.#body.update(entry);
	}

	work(deadline: number): boolean {
		return this.#body.work(deadline);
	}
}

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
		render(
			html`<ol class="plan-items">
				${items.map(planItem)}
			</ol>`,
			this.#items,
		);
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

function planItem(item: PlanItem): TemplateResult {
	return html`<li class="plan-item ${item.status}">
		${icon(marks[item.status])}
		<span class="plan-text">${untrustedTemplate(item.content, { isMultiline: true })}</span>
		${item.priority === 'high' ? html`<span class="badge">${t('high')}</span>` : ''}
		<span class="visually-hidden">${callStatus(item.status)}</span>
	</li>`;
}

/** `2 of 5`, without the steps that were cancelled; empty for a plan that has no steps. */
export function planProgress({ items }: ViewPlan): string {
	if (items.length === 0) return '';
	const counted = items.filter((item) => item.status !== 'cancelled');
	const done = counted.filter((item) => item.status === 'completed').length;
	return counted.length === 0 ? t('cancelled') : t('{0} of {1}', done, counted.length);
}

/** True when no step is left to do. A text or a file has none, so it is never done. */
export function isDone({ items, document }: ViewPlan): boolean {
	return (
		document === undefined && items.every(({ status }) => status === 'completed' || status === 'cancelled')
	);
}

function nameOf(uri: string): string {
	return uri.split(/[\\/]/u).findLast((part) => part !== '') ?? uri;
}
