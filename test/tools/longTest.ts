/** Tests that `npm test` leaves out: what they show, it shows elsewhere or in a shorter form. */
import { it } from 'node:test';
import { isLongRun } from './sized.ts';

/** As `it`, in `npm run test:long` only: in other runs the test is not there. */
export const longTest: (title: string, test: () => Promise<void> | void) => unknown = isLongRun
	? it
	: () => undefined;
