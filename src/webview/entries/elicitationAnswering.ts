import type { FormValues } from '../../core/session/model/elicitation.ts';
import type { InputGuard } from './inputGuard.ts';

/** The part of the card with which the question is answered. */
export interface Answering {
	readonly element: HTMLElement;
	/** Call when the guard opened or closed. */
	refresh(): void;
	/** The view of the question goes away while it waits. */
	keep?(): void;
}

/** What that part needs. */
export interface AnsweringContext {
	readonly guard: InputGuard;
	copy(text: string): void;
	answer(action: 'accept' | 'decline' | 'cancel', values?: FormValues): void;
}
