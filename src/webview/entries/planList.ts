import { html, type TemplateResult } from 'lit-html';
import { t } from '../../core/base/l10n.ts';
import type { PlanItem } from '../../core/session/model/entry.ts';
import { stepState } from '../../core/view/conversation/entryWords.ts';
import type { ViewPlan } from '../../core/view/viewEntry.ts';
import { icon } from '../page/dom.ts';
import { foreignTemplate } from '../page/foreignText.ts';

const marks = {
	pending: 'circle-large-outline',
	in_progress: 'arrow-circle-right',
	completed: 'pass-filled',
	cancelled: 'circle-slash',
} as const;

/** The steps of a plan with their state. */
export function planList(items: readonly PlanItem[]): TemplateResult {
	return html`<ol class="plan-items">
		${items.map(planItem)}
	</ol>`;
}

function planItem(item: PlanItem): TemplateResult {
	return html`<li class="plan-item ${item.status}">
		${icon(marks[item.status])}
		<span class="plan-text">${foreignTemplate(item.content, { isMultiline: true })}</span>
		${item.priority === 'high' ? html`<span class="badge">${t('high')}</span>` : ''}
		<span class="visually-hidden">${stepState(item.status)}</span>
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
