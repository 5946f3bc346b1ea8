/**
 * The last look at the disk, kept over an end in the middle of a turn: what changed since then is seen by the next
 * engine, which would take it for what was always there. Written while a turn or a command runs, as lines of JSON that
 * only grow; a line that was cut off is left out. Of an engine that ended in between of turns nothing is taken over.
 */
import { appendFileSync, lstatSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Evidence } from '../../core/changes/attribution.ts';
import { parseJson } from '../../core/base/json.ts';
import { closedMark, isOfEnded, lookPattern } from './journalFiles.ts';
import { safeRead } from './safeRead.ts';
import type { ScannedFile, ScannedFiles, Scan } from './scan.ts';

/** Turns and commands of agents. */
export type Span = Extract<Evidence, { readonly type: 'turn' | 'command' }>;
type Save = Extract<Evidence, { readonly type: 'save' }>;

export interface StoredLook {
	/** Folders that were looked at. */
	readonly roots: readonly string[];
	readonly scan: Scan;
	/** What ran when it ended, or had ended since the look. */
	readonly spans: readonly Span[];
	/** What the user has saved since the look. */
	readonly saves: readonly Save[];
}

/** Entries of files as they were before changes that are not written down yet; undefined where there was none. */
export type FilesBefore = Map<string, ScannedFile | undefined>;

type Line =
	| readonly ['look', version: number, roots: readonly string[], isWhole: boolean, skipped: readonly string[]]
	| readonly ['file', path: string, entry: ScannedFile]
	| readonly ['gone', path: string]
	| readonly ['at', startedAt: number]
	| readonly ['span', key: string, span: Span | null]
	| readonly ['save', save: Save];

const version = 1;
const mostBytes = 256 * 1024 * 1024;
const linesAtOnce = 1_000;
/** It is written anew when what was added is longer than this, and than what it began with, in bytes. */
const mostAdded = 1024 * 1024;
const mostSaves = 1_000;

export class LastLook {
	readonly #file: string;
	readonly #roots: readonly string[];
	readonly #log: (line: string) => void;
	/** Files whose entry is not the one that was written last. */
	readonly #changed = new Set<string>();
	/** Those that all of a look is being written with: nothing says that it ends. */
	readonly #writing = new Set<string>();
	/** All of a look is being written: what is added to the one before goes with that. */
	#isWriting = false;
	/** With those that have ended since the last look: what they have written last is not seen yet. */
	readonly #spans = new Map<string, Span>();
	/** Since the last look. */
	#saves: readonly Save[] = [];
	/** In bytes, of what it began with and of what was added; undefined while there is none. */
	#sizes: { readonly base: number; readonly added: number } | undefined;
	/** Of the engine before, where that ended in the middle of a turn. */
	readonly before: StoredLook | undefined;

	/** @param folder of the journals, absolute, without links; there */
	constructor(folder: string, roots: readonly string[], log: (line: string) => void) {
		this.#file = join(folder, `look-${Date.now()}-${process.pid}.jsonl`);
		this.#roots = roots;
		this.#log = log;
		this.before = takeOver(folder);
		for (const span of this.before?.spans ?? []) this.#spans.set(keyOf(span), span);
		// All of it is written with the first.
	}

