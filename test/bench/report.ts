/** The table of `npm run bench`. */
import { dayRows, idleRows, longAnswerRows, manyRows, turnRows, typingRows } from './dayReport.ts';
import {
	firstAnswer,
	floodBytes,
	floodKey,
	type FloodMeasure,
	lagCount,
	largest,
	type Round,
} from './measure.ts';
import { median, quantile, type Row, ratio, inMs, verdict, withAll } from './reportCells.ts';

export interface Report {
	readonly floor: readonly Round[];
	/** The floor that posts once a frame. */
	readonly batched: readonly Round[];
	readonly ours: readonly Round[];
	/** Of the engine of changes, which needs no window. */
	readonly changes: readonly Row[];
	readonly sizes: readonly { readonly name: string; readonly bytes: number }[];
}

/** The promises of the project; times in milliseconds. */
const goals = {
	activationMs: 50,
	blockMs: 50,
	/** By the kind of text, or by its size; 50 KB may also take `smallMs`. */
	timeOfFloor: { 50_000: 2, 200_000: 2, 1_000_000: 1.8, plain: 2, fence: 1.5 } as Readonly<
		Record<string, number>
	>,
	smallMs: 150,
	/** Of the renderer's processor time. */
	workOfFloor: 3,
	linear: 1.2,
	fenceOfProse: 1.5,
	bundleKib: { 'extension.cjs': 250, 'runningAgent.cjs': 200, 'webview-chunk.js': 150 } as Readonly<
		Record<string, number>
	>,
};
/** Shorter tasks are not told by the browser. */
const shortestTold = 50;

export function printReport({ floor, batched, ours, changes, sizes }: Report): void {
	if (floor.length === 0 || batched.length === 0 || ours.length === 0) {
		console.log('No complete round, so there is nothing to compare.');
		return;
	}
	const rows: Row[] = [['', 'floor', 'batched floor', 'ACP Host', 'ratio', 'goal']];
	const all = [floor, batched, ours] as const;
	rows.push(...lagRows(all), ...floodRows(all, firstAnswer));
	for (const bytes of floodBytes) rows.push(...floodRows(all, floodKey('flood', bytes)));
	rows.push(...linearRows(all));
	for (const kind of ['plain', 'fence'] as const) rows.push(...floodRows(all, floodKey(kind, largest)));
	rows.push(fenceRow(ours), ...typingRows(all), ...longAnswerRows(all), ...manyRows(all));
	rows.push(...turnRows(all), ...dayRows(ours), ...idleRows(all));
	rows.push(...useRows(all));
	rows.push(...startRows(all), ...changes);
	for (const { name, bytes } of sizes) rows.push(sizeRow(name, bytes));
	console.log('');
	print(rows);
	console.log(notes);
}

const notes = `
Median of the rounds; in brackets all of them. Ratio: to the batched floor. Lag: from the agent's write to the frame
that shows the chunk, over all rounds. Flood: from Enter to the frame that shows the last of 20-byte chunks. Processor
time: of all threads of the process, workbench included. Task: longest on the main thread of the view, which is that of the whole
workbench: what the thread itself worked, and by the clock, where it may have waited for a core (the browser tells
none under 50 ms). Gap: longest time between two frames. Heap: growth of the
renderer's JavaScript heap.`;

type All = readonly [floor: readonly Round[], batched: readonly Round[], ours: readonly Round[]];

function lagRows(all: All): Row[] {
	return [0.5, 0.95].map((share) => {
		const [a, b, c] = all.map((rounds) =>
			quantile(
				rounds.flatMap(({ lags }) => lags),
				share,
			),
		) as [number, number, number];
		const what = `lag of a chunk, ${share === 0.5 ? `median of ${lagCount} a round` : 'p95'}`;
		return [what, inMs(a), inMs(b), inMs(c), ratio(c, b), ''];
	});
}

