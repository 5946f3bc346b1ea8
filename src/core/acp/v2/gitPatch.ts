/** Patches as git writes them, with absolute paths and no prefixes (docs/protocol.md#patches). */
import { parsePatch, type StructuredPatch } from 'diff';
import * as limits from '../../base/limits.ts';
import type { PatchHunk } from '../../session/model/toolContent.ts';

/** What a patch says of one file. */
export interface PatchedFile {
	/** Where the file is after the patch; of a deleted one, where it was. */
	readonly path: string;
	readonly isBinary: boolean;
	readonly hunks: readonly PatchHunk[];
}

/**
 * What a patch says of the files that a diff changes, by their paths. What cannot be read is left out; one file's part
 * that is broken does not take the others with it. Paths that count from a directory, as git's own do, mean the file
 * that ends with them, if there is only one.
 * @param paths absolute
 */
export function readGitPatch(text: string, paths: readonly string[]): ReadonlyMap<string, PatchedFile> {
	const sections = sectionsOf(text);
	if (sections.length > limits.patchFiles) return new Map();
	const files = sections.flatMap((section) => filesIn(section));
	// Of two parts for one file the second is a patch of the first's result, which has other line numbers.
	const byName = new Map(files.toReversed().map((file) => [comparable(file.path), file]));
	const found = [...new Set(paths)].flatMap((path) => {
		const file = fileOfName(byName, comparable(path));
		return file === undefined ? [] : [[path, file] as const];
	});
	const counts = new Map<PatchedFile, number>();
	for (const [, file] of found) counts.set(file, (counts.get(file) ?? 0) + 1);
	return new Map(found.filter(([path, file]) => counts.get(file) === 1 || isSamePath(path, file.path)));
}

/** True when a patch names a file that is none of these: the list does not say all that it changes. */
export function isPatchBeyond(text: string, paths: readonly string[]): boolean {
	const listed = new Set(paths.flatMap((path) => endingsOf(comparable(path))));
	const sections = sectionsOf(text);
	// A patch of more files is not read, so it may name any.
	if (sections.length > limits.patchFiles) return true;
	return sections
		.flatMap((section) => [
			...namesIn(section),
			...Array.from(section.matchAll(wayNames), ([, name]) => name),
		])
		.map((name) => pathOf(name))
		.some((name) => name !== undefined && !listed.has(comparable(name)));
}

/** A path, and what it is called from each of its directories. */
function endingsOf(path: string): readonly string[] {
	const endings = [path];
	for (let at = path.indexOf('/'); at >= 0 && endings.length <= maxDepth; at = path.indexOf('/', at + 1)) {
		endings.push(path.slice(at + 1));
	}
	return endings;
}

const wayNames = /^(?:rename|copy) (?:from|to) (.+?)\r?$/gmu;
const fileNames = /^(?:---|\+\+\+) ([^\t\r\n]+)/gmu;

/** A part that cannot be read names its files all the same. */
function namesIn(section: string): readonly (string | undefined)[] {
	try {
		return parsePatch(section).flatMap(({ oldFileName, newFileName }) => [oldFileName, newFileName]);
	} catch {
		return Array.from(section.matchAll(fileNames), ([, name]) => name);
	}
}

function fileOfName(files: ReadonlyMap<string, PatchedFile>, path: string): PatchedFile | undefined {
	let end = path;
	for (let depth = 0; depth <= maxDepth; depth++) {
		const file = files.get(end);
		const slash = end.indexOf('/');
		if (file !== undefined || slash === -1) return file;
		end = end.slice(slash + 1);
	}
	return undefined;
}

/** Directories of a path that are tried to be left out. */
const maxDepth = 64;

/** One for each file. No line of a file's own text starts like that: each has a sign before it. */
function sectionsOf(text: string): readonly string[] {
	return text.split(/^(?=diff --git )/mu);
}

function filesIn(section: string): PatchedFile[] {
	try {
		const [first, ...others] = parsePatch(section);
		if (first === undefined) return [];
		const isBinary = first.isBinary === true || /^GIT binary patch\r?$/mu.test(section);
		return [
			...fileOf(first, pathInHeader(section), isBinary),
			...others.flatMap((part) => fileOf(part, undefined, false)),
		];
	} catch {
		return [];
	}
}

function fileOf(part: StructuredPatch, headerPath: string | undefined, isBinary: boolean): PatchedFile[] {
	const path = pathOf(part.newFileName) ?? pathOf(part.oldFileName) ?? headerPath;
	if (path === undefined) return [];
	const hunks = part.hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) => ({
		oldStart,
		oldLines,
		newStart,
		newLines,
		// Some tools strip the blank of an empty line.
		lines: lines.map((line) => (line === '' ? ' ' : line)),
	}));
	return [{ path, hunks, isBinary }];
}

/** A missing side has no path. The prefixes are git's, or the parser's own for files that were renamed. */
function pathOf(name: string | undefined): string | undefined {
	if (name === undefined || name === '/dev/null') return undefined;
	return name.replace(/^[ab]\//u, '');
}

/** Where nothing else names the file, both halves of the header do, and they are the same. */
function pathInHeader(section: string): string | undefined {
	const header = /^diff --git (.*?)\r?(?:\n|$)/u.exec(section)?.[1] ?? '';
	const half = header.slice(0, (header.length - 1) / 2);
	return half !== '' && header === `${half} ${half}` ? half : undefined;
}

function isSamePath(a: string, b: string): boolean {
	return comparable(a) === comparable(b);
}

/** Windows has two ways to write the same path. */
function comparable(path: string): string {
	return /^(?:[a-z]:[\\/]|\\\\)/iu.test(path) ? path.replaceAll('\\', '/') : path;
}
