import { t } from '../../core/base/l10n.ts';
import { iconButton } from './dom.ts';

/** How long the button says that it did. */
const copiedMs = 1500;

/** A button that copies and shows that it did. */
export function copyButton(label: string, copy: () => void): HTMLButtonElement {
	const button = iconButton('copy', label, () => {
		copy();
		const drawn = button.firstElementChild;
		if (drawn === null) return;
		drawn.className = 'codicon codicon-check';
		button.ariaLabel = t('Copied');
		setTimeout(() => {
			drawn.className = 'codicon codicon-copy';
			button.ariaLabel = label;
		}, copiedMs);
	});
	return button;
}
