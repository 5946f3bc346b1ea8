/** The folder with the conversations of a workspace: what is in it, whose it is, and what has to go. */
import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import * as path from 'node:path';
import * as limits from '../core/base/limits.ts';
import { startOf } from './processTree.ts';
import { errorCode } from './errorCode.ts';

interface StoredLog {
	/** Absolute path. */
	readonly file: string;
	/** Of the session. */
	readonly key: string;
	/** The process that writes it still runs. */
	readonly isAlive: boolean;
	readonly changedAt: number;
	readonly bytes: number;
}

/** Versions up to 0.3.0 wrote no start. */
const nameShape = /^([\w-]{1,64})\.(\d{1,10})-([\da-f]{12})(?:-([\da-f]{8}))?\.jsonl(?:\.tmp)?$/u;

/** True for a key that can be part of a file name: what is stored elsewhere is not trusted. */
export function isSafeKey(key: string): boolean {
	return /^[\w-]{1,64}$/u.test(key);
}

/** The conversations there, the newest first. A folder that is not there has none; one that cannot be read rejects. */
export async function logsOf(folder: string): Promise<readonly StoredLog[]> {
	const names = await readdir(folder).catch((error: unknown) => {
		if (errorCode(error) === 'ENOENT') return [];
		throw error;
	});
	// One look at a process is enough for all its files.
	const starts = new Map<number, string | undefined>();
	const logs = await Promise.all(names.map((name) => readName(folder, name, starts)));
	return logs.flat().toSorted((a, b) => b.changedAt - a.changedAt);
}

/**
 * One conversation as windows left it, the newest first. Files above any size of ours are left out. The bytes are those
 * that were read: a window may have added to its file since the folder was looked at.
 */
export async function readLogs(
	folder: string,
	key: string,
): Promise<readonly (StoredLog & { readonly text: string })[]> {
	const logs = (await logsOf(folder)).filter((log) => log.key === key && !log.file.endsWith('.tmp'));
	const readable = logs.filter(({ bytes }) => bytes <= limits.conversationLogBytes * 2);
	return Promise.all(
		readable.map(async (log) => {
			const read = await readFile(log.file).catch(() => Buffer.alloc(0));
			return { ...log, bytes: read.length, text: read.toString() };
		}),
	);
}

/**
 * Deletes what is too much, the oldest first and those of sessions last, and what belongs to no session any more. Files
 * that a window still writes stay.
 * @param keys of the sessions of this window
 * @returns the keys of those whose conversation is gone now
 */
export async function tidy(
	folder: string,
	keys: ReadonlySet<string>,
	now: number,
): Promise<ReadonlySet<string>> {
	let room: number = limits.conversationLogsBytes;
	let count: number = limits.conversationLogs;
	const logs = (await logsOf(folder)).toSorted((a, b) => Number(keys.has(b.key)) - Number(keys.has(a.key)));
	const gone = logs.filter(({ key, isAlive, bytes, changedAt, file }) => {
		room -= bytes;
		count--;
		if (isAlive) return false;
		const isOrphan = !keys.has(key) && now - changedAt > limits.conversationOrphanMs;
		return room < 0 || count < 0 || isOrphan || file.endsWith('.tmp');
	});
	await Promise.all(gone.map(({ file }) => rm(file, { force: true })));
	const left = new Set(logs.filter((log) => !gone.includes(log)).map(({ key }) => key));
	return new Set(gone.map(({ key }) => key).filter((key) => keys.has(key) && !left.has(key)));
}

/** Deletes what windows that are gone left of one conversation. */
export async function deleteKey(folder: string, key: string): Promise<void> {
	const logs = await logsOf(folder);
	const gone = logs.filter((log) => log.key === key && !log.isAlive);
	await Promise.all(gone.map(({ file }) => rm(file, { force: true })));
}

/** Deletes every conversation there. Rejects when one cannot be deleted. */
export async function deleteAll(folder: string): Promise<number> {
	const logs = await logsOf(folder);
	await Promise.all(logs.map(({ file }) => rm(file, { force: true })));
	return logs.length;
}

async function readName(folder: string, name: string, starts: Starts): Promise<StoredLog[]> {
	const [, key, pid, random, start] = nameShape.exec(name) ?? [];
	if (key === undefined || random === undefined) return [];
	const file = path.join(folder, name);
	try {
		const { mtimeMs, size } = await stat(file);
		return [
			{
				file,
				key,
				isAlive: isAlive({ pid: Number(pid), random, start }, starts),
				changedAt: mtimeMs,
				bytes: size,
			},
		];
	} catch {
		// It went away meanwhile.
		return [];
	}
}

const ours = new Set<string>();

/** Marks of the starts of processes that were looked at. */
type Starts = Map<number, string | undefined>;

interface Writer {
	readonly pid: number;
	readonly random: string;
	readonly start: string | undefined;
}

/**
 * Numbers of processes are given again: a file with ours that this process has not begun is of an earlier one, and one
 * with another start is not of who has the number now.
 */
function isAlive({ pid, random, start }: Writer, starts: Starts): boolean {
	if (pid === process.pid) return ours.has(random);
	try {
		process.kill(pid, 0);
	} catch (error) {
		// A process of another user.
		if (errorCode(error) !== 'EPERM') return false;
	}
	if (start === undefined) return true;
	if (!starts.has(pid)) starts.set(pid, startMark(pid));
	const now = starts.get(pid);
	// Where the system does not say, nothing is deleted.
	return now === undefined || now === start;
}

function startMark(pid: number): string | undefined {
	const start = startOf(pid);
	return start === undefined ? undefined : createHash('sha256').update(start).digest('hex').slice(0, 8);
}

let ownMark: string | undefined;

/** The name of a file of this process, which counts as written by it from now on. */
export function newLogName(key: string, random: string): string {
	ownMark ??= startMark(process.pid);
	ours.add(random);
	return `${key}.${process.pid}-${random}${ownMark === undefined ? '' : `-${ownMark}`}.jsonl`;
}

/** The file with that name is not written by this process any more. */
export function markEnded(name: string): void {
	ours.delete(nameShape.exec(name)?.[3] ?? '');
}
