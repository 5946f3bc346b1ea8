import { html, nothing, render, type TemplateResult } from 'lit-html';
import { t } from '../../core/base/l10n.ts';
import type { PermissionOption } from '../../core/session/model/permission.ts';
import type { ViewPermission } from '../../core/view/viewEntry.ts';
import { staleAnswerAt, staleAnswerText } from '../staleAnswer.ts';
import { icon, keepingFocus } from '../page/dom.ts';
import { untrustedTemplate } from '../page/untrustedText.ts';
import { formatNodes } from '../page/formatNodes.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import { ContentParts } from './contentParts.ts';
import { createArticle, type EntryContext, type EntryView, markdownContext } from './entryView.ts';
import { InputGuard } from './inputGuard.ts';

const cancelledBy = {
	user: () => t('Cancelled: you stopped the turn.'),
	agent: () => t('Cancelled: the agent withdrew the request.'),
	exit: () => t('Cancelled: the agent is gone.'),
};

/**
 * A request for permission: what would happen in full, and the agent's own options in its order. Nothing is chosen
 * or focused beforehand, and nothing can be answered in the first moment (hazard C6).
 */
export class PermissionView implements EntryView<ViewPermission> {
	readonly element: HTMLElement;
	readonly #context: EntryContext;
	readonly #guard = new InputGuard(() => this.#draw());
	#entry: ViewPermission;
	#answeredWith: string | undefined;
	#document: ContentParts | undefined;

	constructor(entry: ViewPermission, context: EntryContext) {
		this.#context = context;
		this.#entry = entry;
		this.element = createArticle(entry.id, 'permission from-agent');
		this.#guard.restart();
		document.addEventListener('visibilitychange', this.#restartIfShown);
		this.#draw();
	}

	update(entry: ViewPermission): void {
		const isSame = questionOf(entry) === questionOf(this.#entry);
		this.#entry = entry;
		if (!isSame) this.restartGuard();
		else this.#draw();
	}

	/** What is asked about has changed, here or in the card of the tool call (hazard C9). */
	restartGuard(): void {
		this.#answeredWith = undefined;
		this.#guard.restart();
		this.#draw();
	}

	work(deadline: number): boolean {
		return this.#document?.work(deadline) ?? true;
	}

	dispose(): void {
		this.#guard.dispose();
		document.removeEventListener('visibilitychange', this.#restartIfShown);
	}

	/** To a person, a card in a view that was hidden appears now. */
	readonly #restartIfShown = (): void => {
		if (document.visibilityState === 'visible' && this.#entry.state.type === 'pending') this.restartGuard();
	};

	#draw(): void {
		const entry = this.#entry;
		const isPending = entry.state.type === 'pending';
		this.element.ariaLabel = t('Permission: {0}', visibleText(entry.title));
		this.element.dataset['state'] = entry.state.type;
		const template = html`<div class="permission-head">
				${icon('shield')}<span class="permission-title">${untrustedTemplate(entry.title)}</span>
			</div>
			${entry.description === undefined ? nothing : paragraph(entry.description)}
			${entry.document === undefined ? nothing : this.#plan(entry.document)} ${details(entry)}
			${staleAnswerAt(entry) === undefined ? nothing : paragraph(staleAnswerText())}
			${isPending ? this.#options(entry) : this.#outcome(entry)}`;
		keepingFocus(
			this.element,
			() => render(template, this.element),
			() => this.element,
		);
	}

	/** Made with the first document: most permissions have none. */
	#plan(document: string): Element {
		const plan = (this.#document ??= new ContentParts(markdownContext(this.#context.post)));
		plan.element.className = 'content permission-document';
		plan.element.tabIndex = 0;
		plan.element.role = 'group';
		plan.element.ariaLabel = t('Plan');
		plan.set([{ type: 'text', text: document }], true);
		this.#context.requestWork(this.#entry.id);
		return plan.element;
	}

	#options(entry: ViewPermission): TemplateResult {
		return html`<div class="button-row" role="group" aria-label=${t('Answer')}>
			${entry.options.map((option) => this.#option(option))}
			${entry.hasDiff ? this.#openDiff(entry) : nothing} ${this.#ruleButton(t('Make a Rule…'))}
		</div>`;
	}

	#outcome({ state }: ViewPermission): TemplateResult | typeof nothing {
		if (state.type === 'pending') return nothing;
		if (state.type === 'cancelled') return outcome('circle-slash', cancelledBy[state.by]());
		const { option, rule } = state;
		const isAllowed = option.kind.startsWith('allow');
		const name = isAllowed ? 'check' : 'circle-slash';
		if (rule === undefined) return outcome(name, untrustedTemplate(option.name));
		const said = isAllowed ? t('Allowed by rule: {0}') : t('Denied by rule: {0}');
		return outcome(name, formatNodes(said, untrustedTemplate(rule.text)), this.#ruleButton(t('Show Rule')));
	}

	#option(option: PermissionOption): TemplateResult {
		const isInert = this.#guard.isClosed || this.#answeredWith !== undefined;
		const isChosen = this.#answeredWith === option.optionId;
		return html`<button
			type="button"
			class="button secondary option ${isInert ? 'inert' : ''} ${isChosen ? 'chosen' : ''}"
			data-kind=${option.kind}
			aria-disabled=${isInert ? 'true' : nothing}
			@click=${(event: Event) => this.#answer(event, option)}
		>
			${untrustedTemplate(option.name)}
		</button>`;
	}

	#openDiff(entry: ViewPermission): TemplateResult {
		const entryId = entry.toolCallEntryId ?? entry.id;
		const click = (): void => this.#context.post({ type: 'openDiff', entryId });
		return html`<button type="button" class="button link-button" @click=${click}>
			${icon('diff')} ${t('Open Diff')}
		</button>`;
	}

	/** To the lists that make a rule of it, or to the rule that answered. */
	#ruleButton(label: string): TemplateResult {
		const click = (event: Event): void => {
			if (this.#guard.accepts(event)) this.#context.post({ type: 'rule', permissionId: this.#entry.id });
		};
		return html`<button type="button" class="button link-button" @click=${click}>${label}</button>`;
	}

	#answer(event: Event, option: PermissionOption): void {
		if (!this.#guard.accepts(event) || this.#answeredWith !== undefined) return;
		this.#answeredWith = option.optionId;
		const { id: permissionId, revision = 0 } = this.#entry;
		this.#context.post({ type: 'answer', permissionId, optionId: option.optionId, revision });
		this.#draw();
	}
}

/** What the answer is about. Any difference starts the guard anew. */
function questionOf(entry: ViewPermission): string {
	return JSON.stringify(entry);
}

function details(entry: ViewPermission): TemplateResult | typeof nothing {
	const { details: text, note, cwdLabel, document: plan } = entry;
	if (text === '') return plan === undefined ? paragraph(note ?? '') : nothing;
	const place = formatNodes(t('in {0}'), html`<code>${untrustedTemplate(cwdLabel ?? '')}</code>`);
	return html`<pre class="permission-details" tabindex="0" role="group" aria-label=${t('Details')}>
${untrustedTemplate(text, { isMultiline: true })}</pre>
		${cwdLabel === undefined ? nothing : html`<p class="permission-description">${place}</p>`}`;
}

/** Its white space is kept, so there is none in the template. */
function paragraph(text: string): TemplateResult {
	return html`<p class="permission-description">${untrustedTemplate(text, { isMultiline: true })}</p>`;
}

function outcome(name: string, text: unknown, more: unknown = nothing): TemplateResult {
	return html`<p class="permission-outcome">${icon(name)} <span>${text}</span></p>
		${more}`;
}
