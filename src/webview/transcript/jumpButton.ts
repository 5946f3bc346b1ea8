import { t } from '../../core/base/l10n.ts';
import { element, iconElement } from '../page/dom.ts';

/** Leads back to the end, and says how much came there since the reader went away. Stands below what is read, over none of it. */
export class JumpButton {
	readonly element = element('button', 'jump', iconElement('arrow-down'));
	readonly #text = element('span');
	#count = 0;

	constructor(jump: () => void) {
		this.element.type = 'button';
		this.element.append(this.#text);
		this.element.addEventListener('click', jump);
		this.show(false);
	}

	/** Shown while the reader is away from the end; being there begins the count anew. */
	show(isAway: boolean): void {
		this.element.hidden = !isAway;
		if (!isAway) this.#count = 0;
		this.#draw();
	}

	/** An entry came at the end. */
	added(): void {
		if (this.element.hidden) return;
		this.#count += 1;
		this.#draw();
	}

	/** What came is of another conversation. */
	restart(): void {
		this.#count = 0;
		this.#draw();
	}

	#draw(): void {
		const news = this.#count === 0 ? '' : t('{0} new', this.#count);
		const label = news === '' ? t('Jump to latest') : t('Jump to latest, {0}', news);
		this.#text.textContent = news === '' ? t('Latest') : news;
		this.element.ariaLabel = label;
		this.element.title = t('{0} (Ctrl+End)', label);
	}
}
