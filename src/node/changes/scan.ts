/**
 * Looks at every file of the workspace, without opening any. Git is never run: its configuration belongs to the
 * workspace and can name programs. No link is followed, and a folder that is replaced by one meanwhile is left out.
 * Should one be replaced and put back while it is read, then times of other files are seen, and no content: what opens
 * files looks again (`safeRead.ts`).
 */
import { closeSync, constants, type Dirent, fstatSync, openSync, readdirSync, type Stats } from 'node:fs';
import path from 'node:path';
import * as limits from '../../core/base/limits.ts';
import {
	type IgnoreLevel,
	type IgnoreRules,
	ignoreRules,
	IgnoreWork,
	isIgnoredDirectory,
} from '../../core/changes/ignoreRules.ts';
import { errorCode } from '../errorCode.ts';
import type { Gaps } from './gaps.ts';
import {
	isAsListed,
	isPlain,
	type ListedFolder,
	type ListedFolders,
	trustedDevices,
} from './listedFolders.ts';
import { isAt, isSameStat, safeRead, statAt } from './safeRead.ts';
import { scanned } from './scannedFile.ts';

/** A file as a scan found it. */
export interface ScannedFile {
	readonly type: 'file' | 'link' | 'special';
	readonly mode: number;
	readonly size: number;
	readonly mtimeMs: number;
	readonly ctimeMs: number;
	readonly ino: number;
	/** Changed so shortly before the scan that a later change may leave the same times. */
	readonly isYoung: boolean;
	/** Of its content; absent as long as that was not read. */
	hash?: string;
}

/** By absolute path, without links. */
export type ScannedFiles = Map<string, ScannedFile>;

interface ScanOptions {
	/** Absolute folders, without links. None is inside of another. */
	readonly roots: readonly string[];
	/** Single files outside of them that the user allowed. Absolute, without links. */
	readonly files: readonly string[];
	readonly maxFiles: number;
	/** Of folders that are not looked into; a `.gitignore` further in counts more. */
	readonly exclude: IgnoreRules;
	/** Whose entries, and hashes, are taken over where nothing changed. */
	readonly previous: ScannedFiles | undefined;
	/** Folders as the look before has listed them. */
	readonly listed?: ListedFolders | undefined;
	/** Folders that are looked into even if git has come to ignore them: an agent could hide its changes by that. */
	readonly kept?: ReadonlySet<string> | undefined;
	readonly gaps: Gaps;
}

export interface Scan {
	readonly manifest: ScannedFiles;
	/** Files whose entry is not the one of the scan before. */
	readonly changed: readonly string[];
	/** How many files of the scan before are still there. */
	readonly kept: number;
	/** False where more files are there than are looked at. */
	readonly isWhole: boolean;
	/** Folders that were not looked into. */
	readonly skipped: ReadonlySet<string>;
	/** Folders that were; none of a look that the engine before has kept. */
	readonly folders: Set<string>;
	/** Those of them that the next look need not list where their times are the same. */
	readonly listed?: ListedFolders;
	/** Those with a `.git` in them, the first of them; absent where it was not looked for. */
	readonly repositories?: readonly string[];
	/** In milliseconds since 1970. */
	readonly startedAt: number;
}

interface Folder {
	readonly path: string;
	readonly depth: number;
	readonly levels: readonly Level[];
}

interface Level extends IgnoreLevel {
	/** Where they stand. */
	readonly file: string;
	/** In characters. */
	readonly size: number;
}

const maxDepth = 100;
/** Of rules of what to ignore that apply to one folder, in bytes. */
const ignoreFileBytes = 256 * 1024;
/** Steps of matching those for one folder, and for all of a look. */
const ignoreStepsEach = 200_000;
const ignoreSteps = 40_000_000;
/** Times of file systems are this coarse at most, in milliseconds; such as FAT are hashed anew for two seconds only. */
const youngMs = 2_000;
const directoryFlags =
	constants.O_RDONLY |
	(constants.O_DIRECTORY ?? 0) |
	(constants.O_NOFOLLOW ?? 0) |
	(constants.O_NONBLOCK ?? 0);

