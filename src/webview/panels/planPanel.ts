import { html, nothing, render } from 'lit-html';
import type { ViewPlan } from '../../core/view/viewModel.ts';
import { element, icon, uniqueId } from '../dom.ts';
import { planList, planProgress } from '../entries/planList.ts';
import { foreignTemplate } from '../foreignText.ts';
import type { ViewMemory } from '../viewMemory.ts';

/** The latest plan above the composer: the step at hand in one line, all of them when unfolded. */
export class PlanPanel {
	readonly element = element('section', 'plan-panel');
	readonly #memory: ViewMemory;
	readonly #listId = uniqueId('plan');
	#plan: ViewPlan | undefined;
	#isBusy = false;

	constructor(memory: ViewMemory) {
		this.#memory = memory;
		this.element.ariaLabel = 'Current plan';
		this.#draw();
	}

	/** A finished plan of a finished turn has nothing more to say here. */
	update(plan: ViewPlan | undefined, isBusy: boolean): void {
		this.#plan = plan;
		this.#isBusy = isBusy;
		this.#draw();
	}

	#draw(): void {
		const plan = this.#plan;
		const isDone = plan?.items.every((item) => item.status === 'completed') ?? true;
		this.element.hidden = plan === undefined || plan.items.length === 0 || (isDone && !this.#isBusy);
		if (plan === undefined) return;
		const isOpen = this.#memory.isPlanOpen;
		const current = plan.items.find((item) => item.status === 'in_progress');
		const next = current ?? plan.items.find((item) => item.status === 'pending');
		render(
			html`<button
					type="button"
					class="fold plan-fold"
					aria-expanded=${isOpen}
					aria-controls=${this.#listId}
					@click=${this.#toggle}
				>
					${icon('chevron-right')}${icon('checklist')}
					<span class="plan-current"
						>${isOpen || next === undefined ? 'Plan' : foreignTemplate(next.content)}</span
					>
					<span class="muted plan-count">${planProgress(plan)}</span>
				</button>
				<div id=${this.#listId} class="plan-list" ?hidden=${!isOpen}>
					${isOpen ? planList(plan) : nothing}
				</div>`,
			this.element,
		);
	}

	readonly #toggle = (): void => {
		this.#memory.setPlanOpen(!this.#memory.isPlanOpen);
		this.#draw();
	};
}
