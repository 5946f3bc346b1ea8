/**
 * What seeing, keeping and undoing changes costs, without a window: the looks at 10,000 and 100,000 files beside a bare
 * walk of them and beside git, answers to hunks, and the room that the store takes. By itself: `node test/bench/changes.ts`.
 */
import { execFileSync } from 'node:child_process';
import {
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	realpathSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as limits from '../../src/core/base/limits.ts';
import type { Evidence } from '../../src/core/changes/attribution.ts';
import { keepHunk, undoAll, undoHunk } from '../../src/core/changes/review.ts';
import { nodeId, nodesIn, rootNodes } from '../../src/host/review/changesTreeNodes.ts';
import { LocalEngine } from '../../src/node/changes/localEngine.ts';
import { inMs, median, ratio, type Row, verdict } from './reportCells.ts';

const looks = 7;
const goals = {
	scanOfWalk: 2,
	scanOfGit: 1.5,
	hunkMs: 50,
	hunksMs: 300,
	reloadMs: 500,
	treeMs: 200,
	storeOfChanged: 1.5,
	restoreMs: new Map([
		[20, 300],
		[500, 2_000],
	]),
	checkpointsMs: 1_000,
};

interface Spent {
	/** Of the processor. */
	readonly work: number;
	readonly time: number;
}

export async function changesRows(): Promise<readonly Row[]> {
	const rows: Row[] = [];
	for (const count of [10_000, 100_000]) rows.push(...(await inFolder((folder) => scanRows(folder, count))));
	rows.push(...(await inFolder(hunkRows)), await inFolder(reloadRow), treeRow());
	for (const [count, ms] of goals.restoreMs)
		rows.push(await inFolder((folder) => restoreRow(folder, count, ms)));
	rows.push(...(await inFolder(storeRows)));
	return rows;
}

/** All of it warm: what changed last is old enough not to be read again. */
async function scanRows(base: string, count: number): Promise<readonly Row[]> {
	const root = path.join(base, 'ws');
	for (let n = 0; n < count; n++) {
		const folder = path.join(root, `d${n % 100}`, `e${Math.floor(n / 100) % (count / 1_000)}`);
		if (n < count / 10) mkdirSync(folder, { recursive: true });
		writeFileSync(path.join(folder, `f${n}`), `text ${n}\n`);
	}
	writeFileSync(path.join(root, '.gitignore'), 'node_modules/\n*.log\n/dist\nbuild/**\n');
	const git = (...args: string[]): void => void execFileSync('git', args, { cwd: root, stdio: 'ignore' });
	git('init');
	git('add', '.');
	const engine = engineOf(base);
	await engine.snapshot();
	await engine.copied();
	await new Promise((resolve) => setTimeout(resolve, 3_000));
	await engine.snapshot();
	await engine.copied();
	const [bare, ours, beside]: [Spent[], Spent[], Spent[]] = [[], [], []];
	for (let look = 0; look < looks; look++) {
		bare.push(await spent(() => walk(root)));
		ours.push(await spent(() => engine.snapshot()));
		await engine.copied();
		beside.push(await spent(() => git('status', '--porcelain', '--untracked-files=all')));
	}
	const of = (all: readonly Spent[], what: keyof Spent): number => median(all.map((one) => one[what]));
	const share = of(ours, 'work') / of(bare, 'work');
	const shareOfGit = of(ours, 'time') / of(beside, 'time');
	const name = `look at ${count / 1_000}k files`;
	return [
		[
			`${name}, work (floor: bare walk)`,
			inMs(of(bare, 'work')),
			'',
			inMs(of(ours, 'work')),
			ratio(of(ours, 'work'), of(bare, 'work')),
			verdict(share <= goals.scanOfWalk, `within ${goals.scanOfWalk}x`),
		],
		[
			`${name}, by the clock (floor: git status)`,
			inMs(of(beside, 'time')),
			'',
			inMs(of(ours, 'time')),
			ratio(of(ours, 'time'), of(beside, 'time')),
			verdict(shareOfGit <= goals.scanOfGit, `within ${goals.scanOfGit}x`),
		],
	];
}

async function hunkRows(base: string): Promise<readonly Row[]> {
	const file = path.join(base, 'ws', 'file');
	const lines = Array.from({ length: 2_000 }, (_, n) => `line ${n}\n`);
	const answers: number[] = [];
	mkdirSync(path.dirname(file));
	writeFileSync(file, lines.join(''));
	const engine = engineOf(base);
	await engine.snapshot();
	await engine.copied();
	const all: number[] = [];
	for (let round = 0; round < looks; round++) {
		writeFileSync(file, lines.map((line, n) => (n % 20 === 10 ? `agent ${round} ${line}` : line)).join(''));
		await engine.note([
			{ type: 'command', id: 'c', turn: { session: 's', turn: '1' }, command: 'x', from: 0 },
		]);
		await engine.snapshot();
		for (const [at, answer] of [keepHunk, undoHunk].entries()) {
			const start = performance.now();
			const review = await engine.review(file);
			if (review.type !== 'text') throw new Error(review.type);
			const [hunk] = review.hunks.slice(at * 50);
			if (hunk === undefined) throw new Error('No hunk');
			const done = answer(review.texts, review.live, hunk);
			if (done.type !== 'done') throw new Error(done.type);
			writeFileSync(file, done.live);
			await engine.settle(file, done.texts);
			answers.push(performance.now() - start);
		}
		const start = performance.now();
		const review = await engine.review(file);
		if (review.type !== 'text') throw new Error(review.type);
		const undone = undoAll(review.texts, review.live);
		writeFileSync(file, undone.live);
		await engine.settle(file, undone.texts);
		all.push(performance.now() - start);
		writeFileSync(file, lines.join(''));
		await engine.snapshot();
		await engine.keepFile(file);
	}
	const [one, hundred] = [median(answers), median(all)];
	return [
		[
			'keep or undo a hunk in 2,000 lines',
			'',
			'',
			inMs(one),
			'',
			verdict(one <= goals.hunkMs, `<= ${goals.hunkMs} ms`),
		],
		[
			'undo 100 hunks',
			'',
			'',
			inMs(hundred),
			'',
			verdict(hundred <= goals.hunksMs, `<= ${goals.hunksMs} ms`),
		],
	];
}

/** 30 changes in five files, written in a turn that a reload ends: from the start of an engine until it has told them. */
async function reloadRow(base: string): Promise<Row> {
	const root = path.join(base, 'ws');
	const lines = Array.from({ length: 2_000 }, (_, n) => `line ${n}\n`);
	const files = Array.from({ length: 5 }, (_, n) => path.join(root, `f${n}`));
	mkdirSync(root);
	for (const file of files) writeFileSync(file, lines.join(''));
	const before = engineOf(base);
	await before.snapshot();
	await before.copied();
	for (const file of files)
		writeFileSync(
			file,
			lines.map((line, n) => (n % 400 === 7 || n === 999 ? `agent ${line}` : line)).join(''),
		);
	await before.note([{ type: 'command', id: 'c', turn: { session: 's', turn: '1' }, command: 'x', from: 0 }]);
	await before.snapshot();
	await before.copied();
	const times: number[] = [];
	for (let look = 0; look < looks; look++) {
		const start = performance.now();
		const engine = engineOf(base);
		let hunks = 0;
		for (const { path: file } of await engine.pending()) {
			const review = await engine.review(file);
			if (review.type === 'text') hunks += review.hunks.length;
		}
		times.push(performance.now() - start);
		if (hunks !== 30) throw new Error(`${hunks} changes after a reload`);
	}
	const time = median(times);
	const goal = verdict(time <= goals.reloadMs, `<= ${goals.reloadMs} ms`);
	return ['30 changes in 5 files, told after a reload', '', '', inMs(time), '', goal];
}

/** All rows of the tree, unfolded, by prompt. */
function treeRow(): Row {
	const hunk = {
		baseStart: 0,
		removed: ['old\n'],
		added: ['new\n'],
		hasUserEdits: false,
		isLineEndsOnly: false,
	};
	const hunks = Array.from({ length: 10 }, (_, n) => ({ ...hunk, liveStart: n * 20 }));
	const files = Array.from({ length: 500 }, (_, n) => ({
		...({ path: `/ws/f${n}`, kind: 'modified', type: 'text', hunks, added: 10, removed: 10 } as const),
		...{ isUndoable: true, isUndeclared: false, commands: [], turns: [{ session: 's', turn: `${n % 5}` }] },
	}));
	const times: number[] = [];
	for (let look = 0; look < looks; look++) {
		const start = performance.now();
		const groups = rootNodes({ files, gaps: [], restores: [], namesOf: () => undefined }, 'prompt');
		const rows = groups.flatMap(nodesIn).flatMap(nodesIn).map(nodeId);
		times.push(performance.now() - start);
		if (new Set(rows).size !== 5_000) throw new Error(`${rows.length} rows`);
	}
	const time = median(times);
	const goal = verdict(time <= goals.treeMs, `<= ${goals.treeMs} ms`);
	return ['rows of the tree for 500 files with 5,000 changes', '', '', inMs(time), '', goal];
}

/** Twenty files in each of 200 turns, a twentieth of each file. */
async function storeRows(base: string): Promise<readonly Row[]> {
	const root = path.join(base, 'ws');
	const engine = engineOf(base);
	const texts = Array.from({ length: 20 }, (_, file) =>
		Array.from({ length: 200 }, (_line, n) => `line ${n} of ${file}: ${Math.sin(n * file)}\n`),
	);
	mkdirSync(root);
	const write = (file: number): number => {
		const text = (texts[file] ?? []).join('');
		writeFileSync(path.join(root, `f${file}`), text);
		return text.length;
	};
	let changed = 0;
	for (let file = 0; file < 20; file++) changed += write(file);
	await engine.snapshot();
	await engine.copied();
	for (let turn = 0; turn < 200; turn++) {
		await engine.checkpoints.checkpoint({ type: 'prompt', id: `${turn}`, session: 's', at: Date.now() });
		await engine.note([commandOf(`${turn}`)]);
		for (let file = 0; file < 20; file++) {
			for (let n = 0; n < 10; n++)
				texts[file]?.splice((turn * 7 + n * 20) % 200, 1, `turn ${turn}: ${Math.cos(turn * n)}\n`);
			changed += write(file);
		}
		await engine.snapshot();
		for (const { path: file } of await engine.pending()) await engine.keepFile(file);
	}
	await engine.copied();
	const share = bytesBelow(path.join(base, 'store')) / changed;
	const goal = verdict(share <= goals.storeOfChanged, `<= ${goals.storeOfChanged}x`);
	const start = performance.now();
	const listed = await engine.checkpoints.checkpoints('s');
	const time = performance.now() - start;
	if (listed.length !== 200 || listed[0]?.files !== 20) throw new Error(`${listed.length} checkpoints`);
	const listGoal = verdict(time <= goals.checkpointsMs, `<= ${goals.checkpointsMs} ms`);
	return [
		['store after 200 turns of 20 files, of the bytes changed', '', '', `${share.toFixed(2)}x`, '', goal],
		['those 200 checkpoints with what changed since, in the thread', '', '', inMs(time), '', listGoal],
	];
}

/** Files of 200 lines that no editor has open, back to a checkpoint and forth again; half of them have lines of the user. */
async function restoreRow(base: string, count: number, most: number): Promise<Row> {
	const root = path.join(base, 'ws');
	const lines = Array.from({ length: 200 }, (_, n) => `line ${n}\n`);
	const files = Array.from({ length: count }, (_, n) => path.join(root, `d${n % 10}`, `f${n}`));
	for (const file of files) {
		mkdirSync(path.dirname(file), { recursive: true });
		writeFileSync(file, `${file}\n${lines.join('')}`);
	}
	const engine = engineOf(base);
	await engine.snapshot();
	await engine.copied();
	await engine.checkpoints.checkpoint({ type: 'prompt', id: '1', session: 's', at: Date.now() });
	await engine.snapshot();
	await engine.note([commandOf('1')]);
	for (const file of files) writeFileSync(file, `${file}\n${lines.toSpliced(20, 1, 'agent\n').join('')}`);
	await engine.snapshot();
	await engine.note([{ ...commandOf('1'), to: 0 }]);
	for (const [n, file] of files.entries()) {
		if (n % 2 === 0) continue;
		const text = `${file}\n${lines.toSpliced(20, 1, 'agent\n').toSpliced(150, 0, 'user\n').join('')}`;
		writeFileSync(file, text);
	}
	await engine.snapshot();
	const times: number[] = [];
	let id = '1';
	for (let round = 0; round < looks; round++) {
		const start = performance.now();
		const plan = await engine.checkpoints.planRestore({ session: 's', id }, []);
		const ticked = plan?.files.filter(({ isTicked }) => isTicked).map((file) => file.path) ?? [];
		const answer = await engine.checkpoints.restore(plan?.id ?? '', ticked);
		times.push(performance.now() - start);
		if (answer.type !== 'done' || answer.files.length !== count) throw new Error(JSON.stringify(answer));
		id = answer.id ?? '';
	}
	const time = median(times);
	const goal = verdict(time <= most, `<= ${most} ms`);
	return [`go back with ${count} files that no editor has open`, '', '', inMs(time), '', goal];
}

function commandOf(turn: string): Extract<Evidence, { readonly type: 'command' }> {
	return { type: 'command', id: 'c', turn: { session: 's', turn }, command: 'x', from: 0 };
}

function engineOf(base: string): LocalEngine {
	const options = {
		roots: [path.join(base, 'ws')],
		storeFolder: path.join(base, 'store'),
		home: path.join(base, 'home'),
	};
	return new LocalEngine({ ...options, bounds: { maxStoreBytes: limits.changeStoreBytes } }, (line) =>
		console.log(line),
	);
}

async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
	const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'acp-host-bench-')));
	try {
		return await work(folder);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

async function spent(work: () => unknown): Promise<Spent> {
	const [before, start] = [process.cpuUsage(), performance.now()];
	await work();
	const { user, system } = process.cpuUsage(before);
	return { work: (user + system) / 1_000, time: performance.now() - start };
}

/** The least that tells which files are there and how old they are. */
function walk(folder: string): number {
	let count = 0;
	for (const entry of readdirSync(folder, { withFileTypes: true })) {
		const file = path.join(folder, entry.name);
		if (entry.name === '.git') continue;
		if (entry.isDirectory()) count += walk(file);
		else if (lstatSync(file, { throwIfNoEntry: false }) !== undefined) count++;
	}
	return count;
}

function bytesBelow(folder: string): number {
	const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
		entry.isFile(),
	);
	return entries.reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);
}

if (import.meta.main) for (const row of await changesRows()) console.log(`| ${row.join(' | ')} |`);
