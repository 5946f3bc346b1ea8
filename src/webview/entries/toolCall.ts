import { html, nothing, render, type TemplateResult } from 'lit-html';
import { t } from '../../core/base/l10n.ts';
import { isFinal, type ToolKind, type ToolStatus } from '../../core/base/toolCall.ts';
import type { ViewPermission, ViewToolCall } from '../../core/view/viewEntry.ts';
import { element, foldButton, icon, keepingFocus, stopButton, uniqueId } from '../page/dom.ts';
import { untrustedTemplate } from '../page/untrustedText.ts';
import { callStatus, kindName } from '../../core/view/entryWords.ts';
import { formatDuration } from '../../core/view/quantities.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import { loadProblem } from '../page/lazyScript.ts';
import { moveWithFocus } from '../page/moveFocus.ts';
import { AttemptSlot } from './attemptSlot.ts';
import { answeredWord, diffCounts, shownCounts } from './fileReview.ts';
import { createArticle, type EntryContext, type EntryView } from './entryView.ts';
import { showsTerminal, withOutput } from '../terminal/withOutput.ts';
import type { ToolBody } from './toolBody.ts';
import { toolBodies as bodies } from './toolBodies.ts';

const kindIcons: Readonly<Record<ToolKind, string>> = {
	read: 'book',
	edit: 'edit',
	delete: 'trash',
	move: 'arrow-swap',
	search: 'search',
	execute: 'terminal',
	think: 'lightbulb',
	fetch: 'globe',
	switch_mode: 'settings',
	other: 'tools',
};

const statusIcons: Readonly<Record<ToolStatus, string>> = {
	pending: 'circle-large-outline',
	in_progress: 'loading codicon-modifier-spin',
	paused: 'debug-pause',
	completed: 'check',
	failed: 'error',
	cancelled: 'circle-slash',
};

/** A tool call: one line, unfolded while it waits for permission or when the reader wants to see, and its permissions. */
export class ToolCallView implements EntryView<ViewToolCall> {
	readonly element: HTMLElement;
	/** Its permissions: after all else while one waits, under the title when they are settled. */
	readonly steps = element('div', 'permissions');
	readonly #head = element('div', 'card-head');
	readonly #inside = element('div');
	readonly #rest = element('div');
	readonly #attempts = new AttemptSlot();
	readonly #context: EntryContext;
	readonly #bodyId = uniqueId('tool');
	/** Made when first unfolded: most calls are never looked into. Absent while its script is on the way. */
	#body: ToolBody | undefined;
	#entry: ViewToolCall;

	constructor(entry: ViewToolCall, context: EntryContext) {
		this.#context = context;
		this.#entry = entry;
		this.element = createArticle(entry.id, 'tool-call from-agent');
		this.element.append(this.#head, this.steps, this.#attempts.element, this.#inside, this.#rest);
		bodies.request();
		this.update(entry);
	}

	update(entry: ViewToolCall): void {
		this.#entry = entry;
		this.element.ariaLabel = t('Tool call: {0}', visibleText(entry.title));
		this.element.dataset['status'] = entry.status;
		this.#attempts.update(entry.attempts);
		// What has the focus in the body may go when a question comes or goes.
		this.#keepingFocus(() => {
			if (this.#isExpanded) this.#updateBody();
			this.#draw();
		});
	}

