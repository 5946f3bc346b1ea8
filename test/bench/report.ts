/** The table of `npm run bench`. */
import { floodBytes, floodKey, type FloodMeasure, lagCount, largest, type Round } from './measure.ts';

export interface Report {
	readonly floor: readonly Round[];
	readonly ours: readonly Round[];
	readonly sizes: readonly { readonly name: string; readonly bytes: number }[];
}

/** The promises of the project; times in milliseconds. */
const goals = {
	activationMs: 50,
	blockMs: 50,
	blockOfFloor: 1.3,
	timeOfFloor: 5,
	linear: 1.3,
	bundleKib: { 'extension.cjs': 300, 'webview.js': 180 } as Readonly<Record<string, number>>,
};
/** Shorter tasks are not told by the browser. */
const shortestTold = 50;

type Row = readonly [what: string, floor: string, ours: string, ratio: string, goal: string];

export function printReport({ floor, ours, sizes }: Report): void {
	if (floor.length === 0 || ours.length === 0) {
		console.log('No complete round, so there is nothing to compare.');
		return;
	}
	const rows: Row[] = [['', 'floor', 'ACP Host', 'ratio', 'goal']];
	rows.push(...lagRows(floor, ours));
	for (const bytes of floodBytes)
		rows.push(...floodRows(floor, ours, floodKey('flood', bytes), bytes === largest));
	rows.push(...linearRows(floor, ours));
	for (const kind of ['plain', 'fence'] as const)
		rows.push(...floodRows(floor, ours, floodKey(kind, largest), true));
	rows.push(...useRows(floor, ours));
	rows.push(...startRows(floor, ours));
	for (const { name, bytes } of sizes) rows.push(sizeRow(name, bytes));
	console.log('');
	print(rows);
	console.log(notes);
}

const notes = `
Median of the rounds; in brackets all of them. Lag: from the agent's write to the frame that shows the chunk, over
all rounds. Flood: from Enter to the frame that shows the last of 20-byte chunks; the first answer of each VS Code
is not counted. Task: longest on the main thread of the view, which is that of the whole workbench; the browser
tells no task under 50 ms. Gap: longest time between two frames. Heap: growth of the renderer's JavaScript heap.`;

function lagRows(floor: readonly Round[], ours: readonly Round[]): Row[] {
	const all = (rounds: readonly Round[]): number[] => rounds.flatMap(({ lags }) => lags);
	return [0.5, 0.95].map((share) => {
		const [a, b] = [quantile(all(floor), share), quantile(all(ours), share)];
		const what = `lag of a chunk, ${share === 0.5 ? `median of ${lagCount} a round` : 'p95'}`;
		return [what, inMs(a), inMs(b), ratio(b, a), ''];
	});
}

function floodRows(floor: readonly Round[], ours: readonly Round[], key: string, hasGoal: boolean): Row[] {
	const pick = (rounds: readonly Round[], field: (flood: FloodMeasure) => number): number[] =>
		rounds.flatMap(({ floods }) => floods.get(key) ?? []).map(field);
	const [timeA, timeB] = [pick(floor, ({ ms }) => ms), pick(ours, ({ ms }) => ms)];
	const [taskA, taskB] = [pick(floor, longestTask), pick(ours, longestTask)];
	const [gapA, gapB] = [
		pick(floor, ({ longestGapMs }) => longestGapMs),
		pick(ours, ({ longestGapMs }) => longestGapMs),
	];
	const isWhole = [...floor, ...ours].every(({ floods }) => floods.get(key)?.isComplete !== false);
	const times = median(timeB) / median(timeA);
	const block = Math.max(goals.blockMs, median(taskA) * goals.blockOfFloor);
	return [
		[
			`${label(key)}: time${isWhole ? '' : '  TEXT IS MISSING'}`,
			withAll(timeA),
			withAll(timeB),
			ratio(median(timeB), median(timeA)),
			hasGoal ? verdict(times <= goals.timeOfFloor, `within ${goals.timeOfFloor}x`) : '',
		],
		[
			`${label(key)}: longest task`,
			withAll(taskA, shortestTold),
			withAll(taskB, shortestTold),
			'',
			verdict(median(taskB) <= block, `<= ${block.toFixed(0)} ms`),
		],
		[`${label(key)}: longest gap`, withAll(gapA), withAll(gapB), '', ''],
	];
}

/** 0 stands for "too short to be told". */
function longestTask({ longestTaskMs }: FloodMeasure): number {
	return longestTaskMs;
}

/** How much more the largest flood takes than its size says, all in and without the fixed cost of the smallest. */
function linearRows(floor: readonly Round[], ours: readonly Round[]): Row[] {
	const time = (rounds: readonly Round[], bytes: number): number =>
		median(rounds.flatMap(({ floods }) => floods.get(floodKey('flood', bytes))?.ms ?? []));
	const [small, middle, large] = floodBytes;
	const whole = (rounds: readonly Round[]): number =>
		time(rounds, large) / time(rounds, small) / (large / small);
	const rate = (rounds: readonly Round[], from: number, to: number): number =>
		(time(rounds, to) - time(rounds, from)) / (to - from);
	const slope = (rounds: readonly Round[]): number =>
		rate(rounds, middle, large) / rate(rounds, small, middle);
	return [
		[
			'1 MB to 50 KB, of proportional',
			`${whole(floor).toFixed(2)}x`,
			`${whole(ours).toFixed(2)}x`,
			'',
			verdict(whole(ours) <= goals.linear, `<= ${goals.linear}x`),
		],
		[
			'per byte, 0.2-1 MB to 50-200 KB',
			`${slope(floor).toFixed(2)}x`,
			`${slope(ours).toFixed(2)}x`,
			'',
			`(no fixed cost)`,
		],
	];
}

