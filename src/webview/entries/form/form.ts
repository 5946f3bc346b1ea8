import type { ElicitationField, FieldValue, FormValues } from '../../../core/session/model/elicitation.ts';
import { checkForm, isAnswerable } from '../../../core/view/elicitationCheck.ts';
import { element } from '../../page/dom.ts';
import { type FieldControl, aboutOf, labelOf, labelParts } from './fieldFrame.ts';
import { createBoolean, createChoice, createChoices } from './choiceControls.ts';
import { createNumber, createText } from './inputControls.ts';
import { t } from '../../../core/base/l10n.ts';
import { untrustedText } from '../../page/untrustedText.ts';
import { formatNodes } from '../../page/formatNodes.ts';

/**
 * The fields of a form, and all their answers for a last look. What the user gave lives in the controls and nowhere
 * else: it is gone with them (acp C108).
 */
export class Form {
	readonly element = element('div', 'form');
	readonly #fields: readonly ElicitationField[];
	readonly #controls: readonly FieldControl[];
	readonly #list: HTMLElement;
	readonly #overview = new AnswerOverview();

	constructor(fields: readonly ElicitationField[]) {
		this.#fields = fields;
		this.#controls = fields.map(createField);
		this.#list = element('div', 'form-fields', ...this.#controls.map((control) => control.element));
		this.element.append(this.#list, this.#overview.element);
	}

	/** False when something is required that has no control here: then the form can only be declined (acp C109). */
	get canBeSubmitted(): boolean {
		return this.#fields.every((field) => !field.isRequired || isAnswerable(field));
	}

	get isOverviewOpen(): boolean {
		return this.#overview.isOpen;
	}

	/**
	 * A step towards sending: shows what is wrong, or else all answers when there are several.
	 * @returns the answer once nothing is left to do but to send it
	 */
	submit(): FormValues | undefined {
		const values = this.#check();
		if (values === undefined) return undefined;
		const isOverseen = this.#fields.filter(isAnswerable).length < 2;
		if (isOverseen || this.#overview.isOpen) return values;
		this.#list.hidden = true;
		this.#overview.open(this.#fields, values);
		return undefined;
	}

	/** Back from the overview to the fields. */
	change(): void {
		this.#edit();
		this.#controls.find(({ field }) => isAnswerable(field))?.focus();
	}

	/** The values if all of them fit. Else the focus goes to the first that does not. */
	#check(): FormValues | undefined {
		const given = this.#controls.flatMap((control): [string, FieldValue][] => {
			const value = control.read();
			return value === undefined ? [] : [[control.field.name, value]];
		});
		const { problems, values } = checkForm(this.#fields, Object.fromEntries(given));
		const wrong = this.#controls.filter((control) => {
			const problem = control.unreadable?.() ?? problems.get(control.field.name);
			control.showProblem(problem);
			return problem !== undefined;
		});
		if (wrong.length === 0) return values;
		this.#edit();
		wrong[0]?.focus();
		return undefined;
	}

	#edit(): void {
		this.#overview.close();
		this.#list.hidden = false;
	}
}

/** The control of a field, with what the agent filled in (acp C104). */
function createField(field: ElicitationField): FieldControl {
	if (!isAnswerable(field)) return createUnanswerable(field);
	switch (field.type) {
		case 'text':
			return createText(field);
		case 'number':
			return createNumber(field);
		case 'boolean':
			return createBoolean(field);
		case 'choice':
			return createChoice(field);
		case 'choices':
			return createChoices(field);
		case 'unknown':
			return createUnanswerable(field);
	}
}

/** What has no control: shown, so that the user knows what was asked, but never as a control we know (acp C109). */
function createUnanswerable(field: ElicitationField): FieldControl {
	const kind = field.type === 'unknown' ? field.kind : field.type;
	const about = aboutOf(field);
	const note = element(
		'p',
		'field-note',
		...formatNodes(t('This cannot be answered here ({0}).'), untrustedText(kind)),
	);
	const label = element('div', 'field-label', ...labelParts(field));
	return {
		field,
		element: element('div', 'field', label, ...(about === undefined ? [] : [about]), note),
		read: () => undefined,
		showProblem: () => undefined,
		focus: () => undefined,
	};
}

/** All answers in one place, before they are sent (acp C96). */
class AnswerOverview {
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
