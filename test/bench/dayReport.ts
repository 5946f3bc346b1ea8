/** The rows of the bench's table about typing, many entries, and a long day. */
import { entryCount, type LongAnswers, type Round, toolCounts, turnCount } from './measure.ts';
import { inMs, median, quantile, ratio, type Row, verdict, withAll } from './reportCells.ts';

type All = readonly [floor: readonly Round[], batched: readonly Round[], ours: readonly Round[]];
type Cells = [string, string, string];

const goals = {
	typingOfFloor: 1.2,
	lastOfFirst: 1.1,
	linear: 1.2,
	showOfEmpty: 1.2,
	toolsOfFloor: 2,
	memoryOfFloor: 1.5,
	workOfFloor: 3,
	resizeMs: 32,
	startMs: 1_000,
	idleCpu: 0.001,
};

export function typingRows(all: All): Row[] {
	const paints = all.map((rounds) => rounds.flatMap(({ typing }) => typing.paints));
	const [a = 0, b = 0, c = 0] = paints.map((values) => quantile(values, 0.95));
	const quarters = all.map((rounds) => median(rounds.map(({ typing }) => lastToFirst(typing.paints))));
	const lost = all.map((rounds) => rounds.reduce((sum, { typing }) => sum + typing.lost, 0));
	return [
		[
			'100 chunks/s: key to paint, p95',
			inMs(a),
			inMs(b),
			inMs(c),
			ratio(c, b),
			verdict(c <= b * goals.typingOfFloor, `<= ${goals.typingOfFloor}x`),
		],
		[
			'100 chunks/s: last quarter to first, median',
			...(quarters.map((value) => `${value.toFixed(2)}x`) as Cells),
			'',
			verdict((quarters[2] ?? 9) <= goals.lastOfFirst, `<= ${goals.lastOfFirst}x`),
		],
		['100 chunks/s: keys lost', ...(lost.map(String) as Cells), '', verdict(lost[2] === 0, 'none')],
	];
}

export function manyRows(all: All): Row[] {
	const times = (rounds: readonly Round[], key: string): number[] =>
		rounds.flatMap(({ many }) => many.get(key)?.ms ?? []);
	const keys = [...toolCounts.map((count) => `tools ${count}`), `entries ${entryCount}`];
	const rows = keys.map((key): Row => {
		const [kind, count] = key.split(' ');
		const [a, b, c] = all.map((rounds) => times(rounds, key)) as [number[], number[], number[]];
		const name = kind === 'tools' ? `${count} tool calls with diffs` : `${count} messages and thoughts`;
		return [name, withAll(a), withAll(b), withAll(c), ratio(median(c), median(b)), ''];
	});
	const [few, many] = toolCounts;
	rows.push(redrawnRow(all));
	const growth = all.map(
		(rounds) => median(times(rounds, `tools ${many}`)) / median(times(rounds, `tools ${few}`)) / (many / few),
	);
	rows.push([
		`${many} to ${few} tool calls, of proportional`,
		...(growth.map((value) => `${value.toFixed(2)}x`) as Cells),
		'',
		verdict((growth[2] ?? 9) <= goals.linear, `<= ${goals.linear}x`),
	]);
	return rows;
}

/** Beside a floor that draws as many elements: what comes, and then all elements at once. */
function redrawnRow([, batched, ours]: All): Row {
	const [, many] = toolCounts;
	const key = `tools ${many}`;
	const timeOf = (rounds: readonly Round[]): number =>
		median(rounds.flatMap((round) => round.many.get(key)?.ms ?? []));
	const made = median(ours.flatMap(({ redraws }) => redraws.get(key) ?? []));
	const floor = timeOf(batched) + made;
	const own = timeOf(ours);
	return [
		`${many} tool calls, beside the batched floor and as many elements made at once`,
		'',
		inMs(floor),
		inMs(own),
		ratio(own, floor),
		verdict(own <= floor * goals.toolsOfFloor, `<= ${goals.toolsOfFloor}x`),
	];
}

/** Short turns one after the other, beside the drift of a floor that keeps what stands there as well. */
export function turnRows(all: All): Row[] {
	const growth = all.map((rounds) => {
		const turns = rounds.find((round) => round.turns.length > 0)?.turns;
		return turns === undefined ? undefined : lastToFirst(turns);
	});
	const [, floor, ours] = growth;
	if (floor === undefined || ours === undefined) return [];
	return [
		[
			`${turnCount} short turns: last quarter to first, median`,
			...(growth.map((value) => (value === undefined ? '' : `${value.toFixed(2)}x`)) as Cells),
			ratio(ours, floor),
			verdict(ours <= floor * goals.lastOfFirst, `<= ${goals.lastOfFirst}x of the floor's`),
		],
	];
}

