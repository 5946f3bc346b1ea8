/** The tables of all versions, in the order in which they are printed. */
import type { Clause } from './clause.ts';
import { clausesOfV1 } from './v1.ts';
import { clausesOfV2 } from './v2.ts';

export interface ClauseTable {
	readonly title: string;
	readonly clauses: readonly Clause[];
}

export const clauseTables: readonly ClauseTable[] = [
	{ title: 'Version 1', clauses: clausesOfV1 },
	{ title: 'Version 2, in addition', clauses: clausesOfV2 },
];
