/** One way in which an agent, a repository or bad luck can do harm, and what we promise: what `npm run hazards` counts tests for. */
export interface Hazard {
	readonly id: string;
	readonly promise: string;
	/** Tests that have to pass; 1 where nothing is said. Rows that are a table of cases have a test for each. */
	readonly least?: number;
	/** The promise is a number, so a test has to print what it measured (`test/tools/figure.ts`). */
	readonly isMeasured?: boolean;
	/** Measured once and by hand, because it takes too long for every run: the figure and how to repeat it. */
	readonly noted?: string;
	/** What Linux, where the tests run, cannot show. */
	readonly platform?: string;
	/** What of the promise no test shows yet. A row with a gap is not complete. */
	readonly gap?: string;
}

type Details = Omit<Hazard, 'id' | 'promise'>;

export const hazard = (id: string, promise: string, details: Details = {}): Hazard => ({
	id,
	promise,
	...details,
});
