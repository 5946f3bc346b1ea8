import type { FormValues } from '../../core/session/model/elicitation.ts';
import type { InputGuard } from './inputGuard.ts';
import { t } from '../../core/base/l10n.ts';
import { element } from '../page/dom.ts';

/** The part of the card with which the question is answered. */
export interface ElicitationControls {
	readonly element: HTMLElement;
	/** Call when the guard opened or closed. */
	refresh(): void;
	/** The view of the question goes away while it waits. */
	keep?(): void;
}

/** What that part needs. */
export interface ElicitationControlsContext {
	readonly guard: InputGuard;
	copy(text: string): void;
	answer(action: 'accept' | 'decline' | 'cancel', values?: FormValues): void;
}

/** The row of buttons below a question. While the guard is closed they look and act as if they were not there. */
export class ElicitationButtons {
	readonly element = element('div', 'button-row');
	readonly #context: ElicitationControlsContext;
	readonly #buttons: HTMLButtonElement[] = [];

	constructor(context: ElicitationControlsContext) {
		this.#context = context;
		this.element.role = 'group';
		this.element.ariaLabel = t('Answer');
	}

	/** Adds a button. `isPlain`: works at once, because it answers nothing. */
	add(label: string, click: (() => void) | 'submit', kind = 'secondary', isPlain = false): HTMLButtonElement {
		const button = element('button', `button ${kind}`, label);
		button.type = click === 'submit' ? 'submit' : 'button';
		if (click !== 'submit') {
			button.addEventListener('click', (event) => {
				if (isPlain || this.#context.guard.accepts(event)) click();
			});
		}
		if (!isPlain) this.#buttons.push(button);
		this.element.append(button);
		return button;
	}

	/** Both mean no, but not the same: "I do not want to" and "not now" (acp C95). */
	addRefusals(): void {
		const decline = this.add(t('Decline'), () => this.#context.answer('decline'));
		decline.title = t('Tell the agent that you do not want to answer');
		const cancel = this.add(t('Cancel'), () => this.#context.answer('cancel'));
		cancel.title = t('Close the question without an answer');
	}

	refresh(): void {
		const isInert = this.#context.guard.isClosed;
		for (const button of this.#buttons) {
			button.classList.toggle('inert', isInert);
			button.ariaDisabled = isInert ? 'true' : null;
		}
	}
}