/** A minute of a typical answer, and what ten of them leave in memory. */
export function longAnswerRows([, batched, ours]: All): Row[] {
	const cells = (of: (round: LongAnswers) => number): [number[], number[]] =>
		[batched, ours].map((rounds) => rounds.flatMap(({ long }) => (long === undefined ? [] : of(long)))) as [
			number[],
			number[],
		];
	const row = (what: string, of: (round: LongAnswers) => number, unit: 'ms' | 'MB', most?: number): Row => {
		const [floor, own] = cells(of);
		const share = median(own) / median(floor);
		const cell = (values: number[]): string => withAll(values).replaceAll(' ms', ` ${unit}`);
		return [
			what,
			'',
			cell(floor),
			cell(own),
			`${share.toFixed(2)}x`,
			most === undefined ? '' : verdict(share <= most, `<= ${most}x`),
		];
	};
	const minute = 'a minute of an answer: processor time';
	const ten = 'after ten answers of that length';
	return [
		row(`${minute} of the renderer`, ({ minute: use }) => use.rendererMs, 'ms', goals.workOfFloor),
		row(`${minute} of the GPU process`, ({ minute: use }) => use.gpuMs, 'ms'),
		row(`${minute} of the extension host`, ({ minute: use }) => use.hostMs, 'ms'),
		row(
			`${minute} of all three`,
			({ minute: { rendererMs, gpuMs, hostMs } }) => rendererMs + gpuMs + hostMs,
			'ms',
		),
		row(`${ten}: heap of the renderer`, ({ memory }) => memory.heapMb, 'MB', goals.memoryOfFloor),
		row(`${ten}: memory of the renderer`, ({ memory }) => memory.rendererMb, 'MB', goals.memoryOfFloor),
		row(`${ten}: memory of the extension host`, ({ memory }) => memory.hostMb, 'MB'),
	];
}

/**
 * The extension host has other extensions to care for: what counts is what is more than with the floor. VS Code loads
 * the page of each view that is shown, with all that it is able to: what 3,000 entries add to that is what counts.
 */
export function idleRows(all: All): Row[] {
	const timers = all.map((rounds) => median(rounds.map(({ idle }) => idle.timers)));
	const empty = all.map((rounds) => median(rounds.map(({ showEmptyMs }) => showEmptyMs)));
	const shows = all.map((rounds) => median(rounds.map(({ showMs }) => showMs)));
	const [, floorEmptyMs = 0, emptyMs = 0] = empty;
	const [, , fullMs = 0] = shows;
	const cpu = all.map((rounds) => median(rounds.map(({ idle }) => idle.hostCpu)));
	const [, floor = 0, ours = 0] = cpu;
	return [
		['shown after it was hidden, empty', ...(empty.map(inMs) as Cells), ratio(emptyMs, floorEmptyMs), ''],
		[
			`shown after it was hidden, with ${entryCount} entries (floors: none)`,
			...(shows.map(inMs) as Cells),
			ratio(fullMs, emptyMs),
			verdict(fullMs <= emptyMs * goals.showOfEmpty, `<= ${goals.showOfEmpty}x of its own empty view`),
		],
		[
			'idle: timers and frames in 10 s',
			...(timers.map(String) as Cells),
			'',
			verdict(timers[2] === 0, 'none'),
		],
		[
			'idle: CPU of extension host',
			...(cpu.map((share) => `${(share * 100).toFixed(2)} %`) as Cells),
			'',
			verdict(ours - floor <= goals.idleCpu, '<= 0.1 % more'),
		],
	];
}

/** Measured in one of the rounds. */
export function dayRows(ours: readonly Round[]): Row[] {
	const day = ours.find((round) => round.day !== undefined)?.day;
	if (day === undefined) return [];
	const { startMs, long } = day;
	const row = (what: string, value: string, goal: string): Row => [what, '', '', value, '', goal];
	return [
		row(
			'composer takes text after New Session',
			inMs(startMs),
			verdict(startMs <= goals.startMs, `<= ${goals.startMs} ms`),
		),
		row(
			`${entryCount} entries: resize to paint`,
			inMs(long.resizeMs),
			verdict(long.resizeMs <= goals.resizeMs, `<= ${goals.resizeMs} ms`),
		),
		row(`${entryCount} entries: elements in the page`, String(long.nodes), ''),
	];
}

function lastToFirst(values: readonly number[]): number {
	const quarter = Math.floor(values.length / 4);
	return median(values.slice(-quarter)) / median(values.slice(0, quarter));
}
