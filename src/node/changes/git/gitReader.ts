/**
 * Where the Git of the workspace stands, by reading a few of its files: git is never run, since the configuration of a
 * repository names programs, and nothing is written. Each file is bounded, no link is followed, no pipe waited for; what
 * is not as expected, such as branches that are kept in another form (reftable), is told as unknown.
 */
import type { Stats } from 'node:fs';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { BoundedMap } from '../../../core/base/boundedMap.ts';
import * as limits from '../../../core/base/limits.ts';
import {
	type BranchNow,
	commitName,
	type GitHead,
	type GitMovement,
	gitMovement,
	type GitNow,
	type GitPoint,
	keptStashes,
} from '../../../core/changes/checkpoints/gitPoint.ts';
import { pathFlavourOf, spellingProblem } from '../../pathRules.ts';
import { isSameStat, safeRead, statAt } from '../safeRead.ts';
import { gitFolders, type GitFolders, hasLink, lineOf, repositoryOf } from './gitFolders.ts';

const packedBytes = 8 * 1024 * 1024;
const stashLogBytes = 512 * 1024;
/** As git allows them, without what hides or leads to another file. */
const branchRef =
	/^refs\/heads\/(?!.*(?:\.\.|\/\/|@\{|\/\.|\.lock(?:\/|$)|\.$|\/$))(?![./])[^\0-\x20\x7f~^:?*[\\]{1,250}$/u;

interface Staged {
	readonly stat: Stats;
	readonly name: string | undefined;
}

export class GitReader {
	/** An index may be long, and most prompts find the one of the prompt before. By its path. */
	readonly #staged = new BoundedMap<string, Staged>({ maxCount: limits.changeRepositories });

	/** @param folders whose repositories are meant; absolute, without links @param known of repositories that were read already */
	points(folders: readonly string[], known: readonly GitPoint[] = []): readonly GitPoint[] {
		const all = new Set([
			...known.map(({ folder }) => folder),
			...folders.flatMap((one) => repositoryOf(one) ?? []),
		]);
		return [...all].slice(0, limits.changeRepositories).map((folder) => {
			const point = known.find((one) => one.folder === folder) ?? this.#now(folder);
			return {
				...point,
				...(point.stashes === undefined ? {} : { stashes: point.stashes.slice(0, keptStashes) }),
			};
		});
	}

	/** How these have moved since; of those that stand where they stood, nothing. */
	movements(points: readonly GitPoint[]): readonly GitMovement[] {
		return points.flatMap((then) => gitMovement(then, this.#now(then.folder, then.head?.branch)) ?? []);
	}

	#now(folder: string, oldBranch?: string): GitNow {
		try {
			return this.#read(folder, oldBranch);
		} catch {
			// Not to be read, or another thing stands where a folder was expected.
			return { folder };
		}
	}

	/** @param oldBranch that is told of as well */
	#read(folder: string, oldBranch?: string): GitNow {
		const folders = gitFolders(folder);
		const head = folders === undefined ? undefined : headOf(folders);
		if (folders === undefined || head === undefined) return { folder };
		const [stashes, index] = [stashesOf(folders), this.#stagedIn(folders)];
		const old = oldBranch === undefined ? undefined : tipOf(folders, `refs/heads/${oldBranch}`);
		return {
			folder,
			head,
			...(stashes === undefined ? {} : { stashes }),
			...(index === undefined ? {} : { index }),
			...(old === undefined ? {} : { oldBranch: old }),
		};
	}

	#stagedIn({ own }: GitFolders): string | undefined {
		const file = join(own, 'index');
		const stat = statAt(file);
		if (stat === undefined) return 'nothing';
		const known = this.#staged.get(file);
		if (known !== undefined && isSameStat(known.stat, stat)) return known.name;
		const found = safeRead(file, limits.changeFileBytes);
		if (found.type === 'failed') return undefined;
		const name = stagedName(Buffer.from(found.bytes));
		this.#staged.set(file, { stat: found.stat, name });
		return name;
	}
}

function headOf(folders: GitFolders): GitHead | undefined {
	const line = lineOf(join(folders.own, 'HEAD'));
	if (line === undefined) return undefined;
	if (commitName.test(line)) return { commit: line };
	const ref = line.startsWith('ref: ') ? line.slice('ref: '.length) : '';
	const tip = tipOf(folders, ref);
	if (tip === undefined) return undefined;
	const branch = ref.slice('refs/heads/'.length);
	return tip.type === 'gone' ? { branch } : { branch, commit: tip.commit };
}

/** @returns undefined where that cannot be told */
function tipOf({ common }: GitFolders, ref: string): BranchNow | undefined {
	if (ref !== 'refs/stash' && !branchRef.test(ref)) return undefined;
	const file = join(common, ...ref.split('/'));
	if (spellingProblem(file, pathFlavourOf(process.platform)) !== undefined || hasLink(file)) return undefined;
	const stat = statAt(file);
	// Git leaves folders of branches that are gone.
	if (stat !== undefined && !stat.isDirectory()) return tipIn(lineOf(file));
	const packed = safeRead(join(common, 'packed-refs'), packedBytes);
	if (packed.type === 'failed') return packed.reason === 'absent' ? { type: 'gone' } : undefined;
	const text = Buffer.from(packed.bytes).toString('utf8');
	const at = text.indexOf(` ${ref}\n`);
	return at < 0 ? { type: 'gone' } : tipIn(text.slice(text.lastIndexOf('\n', at - 1) + 1, at));
}

function tipIn(line: string | undefined): BranchNow | undefined {
	const commit = commitIn(line);
	return commit === undefined ? undefined : { type: 'at', commit };
}

function commitIn(line: string | undefined): string | undefined {
	return line !== undefined && commitName.test(line) ? line : undefined;
}

/** Newest first. */
function stashesOf(folders: GitFolders): readonly string[] | undefined {
	const top = tipOf(folders, 'refs/stash');
	if (top?.type !== 'at') return top === undefined ? undefined : [];
	const file = join(folders.common, 'logs', 'refs', 'stash');
	if (hasLink(file)) return undefined;
	const log = safeRead(file, stashLogBytes);
	if (log.type === 'failed') return undefined;
	const lines = Buffer.from(log.bytes).toString('utf8').split('\n');
	const all = lines.flatMap((line) => commitIn(line.split(' ')[1]) ?? []).toReversed();
	return all[0] === top.commit ? all : undefined;
}

/** Of an entry of the index: times, device and node of the file, its mode, its owner and size, the hash of its content. */
const [statBytes, ownerAt, hashAt] = [24, 28, 40];
const headBytes = 12;
const isExtended = 0x4000;

/**
 * What of the index of a repository tells what is staged. The times in it change with each `git status`.
 * @param bytes of the file
 * @returns a name for what is staged; undefined for what is no index, or one whose entries do not tell all of it
 */
function stagedName(bytes: Buffer): string | undefined {
	if (bytes.length < headBytes || bytes.toString('latin1', 0, 4) !== 'DIRC') return undefined;
	// Of SHA-1, or of SHA-256, which only the configuration tells.
	for (const hashBytes of [20, 32]) {
		const copy = Buffer.from(bytes);
		const end = entriesEnd(copy, hashBytes);
		if (end === undefined || !isComplete(copy, end, copy.length - hashBytes)) continue;
		return createHash('sha256').update(copy.subarray(8, end)).digest('hex');
	}
	return undefined;
}

/** Takes the times out of the entries. @returns where they end */
function entriesEnd(bytes: Buffer, hashBytes: number): number | undefined {
	const form = bytes.readUInt32BE(4);
	if (form < 2 || form > 4) return undefined;
	let at = headBytes;
	for (let left = bytes.readUInt32BE(8); left > 0; left--) {
		const flagsAt = at + hashAt + hashBytes;
		if (flagsAt + 4 > bytes.length) return undefined;
		bytes.fill(0, at, at + statBytes).fill(0, at + ownerAt, at + hashAt);
		let name = flagsAt + (form > 2 && (bytes.readUInt16BE(flagsAt) & isExtended) !== 0 ? 4 : 2);
		// How much of the name before is another one: a number of several bytes.
		if (form === 4) while ((bytes[name++] ?? 0) >= 0x80);
		const end = bytes.indexOf(0, name);
		if (end < 0) return undefined;
		// Up to form 3 entries are filled up to eighths.
		at = form === 4 ? end + 1 : at + ((end - at + 8) & ~7);
	}
	return at;
}

/** What comes behind the entries may be left out, unless its name says that it may not: such as of one split in two. */
function isComplete(bytes: Buffer, from: number, end: number): boolean {
	let at = from;
	while (at + 8 <= end) {
		if (!/^[A-Z]$/u.test(bytes.toString('latin1', at, at + 1))) return false;
		at += 8 + bytes.readUInt32BE(at + 4);
	}
	return at === end;
}
