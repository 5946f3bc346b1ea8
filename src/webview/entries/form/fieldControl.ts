import type { ElicitationField, FieldValue } from '../../../core/session/model/elicitation.ts';

/** One field of a form on the screen. Holds what the user gave until the form is gone. */
export interface FieldControl {
	readonly field: ElicitationField;
	readonly element: HTMLElement;
	/** Undefined when nothing was given. */
	read(): FieldValue | undefined;
	/** What is wrong when something was given that has no value, such as half a date. */
	unreadable(): string | undefined;
	/** Shows what is wrong at the field, or nothing. */
	showProblem(problem: string | undefined): void;
	focus(): void;
}
