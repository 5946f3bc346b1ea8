import { html, render } from 'lit-html';
import { t } from '../../core/base/l10n.ts';
import type { ViewPlan } from '../../core/view/viewEntry.ts';
import { element, foldButton, icon, uniqueId } from '../page/dom.ts';
import { PlanBody, isDone, planProgress } from '../entries/plan.ts';
import { untrustedTemplate } from '../page/untrustedText.ts';
import type { PanelHost } from './panelHost.ts';

/** Time for drawing in one frame, in milliseconds. */
const frameBudgetMs = 8;

/** The current plans above the composer: the step at hand in one line, all of them when unfolded. */
export class PlanPanel {
	readonly element = element('section', 'plan-panel');
	readonly #host: PanelHost;
	readonly #head = element('div', 'plan-panel-head');
	readonly #list = element('div', 'plan-list');
	readonly #bodies = new Map<string, PlanBody>();
	#plans: readonly ViewPlan[] = [];

	constructor(host: PanelHost) {
		this.#host = host;
		this.#list.id = uniqueId('plan');
		this.element.ariaLabel = t('Current plan');
		this.element.append(this.#head, this.#list);
		this.#draw();
	}

	/**
	 * A finished plan of a finished turn has nothing more to say here.
	 * @param plans the latest last
	 */
	update(plans: readonly ViewPlan[], isBusy: boolean): void {
		const isOpen = (plan: ViewPlan): boolean =>
			(plan.items.length > 0 || plan.document !== undefined) && (isBusy || !isDone(plan));
		// Of finished ones only the latest may have something to say.
		this.#plans = plans.filter(
			(plan, index) => isOpen(plan) && (index === plans.length - 1 || !isDone(plan)),
		);
		this.#draw();
	}

	#draw(): void {
		const latest = this.#plans.at(-1);
		const hadFocus = this.element.contains(document.activeElement);
		this.element.hidden = latest === undefined;
		if (latest === undefined) return hadFocus ? this.#host.focusComposer() : undefined;
		const isOpen = this.#host.memory.isPlanOpen;
		const next =
			latest.items.find((item) => item.status === 'in_progress') ??
			latest.items.find((item) => item.status === 'pending');
		const title = this.#plans.length === 1 ? t('Plan') : t('{0} plans', this.#plans.length);
		const shown = html`${icon('checklist')}
			<span class="plan-current"
				>${isOpen || next === undefined ? title : untrustedTemplate(next.content)}</span
			>
			<span class="muted plan-count">${planProgress(latest)}</span>`;
		render(foldButton('plan-fold', { isOpen, controls: this.#list.id }, this.#toggle, shown), this.#head);
		this.#list.hidden = !isOpen;
		if (isOpen) this.#drawBodies();
	}

	/** The latest first: that is the one at hand. */
	#drawBodies(): void {
		const ids = new Set(this.#plans.map(({ id }) => id));
		for (const id of [...this.#bodies.keys()]) if (!ids.has(id)) this.#bodies.delete(id);
		const elements = this.#plans.toReversed().map((plan) => {
			const body = this.#bodies.get(plan.id) ?? new PlanBody(this.#host.post);
			this.#bodies.set(plan.id, body);
			body.update(plan);
			return body.element;
		});
		const isSame =
			elements.length === this.#list.childElementCount &&
			elements.every((body, index) => this.#list.children[index] === body);
		if (!isSame) this.#list.replaceChildren(...elements);
		this.#work();
	}

	#work(): void {
		const deadline = performance.now() + frameBudgetMs;
		const isDrawn = [...this.#bodies.values()].every((body) => body.work(deadline));
		if (!isDrawn) requestAnimationFrame(() => this.#work());
	}

	readonly #toggle = (): void => {
		const { memory } = this.#host;
		memory.setPlanOpen(!memory.isPlanOpen);
		this.#draw();
	};
}
