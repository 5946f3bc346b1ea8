import { html, nothing, render, type TemplateResult } from 'lit-html';
import { t } from '../../core/base/l10n.ts';
import type { ViewSubagent } from '../../core/view/viewEntry.ts';
import { subagentName, subagentState } from '../../core/view/entryWords.ts';
import { isOver } from '../../core/base/subagentState.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import { element, foldButton, icon, keepingFocus, stopButton, uniqueId } from '../page/dom.ts';
import { untrustedTemplate } from '../page/untrustedText.ts';
import { createArticle, type EntryContext, type EntryView } from './entryView.ts';

const icons = { subagent: 'organization', task: 'checklist', turn: 'comment-discussion' } as const;

/** A child session of the agent, a task, or a turn of another conversation: a line of its own, and below it what is done there, step by step. */
export class SubagentView implements EntryView<ViewSubagent> {
	readonly element: HTMLElement;
	/** The transcript puts the entries of the child in here. */
	readonly steps = element('div', 'steps');
	readonly #head = element('div', 'subagent-head');
	readonly #context: EntryContext;
	#entry: ViewSubagent;
	#stepCount = 0;

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

	refresh(): void {
		const { kind, title, description, state } = this.#entry;
		const isExpanded = this.#isExpanded;
		this.element.ariaLabel = `${subagentName(kind)}: ${visibleText(title)}`;
		this.element.dataset['state'] = state;
		this.steps.ariaLabel = t('Steps of {0}', visibleText(title));
		this.steps.hidden = !isExpanded;
		const shown = html`${icon(icons[kind ?? 'subagent'])}
			<span class="card-title">${untrustedTemplate(title)}</span>
			<span class="step-count">${stepCount(this.#stepCount)}</span>`;
		const fold = { isOpen: isExpanded, controls: this.steps.id, title: visibleText(description ?? title) };
		const template = html`${foldButton('card-fold', fold, () => this.#setExpanded(!isExpanded), shown)}
			<span class="tool-status ${state}">${subagentState(state)}</span>
			${this.#stop()}`;
		keepingFocus(
			this.#head,
			() => render(template, this.#head),
			() => this.#head.querySelector<HTMLElement>('.card-fold'),
		);
	}

	/** A step came or went. Counted, because some stand as one in `steps`. */
	addStep(by: 1 | -1): void {
		this.#stepCount += by;
		this.refresh();
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
		const { id, kind, canCancel, state, title } = this.#entry;
		if (!canCancel || isOver(state)) return nothing;
		const stop = (): void => this.#context.post({ type: 'cancelSubagent', entryId: id });
		const name = kind === undefined ? t('subagent {0}', visibleText(title)) : visibleText(title);
		return stopButton(name, false, stop);
	}
}

function stepCount(count: number): string {
	return count === 1 ? t('1 step') : t('{0} steps', count);
}
