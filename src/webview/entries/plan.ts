import { html, render } from 'lit-html';
import type { ViewPlan } from '../../core/view/viewModel.ts';
import { icon } from '../dom.ts';
import { createArticle, type EntryView } from './entryView.ts';
import { planList, planProgress } from './planList.ts';

/** The agent's plan where it was made. The panel above the composer shows the latest as well. */
export class PlanView implements EntryView<ViewPlan> {
	readonly element: HTMLElement;

	constructor(entry: ViewPlan) {
		this.element = createArticle(entry.id, 'plan from-agent');
		this.element.ariaLabel = 'Plan';
		this.update(entry);
	}

	update(entry: ViewPlan): void {
		render(
			html`<div class="plan-head">
					${icon('checklist')}<span class="plan-title">Plan</span>
					<span class="muted">${planProgress(entry)}</span>
				</div>
				${planList(entry)}`,
			this.element,
		);
	}
}
