/** The folder with the conversations of a workspace: what is in it, whose it is, and what has to go. */
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import * as path from 'node:path';
import * as limits from '../core/base/limits.ts';

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

const nameShape = /^([\w-]{1,64})\.(\d{1,10})-([\da-f]{12})\.jsonl(?:\.tmp)?$/u;

/** True for a key that can be part of a file name: what is stored elsewhere is not trusted. */
export function isSafeKey(key: string): boolean {
	return /^[\w-]{1,64}$/u.test(key);
}

/** The conversations there, the newest first. A folder that is not there has none; one that cannot be read rejects. */
export async function logsOf(folder: string): Promise<readonly StoredLog[]> {
	const names = await readdir(folder).catch((error: unknown) => {
		if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
		throw error;
	});
	const logs = await Promise.all(names.map((name) => readName(folder, name)));
	return logs.flat().toSorted((a, b) => b.changedAt - a.changedAt);
}

/** One conversation as windows left it, the newest first. Files above any size of ours are left out. */
export async function readLogs(
	folder: string,
	key: string,
): Promise<readonly (StoredLog & { readonly text: string })[]> {
	const logs = (await logsOf(folder)).filter((log) => log.key === key && !log.file.endsWith('.tmp'));
	const readable = logs.filter(({ bytes }) => bytes <= limits.conversationLogBytes * 2);
	return Promise.all(
		readable.map(async (log) => ({ ...log, text: await readFile(log.file, 'utf8').catch(() => '') })),
	);
}

/**
 * Deletes what is too much, the oldest first, and what belongs to no session any more. Files that a window still
 * writes stay.
 * @param keys of the sessions of this window
 * @returns the number of files that went
 */
export async function tidy(folder: string, keys: ReadonlySet<string>, now: number): Promise<number> {
	let room: number = limits.conversationLogsBytes;
	let count: number = limits.conversationLogs;
	const gone = (await logsOf(folder)).filter(({ key, isAlive, bytes, changedAt, file }) => {
		room -= bytes;
		count--;
		if (isAlive) return false;
		const isOrphan = !keys.has(key) && now - changedAt > limits.conversationOrphanMs;
		return room < 0 || count < 0 || isOrphan || file.endsWith('.tmp');
	});
	await Promise.all(gone.map(({ file }) => rm(file, { force: true })));
	return gone.length;
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

async function readName(folder: string, name: string): Promise<StoredLog[]> {
	const [, key, pid] = nameShape.exec(name) ?? [];
	if (key === undefined) return [];
	const file = path.join(folder, name);
	try {
		const { mtimeMs, size } = await stat(file);
		return [{ file, key, isAlive: isAlive(Number(pid), name), changedAt: mtimeMs, bytes: size }];
	} catch {
		// It went away meanwhile.
		return [];
	}
}

const ours = new Set<string>();

/** Process ids are given again: a file with ours that this process has not begun is of an earlier one. */
function isAlive(pid: number, name: string): boolean {
	if (pid === process.pid) return ours.has(randomOf(name));
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		// Somebody else's process.
		return error instanceof Error && 'code' in error && error.code === 'EPERM';
	}
}

function randomOf(name: string): string {
	return nameShape.exec(name)?.[3] ?? '';
}

/** From now on a file with that name counts as written by this process, or not any more. */
export function markOurs(name: string, isWritten: boolean): void {
	if (isWritten) ours.add(randomOf(name));
	else ours.delete(randomOf(name));
}