	/** A turn or a command has begun, or is over; the user has saved a file. */
	note(evidence: readonly Evidence[]): void {
		const lines: Line[] = [];
		for (const one of evidence) {
			if (one.type === 'turn' || one.type === 'command') {
				this.#spans.set(keyOf(one), one);
				lines.push(['span', keyOf(one), one]);
			} else if (one.type === 'save' && this.#saves.length < mostSaves) {
				this.#saves = [...this.#saves, one];
				lines.push(['save', one]);
			}
		}
		if (this.#sizes !== undefined && lines.length > 0) this.#add(lines);
	}

	touch(file: string): void {
		this.#changed.add(file);
	}

	/** What was touched between looks; while all of a look is written it is added with the next one. */
	addTouched(scan: Scan, before: FilesBefore): void {
		if (!this.#isWriting) this.add(scan, before);
	}

	/** What this look found other than the last one. */
	add({ manifest, startedAt }: Scan, before: FilesBefore): void {
		if (this.#sizes === undefined || this.#spans.size === 0) return;
		const lines = [...new Set([...this.#writing, ...this.#changed])].map((file): Line => {
			const entry = before.has(file) ? before.get(file) : manifest.get(file);
			return entry === undefined ? ['gone', file] : ['file', file, entry];
		});
		this.#writing.clear();
		this.#changed.clear();
		this.#isWriting = false;
		this.#add([...lines, ['at', startedAt], ...this.#forgetSeen(startedAt)]);
	}

	/** A look that began at that time has seen what they did. */
	#forgetSeen(startedAt: number): readonly Line[] {
		this.#saves = this.#saves.filter(({ at }) => at >= startedAt);
		const over = [...this.#spans].filter(([, { to = Infinity }]) => to <= startedAt);
		for (const [key] of over) this.#spans.delete(key);
		return over.map(([key]) => ['span', key, null]);
	}

	/** All of a look, where something runs and it is not written yet; yields often. */
	*save(scan: Scan, before: FilesBefore): Generator<void, void> {
		if (this.#sizes === undefined) this.#forgetSeen(scan.startedAt);
		if (this.#spans.size === 0) return;
		const { base = 0, added = Infinity } = this.#sizes ?? {};
		if (added <= Math.max(base, mostAdded)) return this.add(scan, before);
		const { manifest, isWhole, skipped, startedAt } = scan;
		const half = `${this.#file}.half`;
		try {
			const head: readonly Line[] = [
				['look', version, this.#roots, isWhole, [...skipped]],
				['at', startedAt],
			];
			this.#isWriting = true;
			// What is touched while it is written is written again.
			for (const file of this.#changed) this.#writing.add(file);
			this.#changed.clear();
			let lines: Line[] = [...head];
			let bytes = 0;
			writeFileSync(half, '', { mode: 0o600 });
			const put = (): void => {
				const text = textOf(lines);
				appendFileSync(half, text);
				bytes += text.length;
				lines = [];
			};
			for (const [file, entry] of filesOf(manifest, before)) {
				lines.push(['file', file, entry]);
				if (lines.length < linesAtOnce) continue;
				put();
				yield;
			}
			put();
			lines = [
				...[...this.#spans].map(([key, span]): Line => ['span', key, span]),
				...this.#saves.map((one): Line => ['save', one]),
			];
			put();
			renameSync(half, this.#file);
			this.#writing.clear();
			this.#isWriting = false;
			this.#sizes = { base: bytes, added: 0 };
		} catch (error) {
			this.#fail(error, half);
		}
	}

	#add(lines: readonly Line[]): void {
		const text = textOf(lines);
		try {
			appendFileSync(this.#file, text, { mode: 0o600 });
			const { base = 0, added = 0 } = this.#sizes ?? {};
			this.#sizes = { base, added: added + text.length };
		} catch (error) {
			this.#fail(error, this.#file);
		}
	}

	/** A look with a hole would tell changes that are none. */
	#fail(error: unknown, half: string): void {
		this.#sizes = undefined;
		this.#isWriting = false;
		this.#log(`The last look at the workspace could not be kept: ${String(error)}`);
		for (const file of [half, this.#file]) rmSync(file, { force: true });
	}
}

function* filesOf(manifest: ScannedFiles, before: FilesBefore): Generator<readonly [string, ScannedFile]> {
	for (const one of manifest) if (!before.has(one[0])) yield one;
	for (const [file, entry] of before) if (entry !== undefined) yield [file, entry];
}

/** The newest of an engine that is gone, where something ran; all of them are removed. */
function takeOver(folder: string): StoredLook | undefined {
	const names = readdirSync(folder).filter((name) => lookPattern.test(name));
	const left = names
		.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
		.filter((name) => isOfEnded(folder, lookPattern.exec(name)));
	const newest = left.findLast((name) => name.endsWith('.jsonl'));
	const found = newest === undefined ? undefined : read(join(folder, newest));
	const [, , pid] = lookPattern.exec(newest ?? '') ?? [];
	for (const name of left) rmSync(join(folder, name), { force: true });
	if (found === undefined || found.spans.length === 0) return undefined;
	return { ...found, spans: endedSpans(folder, Number(pid), found.spans) };
}

/**
 * They count until now: what goes on in this process is noted anew. What ran in another one ended with it, which its mark
 * tells; without a mark nothing tells when, and a command is not charged with what came later.
 */
function endedSpans(folder: string, pid: number, spans: readonly Span[]): readonly Span[] {
	const closed = lstatSync(closedMark(folder, pid), { throwIfNoEntry: false })?.mtimeMs;
	const isKnown = pid === process.pid || closed !== undefined;
	const known = spans.filter(({ type, to }) => isKnown || type === 'turn' || to !== undefined);
	return known.map((span) => ({ ...span, to: span.to ?? closed ?? Date.now() }));
}

function read(file: string): StoredLook | undefined {
	const found = safeRead(file, mostBytes);
	if (found.type === 'failed') return undefined;
	const manifest: ScannedFiles = new Map();
	const spans = new Map<string, Span>();
	let saves: readonly Save[] = [];
	let [startedAt, head]: [number, Extract<Line, { 0: 'look' }> | undefined] = [0, undefined];
	for (const text of Buffer.from(found.bytes).toString('utf8').split('\n')) {
		// Both sides are of one release: that of another one is left alone.
		const line = parseJson(text) as Line | undefined;
		if (!Array.isArray(line)) continue;
		switch (line[0]) {
			case 'look':
				if (line[1] !== version) return undefined;
				head = line;
				break;
			case 'file':
				manifest.set(line[1], line[2]);
				break;
			case 'gone':
				manifest.delete(line[1]);
				break;
			case 'at': {
				const [, at] = line;
				startedAt = at;
				saves = saves.filter((save) => save.at >= at);
				break;
			}
			case 'save':
				saves = [...saves, line[1]];
				break;
			case 'span':
				if (line[2] === null) spans.delete(line[1]);
				else spans.set(line[1], line[2]);
				break;
		}
	}
	if (head === undefined) return undefined;
	const [, , roots, isWhole, skipped] = head;
	const scan = {
		manifest,
		changed: [],
		kept: 0,
		isWhole,
		skipped: new Set(skipped),
		folders: new Set<string>(),
	};
	return { roots, scan: { ...scan, startedAt }, spans: [...spans.values()], saves };
}

function textOf(lines: readonly Line[]): string {
	return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

function keyOf({ type, id, turn }: Span): string {
	return `${type} ${turn.session} ${id}`;
}
