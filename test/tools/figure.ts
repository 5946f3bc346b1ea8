/** Measured figures: a test prints one, the reporter keeps it, `npm run hazards` shows it beside its row. */

/** What a test measured for a row of the hazards, such as `figure('A7', '214 k updates/s')`. */
export function figure(hazard: string, text: string): void {
	console.log(`figure [hazard ${hazard}] ${text}`);
}

export interface Figure {
	readonly hazard: string;
	readonly text: string;
}

/** The figures in what a test printed. */
export function figuresIn(printed: string): Figure[] {
	return [...printed.matchAll(/^figure \[hazard ([A-G]\d+)\] (.+)$/gmu)].map(
		([, hazard = '', text = '']) => ({
			hazard,
			text,
		}),
	);
}