function floodRows(all: All, key: string): Row[] {
	const pick = (field: (flood: FloodMeasure) => number): [number[], number[], number[]] =>
		all.map((rounds) => rounds.flatMap(({ floods }) => floods.get(key) ?? []).map(field)) as [
			number[],
			number[],
			number[],
		];
	const times = pick(({ ms }) => ms);
	const tasks = pick(({ longestTaskMs }) => longestTaskMs);
	const gaps = pick(({ longestGapMs }) => longestGapMs);
	const isWhole = all.flat().every(({ floods }) => floods.get(key)?.isComplete !== false);
	const share = median(times[2]) / median(times[1]);
	const told = tasks.map((values) => withAll(values, shortestTold)) as [string, string, string];
	const works = pick(({ longestWorkMs }) => longestWorkMs);
	return [
		[
			`${label(key)}: time${isWhole ? '' : '  TEXT IS MISSING'}`,
			...(times.map((values) => withAll(values)) as [string, string, string]),
			`${share.toFixed(2)}x`,
			timeVerdict(key, share, median(times[2])),
		],
		...redrawRows(all[2], key, median(times[2])),
		...(['rendererCpuMs', 'gpuCpuMs'] as const).map((field): Row => {
			const values = pick((flood) => flood[field]);
			const work = median(values[2]) / median(values[1]);
			const isRenderer = field === 'rendererCpuMs';
			return [
				`${label(key)}: processor time of ${isRenderer ? 'the renderer' : 'the GPU process'}`,
				...(values.map((all) => withAll(all)) as [string, string, string]),
				`${work.toFixed(2)}x`,
				isRenderer ? verdict(work <= goals.workOfFloor, `<= ${goals.workOfFloor}x`) : '',
			];
		}),
		[
			`${label(key)}: longest task, work of the thread`,
			...(works.map((values) => withAll(values)) as [string, string, string]),
			'',
			verdict(median(works[2]) <= goals.blockMs, `<= ${goals.blockMs} ms`),
		],
		[`${label(key)}: longest task, by the clock`, ...told, '', ''],
		[
			`${label(key)}: longest gap`,
			...(gaps.map((values) => withAll(values)) as [string, string, string]),
			'',
			'',
		],
	];
}

function timeVerdict(key: string, share: number, ms: number): string {
	const [kind = '', bytes = ''] = key.split(' ');
	const most = goals.timeOfFloor[kind === 'flood' ? bytes : kind];
	if (most === undefined) return '';
	if (bytes !== '50000') return verdict(share <= most, `<= ${most}x`);
	return verdict(share <= most || ms <= goals.smallMs, `<= ${most}x or ${goals.smallMs} ms`);
}

/** The least that anything takes that shows the same elements: they are made at once, when all is known. */
function redrawRows(ours: readonly Round[], key: string, ms: number): Row[] {
	const times = ours.flatMap(({ redraws }) => redraws.get(key) ?? []);
	if (times.length === 0) return [];
	const share = `${(ms / median(times)).toFixed(2)}x`;
	return [[`${label(key)}: the same elements, made at once`, '', withAll(times), '', share, '']];
}

/** How much more the largest flood takes than its size says, all in and without the fixed cost of the smallest. */
function linearRows(all: All): Row[] {
	const time = (rounds: readonly Round[], bytes: number): number =>
		median(rounds.flatMap(({ floods }) => floods.get(floodKey('flood', bytes))?.ms ?? []));
	const [small, middle, large] = floodBytes;
	const whole = (rounds: readonly Round[]): number =>
		time(rounds, large) / time(rounds, small) / (large / small);
	const rate = (rounds: readonly Round[], from: number, to: number): number =>
		(time(rounds, to) - time(rounds, from)) / (to - from);
	const slope = (rounds: readonly Round[]): number =>
		rate(rounds, middle, large) / rate(rounds, small, middle);
	const cells = (of: (rounds: readonly Round[]) => number): [string, string, string] =>
		all.map((rounds) => `${of(rounds).toFixed(2)}x`) as [string, string, string];
	return [
		[
			'1 MB to 50 KB, of proportional',
			...cells(whole),
			'',
			verdict(whole(all[2]) <= goals.linear, `<= ${goals.linear}x`),
		],
		['per byte, 0.2-1 MB to 50-200 KB', ...cells(slope), '', `(no fixed cost)`],
	];
}

