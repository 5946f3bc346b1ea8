import { html, nothing, render, type TemplateResult } from 'lit-html';
import { t } from '../../core/base/l10n.ts';
import type { ViewToolContent } from '../../core/view/viewEntry.ts';
import type { Post } from '../page/api.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import { element, icon, textButton } from '../page/dom.ts';
import { untrustedTemplate } from '../page/untrustedText.ts';
import { formatNodes } from '../page/formatNodes.ts';
import { TerminalText } from './terminalText.ts';

/** The terminal part of a tool call. */
type ViewTerminal = Extract<ViewToolContent, { type: 'terminal' }>;

/**
 * How far its call is. `asking`: its permission waits, so what has printed nothing does not run. `final`: an unknown
 * terminal is not going to be reported any more.
 */
export type CallState = 'asking' | 'open' | 'final';

/** A command, what it printed, and how it ended. */
export class TerminalBlock {
	readonly element = element('div', 'terminal');
	readonly #head = element('div', 'terminal-head');
	readonly #foot = element('div', 'terminal-foot');
	readonly #text = new TerminalText(t('Terminal output'));
	readonly #post: Post;
	#terminal: ViewTerminal;
	#call: CallState;

	constructor(terminal: ViewTerminal, call: CallState, post: Post) {
		this.#post = post;
		this.#terminal = terminal;
		this.#call = call;
		this.element.append(this.#head, this.#text.element, this.#foot);
		this.update(terminal, call);
	}

	update(terminal: ViewTerminal, call: CallState): void {
		this.#terminal = terminal;
		this.#call = call;
		this.#text.element.hidden = terminal.output === '';
		this.#keepEnd(() => this.#text.set(terminal.output));
		this.#drawHead();
		this.#drawFoot();
	}

	append(text: string): void {
		const wasEmpty = this.#text.element.hidden === true;
		const wasCut = this.#text.isCut;
		this.#text.element.hidden = false;
		this.#keepEnd(() => this.#text.append(text));
		// The frame says the same after most chunks.
		if (wasEmpty || wasCut !== this.#text.isCut) this.#drawFoot();
	}

	/** Shows the newest line unless the reader scrolled up. */
	#keepEnd(change: () => void): void {
		const scroller = this.#text.element;
		const isAtEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight <= 8;
		change();
		if (isAtEnd) scroller.scrollTop = scroller.scrollHeight;
	}

	#drawHead(): void {
		const { label, cwdLabel } = this.#terminal;
		render(
			html`<code>${untrustedTemplate(label, { isMultiline: true })}</code> ${
					cwdLabel === undefined
						? nothing
						: html`<span class="terminal-cwd" title=${visibleText(cwdLabel)}
								>${formatNodes(t('in {0}'), untrustedTemplate(cwdLabel))}</span
							>`
				}`,
			this.#head,
		);
	}

	#drawFoot(): void {
		const { isTruncated, terminalId } = this.#terminal;
		const isCut = isTruncated || this.#text.isCut;
		const openTerminal = (): void => this.#post({ type: 'openTerminal', terminalId });
		const openText = (): void => this.#post({ type: 'openOutput', terminalId });
		render(
			html`<span class="terminal-end">
					${this.#state()}
					${isCut ? html`<span class="output-cut">${t('Only the newest output is shown')}</span>` : nothing}
				</span>
				${
					this.#isMissing
						? nothing
						: html`<span class="terminal-links">
								${textButton('link-button', html`${icon('terminal')}${t('Open in Terminal')}`, openTerminal)}
								${textButton('link-button', html`${icon('output')}${t('Open as Text')}`, openText)}
							</span>`
				}`,
			this.#foot,
		);
	}

	/** Output that came since makes a terminal known. */
	get #isMissing(): boolean {
		return this.#terminal.isMissing === true && this.#text.element.hidden === true;
	}

	#state(): TemplateResult {
		const { exit } = this.#terminal;
		if (exit !== undefined) return exitText(exit);
		const isWaiting = this.#call === 'asking' && this.#text.element.hidden === true;
		if (isWaiting) return html`<span class="muted">${t('Waiting for permission')}</span>`;
		if (!this.#isMissing) return html`<span class="muted">${t('Running…')}</span>`;
		const text = this.#call === 'final' ? t('No output was reported') : t('No output yet');
		return html`<span class="muted">${text}</span>`;
	}
}

function exitText({ exitCode, signal }: NonNullable<ViewTerminal['exit']>): TemplateResult {
	if (signal !== null)
		return html`<span class="exit failed"
			>${formatNodes(t('Ended by {0}'), untrustedTemplate(signal))}</span
		>`;
	if (exitCode === null) return html`<span class="exit">${t('Ended')}</span>`;
	return html`<span class="exit ${exitCode === 0 ? '' : 'failed'}">${t('Exit code {0}', exitCode)}</span>`;
}
