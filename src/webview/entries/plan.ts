import { html, nothing, render } from 'lit-html';
import { t } from '../../core/base/l10n.ts';
import type { ViewPlan } from '../../core/view/viewEntry.ts';
import { element, icon } from '../page/dom.ts';
import { createArticle, type EntryContext, type EntryView } from './entryView.ts';
import { PlanBody } from './planBody.ts';
import { planProgress } from './planList.ts';

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
