import { t } from '../../../core/base/l10n.ts';
import type { ElicitationField, FieldValue } from '../../../core/session/model/elicitation.ts';
import { element, iconElement, uniqueId } from '../../page/dom.ts';
import { untrustedText } from '../../page/untrustedText.ts';

/** One field of a form on the screen. Holds what the user gave until the form is gone. */
export interface FieldControl {
	readonly field: ElicitationField;
	readonly element: HTMLElement;
	/** Undefined when nothing was given. */
	read(): FieldValue | undefined;
	/** What is wrong when something was given that has no value, such as half a date. */
	unreadable?(): string | undefined;
	/** Shows what is wrong at the field, or nothing. */
	showProblem(problem: string | undefined): void;
	focus(): void;
}

/** What surrounds the control of a field: its label, what it is about, and what is wrong with it. */
type FieldFrame = Pick<FieldControl, 'element' | 'showProblem'>;

type Input = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** For one control. `hint` stands below it. */
export function frameOne(field: ElicitationField, input: Input, hint?: HTMLElement): FieldFrame {
	input.id = uniqueId('field');
	input.ariaRequired = String(field.isRequired);
	const label = element('label', 'field-label', ...labelParts(field));
	label.htmlFor = input.id;
	const about = aboutOf(field);
	const problem = new ProblemLine();
	input.setAttribute('aria-describedby', idsOf(about, hint, problem.element));
	return {
		element: element('div', 'field', ...present(label, about, input, hint, problem.element)),
		showProblem: (text) => problem.show(text, [input]),
	};
}

/** For a checkbox, which stands before its label. */
export function frameCheckbox(field: ElicitationField, box: HTMLInputElement): FieldFrame {
	const about = aboutOf(field);
	const problem = new ProblemLine();
	const label = element('label', 'choice', box, element('span', 'choice-label', ...labelParts(field)));
	box.setAttribute('aria-describedby', idsOf(about, problem.element));
	return {
		element: element('div', 'field', ...present(label, about, problem.element)),
		showProblem: (text) => problem.show(text, [box]),
	};
}

/** For a group of boxes or radio buttons. */
export function frameGroup(
	field: ElicitationField,
	role: 'group' | 'radiogroup',
	inputs: readonly HTMLInputElement[],
	rows: readonly HTMLElement[],
): FieldFrame {
	const about = aboutOf(field);
	const problem = new ProblemLine();
	const legend = element('legend', 'field-label', ...labelParts(field));
	const group = element('fieldset', 'field', ...present(legend, about, ...rows, problem.element));
	group.role = role;
	if (role === 'radiogroup') group.ariaRequired = String(field.isRequired);
	group.setAttribute('aria-describedby', idsOf(about, problem.element));
	return { element: group, showProblem: (text) => problem.show(text, inputs) };
}

/** The name that people read. */
export function labelOf({ title, name }: ElicitationField): string {
	return title === undefined || title.trim() === '' ? name : title;
}

/** Label and mark. The mark is for the eye: others hear that the control is required. */
export function labelParts(field: ElicitationField): (Node | string)[] {
	if (!field.isRequired) return [untrustedText(labelOf(field))];
	const mark = element('span', 'required-mark', t('required'));
	if (field.type !== 'choices' && field.type !== 'boolean') mark.ariaHidden = 'true';
	return [untrustedText(labelOf(field)), ' ', mark];
}

export function aboutOf({ description }: ElicitationField): HTMLElement | undefined {
	if (description === undefined || description.trim() === '') return undefined;
	const about = element('p', 'field-about', untrustedText(description, { isMultiline: true }));
	about.id = uniqueId('about');
	return about;
}

/** Empty while nothing is wrong. */
class ProblemLine {
	readonly element = element('p', 'field-problem');

	constructor() {
		this.element.id = uniqueId('problem');
		this.element.hidden = true;
	}

	show(problem: string | undefined, inputs: readonly Input[]): void {
		this.element.hidden = problem === undefined;
		const text = element('span', '', untrustedText(problem ?? ''));
		this.element.replaceChildren(...(problem === undefined ? [] : [iconElement('error'), text]));
		for (const input of inputs) input.ariaInvalid = problem === undefined ? null : 'true';
	}
}

function idsOf(...parts: readonly (HTMLElement | undefined)[]): string {
	return present(...parts)
		.map(({ id }) => id)
		.join(' ');
}

function present(...parts: readonly (HTMLElement | undefined)[]): HTMLElement[] {
	return parts.filter((part) => part !== undefined);
}