/** Walks the folders; yields after each, so that a thread can do something else meanwhile. */
export function* scan(options: ScanOptions): Generator<void, Scan> {
	const startedAt = Date.now();
	const manifest: ScannedFiles = new Map();
	const look = new Look(options, manifest, startedAt);
	const folders: Folder[] = options.roots.map((root) => {
		const excluded = { rules: options.exclude, path: [], file: root, size: 0 };
		return { path: root, depth: 0, levels: options.exclude.length === 0 ? [] : [excluded] };
	});
	for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
		const isOver = manifest.size >= options.maxFiles || folder.depth > maxDepth;
		if (isOver) look.leave('too_many', folder.path);
		else folders.push(...look.into(folder));
		yield;
	}
	for (const file of options.files) if (!manifest.has(file)) look.atNamed(file);
	const { changed, kept, isOver, skipped, folders: seen, listed, repositories } = look;
	return {
		manifest,
		changed,
		kept,
		isWhole: !isOver,
		skipped,
		folders: seen,
		listed,
		repositories,
		startedAt,
	};
}

class Look {
	readonly #options: ScanOptions;
	readonly #manifest: ScannedFiles;
	readonly #youngFrom: number;
	isOver = false;
	kept = 0;
	readonly changed: string[] = [];
	readonly skipped = new Set<string>();
	readonly folders = new Set<string>();
	readonly listed = new Map<string, ListedFolder>();
	readonly repositories: string[] = [];
	readonly #trusted: ReadonlySet<number>;
	readonly #work = new IgnoreWork(ignoreSteps, ignoreStepsEach);

	constructor(options: ScanOptions, manifest: ScannedFiles, startedAt: number) {
		this.#options = options;
		this.#manifest = manifest;
		this.#youngFrom = startedAt - youngMs;
		this.#trusted = trustedDevices(options.roots);
	}

	/** Takes the files of a folder. @returns the folders in it */
	into(folder: Folder): readonly Folder[] {
		let descriptor: number | undefined;
		try {
			const again = this.#again(folder);
			if (again !== undefined) return again;
			descriptor = process.platform === 'win32' ? undefined : openSync(folder.path, directoryFlags);
			if (descriptor !== undefined && !isAt(descriptor, folder.path)) return this.leave('moved', folder.path);
			const inner = this.#read(folder, descriptor);
			const isSame = descriptor === undefined || isAt(descriptor, folder.path);
			return isSame ? inner : this.leave('moved', folder.path);
		} catch (error) {
			const code = errorCode(error);
			if (code === 'ENOENT') return [];
			return this.leave(code === 'ELOOP' || code === 'ENOTDIR' ? 'moved' : 'unreadable', folder.path);
		} finally {
			if (descriptor !== undefined) closeSync(descriptor);
		}
	}

	/** Takes one file. */
	at(file: string): void {
		this.#take(file, statAt(file));
	}

	#take(file: string, stat: Stats | undefined): void {
		if (stat === undefined || stat.isDirectory()) return;
		const before = this.#options.previous?.get(file);
		if (before !== undefined) this.kept++;
		if (before !== undefined && !before.isYoung && isSameStat(before, stat)) {
			this.#manifest.set(file, before);
			return;
		}
		this.changed.push(file);
		const entry = scanned(stat, Math.max(stat.mtimeMs, stat.ctimeMs) >= this.#youngFrom);
		if (entry.type === 'special') this.#options.gaps.add('special', file);
		this.#manifest.set(file, entry);
	}

	/** As `at`, for a file whose folder was not looked into. */
	atNamed(file: string): void {
		try {
			this.at(file);
		} catch {
			this.#options.gaps.add('unreadable', file);
		}
	}

