import { element, iconElement } from '../page/dom.ts';
import { untrustedText } from '../page/untrustedText.ts';

/** What the composer has to say above the field: a hint that comes and goes, and why something was not attached. */
export class ComposerNotes {
	readonly element = element('div', 'composer-notes');
	readonly #hint = element('div', 'composer-hint');
	readonly #problem = element('div', 'composer-problem');
	readonly #announce: (text: string) => void;

	constructor(announce: (text: string) => void) {
		this.#announce = announce;
		this.element.append(this.#problem, this.#hint);
		this.clearProblem();
	}

	/** Replaces the hint; an empty one hides it. */
	showHint(text: string): void {
		this.#hint.hidden = text === '';
		this.#hint.textContent = text;
	}

	/** Stays until the user goes on. Several at once are shown below each other. */
	addProblem(sentence: string): void {
		this.#problem.hidden = false;
		this.#problem.append(
			element(
				'div',
				'composer-problem-line',
				iconElement('warning'),
				element('span', '', untrustedText(sentence)),
			),
		);
		this.#announce(sentence);
	}

	clearProblem(): void {
		this.#problem.hidden = true;
		this.#problem.replaceChildren();
	}
}
