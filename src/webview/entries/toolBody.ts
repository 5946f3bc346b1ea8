import { html, nothing, render, type TemplateResult } from 'lit-html';
import { t } from '../../core/base/l10n.ts';
import type { ViewPermission, ViewToolCall, ViewToolContent } from '../../core/view/viewEntry.ts';
import { element, icon, textButton } from '../page/dom.ts';
import { untrustedTemplate, untrustedText } from '../page/untrustedText.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import { isFinal } from '../../core/base/toolCall.ts';
import { isOutput } from '../../core/view/outputText.ts';
import { linesOf } from '../../core/view/permissionInput.ts';
import { type OpenLink, pathLinks } from '../markdown/links.ts';
import { type CallState, TerminalBlock } from '../terminal/terminalBlock.ts';
import { TerminalText } from '../terminal/terminalText.ts';
import { ContentParts } from './contentParts.ts';
import { type ChangeActions, changeRow, opensAsDiff } from './changedFiles.ts';
import { type EntryContext, markdownContext } from './entryView.ts';

export { PermissionBody } from './permissionBody.ts';

type ViewContent = Extract<ViewToolContent, { type: 'content' }>;

/** A title up to this long is readable in the head of the card. */
const shortTitle = 40;

/** What is inside a tool card: content, diffs, terminals, places, raw data. */
export class ToolBody {
	readonly element = element('div', 'card-body');
	/** What comes after the question while one waits: it is seldom looked at. */
	readonly rest = element('div', 'card-body');
	readonly #context: EntryContext;
	readonly #contents = new Map<number, ContentParts>();
	readonly #outputs = new Map<number, TerminalText>();
	readonly #terminals = new Map<string, TerminalBlock>();
	#entry: ViewToolCall | undefined;
	/** Drawn once for each title: what has the focus in it keeps it. */
	#title: HTMLElement | typeof nothing = nothing;
	#isRawOpen = false;
	#raw: { readonly input: string; readonly output: string } | undefined;

	constructor(id: string, context: EntryContext) {
		this.#context = context;
		this.element.id = id;
	}

	update(entry: ViewToolCall): void {
		const hasEnded = isFinal(entry.status);
		const openLink: OpenLink = (href) => this.#context.post({ type: 'openLink', href });
		if (this.#entry?.title !== entry.title) this.#title = fullTitle(entry.title, openLink);
		this.#entry = entry;
		const questions = this.#context.questionsAbout(entry.id);
		const isAsking = questions.length > 0;
		const said = saidLines(questions);
		const parts = entry.content.map((content, index) =>
			isAsking && isAsked(content, said) ? nothing : this.#part(content, index, hasEnded),
		);
		// While it is asked about, its title is whole in the head.
		const title = isAsking ? nothing : this.#title;
		const places = isAsking && isPlacesAsked(entry, questions) ? nothing : this.#places(entry);
		render(
			html`${title} ${parts}
			${isAsking ? nothing : html`${this.#openAll(entry)} ${places} ${this.#rawPart(entry)}`}`,
			this.element,
		);
		render(isAsking ? html`${places} ${this.#rawPart(entry)}` : nothing, this.rest);
	}

	appendOutput(terminalId: string, text: string): void {
		this.#terminals.get(terminalId)?.append(text);
	}

	showRaw(input: string, output: string): void {
		this.#raw = { input, output };
		this.#redraw();
	}

	work(deadline: number): boolean {
		return [...this.#contents.values()].map((content) => content.work(deadline)).every(Boolean);
	}

	#redraw(): void {
		if (this.#entry !== undefined) this.update(this.#entry);
	}

	#part(content: ViewToolContent, index: number, hasEnded: boolean): TemplateResult | Element {
		switch (content.type) {
			case 'content':
				return this.#content(content, index, hasEnded);
			case 'diff':
			case 'file_change':
				return changeRow(content, this.#actions(content.index));
			case 'terminal':
				return this.#terminal(content, this.#callState(hasEnded));
		}
	}

	#content({ content }: ViewContent, index: number, hasEnded: boolean): Element {
		if (content.type === 'text' && this.#entry !== undefined && isOutput(this.#entry.kind, content.text)) {
			this.#contents.delete(index);
			return this.#output(content.text, index);
		}
		const known = this.#contents.get(index) ?? new ContentParts(markdownContext(this.#context.post));
		this.#contents.set(index, known);
		known.set([content], hasEnded);
		return known.element;
	}

	/** All of it: it comes as one text, whose end was cut off before, not its beginning. */
	#output(text: string, index: number): Element {
		const known = this.#outputs.get(index) ?? new TerminalText(t('Output'), Number.POSITIVE_INFINITY);
		this.#outputs.set(index, known);
		known.set(text);
		return known.element.parentElement ?? element('div', 'terminal', known.element);
	}

	#terminal(content: Extract<ViewToolContent, { type: 'terminal' }>, call: CallState): Element {
		const known = this.#terminals.get(content.terminalId);
		known?.update(content, call);
		const block = known ?? new TerminalBlock(content, call, this.#context.post);
		this.#terminals.set(content.terminalId, block);
		return block.element;
	}

	#callState(hasEnded: boolean): CallState {
		if (hasEnded) return 'final';
		return this.#context.questionsAbout(this.#entry?.id ?? '').length > 0 ? 'asking' : 'open';
	}

