import { html, nothing, render, type TemplateResult } from 'lit-html';
import type { ViewSubagent } from '../../core/view/viewModel.ts';
import { visibleText } from '../../core/view/hostileText.ts';
import { element, icon, keepingFocus, stopButton, uniqueId } from '../dom.ts';
import { foreignTemplate } from '../foreignText.ts';
import { createArticle, type EntryContext, type EntryView } from './entryView.ts';

const states: Readonly<Record<ViewSubagent['state'], string>> = {
	running: 'running',
	idle: 'done',
	requires_action: 'waits for you',
	unknown: 'state unknown',
};

/** A child session of the agent: a line of its own, and below it what the child does, step by step. */
export class SubagentView implements EntryView<ViewSubagent> {
	readonly element: HTMLElement;
	/** The transcript puts the entries of the child in here. */
	readonly steps = element('div', 'steps');
	readonly #head = element('div', 'subagent-head');
	readonly #context: EntryContext;
	#entry: ViewSubagent;

	constructor(entry: ViewSubagent, context: EntryContext) {
		this.#context = context;
		this.#entry = entry;
		this.element = createArticle(entry.id, 'subagent');
		this.steps.id = uniqueId('steps');
		this.steps.role = 'group';
		this.element.append(this.#head, this.steps);
		this.update(entry);
	}

	update(entry: ViewSubagent): void {
		this.#entry = entry;
		this.refresh();
	}

	/** Also after a step was added. */
	refresh(): void {
		const { title, description, state } = this.#entry;
		const isExpanded = this.#isExpanded;
		this.element.ariaLabel = `Subagent: ${visibleText(title)}`;
		this.element.dataset['state'] = state;
		this.steps.ariaLabel = `Steps of ${visibleText(title)}`;
		this.steps.hidden = !isExpanded;
		const template = html`<button
				type="button"
				class="fold card-fold"
				aria-expanded=${isExpanded}
				aria-controls=${this.steps.id}
				title=${visibleText(description ?? title)}
				@click=${() => this.#setExpanded(!isExpanded)}
			>
				${icon('chevron-right')}${icon('organization')}
				<span class="card-title">${foreignTemplate(title)}</span>
				<span class="step-count">${stepCount(this.steps.childElementCount)}</span>
			</button>
			<span class="tool-status ${state}">${states[state]}</span>
			${this.#stop()}`;
		keepingFocus(
			this.#head,
			() => render(template, this.#head),
			() => this.#head.querySelector<HTMLElement>('.card-fold'),
		);
	}

	/** Something in here needs the reader. */
	unfold(): void {
		if (!this.#isExpanded) this.#setExpanded(true);
	}

	get #isExpanded(): boolean {
		return this.#context.memory.isExpanded(this.#entry.id) ?? true;
	}

	#setExpanded(isExpanded: boolean): void {
		this.#context.memory.setExpanded(this.#entry.id, isExpanded);
		this.refresh();
	}

	#stop(): TemplateResult | typeof nothing {
		const { id, canCancel, state, title } = this.#entry;
		if (!canCancel || state === 'idle') return nothing;
		const stop = (): void => this.#context.post({ type: 'cancelSubagent', entryId: id });
		return stopButton(`subagent ${visibleText(title)}`, false, stop);
	}
}

function stepCount(count: number): string {
	return count === 1 ? '1 step' : `${count} steps`;
}
