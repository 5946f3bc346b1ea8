import type { ElicitationChoice } from '../../../core/session/model/elicitation.ts';
import { element, uniqueId } from '../../page/dom.ts';
import { foreignText } from '../../page/foreignText.ts';

/** A box or radio button with its label and what it means. */
export function choiceRow(input: HTMLInputElement, { label, description }: ElicitationChoice): HTMLElement {
	const name = element('span', '', foreignText(label));
	const texts = element('span', 'choice-label', name);
	if (description !== undefined && description.trim() !== '') {
		const about = element('span', 'choice-about', foreignText(description));
		name.id = uniqueId('choice');
		about.id = uniqueId('about');
		// The description belongs to the label, but not to the name.
		input.setAttribute('aria-labelledby', name.id);
		input.setAttribute('aria-describedby', about.id);
		texts.append(about);
	}
	return element('label', 'choice', input, texts);
}
