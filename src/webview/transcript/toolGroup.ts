import { html, nothing, render, type TemplateResult } from 'lit-html';
import { t } from '../../core/base/l10n.ts';
import type { EntryId } from '../../core/session/model/entry.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import { isFinal } from '../../core/base/toolCall.ts';
import type { ViewToolCall } from '../../core/view/viewEntry.ts';
import { element, foldButton, icon, uniqueId } from '../page/dom.ts';
import { createArticle, type EntryContext } from '../entries/entryView.ts';
import { untrustedTemplate } from '../page/untrustedText.ts';

/**
 * Reads and searches that came one after the other, as one line that opens to their cards. It counts along, so that a
 * change of one card costs the same in a long run as in a short one.
 */
export class ToolGroup {
	readonly element: HTMLElement;
	/** The cards stand in here. */
	readonly steps = element('div', 'steps');
	readonly #context: EntryContext;
	readonly #head = element('div', 'card-head');
	readonly #id: EntryId;
	readonly #calls = new Map<EntryId, ViewToolCall>();
	/** How many calls there are of each of what the line tells: a status, a search, the reading of one file. */
	readonly #counts = new Map<string, number>();
	/** Of `#counts`. */
	#files = 0;
	/** Calls that go on, oldest first. */
	readonly #running = new Set<EntryId>();

	/** @param firstId of the first call, after which the group is named: so it is known again in a later life */
	constructor(firstId: EntryId, context: EntryContext) {
		this.#context = context;
		this.#id = `reads-${firstId}`;
		this.element = createArticle(this.#id, 'tool-group');
		this.steps.id = uniqueId('reads');
		this.steps.role = 'group';
		this.element.append(this.#head, this.steps);
	}

	get size(): number {
		return this.#calls.size;
	}

	/** The reader is in its line, not in one of its cards. */
	get hasFocus(): boolean {
		const { activeElement } = document;
		return activeElement === this.element || this.#head.contains(activeElement);
	}

	/** The call as it is now; its card has to be put into `steps`. */
	put(call: ViewToolCall): void {
		this.#forget(call.id);
		this.#calls.set(call.id, call);
		this.#count(call, 1);
		if (!isFinal(call.status)) this.#running.add(call.id);
		this.draw();
	}

	has(id: EntryId): boolean {
		return this.#calls.has(id);
	}

	/** The card has to be taken out of `steps`. */
	delete(id: EntryId): void {
		this.#forget(id);
		this.draw();
	}

	unfold(): void {
		if (!this.isExpanded) this.#setExpanded(true);
	}

	draw(): void {
		const { isExpanded } = this;
		const current = this.#calls.get([...this.#running].at(-1) ?? '');
		const summary = this.#summary();
		this.element.dataset['size'] = `${this.size}`;
		this.element.dataset['status'] = current === undefined ? 'completed' : 'in_progress';
		this.element.ariaLabel = summary;
		this.steps.ariaLabel = summary;
		this.steps.hidden = !isExpanded;
		const told = current === undefined || current.title === '' ? summary : current.title;
		const shown = html`${icon(current?.kind === 'search' ? 'search' : 'book')}
			<span class="card-title">${untrustedTemplate(told)}</span>
			${current === undefined ? nothing : html`<span class="step-count">${t('{0} calls', this.size)}</span>`}`;
		const fold = { isOpen: isExpanded, controls: this.steps.id, title: visibleText(told) };
		render(
			html`${foldButton('card-fold', fold, () => this.#setExpanded(!isExpanded), shown)}
			${this.#ended('failed', 'error', t('{0} failed', this.#of('failed')))}
			${this.#ended('cancelled', 'circle-slash', t('{0} cancelled', this.#of('cancelled')))}
			${this.#state(current !== undefined)}`,
			this.#head,
		);
	}

	/** Nothing where a part went wrong, which is told. */
	#state(isRunning: boolean): TemplateResult | typeof nothing {
		if (!isRunning && this.#of('completed') < this.size) return nothing;
		const [status, name] = isRunning
			? ['in_progress', 'loading codicon-modifier-spin']
			: ['completed', 'check'];
		return html`<span class="tool-status ${status}">${icon(name)}</span>`;
	}

	/** What went wrong is not folded away with what went well. */
	#ended(status: 'failed' | 'cancelled', name: string, text: string): TemplateResult | typeof nothing {
		return this.#of(status) === 0
			? nothing
			: html`<span class="tool-status ${status}">${icon(name)}<span>${text}</span></span>`;
	}

	#summary(): string {
		const searches = this.#of('search');
		const files = this.#files === 1 ? t('1 file') : t('{0} files', this.#files);
		const times = searches === 1 ? t('once') : t('{0} times', searches);
		if (searches === 0) return t('Read {0}', files);
		return this.#files === 0 ? t('Searched {0}', times) : t('Read {0}, searched {1}', files, times);
	}

	get isExpanded(): boolean {
		return this.#context.memory.isExpanded(this.#id) ?? false;
	}

	get isFoldedByReader(): boolean {
		return this.#context.memory.isExpanded(this.#id) === false;
	}

	#setExpanded(isExpanded: boolean): void {
		this.#context.memory.setExpanded(this.#id, isExpanded);
		this.draw();
	}

	#of(key: string): number {
		return this.#counts.get(key) ?? 0;
	}

	#forget(id: EntryId): void {
		const call = this.#calls.get(id);
		if (call !== undefined) this.#count(call, -1);
		this.#calls.delete(id);
		this.#running.delete(id);
	}

	#count({ id, kind, status, locations }: ViewToolCall, by: 1 | -1): void {
		const file = `file ${locations[0]?.path ?? id}`;
		const before = this.#files;
		for (const key of [status, kind === 'search' ? 'search' : file])
			this.#counts.set(key, this.#of(key) + by);
		if (kind === 'search') return;
		if (by === 1 && this.#of(file) === 1) this.#files = before + 1;
		if (by === -1 && this.#of(file) === 0) this.#files = before - 1;
	}
}
