import { html, type TemplateResult } from 'lit-html';
import type { PlanItem } from '../../core/session/model.ts';
import type { ViewPlan } from '../../core/view/viewModel.ts';
import { icon } from '../dom.ts';
import { foreignTemplate } from '../foreignText.ts';

const marks = {
	pending: { icon: 'circle-large-outline', label: 'pending' },
	in_progress: { icon: 'arrow-circle-right', label: 'in progress' },
	completed: { icon: 'pass-filled', label: 'completed' },
} as const;

/** The steps of a plan with their state. */
export function planList(plan: ViewPlan): TemplateResult {
	return html`<ol class="plan-items">
		${plan.items.map(planItem)}
	</ol>`;
}

function planItem(item: PlanItem): TemplateResult {
	const mark = marks[item.status];
	return html`<li class="plan-item ${item.status}">
		${icon(mark.icon)}
		<span class="plan-text">${foreignTemplate(item.content)}</span>
		${item.priority === 'high' ? html`<span class="badge">high</span>` : ''}
		<span class="visually-hidden">${mark.label}</span>
	</li>`;
}

/** `2 of 5`. */
export function planProgress(plan: ViewPlan): string {
	const done = plan.items.filter((item) => item.status === 'completed').length;
	return `${done} of ${plan.items.length}`;
}
