import type { ModeState } from '../../core/session/model.ts';
import type { Post } from '../api.ts';
import { element, iconElement } from '../dom.ts';
import { visibleText } from '../../core/view/hostileText.ts';

/** Chooses the agent's mode. Shows what the agent says, so a choice counts once it comes back. */
export class ModeSelector {
	readonly element = element('label', 'mode');
	readonly #select = element('select');
	#modes: ModeState | undefined;

	constructor(post: Post) {
		this.#select.ariaLabel = 'Mode';
		this.#select.addEventListener('change', () => {
			post({ type: 'setMode', modeId: this.#select.value });
		});
		this.element.append(this.#select, iconElement('chevron-down'));
		this.element.hidden = true;
	}

	update(modes: ModeState | undefined): void {
		this.element.hidden = modes === undefined || modes.available.length === 0;
		if (modes === undefined) return;
		if (JSON.stringify(modes.available) !== JSON.stringify(this.#modes?.available)) {
			this.#select.replaceChildren(...modes.available.map((mode) => optionFor(mode)));
		}
		this.#modes = modes;
		this.#select.value = modes.currentModeId;
		this.#select.title = visibleText(
			modes.available.find((mode) => mode.id === modes.currentModeId)?.description ?? 'Mode',
		);
	}
}

function optionFor(mode: ModeState['available'][number]): HTMLOptionElement {
	const option = element('option', '', visibleText(mode.name));
	option.value = mode.id;
	option.title = visibleText(mode.description ?? '');
	return option;
}
