import { html, nothing, render, type TemplateResult } from 'lit-html';
import { t } from '../../core/base/l10n.ts';
import type { PermissionOption } from '../../core/session/model/permission.ts';
import { changeLine } from '../../core/view/fileChange.ts';
import type { ViewPermission, ViewToolContent } from '../../core/view/viewEntry.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import { staleAnswerAt, staleAnswerText } from '../staleAnswer.ts';
import { icon, keepingFocus, textButton } from '../page/dom.ts';
import { formatNodes } from '../page/formatNodes.ts';
import { untrustedTemplate } from '../page/untrustedText.ts';
import { changeRow, opensAsDiff } from './changedFiles.ts';
import { ContentParts } from './contentParts.ts';
import { type EntryContext, markdownContext } from './entryView.ts';
import type { InputGuard } from './inputGuard.ts';
import { answerOf } from './permissionAnswer.ts';

/**
 * What a request for permission shows: what would happen in full, and the agent's own options in its order. Nothing is
 * chosen or focused beforehand, and nothing can be answered in the first moment (hazard C6). In the card of its call it
 * leaves out what that shows, and settled it is one line that opens to what was asked.
 */
export class PermissionBody {
	readonly #element: HTMLElement;
	readonly #guard: InputGuard;
	readonly #context: EntryContext;
	#entry: ViewPermission | undefined;
	#answeredWith: string | undefined;
	#document: ContentParts | undefined;

	/** @param element of the entry */
	constructor(element: HTMLElement, guard: InputGuard, context: EntryContext) {
		this.#element = element;
		this.#guard = guard;
		this.#context = context;
	}

	/** Another answer may be given. */
	forgetAnswer(): void {
		this.#answeredWith = undefined;
	}

	work(deadline: number): boolean {
		return this.#document?.work(deadline) ?? true;
	}

	unfold(): void {
		if (this.#entry !== undefined && this.#isLine(this.#entry) && !this.#isOpen(this.#entry))
			this.#toggle(this.#entry);
	}

	draw(entry: ViewPermission): void {
		this.#entry = entry;
		const call = this.#context.callOf(entry.toolCallEntryId);
		const crossed = staleAnswerAt(entry) === undefined ? nothing : permissionText(staleAnswerText());
		const template = this.#isLine(entry)
			? this.#line(entry)
			: html`${entry.title === call?.title ? nothing : permissionHead(entry.title)}
				${this.#asked(entry, call?.content)} ${crossed}
				${entry.state.type === 'pending' ? this.#options(entry) : this.#outcome(entry)}`;
		keepingFocus(
			this.#element,
			() => render(template, this.#element),
			() => this.#element,
		);
	}

	/** Settled, in the card of its call. */
	#isLine({ state, toolCallEntryId }: ViewPermission): boolean {
		return state.type !== 'pending' && this.#context.callOf(toolCallEntryId) !== undefined;
	}

	#isOpen({ id }: ViewPermission): boolean {
		return this.#context.memory.isExpanded(id) === true;
	}

