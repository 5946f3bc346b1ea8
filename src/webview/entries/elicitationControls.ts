/**
 * How a question is answered: by a form, or at an address. A script of its own, loaded with the first question,
 * because most conversations have none.
 */
import { t } from '../../core/base/l10n.ts';
import type { UrlTarget, ViewElicitation } from '../../core/view/viewEntry.ts';
import { element, iconElement, uniqueId } from '../page/dom.ts';
import { formatNodes } from '../page/formatNodes.ts';
import { untrustedText } from '../page/untrustedText.ts';
import {
	ElicitationButtons,
	type ElicitationControls,
	type ElicitationControlsContext,
} from './elicitationButtons.ts';
import { ElicitationForm } from './elicitationForm.ts';

export { dropForm } from './elicitationForm.ts';

/** @param key of the question among all sessions: what was typed is kept under it */
export function createElicitationControls(
	{ mode, target }: ViewElicitation,
	key: string,
	context: ElicitationControlsContext,
): ElicitationControls {
	return mode.type === 'form'
		? new ElicitationForm(mode, key, context)
		: new ElicitationUrl(mode.url, target, context);
}

/** An address to visit: who is there, the whole address as text, what is odd about it, and then the consent (acp C98). */
class ElicitationUrl implements ElicitationControls {
	readonly element = element('div', 'elicitation-url');
	readonly #buttons: ElicitationButtons;

	constructor(url: string, target: UrlTarget | undefined, context: ElicitationControlsContext) {
		this.#buttons = new ElicitationButtons(context);
		const address = element('div', 'url-text', untrustedText(url));
		address.role = 'group';
		address.ariaLabel = t('Address');
		address.tabIndex = 0;
		const host = target?.host ?? '';
		const warnings = element('ul', 'url-warnings', ...(target?.warnings ?? []).map(warningRow));
		warnings.id = uniqueId('warnings');
		warnings.hidden = warnings.childElementCount === 0;
		if (host !== '') {
			const site = element(
				'p',
				'url-site',
				...formatNodes(t('The browser would go to {0}'), element('strong', 'url-host', untrustedText(host))),
			);
			this.element.append(site);
			const open = this.#buttons.add(t('Open in Browser'), () => context.answer('accept'), 'primary');
			open.setAttribute('aria-describedby', warnings.id);
		}
		this.#buttons.add(t('Copy Address'), () => context.copy(url), 'secondary', true);
		this.#buttons.addRefusals();
		this.element.append(address, warnings, this.#buttons.element);
		this.refresh();
	}

	refresh(): void {
		this.#buttons.refresh();
	}
}

function warningRow(text: string): HTMLElement {
	return element('li', '', iconElement('warning'), element('span', '', untrustedText(text)));
}
