/** The table of `npm run bench -- --against <folder>`: an earlier build of ACP Host and this one, side by side. */
import { entryCount, firstAnswer, floodBytes, floodKey, largest, type Round, toolCounts } from './measure.ts';
import { median, quantile, ratio } from './reportCells.ts';

interface Figure {
	readonly what: string;
	/** Times in milliseconds, unless `what` names another unit. */
	readonly of: (rounds: readonly Round[]) => number;
	readonly digits?: number;
}

/** Of a field that a round may lack: the floods in one paragraph and in one fence run in the first round only. */
const middle = (rounds: readonly Round[], field: (round: Round) => number | undefined): number =>
	median(rounds.flatMap((round) => field(round) ?? []));

const figures: readonly Figure[] = [
	...[0.5, 0.95].map((share): Figure => ({
		what: `lag of a chunk, ${share === 0.5 ? 'median' : 'p95'}`,
		of: (rounds) =>
			quantile(
				rounds.flatMap(({ lags }) => lags),
				share,
			),
		digits: 1,
	})),
	...[
		firstAnswer,
		...floodBytes.map((bytes) => floodKey('flood', bytes)),
		floodKey('plain', largest),
		floodKey('fence', largest),
	].flatMap((key): Figure[] => [
		{ what: `${key} bytes: time`, of: (rounds) => middle(rounds, ({ floods }) => floods.get(key)?.ms) },
		{
			what: `${key} bytes: processor time of the renderer`,
			of: (rounds) => middle(rounds, ({ floods }) => floods.get(key)?.rendererCpuMs),
		},
		{
			what: `${key} bytes: longest task, work of the thread`,
			of: (rounds) => middle(rounds, ({ floods }) => floods.get(key)?.longestWorkMs),
		},
	]),
	{
		what: '100 chunks/s: key to paint, p95',
		of: (rounds) =>
			quantile(
				rounds.flatMap(({ typing }) => typing.paints),
				0.95,
			),
		digits: 1,
	},
	...[...toolCounts.map((count) => `tools ${count}`), `entries ${entryCount}`].map((key): Figure => ({
		what: key,
		of: (rounds) => middle(rounds, ({ many }) => many.get(key)?.ms),
	})),
	{
		what: `shown after hidden, ${entryCount} entries`,
		of: (rounds) => middle(rounds, ({ showMs }) => showMs),
	},
	{ what: 'first session', of: (rounds) => middle(rounds, ({ day }) => day?.startMs) },
	{
		what: 'a turn of 500, median',
		of: (rounds) => middle(rounds, ({ turns }) => (turns.length === 0 ? undefined : median(turns))),
		digits: 1,
	},
	{
		what: '1 MB: CPU of extension host, s',
		of: (rounds) => middle(rounds, ({ floods }) => floods.get(floodKey('flood', largest))?.hostCpuSeconds),
		digits: 2,
	},
	{
		what: '1 MB: memory of extension host after, MB',
		of: (rounds) => middle(rounds, ({ floods }) => floods.get(floodKey('flood', largest))?.hostMbAfter),
	},
	{
		what: 'idle: share of a core of the extension host, %',
		of: (rounds) => middle(rounds, ({ idle }) => idle.hostCpu * 100),
		digits: 2,
	},
	{ what: 'activation', of: (rounds) => middle(rounds, ({ activationMs }) => activationMs) },
];

/** Prints medians over the rounds of each, and what this build takes of the time of the earlier one. */
export function printAgainst(earlier: readonly Round[], now: readonly Round[]): void {
	console.log(`\n| | earlier | now | ratio |\n|---|---|---|---|`);
	for (const { what, of, digits = 0 } of figures) {
		const [before, after] = [of(earlier), of(now)];
		console.log(
			`| ${what} | ${before.toFixed(digits)} | ${after.toFixed(digits)} | ${ratio(after, before)} |`,
		);
	}
	console.log(`\nMedians of ${earlier.length} and ${now.length} rounds; times in milliseconds.`);
}