	refresh(): void {
		this.update(this.#entry);
		// A question unfolds it: what it holds is drawn in frames to come.
		this.#context.requestWork(this.#entry.id);
	}

	appendOutput(terminalId: string, text: string): void {
		if (!showsTerminal(this.#entry, terminalId)) return;
		// Also while folded: what is unfolded later must be all there.
		this.#entry = withOutput(this.#entry, terminalId, text);
		if (this.#isExpanded) this.#body?.appendOutput(terminalId, text);
	}

	showRaw(input: string, output: string): void {
		this.#body?.showRaw(input, output);
	}

	work(deadline: number): boolean {
		if (!this.#isExpanded) return true;
		if (this.#body === undefined && !this.#drawLate()) return false;
		return this.#body?.work(deadline) ?? true;
	}

	dispose(): void {
		this.#attempts.dispose();
	}

	unfold(): void {
		if (!this.#isExpanded) this.#toggle();
	}

	get #questions(): readonly ViewPermission[] {
		return this.#context.questionsAbout(this.#entry.id);
	}

	get #isExpanded(): boolean {
		return this.#questions.length > 0 || (this.#context.memory.isExpanded(this.#entry.id) ?? false);
	}

	#updateBody(): void {
		const { loaded } = bodies;
		if (loaded === undefined) return this.#context.requestWork(this.#entry.id);
		this.#body ??= new loaded.ToolBody(this.#bodyId, this.#context);
		this.#body.update(this.#entry);
	}

	/** Draws what could not be drawn with the card. False while the script is on the way. */
	#drawLate(): boolean {
		if (bodies.loaded === undefined && bodies.failure === undefined) return false;
		if (bodies.loaded !== undefined) this.#updateBody();
		this.#draw();
		this.#context.subjectShown(this.#entry.id);
		return true;
	}

	#draw(): void {
		const entry = this.#entry;
		const isExpanded = this.#isExpanded;
		const questions = this.#questions;
		const isAsking = questions.length > 0;
		const title = entry.title === '' ? kindName(entry.kind) : entry.title;
		const shown = html`${icon(kindIcons[entry.kind])}
			<span class="card-title"
				>${untrustedTemplate(isSaidIn(title, questions) ? kindName(entry.kind) : title)}</span
			>
			${nameBadge(entry)}${isAsking ? nothing : fileLabel(entry)}`;
		const fold = { isOpen: isExpanded, controls: this.#bodyId, title: visibleText(title) };
		const template = html`${foldButton('card-fold', fold, this.#toggle, shown)} ${totalCounts(entry)}
		${status(entry)} ${this.#stop(title)}`;
		this.element.classList.toggle('asking', isAsking);
		// The button to stop it goes when the call ends: who stood on it stays in the card.
		this.#keepingFocus(() => {
			render(template, this.#head);
			render(isExpanded ? (this.#body?.element ?? this.#missingBody()) : nothing, this.#inside);
			render((isAsking ? this.#body?.rest : undefined) ?? nothing, this.#rest);
		});
		const before = isAsking ? this.#inside : this.#head;
		if (before.nextElementSibling !== this.steps) moveWithFocus(this.steps, () => before.after(this.steps));
	}

	#keepingFocus(draw: () => void): void {
		keepingFocus(this.element, draw, () => this.element.querySelector<HTMLElement>('.card-fold'));
	}

	#missingBody(): TemplateResult | typeof nothing {
		if (bodies.failure === undefined) return nothing;
		return html`<div class="card-body" id=${this.#bodyId} role="alert">${loadProblem(bodies.failure)}</div>`;
	}

	#stop(title: string): TemplateResult | typeof nothing {
		const { id, isCancelling = false } = this.#entry;
		if (!isStoppable(this.#entry)) return nothing;
		const stop = (): void => this.#context.post({ type: 'cancelToolCall', entryId: id });
		return stopButton(visibleText(title), isCancelling, stop);
	}

	readonly #toggle = (): void => {
		if (this.#questions.length > 0) return;
		this.#context.memory.setExpanded(this.#entry.id, !this.#isExpanded);
		this.update(this.#entry);
		this.#context.requestWork(this.#entry.id);
	};
}

/** The command that is asked about is the title: it stands there in full, so it need not stand here. */
function isSaidIn(title: string, questions: readonly ViewPermission[]): boolean {
	const plain = title.trim().replace(/^`(.*)`$/su, '$1');
	return questions.some(({ details }) => details === plain || details.startsWith(`${plain}\n`));
}

/** The tool's own name, unless the title says it. */
function nameBadge({ name, title }: ViewToolCall): TemplateResult | typeof nothing {
	const isSaid = name === undefined || name === '' || title.toLowerCase().includes(name.toLowerCase());
	return isSaid ? nothing : html`<span class="tool-name">${untrustedTemplate(name)}</span>`;
}

/** The file it is about, unless the title says so. */
function fileLabel(entry: ViewToolCall): TemplateResult | typeof nothing {
	const labels = [...new Set(entry.locations.map((location) => location.label))];
	const first = labels[0];
	if (first === undefined) return nothing;
	const name = first.split(/[\\/]/).at(-1) ?? first;
	const more = labels.length > 1 ? ` +${labels.length - 1}` : '';
	if (entry.title.includes(name) && more === '') return nothing;
	const shown = entry.title.includes(name) ? more.trim() : `${name}${more}`;
	return html`<span class="file-label" title=${visibleText(labels.join('\n'), { isMultiline: true })}
		>${untrustedTemplate(shown)}</span
	>`;
}

/** What waits of its changes, else what it changed; in a word, where the user has answered all of that. */
function totalCounts(entry: ViewToolCall): TemplateResult | typeof nothing {
	let added = 0;
	let removed = 0;
	let isAnswered = true;
	const answers = new Set<Parameters<typeof answeredWord>[0]>();
	for (const content of entry.content) {
		if (content.type !== 'diff' && content.type !== 'file_change') continue;
		const { review } = content;
		if (review !== undefined && review.type !== 'waits') {
			answers.add(review.type);
			continue;
		}
		isAnswered = false;
		const counts = shownCounts(content);
		added += counts.added;
		removed += counts.removed;
	}
	const [answer] = answers;
	if (isAnswered && answer !== undefined)
		return html`<span class="review-answer"
			>${answeredWord(answers.size > 1 ? 'kept_and_undone' : answer)}</span
		>`;
	return added + removed === 0 ? nothing : diffCounts(added, removed);
}

function status(entry: ViewToolCall): TemplateResult {
	const { status: known, statusName, durationMs } = entry;
	const isStopping = isStoppable(entry) && entry.isCancelling === true;
	// What is out of the ordinary is told by its words, also where there is little room.
	const told = isStopping ? t('stopping…') : statusName === undefined ? '' : `(${statusName})`;
	const duration = durationMs === undefined ? '' : formatDuration(durationMs);
	return html`<span class="tool-status ${known}"
		>${icon(statusIcons[known])}${isStopping ? nothing : html`<span class="status-text">${callStatus(known)}</span>`}
		${told === '' ? nothing : html`<span class="status-told">${untrustedTemplate(told)}</span>`}
		${duration === '' ? nothing : html`<span class="duration">${duration}</span>`}</span
	>`;
}

/** Only while the agent says so (acp C259). */
function isStoppable({ canCancel, status: known }: ViewToolCall): boolean {
	return canCancel === true && !isFinal(known);
}
