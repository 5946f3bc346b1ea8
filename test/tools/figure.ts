/** Measured figures: a test prints one, the reporter keeps it, `npm run hazards` shows it beside its row. */
import { figureName } from './hazardRows.ts';
import { recordResult } from './testResult.ts';

/**
 * What a test measured for a row of the hazards, such as `figure('A7', '214 k updates/s')`. The reporter hears what the
 * processes of test files print, and nothing of what is printed in its own process.
 */
export function figure(hazard: string, text: string): void {
	console.log(`figure [hazard ${hazard}] ${text}`);
	const sharesReportersProcess = process.env['NODE_TEST_CONTEXT'] === undefined;
	if (sharesReportersProcess) recordFigure({ hazard, text });
}

/** Keeps it among the results, if anybody keeps them. */
export function recordFigure({ hazard, text }: Figure, file?: string): void {
	recordResult({
		name: figureName(hazard),
		...(file === undefined ? {} : { file }),
		state: 'figure',
		figure: text,
	});
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