	/**
	 * Takes the files of a folder that need not be listed.
	 * @returns the folders in it; undefined where it has to be listed
	 */
	#again(folder: Folder): readonly Folder[] | undefined {
		const known = this.#options.listed?.get(folder.path);
		if (known === undefined || !isAsListed(known, folder.path)) return undefined;
		const { files, folders } = known;
		if (this.#manifest.size + files.length > this.#options.maxFiles) return undefined;
		const stats = files.map(statAt);
		// One that is missed tells that the times do not.
		if (stats.includes(undefined)) return undefined;
		this.folders.add(folder.path);
		this.listed.set(folder.path, known);
		for (const [index, file] of files.entries()) this.#take(file, stats[index]);
		return folders.flatMap((name) => this.#below(folder, name, folder.levels));
	}

	#read(folder: Folder, descriptor: number | undefined): readonly Folder[] {
		// Before the entries: what comes after that has another time.
		const stat = descriptor === undefined ? undefined : fstatSync(descriptor);
		const entries = entriesOf(folder.path, descriptor);
		const levels = this.#levelsOf(folder, entries);
		this.folders.add(folder.path);
		const inner: Folder[] = [];
		const [files, folders]: [string[], string[]] = [[], []];
		const start = folder.path.endsWith(path.sep) ? folder.path : folder.path + path.sep;
		for (const entry of entries) {
			const { name } = entry;
			const file = start + name;
			// Of a name that is no text this stands for a part, and nothing is opened by that, or another one is.
			if (name.includes('\uFFFD')) this.#options.gaps.add('unreadable', file);
			if (name === '.git' && this.repositories.length < limits.changeRepositories)
				this.repositories.push(folder.path);
			if (name.toLowerCase() === '.git') this.#options.gaps.add('ignored', file);
			else if (!entry.isDirectory()) {
				if (this.#manifest.size >= this.#options.maxFiles) {
					return this.leave('too_many', folder.path);
				}
				files.push(file);
				this.at(file);
			} else {
				folders.push(name);
				inner.push(...this.#below(folder, name, levels));
			}
		}
		const isOld = stat !== undefined && Math.max(stat.mtimeMs, stat.ctimeMs) < this.#youngFrom;
		if (isOld && this.#trusted.has(stat.dev) && isPlain(entries))
			this.listed.set(folder.path, { stat, files, folders });
		return inner;
	}

	/** @returns a folder in another one, unless it is not looked into */
	#below(folder: Folder, name: string, levels: readonly Level[]): readonly Folder[] {
		const inner = path.join(folder.path, name);
		// Most folders have no rules above them.
		const below =
			levels.length === 0 ? levels : levels.map((level) => ({ ...level, path: [...level.path, name] }));
		const isLeft = this.#options.kept?.has(inner) !== true && this.#isIgnored(below);
		return isLeft ? this.leave('ignored', inner) : [{ path: inner, depth: folder.depth + 1, levels: below }];
	}

	#isIgnored(levels: readonly Level[]): boolean {
		return isIgnoredDirectory(levels, this.#work, (spent) => {
			for (const { rules, file } of levels)
				if (rules === spent.rules) this.#options.gaps.add('too_many', file);
		});
	}

	#levelsOf({ path: folder, levels }: Folder, entries: readonly Dirent[]): readonly Level[] {
		if (!entries.some((entry) => entry.name === '.gitignore' && entry.isFile())) return levels;
		const file = path.join(folder, '.gitignore');
		const size = levels.reduce((sum, level) => sum + level.size, 0);
		const found = safeRead(file, ignoreFileBytes - size);
		if (found.type === 'failed') {
			if (found.reason === 'too_large') this.#options.gaps.add('too_many', file);
			return levels;
		}
		const rules = ignoreRules(Buffer.from(found.bytes).toString('utf8'));
		return rules.length === 0 ? levels : [...levels, { rules, path: [], file, size: found.bytes.length }];
	}

	/** @returns no folder to look into */
	leave(reason: 'moved' | 'unreadable' | 'too_many' | 'ignored', folder: string): readonly Folder[] {
		if (reason === 'too_many') this.isOver = true;
		this.skipped.add(folder);
		this.#options.gaps.add(reason, folder);
		return [];
	}
}

/** Entries of the folder that is open, where the system has a name for it: never those of another folder. */
function entriesOf(folder: string, descriptor: number | undefined): readonly Dirent[] {
	const isNamed = descriptor !== undefined && process.platform === 'linux';
	return readdirSync(isNamed ? `/proc/self/fd/${descriptor}` : folder, { withFileTypes: true });
}
