import { t } from '../../core/base/l10n.ts';
import type { ElicitationMode, ElicitationField } from '../../core/session/model/elicitation.ts';
import { element } from '../page/dom.ts';
import { untrustedText } from '../page/untrustedText.ts';
import {
	type ElicitationControls,
	type ElicitationControlsContext,
	ElicitationButtons,
} from './elicitationButtons.ts';
import { Form } from './form/form.ts';

type FormMode = Extract<ElicitationMode, { type: 'form' }>;

/** A form to fill in. Enter in a field is the same as the button. */
export class ElicitationForm implements ElicitationControls {
	readonly element = element('form', 'elicitation-form');
	readonly #mode: FormMode;
	readonly #key: string;
	readonly #context: ElicitationControlsContext;
	readonly #form: Form;
	readonly #buttons: ElicitationButtons;
	readonly #submit: HTMLButtonElement | undefined;
	readonly #change: HTMLButtonElement;

	/** @param key of the question, in this page */
	constructor(mode: FormMode, key: string, context: ElicitationControlsContext) {
		this.#mode = mode;
		this.#key = key;
		this.#context = context;
		this.#form = takeForm(key, mode.fields);
		this.#buttons = new ElicitationButtons(context);
		// Ours are said at the field, and in our words.
		this.element.noValidate = true;
		this.element.addEventListener('submit', (event) => this.#onSubmit(event));
		this.element.addEventListener('keydown', (event) => this.#onKey(event));
		this.#submit = this.#form.canBeSubmitted
			? this.#buttons.add(t('Submit'), 'submit', 'primary')
			: undefined;
		this.#change = this.#buttons.add(t('Change'), () => this.#edit(), 'secondary', true);
		this.#buttons.addRefusals();
		this.element.append(...headOf(mode), this.#form.element, ...this.#note(), this.#buttons.element);
		this.refresh();
	}

	refresh(): void {
		const { isOverviewOpen } = this.#form;
		if (this.#submit !== undefined) this.#submit.textContent = isOverviewOpen ? t('Send') : t('Submit');
		this.#change.hidden = !isOverviewOpen;
		this.#buttons.refresh();
	}

	/** The question still waits, but its session goes off the screen. */
	keep(): void {
		kept.set(this.#key, { asked: JSON.stringify(this.#mode.fields), form: this.#form });
	}

	#note(): HTMLElement[] {
		if (this.#form.canBeSubmitted) return [];
		const text = t('Something that is required cannot be answered here. You can decline, or cancel.');
		return [element('p', 'field-note', text)];
	}

	#onSubmit(event: SubmitEvent): void {
		event.preventDefault();
		if (!this.#form.canBeSubmitted || !this.#context.guard.accepts(event)) return;
		const wasOverviewOpen = this.#form.isOverviewOpen;
		const values = this.#form.submit();
		if (values !== undefined) return this.#context.answer('accept', values);
		// The button means another thing now: the second click of a double click must not send.
		if (this.#form.isOverviewOpen !== wasOverviewOpen) this.#context.guard.restart();
		this.refresh();
		if (this.#form.isOverviewOpen) this.#buttons.element.scrollIntoView({ block: 'nearest' });
	}

	/** In a field of several lines Enter is a line break, with Ctrl it submits. */
	#onKey(event: KeyboardEvent): void {
		const isSubmit = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
		if (!isSubmit || !(event.target instanceof HTMLTextAreaElement)) return;
		event.preventDefault();
		this.element.requestSubmit(this.#submit);
	}

	#edit(): void {
		this.#form.change();
		this.refresh();
	}
}

function headOf({ title = '', description = '' }: FormMode): HTMLElement[] {
	const about = untrustedText(description, { isMultiline: true });
	return [
		...(title.trim() === '' ? [] : [element('h3', 'form-title', untrustedText(title))]),
		...(description.trim() === '' ? [] : [element('p', 'form-about', about)]),
	];
}

/**
 * Forms half filled in, of sessions that are not on show just now: what was typed is there again when they are. They
 * live as long as the page and are written nowhere (acp C108).
 */
const kept = new Map<string, { readonly asked: string; readonly form: Form }>();

/** Takes back the form that was kept under the key, if it asks for the same; else a new one. */
function takeForm(key: string, fields: readonly ElicitationField[]): Form {
	const found = kept.get(key);
	kept.delete(key);
	return found?.asked === JSON.stringify(fields) ? found.form : new Form(fields);
}

/** The question is settled: what was typed goes. */
export function dropForm(key: string): void {
	kept.delete(key);
}
