/**
 * What the spelling of a path says by itself: pure rules, so that those of each system are tested on any
 * (hazards D1, D3). What links make of a path is asked in `pathGuard.ts`.
 */
import * as path from 'node:path';
import { protectedPlaces } from './protectedPlaces.ts';

/** Made only in scripts that ask for it. */
const protectedNames = /* @__PURE__ */ (() => {
	const places = protectedPlaces.flatMap((row) => row.places);
	const folders = places.filter((place) => /^[^/]+\/$/u.test(place)).map((place) => place.slice(0, -1));
	return {
		folders: new Set(folders),
		files: new Set(places.filter((place) => !place.includes('/'))),
		paths: places.filter((place) => /\/./u.test(place)),
	};
})();
/** Names that Windows gives to devices, with any ending. */
const deviceName = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00B9\u00B2\u00B3])(?:\.|$)/iu;
/** Characters that some file systems leave out of names: `.g\u200Cit` is `.git` there. */
const ignoredCharacters = /\p{Default_Ignorable_Code_Point}/gu;

/** Which system's rules of paths apply. */
export type PathFlavour = 'posix' | 'win32';

export const pathFlavourOf = (platform: NodeJS.Platform): PathFlavour =>
	platform === 'win32' ? 'win32' : 'posix';

/**
 * Why a path cannot be served as it is written, or undefined. A path that the system would read as another one than
 * it seems to be is refused: streams, devices and endings that Windows drops.
 */
export function spellingProblem(target: string, flavour: PathFlavour): string | undefined {
	if (target.includes('\0')) return 'The path contains a NUL character.';
	if (isTooLong(target, flavour))
		return `The path is longer than any that can be opened: ${target.slice(0, 100)}…`;
	if (!path[flavour].isAbsolute(target)) return `The path is not absolute: ${target}`;
	return flavour === 'win32' ? windowsProblem(target) : undefined;
}

const maxPosixBytes = 4_095;

/**
 * True for a path that no system opens: Linux takes 4,095 bytes, macOS fewer, Windows 32,767 code units. To look for
 * links at each folder of a longer one would keep the host at work for as long as an agent likes.
 */
export function isTooLong(target: string, flavour: PathFlavour): boolean {
	if (flavour === 'win32') return target.length > 32_767;
	return target.length > maxPosixBytes || Buffer.byteLength(target) > maxPosixBytes;
}

function windowsProblem(target: string): string | undefined {
	if (/^[\\/]{2}[?.][\\/]/u.test(target)) return `The path names a device: ${target}`;
	const { root } = path.win32.parse(target);
	if (root.length < 2) return `The path names no drive: ${target}`;
	const segments = target.slice(root.length).split(/[\\/]+/u);
	for (const segment of segments) {
		if (segment.includes(':')) return `The path names a stream of a file: ${target}`;
		if (deviceName.test(segment)) return `The path names a device: ${target}`;
		if (/[. ]$/u.test(segment) && segment !== '.' && segment !== '..') {
			return `Windows would read this path as another one: ${target}`;
		}
	}
	return undefined;
}

/**
 * True for a path of another machine: only to look at it would tell that machine who we are. On Windows that is what
 * begins with two slashes and is no drive of this machine, however it is wrapped; elsewhere what an automounter mounts.
 */
export function isNetworkPath(target: string, flavour: PathFlavour): boolean {
	if (flavour === 'posix') return /^\/+(?:net|afs|Network\/+Servers)\/+[^/]/u.test(target);
	return /^[\\/]{2}/u.test(target) && !/^[\\/]{2}[?.][\\/](?:[a-z]:|volume\{)/iu.test(target);
}

/** True for `root` itself and everything under it; `/ws-evil` is not under `/ws`. */
export function isBelow(
	root: string,
	target: string,
	flavour: PathFlavour = pathFlavourOf(process.platform),
): boolean {
	const rules = path[flavour];
	const way = rules.relative(root, target);
	return way === '' || (!way.startsWith(`..${rules.sep}`) && way !== '..' && !rules.isAbsolute(way));
}

/**
 * True for what configures editors, agents or version control.
 * @param relative below the root: what stands above it does not count, worktrees of agents may well be in `~/.claude`
 */
export function isSensitive(relative: string): boolean {
	const segments = relative.split(/[\\/]/u).map(foldedName);
	const name = segments.at(-1) ?? '';
	// The folder itself counts, too: what is there may be replaced by a link.
	const folded = `/${segments.join('/')}/`;
	return (
		segments.some((segment) => protectedNames.folders.has(segment)) ||
		protectedNames.files.has(name) ||
		protectedNames.paths.some((place) =>
			place.endsWith('/') ? folded.includes(`/${place}`) : folded.endsWith(`/${place}/`),
		) ||
		name.endsWith('.code-workspace')
	);
}

/** True for dot-files at home, which shells, agents and programs read. @param relative from home */
export function isHomeDotFile(relative: string): boolean {
	const [first = ''] = relative.split(/[\\/]/u);
	return foldedName(first).startsWith('.') && first !== '..' && first !== '.';
}

/**
 * True for what starts programs at home, or configures those that run there, on any system: dot-files, and the folders
 * in which macOS and Windows keep the same. @param relative from home
 */
export function startsPrograms(relative: string): boolean {
	const folded = relative.split(/[\\/]/u).map(foldedName).join('/');
	return (
		isHomeDotFile(relative) ||
		/^(?:library|appdata|bin|documents\/(?:windows)?powershell)(?:\/|$)/u.test(folded)
	);
}

/**
 * One spelling for all that a file system may take for the same name: without case, ignored characters, what Windows
 * drops at the end, streams, and the short name that it gives to `.git`.
 */
function foldedName(segment: string): string {
	const plain = segment.normalize('NFKC').replaceAll(ignoredCharacters, '').toUpperCase().toLowerCase();
	const name = plain.replace(/:.*$/u, '').replace(/(?<=[^. ])[. ]+$/u, '');
	return /^git~\d$/u.test(name) ? '.git' : name;
}
