import { html, nothing, render, type TemplateResult } from 'lit-html';
import { locale, t } from '../../core/base/l10n.ts';
import type { Attempts, AttemptState } from '../../core/session/model/attempts.ts';
import { attemptWords } from '../../core/view/attemptWords.ts';
import { formatSeconds } from '../../core/view/quantities.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import { icon } from '../page/dom.ts';
import { untrustedTemplate } from '../page/untrustedText.ts';

export { attemptWords };

const icons: Readonly<Record<AttemptState, string>> = {
	waiting: 'history',
	running: 'sync codicon-modifier-spin',
	recovered: 'pass',
	gave_up: 'error',
	stopped: 'circle-slash',
};

/**
 * Which attempt it is, why, when the next one runs, and how it went. It counts down only while it can be seen; readers
 * who want less motion read the time instead.
 */
export class AttemptLine {
	readonly #place: HTMLElement;
	readonly #stillness = matchMedia('(prefers-reduced-motion: reduce)');
	#attempts: Attempts | undefined;
	#timer: ReturnType<typeof setInterval> | undefined;

	constructor(place: HTMLElement) {
		this.#place = place;
		document.addEventListener('visibilitychange', this.#draw);
		this.#stillness.addEventListener('change', this.#draw);
	}

	/** @param attempts undefined where there is nothing to count any more */
	update(attempts: Attempts | undefined): void {
		this.#attempts = attempts;
		this.#draw();
	}

	dispose(): void {
		this.update(undefined);
		document.removeEventListener('visibilitychange', this.#draw);
		this.#stillness.removeEventListener('change', this.#draw);
	}

	readonly #draw = (): void => {
		const left = this.#attempts?.nextAt === undefined ? 0 : this.#attempts.nextAt - Date.now();
		const isWaiting = left > 0 && document.visibilityState === 'visible';
		if (!isWaiting || this.#stillness.matches) this.#stop();
		// Who reads the time is told when it has come.
		const stepMs = this.#stillness.matches ? Math.min(left, 60_000) : 1000;
		if (isWaiting) this.#timer ??= setInterval(this.#draw, stepMs);
		if (this.#attempts !== undefined) render(this.#line(this.#attempts, left), this.#place);
	};

	#stop(): void {
		clearInterval(this.#timer);
		this.#timer = undefined;
	}

	#line(attempts: Attempts, left: number): TemplateResult {
		const { failure } = attempts;
		const message = failure?.message ?? '';
		// Whose time has come is on its way, whether the agent says so or not.
		const state = attempts.state === 'waiting' && left <= 0 ? 'running' : attempts.state;
		return html`<div class="attempt-line" data-state=${state}>
				${icon(icons[state])}<span
					>${attemptWords(attempts)}${state === 'waiting' ? this.#next(attempts, left) : nothing}</span
				>
			</div>
			${message === '' ? nothing : html`<div class="attempt-message" title=${visibleText(message)}>${untrustedTemplate(message)}</div>`}`;
	}

	#next({ nextAt }: Attempts, left: number): TemplateResult | typeof nothing {
		if (nextAt === undefined) return nothing;
		if (this.#stillness.matches) return html` · ${t('next at {0}', timeOf(nextAt))}`;
		// It ticks: read out each second it would be noise.
		const text = t('next in {0}', formatSeconds(left + 999));
		return html`<span class="attempt-next" aria-hidden="true"> · <span>${text}</span></span
			><span class="visually-hidden"> · ${t('next at {0}', timeOf(nextAt))}</span>`;
	}
}

function timeOf(at: number): string {
	return new Intl.DateTimeFormat(locale(), { timeStyle: 'medium' }).format(at);
}