/** One open code fence beside as much prose. */
function fenceRow(ours: readonly Round[]): Row {
	const time = (kind: 'plain' | 'fence'): number =>
		median(ours.flatMap(({ floods }) => floods.get(floodKey(kind, largest))?.ms ?? []));
	const share = time('fence') / time('plain');
	const goal = verdict(share <= goals.fenceOfProse, `<= ${goals.fenceOfProse}x`);
	return ['one open fence, of the time of prose', '', '', `${share.toFixed(2)}x`, '', goal];
}

function useRows(all: All): Row[] {
	const row = (what: string, field: (flood: FloodMeasure) => number, unit: string, digits: number): Row => {
		const [a, b, c] = all.map((rounds) =>
			median(rounds.flatMap(({ floods }) => floods.get(floodKey('flood', largest)) ?? []).map(field)),
		) as [number, number, number];
		const cell = (value: number): string => `${value.toFixed(digits)} ${unit}`;
		// A growth of next to nothing has no ratio.
		return [what, cell(a), cell(b), cell(c), b < 1 && unit === 'MB' ? '' : ratio(c, b), ''];
	};
	return [
		row('1 MB: CPU of extension host', ({ hostCpuSeconds }) => hostCpuSeconds, 's', 2),
		row('1 MB: memory of extension host before', ({ hostMbBefore }) => hostMbBefore, 'MB', 0),
		row('1 MB: memory of extension host after', ({ hostMbAfter }) => hostMbAfter, 'MB', 0),
		heapRow(all),
	];
}

function heapRow(all: All): Row {
	const cells = all.map(
		(rounds) => `${median(rounds.map(({ heapGrowthMb }) => heapGrowthMb)).toFixed(1)} MB`,
	) as [string, string, string];
	return ['1 MB more: growth of the heap of the renderer', ...cells, '', ''];
}

function startRows(all: All): Row[] {
	const times = all.map((rounds) => rounds.map(({ activationMs }) => activationMs)) as [
		number[],
		number[],
		number[],
	];
	const early = all.map((rounds) => rounds.flatMap(({ startedEarly }) => startedEarly)) as [
		string[],
		string[],
		string[],
	];
	return [
		[
			'activation',
			...(times.map((values) => withAll(values)) as [string, string, string]),
			'',
			verdict(median(times[2]) <= goals.activationMs, `<= ${goals.activationMs} ms`),
		],
		[
			'processes before the first session',
			...(early.map(({ length }) => String(length)) as [string, string, string]),
			'',
			verdict(early[2].length <= early[0].length, 'none'),
		],
		...[...new Set(early[2])].map((command): Row => [`  ${command.slice(0, 100)}`, '', '', '', '', '']),
	];
}

function sizeRow(name: string, bytes: number): Row {
	const budget = goals.bundleKib[name];
	const kib = bytes / 1024;
	const goal = budget === undefined ? '' : verdict(kib <= budget, `<= ${budget} KiB`);
	return [`size of dist/${name}`, '', '', `${kib.toFixed(1)} KiB`, '', goal];
}

function label(key: string): string {
	const [kind, bytes] = key.split(' ');
	const size = Number(bytes) >= 1_000_000 ? `${Number(bytes) / 1_000_000} MB` : `${Number(bytes) / 1000} KB`;
	const names: Readonly<Record<string, string>> = {
		first: ', the first answer',
		plain: ', one paragraph',
		fence: ', one open fence',
	};
	return `${size}${names[kind ?? ''] ?? ''}`;
}

/** As a table of Markdown, so that it can be kept. */
function print(rows: readonly Row[]): void {
	const line = (row: Row): string => `| ${row.join(' | ')} |`;
	const [head, ...body] = rows.map(line);
	console.log(head);
	console.log('|---|---|---|---|---|---|');
	for (const text of body) console.log(text);
}