function useRows(floor: readonly Round[], ours: readonly Round[]): Row[] {
	const pick = (rounds: readonly Round[], field: (flood: FloodMeasure) => number): number =>
		median(rounds.flatMap(({ floods }) => floods.get(floodKey('flood', largest)) ?? []).map(field));
	const row = (what: string, field: (flood: FloodMeasure) => number, unit: string, digits: number): Row => {
		const [a, b] = [pick(floor, field), pick(ours, field)];
		// A growth of next to nothing has no ratio.
		if (a < 1 && unit === 'MB')
			return [what, `${a.toFixed(digits)} ${unit}`, `${b.toFixed(digits)} ${unit}`, '', ''];
		return [what, `${a.toFixed(digits)} ${unit}`, `${b.toFixed(digits)} ${unit}`, ratio(b, a), ''];
	};
	return [
		row('1 MB: CPU of extension host', ({ hostCpuSeconds }) => hostCpuSeconds, 's', 2),
		row('1 MB: memory of extension host before', ({ hostMbBefore }) => hostMbBefore, 'MB', 0),
		row('1 MB: memory of extension host after', ({ hostMbAfter }) => hostMbAfter, 'MB', 0),
		row('1 MB: heap of renderer', (flood) => flood.heapMbAfter - flood.heapMbBefore, 'MB', 1),
	];
}

function startRows(floor: readonly Round[], ours: readonly Round[]): Row[] {
	const times = (rounds: readonly Round[]): number[] => rounds.map(({ activationMs }) => activationMs);
	const early = (rounds: readonly Round[]): string[] => rounds.flatMap(({ startedEarly }) => startedEarly);
	const isWithin = median(times(ours)) <= goals.activationMs;
	return [
		[
			'activation',
			withAll(times(floor)),
			withAll(times(ours)),
			'',
			verdict(isWithin, `<= ${goals.activationMs} ms`),
		],
		[
			'processes before the first session',
			String(early(floor).length),
			String(early(ours).length),
			'',
			verdict(early(ours).length <= early(floor).length, 'none'),
		],
		...[...new Set(early(ours))].map((command): Row => [`  ${command.slice(0, 100)}`, '', '', '', '']),
	];
}

function sizeRow(name: string, bytes: number): Row {
	const budget = goals.bundleKib[name];
	const kib = bytes / 1024;
	const goal = budget === undefined ? '' : verdict(kib <= budget, `<= ${budget} KiB`);
	return [`size of dist/${name}`, '', `${kib.toFixed(1)} KiB`, '', goal];
}

function label(key: string): string {
	const [kind, bytes] = key.split(' ');
	const size = Number(bytes) >= 1_000_000 ? `${Number(bytes) / 1_000_000} MB` : `${Number(bytes) / 1000} KB`;
	const names: Readonly<Record<string, string>> = { plain: ', one paragraph', fence: ', one open fence' };
	return `${size}${names[kind ?? ''] ?? ''}`;
}

function verdict(isMet: boolean, goal: string): string {
	return `${goal}: ${isMet ? 'met' : 'MISSED'}`;
}

function ratio(ours: number, floor: number): string {
	return `${(ours / floor).toFixed(2)}x`;
}

function inMs(ms: number): string {
	return `${ms.toFixed(ms < 100 ? 1 : 0)} ms`;
}

/** @param atLeast what is below this was not told */
function withAll(values: readonly number[], atLeast = 0): string {
	const one = (value: number): string => (value < atLeast ? `<${atLeast}` : value.toFixed(0));
	return `${one(median(values))} ms (${values.map(one).join(' ')})`;
}

function median(values: readonly number[]): number {
	return quantile(values, 0.5);
}

function quantile(values: readonly number[], share: number): number {
	const sorted = values.toSorted((a, b) => a - b);
	const at = (sorted.length - 1) * share;
	const [low, high] = [sorted[Math.floor(at)] ?? Number.NaN, sorted[Math.ceil(at)] ?? Number.NaN];
	return low + (high - low) * (at - Math.floor(at));
}

function print(rows: readonly Row[]): void {
	const width = (column: number): number => Math.max(...rows.map((row) => row[column]?.length ?? 0));
	const widths = [0, 1, 2, 3, 4].map(width);
	const line = (row: Row): string =>
		row
			.map((cell, column) =>
				column === 0 || column === 4 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
			)
			.join('  ')
			.trimEnd();
	const [head, ...body] = rows.map(line);
	console.log(head);
	console.log('-'.repeat(widths.reduce((sum, one) => sum + one + 2, -2)));
	for (const text of body) console.log(text);
}
