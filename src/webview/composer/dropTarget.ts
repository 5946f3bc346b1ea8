import { t } from '../../core/base/l10n.ts';
import { element, iconElement } from '../page/dom.ts';
import { carriesFiles, dropped, type Transfer } from './transfers.ts';

/**
 * Milliseconds without an event after which the drag counts as gone: VS Code takes the mouse away while Shift is up.
 */
const silenceMs = 2_000;

/**
 * Lets files be dropped anywhere on the view. VS Code keeps drops for itself unless Shift is held, so the hint says
 * that while something is dragged (the Attach button does the same by keyboard).
 */
export class DropTarget {
	readonly element = element('div', 'drop-hint');
	readonly #onDrop: (transfer: Transfer) => void;
	readonly #label = element('span');
	#timer: ReturnType<typeof setTimeout> | undefined;

	constructor(onDrop: (transfer: Transfer) => void) {
		this.#onDrop = onDrop;
		this.element.append(iconElement('attach'), this.#label);
		this.element.hidden = true;
		// The announcer and the Attach button speak for it.
		this.element.ariaHidden = 'true';
		document.addEventListener('dragenter', (event) => this.#over(event));
		document.addEventListener('dragover', (event) => this.#over(event));
		document.addEventListener('dragleave', (event) => {
			if (event.relatedTarget === null && event.shiftKey) this.#hide();
		});
		document.addEventListener('drop', (event) => this.#drop(event));
	}

	#over(event: DragEvent): void {
		if (!carriesFiles(event.dataTransfer) || event.dataTransfer === null) return;
		event.preventDefault();
		event.dataTransfer.dropEffect = 'copy';
		this.#label.textContent = event.shiftKey ? t('Drop to attach') : t('Hold Shift and drop to attach');
		this.element.hidden = false;
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => this.#hide(), silenceMs);
	}

	#drop(event: DragEvent): void {
		this.#hide();
		if (event.dataTransfer === null) return;
		const transfer = dropped(event.dataTransfer);
		// Dragged text is for the field it is dropped on.
		if (transfer.files.length === 0 && transfer.uris.length === 0) return;
		event.preventDefault();
		this.#onDrop(transfer);
	}

	#hide(): void {
		clearTimeout(this.#timer);
		this.element.hidden = true;
	}
}
