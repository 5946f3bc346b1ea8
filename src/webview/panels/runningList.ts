import { html, nothing, render, type TemplateResult } from 'lit-html';
import type { ViewRunning, ViewSession } from '../../core/view/viewModel.ts';
import { visibleText } from '../../core/view/hostileText.ts';
import type { Post } from '../api.ts';
import { element, icon, uniqueId } from '../dom.ts';
import { foreignTemplate } from '../foreignText.ts';
import { formatSeconds } from '../format.ts';

/** The commands that run now, above the composer: how many in one line, each with its time when unfolded. */
export class RunningList {
	readonly element = element('section', 'running-panel');
	readonly #post: Post;
	readonly #onGone: () => void;
	readonly #listId = uniqueId('running');
	#running: readonly ViewRunning[] = [];
	#isOpen = false;
	#timer: ReturnType<typeof setInterval> | undefined;

	/** @param onGone the list goes while it has the focus: somebody has to take it */
	constructor(post: Post, onGone: () => void) {
		this.#post = post;
		this.#onGone = onGone;
		this.element.ariaLabel = 'Running commands';
		this.element.hidden = true;
	}

	update({ running }: ViewSession): void {
		this.#running = running;
		const hadFocus = this.element.contains(document.activeElement);
		this.element.hidden = running.length === 0;
		this.#draw();
		this.#tick();
		// The row with the focus may have gone, or all of it.
		if (!hadFocus || this.element.contains(document.activeElement)) return;
		if (this.element.hidden) this.#onGone();
		else this.element.querySelector<HTMLElement>('.running-fold')?.focus();
	}

	/** The times go on only while somebody can see them. */
	#tick(): void {
		const isTicking = this.#isOpen && this.#running.length > 0;
		if (isTicking) this.#timer ??= setInterval(() => this.#draw(), 1000);
		else {
			clearInterval(this.#timer);
			this.#timer = undefined;
		}
	}

	#draw(): void {
		const [first] = this.#running;
		render(first === undefined ? nothing : this.#panel(first), this.element);
	}

	#panel(first: ViewRunning): TemplateResult {
		return html`<button
				type="button"
				class="fold running-fold"
				aria-expanded=${this.#isOpen}
				aria-controls=${this.#listId}
				@click=${this.#toggle}
			>
				${icon('chevron-right')}${icon('terminal')}
				<span>${countText(this.#running.length)}</span>
				${
					this.#isOpen
						? nothing
						: html`<span class="running-label muted">${foreignTemplate(first.label)}</span>`
				}
			</button>
			<ul id=${this.#listId} class="running-list" ?hidden=${!this.#isOpen}>
				${this.#isOpen ? this.#running.map((one) => this.#row(one)) : nothing}
			</ul>`;
	}

	#row({ terminalId, label, startedAt, canStop }: ViewRunning): TemplateResult {
		const name = visibleText(label);
		const open = (): void => this.#post({ type: 'openTerminal', terminalId });
		const stop = (): void => this.#post({ type: 'stopTerminal', terminalId });
		return html`<li>
			<code class="running-label" title=${name}>${foreignTemplate(label)}</code>
			${
				canStop
					? nothing
					: html`<span class="running-owner muted" title="Stop the agent to end it.">by the agent</span>`
			}
			<span class="running-time muted">${formatSeconds(Date.now() - startedAt)}</span>
			<button
				type="button"
				class="icon-button"
				aria-label=${`Open ${name} in Terminal`}
				title="Open in Terminal"
				@click=${open}
			>
				${icon('link-external')}
			</button>
			${
				canStop
					? html`<button
							type="button"
							class="icon-button"
							aria-label=${`Stop ${name}`}
							title="Stop This Command"
							@click=${stop}
						>
							${icon('debug-stop')}
						</button>`
					: nothing
			}
		</li>`;
	}

	readonly #toggle = (): void => {
		this.#isOpen = !this.#isOpen;
		this.#draw();
		this.#tick();
	};
}

function countText(count: number): string {
	return count === 1 ? '1 command running' : `${count} commands running`;
}
