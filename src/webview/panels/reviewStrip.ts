import { html, nothing, render, type TemplateResult } from 'lit-html';
import { t } from '../../core/base/l10n.ts';
import type { ViewChangedFile, ViewChanges } from '../../core/view/viewChanges.ts';
import type { ViewSession } from '../../core/view/viewSession.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import { InputGuard } from '../entries/inputGuard.ts';
import { diffCounts, keepButton, undoButton } from '../entries/fileReview.ts';
import { element, foldButton, icon, keepingFocus, textButton, uniqueId } from '../page/dom.ts';
import { KeyedRows } from '../page/keyedRows.ts';
import { moveFocus } from '../page/moveFocus.ts';
import { untrustedTemplate } from '../page/untrustedText.ts';
import type { PanelHost } from './panelHost.ts';

const kindIcons: Readonly<Record<ViewChangedFile['kind'], string>> = {
	created: 'diff-added',
	deleted: 'diff-removed',
	modified: 'diff-modified',
	moved: 'diff-renamed',
	mode: 'lock',
};

/** Says above the composer how much waits to be kept or undone; unfolded, in which files. */
export class ReviewStrip {
	readonly element = element('section', 'review-strip');
	readonly #host: PanelHost;
	readonly #head = element('div');
	readonly #rest = element('div', 'review-rest');
	readonly #rows: KeyedRows;
	/** Rows that come and go move the others under the pointer (hazard C6). */
	readonly #guard = new InputGuard(() => undefined);
	#paths = '';
	#key: string | undefined;
	/** Files that listeners know of. */
	#told = 0;
	#isOpen = false;
	#shown: ViewChanges | undefined;

	constructor(host: PanelHost) {
		this.#host = host;
		this.#rows = new KeyedRows('review-files', (next) => moveFocus(next ?? this.#fold));
		this.#rows.element.id = uniqueId('review');
		this.#rows.element.ariaLabel = t('Changed files');
		this.element.ariaLabel = t('Changes to review');
		this.element.hidden = true;
		this.element.append(this.#head, this.#rows.element, this.#rest);
	}

	/** @param isNews they have come since the page shows the session */
	update(changes: ViewChanges | undefined, session: ViewSession, isNews: boolean): void {
		this.#announce(changes?.count ?? 0, session, isNews);
		if (changes === this.#shown) return;
		const paths = JSON.stringify(changes?.files.map(({ path }) => path) ?? []);
		if (this.#isOpen && paths !== this.#paths) this.#guard.restart();
		this.#paths = paths;
		const hadFocus = this.element.contains(document.activeElement);
		this.#shown = changes;
		keepingFocus(
			this.element,
			() => this.#draw(),
			() => this.#fold,
		);
		if (hadFocus && changes === undefined) this.#host.focusComposer();
	}

	get #fold(): HTMLElement | null {
		return this.#head.querySelector('button');
	}

	/** When something comes, and then only while nothing runs: a turn changes it all the time. */
	#announce(count: number, { key, turn }: ViewSession, isNews: boolean): void {
		const isOther = key !== this.#key;
		this.#key = key;
		if (isOther || !isNews) this.#told = count;
		const isNow = turn.type === 'idle' || this.#told === 0;
		if (count === this.#told || !isNow) return;
		this.#told = count;
		this.#host.announce(waitingText(count));
	}

	#draw(): void {
		const changes = this.#shown;
		const files = this.#isOpen ? (changes?.files ?? []) : [];
		this.element.hidden = changes === undefined;
		this.#rows.element.hidden = files.length === 0;
		if (changes !== undefined) render(this.#headOf(changes), this.#head);
		render(changes === undefined ? nothing : this.#restOf(changes), this.#rest);
		this.#rows.draw(new Map(files.map((file) => [file.path, this.#row(file)])));
	}

	#headOf({ count, added, removed, revision }: ViewChanges): TemplateResult {
		const files = filesText(count);
		const answer = (type: 'keep' | 'undo') => (): void =>
			this.#host.post({ type: 'answerChanges', answer: type, revision });
		const button = (text: string, run: () => void): TemplateResult =>
			textButton('link-button', text, run, `${text}: ${files}`);
		const shown = html`<span>${files}</span> ${diffCounts(added, removed, toReview(added, removed))}`;
		return html`<div class="review-head">
			${foldButton('review-fold', { isOpen: this.#isOpen, controls: this.#rows.element.id }, this.#toggle, shown)}
			<span class="review-actions"
				>${button(t('Review'), () => this.#host.post({ type: 'showChanges', place: 'tab' }))}
				${button(t('Keep All'), answer('keep'))} ${button(t('Undo All'), answer('undo'))}</span
			>
		</div>`;
	}

	#restOf(changes: ViewChanges): TemplateResult {
		const notes = notesOf(changes);
		const left = changes.count - changes.files.length;
		const list = (): void => this.#host.post({ type: 'showChanges', place: 'list' });
		return html`${
			this.#isOpen && left > 0
				? textButton('link-button review-more', t('… {0} more in the Changes view', left), list)
				: nothing
		}
		${notes.length === 0 ? nothing : html`<p class="review-note muted">${notes.join(' · ')}</p>`}
		${this.#isOpen ? changes.gaps.map((gap) => html`<p class="review-note muted">${untrustedTemplate(gap)}</p>`) : nothing}`;
	}

	#row(file: ViewChangedFile): TemplateResult {
		const { path, label, kind, added, removed, isUndoable, remarks } = file;
		const answer =
			(type: 'keep' | 'undo') =>
			(event: MouseEvent): void => {
				// A key is for the row that has the focus, wherever that stands by now.
				const isPointer = event.detail > 0;
				if (!isPointer || this.#guard.accepts(event))
					this.#host.post({ type: 'answerFiles', answer: type, paths: [path] });
			};
		return html`${icon(kindIcons[kind])}
			<button
				type="button"
				class="review-open"
				title=${visibleText([path, ...remarks].join(' · '))}
				@click=${() => this.#host.post({ type: 'openChangedFile', path })}
			>
				${untrustedTemplate(label)}
			</button>
			${remarks.length === 0 ? nothing : html`<span class="review-remarks muted">${untrustedTemplate(remarks.join(' · '))}</span>`}
			${added + removed === 0 ? nothing : diffCounts(added, removed)}
			<span class="review-buttons"
				>${keepButton(label, answer('keep'))}${undoButton(label, isUndoable, answer('undo'))}</span
			>`;
	}

	readonly #toggle = (): void => {
		this.#isOpen = !this.#isOpen;
		this.#draw();
	};
}

function notesOf({ undeclared, ofOthers }: ViewChanges): readonly string[] {
	return [
		...(undeclared === 0 ? [] : [t('{0} not told by any tool call', undeclared)]),
		...(ofOthers === 0 ? [] : [t('{0} of other sessions', ofOthers)]),
	];
}

/** Of what the files are is said beside the button only to those who see. */
/** Follows the number of files: what is shown has to be part of the name (WCAG 2.5.3). */
function toReview(added: number, removed: number): string {
	if (added + removed === 0) return t('to review');
	return t('to review, lines: {0} added, {1} removed', added, removed);
}

function filesText(count: number): string {
	return count === 1 ? t('1 file') : t('{0} files', count);
}

function waitingText(count: number): string {
	if (count === 0) return t('No change waits for you any more.');
	return count === 1
		? t('1 changed file waits to be kept or undone.')
		: t('{0} changed files wait to be kept or undone.', count);
}
