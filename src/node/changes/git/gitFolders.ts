/**
 * Where the files of a repository are. A workspace can name any folder as that: only one that is the repository's own,
 * or says itself that it belongs to it, is read.
 */
import { lstatSync } from 'node:fs';
import path from 'node:path';
import { pathFlavourOf, isBelow, isNetworkPath } from '../../pathRules.ts';
import { safeRead, statAt } from '../safeRead.ts';

/** Absolute, without links. */
export interface GitFolders {
	/** With what is of this working tree alone. */
	readonly own: string;
	/** With what all working trees of the repository share. */
	readonly common: string;
}

/** Of a file that holds a path, or the name of a branch. */
const lineBytes = 4 * 1024;
const maxLevels = 32;

/** The folder that holds `.git`: this one, or the nearest above it. */
export function repositoryOf(folder: string): string | undefined {
	let at = folder;
	for (let level = 0; level < maxLevels; level++) {
		if (mayBeThere(path.join(at, '.git'))) return at;
		const above = path.dirname(at);
		if (above === at) return undefined;
		at = above;
	}
	return undefined;
}

/** Also true for what cannot be looked at, such as a path that is too long: then nothing can be told of it. */
function mayBeThere(entry: string): boolean {
	try {
		return statAt(entry) !== undefined;
	} catch {
		return true;
	}
}

/** @returns undefined where that cannot be told, or not safely */
export function gitFolders(folder: string): GitFolders | undefined {
	try {
		const entry = path.join(folder, '.git');
		// A link is followed by git, and not by us.
		if (lstatSync(entry).isDirectory()) return { own: entry, common: entry };
		const line = lineOf(entry);
		const own =
			line?.startsWith('gitdir: ') === true ? pathIn(line.slice('gitdir: '.length), folder) : undefined;
		if (own === undefined || hasLink(own)) return undefined;
		return worktree(own, entry) ?? submodule(own, folder);
	} catch {
		return undefined;
	}
}

/** The one line of a small file. */
export function lineOf(file: string): string | undefined {
	const found = safeRead(file, lineBytes);
	if (found.type === 'failed') return undefined;
	const text = Buffer.from(found.bytes).toString('utf8').trimEnd();
	return /[\0\r\n]/u.test(text) ? undefined : text;
}

/** The repository names the working tree as well. */
function worktree(own: string, entry: string): GitFolders | undefined {
	const [back, shared] = [lineOf(path.join(own, 'gitdir')), lineOf(path.join(own, 'commondir'))];
	if (back === undefined || shared === undefined || path.resolve(own, back) !== entry) return undefined;
	const common = path.resolve(own, shared);
	return own === path.join(common, 'worktrees', path.basename(own)) ? { own, common } : undefined;
}

/** It is kept by a repository around this one. */
function submodule(own: string, folder: string): GitFolders | undefined {
	const parts = own.split(path.sep);
	const at = parts.lastIndexOf('.git');
	const around = parts.slice(0, at).join(path.sep);
	const isKept = at > 0 && parts.slice(at).includes('modules') && isBelow(around, folder);
	return isKept ? { own, common: own } : undefined;
}

/**
 * Whether any part of an absolute path is a symbolic link. Git writes paths without links: one may lead to another
 * machine, so each is looked at before what is behind it.
 */
export function hasLink(place: string): boolean {
	const { root } = path.parse(place);
	let at = root;
	return place
		.slice(root.length)
		.split(path.sep)
		.some((name) => {
			at = path.join(at, name);
			return statAt(at)?.isSymbolicLink() === true;
		});
}

/** Another machine that is asked for it learns who the user is: a share is read only from that same share. */
function pathIn(name: string, folder: string): string | undefined {
	const place = path.resolve(folder, name);
	const isSameRoot = path.parse(place).root.toLowerCase() === path.parse(folder).root.toLowerCase();
	const isFar = (one: string): boolean => isNetworkPath(one, pathFlavourOf(process.platform));
	return isFar(place) && !(isSameRoot && isFar(folder)) ? undefined : place;
}