	#openDiff(index?: number): void {
		const entryId = this.#entry?.id;
		if (entryId === undefined) return;
		this.#context.post({ type: 'openDiff', entryId, ...(index === undefined ? {} : { index }) });
	}

	#actions(index: number): ChangeActions {
		return { open: () => this.#openDiff(index), answer: (answer) => this.#answer(answer, index) };
	}

	#answer(answer: 'keep' | 'undo', index?: number): void {
		const entryId = this.#entry?.id;
		if (entryId === undefined) return;
		this.#context.post({ type: 'answerCall', answer, entryId, ...(index === undefined ? {} : { index }) });
	}

	#openAll(entry: ViewToolCall): TemplateResult | typeof nothing {
		const waiting = entry.content.flatMap((item) =>
			'review' in item && item.review?.type === 'waits' ? [item.review.path] : [],
		);
		const paths = [...new Set(waiting)];
		const canOpen = entry.content.filter(opensAsDiff).length > 1;
		if (!canOpen && paths.length < 2) return nothing;
		const answer = (text: string, type: 'keep' | 'undo'): TemplateResult =>
			textButton(
				'secondary',
				text,
				() => this.#answer(type),
				`${text}: ${t('{0} files of this call', paths.length)}`,
			);
		const all = html`${icon('diff-multiple')} ${t('Open All Diffs')}`;
		return html`<div class="button-row">
			${canOpen ? textButton('secondary', all, () => this.#openDiff()) : nothing}
			${paths.length < 2 ? nothing : html`${answer(t('Keep All'), 'keep')} ${answer(t('Undo All'), 'undo')}`}
		</div>`;
	}

	#places(entry: ViewToolCall): TemplateResult | typeof nothing {
		if (entry.locations.length === 0) return nothing;
		return html`<ul class="places" aria-label=${t('Locations')}>
			${entry.locations.map((location, index) => {
				const label = location.line === undefined ? location.label : `${location.label}:${location.line}`;
				const open = (): void => this.#context.post({ type: 'openLocation', entryId: entry.id, index });
				return html`<li>
					<button type="button" class="chip link" title=${visibleText(location.path)} @click=${open}>
						${icon('go-to-file')}<span class="chip-label">${untrustedTemplate(label)}</span>
					</button>
				</li>`;
			})}
		</ul>`;
	}

	#rawPart(entry: ViewToolCall): TemplateResult | typeof nothing {
		if (!entry.hasRaw) return nothing;
		return html`<button
				type="button"
				class="fold raw-fold muted"
				aria-expanded=${this.#isRawOpen}
				@click=${this.#toggleRaw}
			>
				${icon('chevron-right')}${t('Raw')}
			</button>
			${this.#isRawOpen ? rawText(this.#raw) : nothing}`;
	}

	readonly #toggleRaw = (): void => {
		this.#isRawOpen = !this.#isRawOpen;
		if (this.#isRawOpen && this.#entry !== undefined) {
			this.#context.post({ type: 'requestRaw', entryId: this.#entry.id });
		}
		this.#redraw();
	};
}

function saidLines(questions: readonly ViewPermission[]): ReadonlySet<string> {
	return new Set(
		questions.flatMap(({ details, document = '', remark = '' }) =>
			[details, document, remark].flatMap(linesOf),
		),
	);
}

/** The question that is about the call says the same. */
function isAsked(item: ViewToolContent, said: ReadonlySet<string>): boolean {
	if (item.type !== 'content' || item.content.type !== 'text') return false;
	return linesOf(item.content.text).every((line) => line === '' || said.has(line));
}

/** Each place is named in the question, or is a file whose change has a row. */
function isPlacesAsked(entry: ViewToolCall, questions: readonly ViewPermission[]): boolean {
	const rows = entry.content.flatMap((item) =>
		item.type === 'diff' || item.type === 'file_change' ? [visibleText(item.label)] : [],
	);
	const said = new Set([...rows, ...questions.flatMap(({ details }) => details.split('\n'))]);
	return entry.locations.every(({ label }) => said.has(visibleText(label)));
}

/** A title that the head cuts short, such as a whole command, in full; and one with places to go to. */
function fullTitle(title: string, openLink: OpenLink): HTMLElement | typeof nothing {
	const parts = pathLinks(title, openLink);
	if (title.length <= shortTitle && !title.includes('\n') && parts.length === 1) return nothing;
	const shown = parts.map((part) =>
		typeof part === 'string' ? untrustedText(part, { isMultiline: true }) : part,
	);
	return element('div', 'full-title', ...shown);
}

function rawText(raw: { readonly input: string; readonly output: string } | undefined): TemplateResult {
	if (raw === undefined) return html`<div class="muted">${t('Loading…')}</div>`;
	return html`${rawBlock(t('Input'), t('Raw input'), raw.input)}
	${rawBlock(t('Output'), t('Raw output'), raw.output)}`;
}

function rawBlock(label: string, name: string, text: string): TemplateResult | typeof nothing {
	if (text === '') return nothing;
	return html`<div class="raw-label muted">${label}</div>
		<pre class="raw" tabindex="0" role="group" aria-label=${name}>
${untrustedTemplate(text, { isMultiline: true })}</pre>`;
}