	#toggle(entry: ViewPermission): void {
		this.#context.memory.setExpanded(entry.id, !this.#isOpen(entry));
		this.draw(entry);
		this.#context.requestWork(entry.id);
	}

	/** What became of it; opened, what was asked, whatever the agent says of the call by now. */
	#line(entry: ViewPermission): TemplateResult {
		const isOpen = this.#isOpen(entry);
		const { name, text, isByRule } = answerOf(entry.state);
		const toggle = (event: Event): void => {
			event.preventDefault();
			this.#toggle(entry);
		};
		return html`<details class="permission-line" ?open=${isOpen}>
				<summary class="permission-outcome" @click=${toggle}>${icon(name)}<span>${text}</span></summary>
				${isOpen ? this.#whatWasAsked(entry) : nothing}
			</details>
			${isByRule ? this.#ruleButton(entry, t('Show Rule')) : nothing}`;
	}

	#whatWasAsked(entry: ViewPermission): TemplateResult {
		const { id: entryId, title, changes = [] } = entry;
		const rows = changes.map((change, index) => {
			const open = (): void => this.#context.post({ type: 'openDiff', entryId, index });
			return changeRow(change, { open });
		});
		return html`<div class="permission-asked" role="group" aria-label=${t('What was asked')}>
			${permissionHead(title)} ${this.#asked(entry, changes)} ${rows}
		</div>`;
	}

	/** @param beside what is drawn beside it */
	#asked(entry: ViewPermission, beside: readonly ViewToolContent[] = []): TemplateResult {
		const { description, document, remark } = entry;
		return html`${description === undefined ? nothing : quotedText(description)}
		${document === undefined ? nothing : this.#plan(entry.id, document)} ${permissionDetails(entry, beside)}
		${remark === undefined ? nothing : quotedText(remark)}`;
	}

	/** Made with the first document: most permissions have none. */
	#plan(id: string, document: string): Element {
		const plan = (this.#document ??= new ContentParts(markdownContext(this.#context.post)));
		plan.element.className = 'content permission-document';
		plan.element.tabIndex = 0;
		plan.element.role = 'group';
		plan.element.ariaLabel = t('Plan');
		plan.set([{ type: 'text', text: document }], true);
		this.#context.requestWork(id);
		return plan.element;
	}

	#options(entry: ViewPermission): TemplateResult {
		return html`<div class="button-row" role="group" aria-label=${t('Answer')}>
			${entry.options.map((option) => this.#option(entry, option))}
			${entry.hasDiff && !this.#hasOneRow(entry) ? this.#openDiff(entry) : nothing}
			${this.#ruleButton(entry, t('Make a Rule…'))}
		</div>`;
	}

	#outcome(entry: ViewPermission): TemplateResult {
		const { name, text, isByRule } = answerOf(entry.state);
		return html`<p class="permission-outcome">${icon(name)} <span>${text}</span></p>
			${isByRule ? this.#ruleButton(entry, t('Show Rule')) : nothing}`;
	}

	#option(entry: ViewPermission, option: PermissionOption): TemplateResult {
		const isInert = this.#guard.isClosed || this.#answeredWith !== undefined;
		const isChosen = this.#answeredWith === option.optionId;
		return html`<button
			type="button"
			class="button secondary option ${isInert ? 'inert' : ''} ${isChosen ? 'chosen' : ''}"
			data-kind=${option.kind}
			aria-disabled=${isInert ? 'true' : nothing}
			@click=${(event: Event) => this.#answer(event, entry, option)}
		>
			${untrustedTemplate(option.name)}
		</button>`;
	}

	/** The one row of a file in the card opens the same. */
	#hasOneRow({ toolCallEntryId }: ViewPermission): boolean {
		const changes = this.#context.callOf(toolCallEntryId)?.content.filter(opensAsDiff);
		return changes?.length === 1;
	}

	#openDiff({ id, toolCallEntryId: entryId = id }: ViewPermission): TemplateResult {
		const click = (): void => this.#context.post({ type: 'openDiff', entryId });
		return textButton('link-button', html`${icon('diff')} ${t('Open Diff')}`, click);
	}

	/** To the lists that make a rule of it, or to the rule that answered. */
	#ruleButton({ id: permissionId }: ViewPermission, label: string): TemplateResult {
		const click = (event: Event): void => {
			if (this.#guard.accepts(event)) this.#context.post({ type: 'rule', permissionId });
		};
		return textButton('link-button', label, click);
	}

	#answer(event: Event, { id: permissionId, revision = 0 }: ViewPermission, option: PermissionOption): void {
		if (!this.#guard.accepts(event) || this.#answeredWith !== undefined) return;
		this.#answeredWith = option.optionId;
		this.#context.post({ type: 'answer', permissionId, optionId: option.optionId, revision });
		if (this.#entry !== undefined) this.draw(this.#entry);
	}
}

function permissionHead(title: string): TemplateResult {
	return html`<div class="permission-head">
		${icon('shield')}<span class="permission-title">${untrustedTemplate(title)}</span>
	</div>`;
}

/** Its white space is kept, so there is none in the template. */
function permissionText(text: string): TemplateResult {
	return html`<p class="permission-description">${untrustedTemplate(text, { isMultiline: true })}</p>`;
}

/** What the agent says, marked as a quotation: lines of ours stand between a question and its answers as well. */
function quotedText(text: string): TemplateResult {
	const shown = untrustedTemplate(text, { isMultiline: true });
	return html`<blockquote class="permission-description">${shown}</blockquote>`;
}

/** @param beside what is drawn beside it */
function permissionDetails(
	entry: ViewPermission,
	beside: readonly ViewToolContent[],
): TemplateResult | typeof nothing {
	const { details: text, note, cwdLabel, document: plan } = entry;
	if (text === '') return plan === undefined ? permissionText(note ?? '') : nothing;
	const place = formatNodes(t('in {0}'), html`<code>${untrustedTemplate(cwdLabel ?? '')}</code>`);
	const rows = rowLines(beside);
	const isInRows = entry.namesFiles === true && text.split('\n').every((line) => rows.has(line));
	const inChanges = isInRows ? 'in-changes' : '';
	return html`<pre
			class="permission-details ${inChanges}"
			tabindex="0"
			role="group"
			aria-label=${t('Details')}
		>
${untrustedTemplate(text, { isMultiline: true })}</pre>
		${cwdLabel === undefined ? nothing : html`<p class="permission-description">${place}</p>`}`;
}

/** What the rows of files among these say, each in the words of the details. */
function rowLines(content: readonly ViewToolContent[]): ReadonlySet<string> {
	return new Set(
		content.flatMap((item) => {
			if (item.type === 'diff') return [visibleText(item.label)];
			if (item.type !== 'file_change') return [];
			const { label: path, oldLabel: oldPath, ...change } = item;
			return [changeLine({ ...change, path, oldPath }, (name) => visibleText(name))];
		}),
	);
}
