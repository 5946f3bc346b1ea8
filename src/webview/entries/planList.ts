import { html, type TemplateResult } from 'lit-html';
import type { PlanItem } from '../../core/session/model.ts';
import type { ViewPlan } from '../../core/view/viewModel.ts';
import { icon } from '../dom.ts';
import { foreignTemplate } from '../foreignText.ts';

const marks = {
	pending: { icon: 'circle-large-outline', label: 'pending' },
	in_progress: { icon: 'arrow-circle-right', label: 'in progress' },
	completed: { icon: 'pass-filled', label: 'completed' },
	cancelled: { icon: 'circle-slash', label: 'cancelled' },
} as const;

/** The steps of a plan with their state. */
export function planList(items: readonly PlanItem[]): TemplateResult {
	return html`<ol class="plan-items">
		${items.map(planItem)}
	</ol>`;
}

function planItem(item: PlanItem): TemplateResult {
	const mark = marks[item.status];
	return html`<li class="plan-item ${item.status}">
		${icon(mark.icon)}
		<span class="plan-text">${foreignTemplate(item.content, { isMultiline: true })}</span>
		${item.priority === 'high' ? html`<span class="badge">high</span>` : ''}
		<span class="visually-hidden">${mark.label}</span>
	</li>`;
}

/** `2 of 5`, without the steps that were cancelled; empty for a plan that has no steps. */
export function planProgress({ items }: ViewPlan): string {
	if (items.length === 0) return '';
	const counted = items.filter((item) => item.status !== 'cancelled');
	const done = counted.filter((item) => item.status === 'completed').length;
	return counted.length === 0 ? 'cancelled' : `${done} of ${counted.length}`;
}

/** True when no step is left to do. A text or a file has none, so it is never done. */
export function isDone({ items, document }: ViewPlan): boolean {
	return (
		document === undefined && items.every(({ status }) => status === 'completed' || status === 'cancelled')
	);
}
