import { html, nothing, render, type TemplateResult } from 'lit-html';
import type { ViewToolContent } from '../../core/view/viewModel.ts';
import type { Post } from '../api.ts';
import { element, icon } from '../dom.ts';
import { foreignTemplate } from '../foreignText.ts';
import { TerminalText } from './terminalText.ts';

/** The terminal part of a tool call. */
export type ViewTerminal = Extract<ViewToolContent, { type: 'terminal' }>;

/** A command, what it printed, and how it ended. */
export class TerminalBlock {
	readonly element = element('div', 'terminal');
	readonly #head = element('div', 'terminal-head');
	readonly #foot = element('div', 'terminal-foot');
	readonly #text = new TerminalText();
	readonly #post: Post;
	#terminal: ViewTerminal;

	constructor(terminal: ViewTerminal, post: Post) {
		this.#post = post;
		this.#terminal = terminal;
		this.#text.element.tabIndex = 0;
		this.#text.element.role = 'region';
		this.#text.element.ariaLabel = 'Terminal output';
		this.element.append(this.#head, this.#text.element, this.#foot);
		this.update(terminal);
	}

	update(terminal: ViewTerminal): void {
		this.#terminal = terminal;
		this.#keepEnd(() => this.#text.set(terminal.output));
		this.#drawFrame();
	}

	append(text: string): void {
		this.#keepEnd(() => this.#text.append(text));
		this.#drawFrame();
	}

	/** Shows the newest line unless the reader scrolled up. */
	#keepEnd(change: () => void): void {
		const scroller = this.#text.element;
		const isAtEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight <= 8;
		change();
		if (isAtEnd) scroller.scrollTop = scroller.scrollHeight;
	}

	#drawFrame(): void {
		const { label, output, isTruncated, terminalId, exit } = this.#terminal;
		const isCut = isTruncated || this.#text.isCut;
		this.#text.element.hidden = output === '' && this.#text.element.textContent === '';
		render(html`<code>${foreignTemplate(label, { isMultiline: true })}</code>`, this.#head);
		const open = (): void => this.#post({ type: 'openOutput', terminalId });
		render(
			html`${exitText(exit)}
			${
				isCut
					? html`<button type="button" class="button link-button" @click=${open}>
							${icon('output')} Open Full Output
						</button>`
					: nothing
			}`,
			this.#foot,
		);
	}
}

function exitText(exit: ViewTerminal['exit']): TemplateResult {
	if (exit === undefined) return html`<span class="muted">Running…</span>`;
	if (exit.signal !== null) return html`<span class="exit failed">Ended by ${exit.signal}</span>`;
	return html`<span class="exit ${exit.exitCode === 0 ? '' : 'failed'}"
		>Exit code ${exit.exitCode ?? 'unknown'}</span
	>`;
}
