import type { ElicitationField } from '../../../core/session/model/elicitation.ts';
import { Form } from './form.ts';

/**
 * Forms half filled in, of sessions that are not on show just now: who comes back finds what was typed. They live as
 * long as the page and are written nowhere (acp C108).
 */
const kept = new Map<string, { readonly asked: string; readonly form: Form }>();

/** Takes back the form that was kept under the key, if it asks for the same; else a new one. */
export function takeForm(key: string, fields: readonly ElicitationField[]): Form {
	const found = kept.get(key);
	kept.delete(key);
	return found?.asked === JSON.stringify(fields) ? found.form : new Form(fields);
}

export function keepForm(key: string, fields: readonly ElicitationField[], form: Form): void {
	kept.set(key, { asked: JSON.stringify(fields), form });
}

/** The question is settled: what was typed goes. */
export function dropForm(key: string): void {
	kept.delete(key);
}
