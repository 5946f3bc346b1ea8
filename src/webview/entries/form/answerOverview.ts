import { t } from '../../../core/base/l10n.ts';
import type { ElicitationField, FieldValue, FormValues } from '../../../core/session/model/elicitation.ts';
import { isAnswerable } from '../../../core/view/elicitationCheck.ts';
import { element } from '../../page/dom.ts';
import { untrustedText } from '../../page/untrustedText.ts';
import { labelOf } from './fieldFrame.ts';

/** All answers in one place, before they are sent (acp C96). */
export class AnswerOverview {
	readonly element = element('section', 'form-overview');
	readonly #heading = element('h3', 'overview-heading', t('Check your answers'));
	readonly #list = element('dl', 'overview-list');

	constructor() {
		this.#heading.tabIndex = -1;
		this.element.append(this.#heading, this.#list);
		this.element.hidden = true;
	}

	get isOpen(): boolean {
		return !this.element.hidden;
	}

	/** Takes the focus, so that the next key does not send. */
	open(fields: readonly ElicitationField[], values: FormValues): void {
		this.#list.replaceChildren(
			...fields.filter(isAnswerable).flatMap((field) => {
				const value = Object.hasOwn(values, field.name) ? values[field.name] : undefined;
				return [element('dt', '', untrustedText(labelOf(field))), answerOf(field, value)];
			}),
		);
		this.element.hidden = false;
		this.#heading.focus();
	}

	close(): void {
		this.element.hidden = true;
		this.#list.replaceChildren();
	}
}

function answerOf(field: ElicitationField, value: FieldValue | undefined): HTMLElement {
	const text = answerText(field, value);
	return text === ''
		? element('dd', 'muted', t('No answer'))
		: element('dd', '', untrustedText(text, { isMultiline: true }));
}

function answerText(field: ElicitationField, value: FieldValue | undefined): string {
	if (value === undefined) return '';
	if (typeof value === 'boolean') return value ? t('Yes') : t('No');
	if (typeof value === 'object')
		return value.map((item) => labelOfChoice(field, item)).join('\n') || t('None');
	return typeof value === 'string' ? labelOfChoice(field, value) : String(value);
}

function labelOfChoice(field: ElicitationField, value: string): string {
	if (field.type !== 'choice' && field.type !== 'choices') return value;
	return field.choices.find((choice) => choice.value === value)?.label ?? value;
}
