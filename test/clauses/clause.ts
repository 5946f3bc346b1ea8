/** One duty of a client, and what `npm run clauses` counts tests for. */

/** M must, S should, O may, N: what interoperating needs although no sentence of the text demands it. */
export type ClauseKind = 'M' | 'S' | 'O' | 'N';

export interface Clause {
	readonly id: string;
	readonly kind: ClauseKind;
	readonly duty: string;
	/** Why no test can show it. Used sparingly; the table prints it. */
	readonly notBinding?: string;
}

export const clause = (number: number, kind: ClauseKind, duty: string, notBinding?: string): Clause => ({
	id: `C${number}`,
	kind,
	duty,
	...(notBinding === undefined ? {} : { notBinding }),
});
