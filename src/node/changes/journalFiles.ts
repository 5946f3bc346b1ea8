/** Journals of all windows of a workspace, on the disk: which are of windows that are gone, and what those name. */
import { lstatSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import {
	type JournalLine,
	journalVersion,
	parseLines,
	type Pending,
} from '../../core/changes/journalLine.ts';
import { hashesOf } from '../../core/changes/record.ts';
import { errorCode } from '../errorCode.ts';
import { startOf } from '../processTree.ts';
import { safeRead } from './safeRead.ts';

const namePattern = /^changes-(\d+)-(\d+)\.jsonl$/u;
const damagedPattern = /^damaged-\d+-\d+\.jsonl$/u;
/** Names of files with the last look of a window; also of one that was not written to its end. */
export const lookPattern = /^look-(\d+)-(\d+)\.jsonl(?:\.half)?$/u;
const hashPattern = /\b[0-9a-f]{64}\b/gu;
/** Larger ones are none of ours. */
const mostBytes = 256 * 1024 * 1024;

type JournalFile =
	| {
			readonly type: 'lines';
			readonly lines: readonly JournalLine[];
			readonly damaged: number;
			/** Not only the last line, which an end in the middle of it cuts off. */
			readonly isCorrupt: boolean;
	  }
	| { readonly type: 'newer'; readonly text: string }
	| { readonly type: 'unreadable' };

/** The one of this window, beginning now. */
export function newJournal(folder: string): string {
	try {
		writeFileSync(begunMark(folder, process.pid), startNow(process.pid) ?? '', { mode: 0o600 });
	} catch {
		// Then a number that another program got only delays the taking over.
	}
	return join(folder, `changes-${Date.now()}-${process.pid}.jsonl`);
}

/** Says that this window uses its journal no more, though its process may go on for a while. */
export function closedMark(folder: string, pid: number): string {
	return join(folder, `closed-${pid}`);
}

/** All journals, oldest first. */
export function journalsIn(folder: string): readonly string[] {
	const names = readdirSync(folder).filter((name) => namePattern.test(name));
	return names
		.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
		.map((name) => join(folder, name));
}

/** True for a window that shows the same workspace. */
export function isInUse(file: string): boolean {
	return !isOfEnded(dirname(file), namePattern.exec(basename(file)));
}

/** @param match of the name of a file, with the time at which its window began and the number of its process */
export function isOfEnded(folder: string, match: RegExpExecArray | null): boolean {
	const [, time, number] = match ?? [];
	const pid = Number(number);
	if (pid === process.pid) return true;
	const closed = lstatSync(closedMark(folder, pid), { throwIfNoEntry: false });
	if (closed !== undefined && closed.mtimeMs >= Number(time)) return true;
	try {
		process.kill(pid, 0);
	} catch (error) {
		// A process of another user.
		if (errorCode(error) !== 'EPERM') return true;
	}
	// The number may be another program's since; where the system does not say, it is not.
	const found = readText(begunMark(folder, pid));
	return found.type === 'text' && found.text !== '' && found.text !== (startNow(pid) ?? found.text);
}

/** Says when the process of a window started. */
function begunMark(folder: string, pid: number): string {
	return join(folder, `began-${pid}`);
}

/** When processes started, as far as that was asked lately: some systems take long to say it. */
const starts = new Map<number, string | undefined>();
let forgetAt = 0;

function startNow(pid: number): string | undefined {
	if (Date.now() > forgetAt) {
		starts.clear();
		forgetAt = Date.now() + 60_000;
	}
	if (!starts.has(pid)) starts.set(pid, startOf(pid));
	return starts.get(pid);
}

/** What of it can be read was taken over. The file stays, under a name that is not read, until something is forgotten. */
export function setAside(file: string): void {
	renameSync(file, join(dirname(file), basename(file).replace('changes', 'damaged')));
}

export function removeSetAside(folder: string): void {
	for (const name of readdirSync(folder)) if (damagedPattern.test(name)) remove(join(folder, name));
}

/**
 * With the mark of its window, and with its last look: without the mark nothing tells when that ended, and who takes over
 * the journal has looked since.
 */
export function removeJournal(file: string): void {
	const folder = dirname(file);
	remove(file);
	const [, time, number] = namePattern.exec(basename(file)) ?? [];
	const pid = Number(number);
	remove(closedMark(folder, pid));
	// Looks of this process were taken over when its engine began.
	if (pid === process.pid) return;
	removeLooks(folder, pid, Number(time));
	remove(begunMark(folder, pid));
}

function remove(file: string): void {
	rmSync(file, { force: true });
}

/** Each begins right before its journal. */
function removeLooks(folder: string, pid: number, latest: number): void {
	for (const name of readdirSync(folder)) {
		const [, time, number] = lookPattern.exec(name) ?? [];
		if (Number(number) === pid && Number(time) <= latest) remove(join(folder, name));
	}
}

type JournalText = { readonly type: 'text'; readonly text: string } | { readonly type: 'unreadable' };

function readText(file: string): JournalText {
	const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
	const found = safeRead(file, Math.min(size, mostBytes));
	if (found.type === 'read') return { type: 'text', text: Buffer.from(found.bytes).toString('utf8') };
	return found.reason === 'absent' ? { type: 'text', text: '' } : { type: 'unreadable' };
}

export function readJournal(file: string): JournalFile {
	const found = readText(file);
	if (found.type === 'unreadable') return found;
	const { text } = found;
	const texts = text.split('\n').filter((line) => line !== '');
	const parsed = texts.map(parseLines);
	const lines = parsed.flat();
	const isNewer = lines.some((line) => line.type === 'version' && line.version > journalVersion);
	if (isNewer) return { type: 'newer', text };
	const damaged = parsed.filter(({ length }) => length === 0).length;
	const isLastCut = !text.endsWith('\n') && parsed.length > 1 && parsed.at(-1)?.length === 0;
	return { type: 'lines', lines, damaged, isCorrupt: damaged > (isLastCut ? 1 : 0) };
}

/** What waits after these lines, by path. */
export function pendingOf(lines: readonly JournalLine[]): ReadonlyMap<string, Pending> {
	const pending = new Map<string, Pending>();
	for (const line of lines) {
		if (line.type === 'pending') pending.set(line.pending.path, line.pending);
		else if (line.type === 'settled') pending.delete(line.path);
	}
	return pending;
}

interface Known {
	readonly size: number;
	readonly mtimeMs: number;
	readonly hashes: ReadonlySet<string>;
}

/** Contents that other windows still need; each file is read again when it has changed. */
export class PinsElsewhere {
	#known = new Map<string, Known>();

	/** @param own journal of this window */
	read(folder: string, own: string): ReadonlySet<string> {
		const known = new Map<string, Known>();
		for (const file of journalsIn(folder)) {
			const stat = statSync(file, { throwIfNoEntry: false });
			if (file === own || stat === undefined) continue;
			const { size, mtimeMs } = stat;
			const before = this.#known.get(file);
			const isSame = before?.size === size && before.mtimeMs === mtimeMs;
			known.set(file, isSame ? before : { size, mtimeMs, hashes: pinsOf(readJournal(file)) });
		}
		this.#known = known;
		return new Set([...known.values()].flatMap(({ hashes }) => [...hashes]));
	}
}

/** What journals of other windows name. */
export interface NamedElsewhere {
	readonly windows: number;
	readonly hashes: ReadonlySet<string>;
}

/** @returns undefined where one of them cannot be read */
export function namedElsewhere(folder: string, own: string): NamedElsewhere | undefined {
	const others = journalsIn(folder).filter((one) => one !== own);
	const texts = others.map(readText).flatMap((found) => (found.type === 'text' ? [found.text] : []));
	if (texts.length < others.length) return undefined;
	return {
		windows: others.length,
		hashes: new Set(texts.flatMap((text) => [...(text.match(hashPattern) ?? [])])),
	};
}

/** Nothing else is known of a newer release's journal than that contents are named by their hash. */
function pinsOf(file: JournalFile): ReadonlySet<string> {
	if (file.type === 'unreadable') return new Set();
	if (file.type === 'newer') return new Set(file.text.match(hashPattern));
	const waiting = [...pendingOf(file.lines).values()];
	return new Set(waiting.flatMap(({ base, agent }) => [...hashesOf(base), ...hashesOf(agent)]));
}
