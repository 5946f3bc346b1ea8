/**
 * Where an agent may read and write through us. Not a sandbox: the agent runs with the user's rights. It keeps us
 * from being a confused deputy (hazards D1, D3). The path is judged twice, as written and with every link resolved,
 * and the worse judgement counts.
 */
import { lstat, readlink, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { isOnTheWay, type Link, linkOnDisk, placeBeyond, type ReadLink, walkLocalLinks } from './linkWalk.ts';
import {
	pathFlavourOf,
	isBelow,
	isNetworkPath,
	isSensitive,
	isTooLong,
	spellingProblem,
	startsPrograms,
} from './pathRules.ts';
import { errorCode } from './errorCode.ts';

/** What `checkPath` found. `canonical` has every link resolved. */
export type PathVerdict =
	| { readonly type: 'inside'; readonly canonical: string }
	/** Outside of every root: ask. */
	| { readonly type: 'outside'; readonly canonical: string }
	/** Inside, but a file that configures editors, agents or version control: ask (hazard D3). */
	| { readonly type: 'sensitive'; readonly canonical: string }
	/** Not a path we can serve at all. */
	| { readonly type: 'invalid'; readonly reason: string };

type OnDemand = PathVerdict | { readonly type: 'remote'; readonly canonical: string };

const flavour = pathFlavourOf(process.platform);
/** As many as Linux follows. */
const maxLinks = 40;

/**
 * Judges a path.
 * @param target as the agent wrote it
 * @param roots absolute folders the agent may use
 * @param home the user's own folder
 */
export function checkPath(
	target: string,
	roots: readonly string[],
	home: string = homedir(),
): Promise<PathVerdict> {
	return new PathJudge(roots, home).check(target);
}

/**
 * Judges the paths of one request: the folders that they are judged by are resolved once, with the first path, and a
 * place that several paths pass is asked once whether it is a link. What is used later is asked again (`isUnmoved`).
 */
export class PathJudge {
	readonly #roots: readonly string[];
	readonly #home: string;
	#canonicalRoots: Promise<readonly string[]> | undefined;
	#canonicalHome: Promise<string> | undefined;
	readonly #links = new Map<string, Promise<Link>>();

	/** As of `checkPath`. */
	constructor(roots: readonly string[], home: string = homedir()) {
		this.#roots = [...new Set(roots)];
		this.#home = home;
	}

	/** As `checkPath`. */
	async check(target: string): Promise<PathVerdict> {
		const place = await placeOf(target, this.#roots, () => this.#canonicalFolders(), this.#readLink);
		if (place.type !== 'inside') return place;
		const { canonical, root, literal } = place;
		// Only what is below the root counts: worktrees of agents may well stand in `~/.claude`.
		const written = this.#roots.find((candidate) => isBelow(path.normalize(candidate), literal));
		const parts = [
			path.relative(root, canonical),
			...(written === undefined ? [] : [path.relative(written, literal)]),
		];
		const isAsked = parts.some(isSensitive) || (await this.#isProgramAtHome(root, canonical));
		return { type: isAsked ? 'sensitive' : 'inside', canonical };
	}

	/** Where a path leads, as `canonicalPath`. */
	canonical(absolute: string): Promise<string | undefined> {
		return canonicalPath(absolute, [absolute], this.#readLink);
	}

	readonly #readLink: ReadLink = (place) => {
		const link = this.#links.get(place) ?? linkOnDisk(place);
		this.#links.set(place, link);
		return link;
	};

	#canonicalFolders(): Promise<readonly string[]> {
		return (this.#canonicalRoots ??= canonicalFolders(this.#roots));
	}

	/** The place of a path that the user asked to see: anywhere, but not on another machine that no root is on. */
	async placeOnDemand(target: string): Promise<OnDemand> {
		const verdict = await this.check(target);
		const isRemote = verdict.type === 'outside' && isNetworkPath(verdict.canonical, flavour);
		return isRemote ? { type: 'remote', canonical: verdict.canonical } : verdict;
	}

	/** Where home itself is in the workspace, so is what a shell, other agents and the system run. */
	async #isProgramAtHome(root: string, canonical: string): Promise<boolean> {
		const home = await (this.#canonicalHome ??= canonicalFolder(this.#home));
		return isBelow(root, home) && isBelow(home, canonical) && startsPrograms(path.relative(home, canonical));
	}
}

type Place =
	| { readonly type: 'inside'; readonly canonical: string; readonly root: string; readonly literal: string }
	| Extract<PathVerdict, { readonly type: 'outside' | 'invalid' }>;

/**
 * Where a path leads, whatever is there.
 * @param canonicalRoots asked for the roots without links; not where the spelling says enough
 */
async function placeOf(
	target: string,
	roots: readonly string[],
	canonicalRoots: () => Promise<readonly string[]>,
	readLink: ReadLink = linkOnDisk,
): Promise<Place> {
	const problem = spellingProblem(target, flavour);
	if (problem !== undefined) return { type: 'invalid', reason: problem };
	const literal = path.normalize(target);
	if (isNetworkPath(literal, flavour) && !roots.some((candidate) => isBelow(candidate, literal))) {
		return { type: 'outside', canonical: literal };
	}
	const folders = await canonicalRoots();
	const canonical = await canonicalPath(literal, [...roots, ...folders], readLink);
	if (canonical === undefined) return { type: 'invalid', reason: `The path cannot be resolved: ${target}` };
	const root = folders.find((candidate) => isBelow(candidate, canonical));
	return root === undefined ? { type: 'outside', canonical } : { type: 'inside', canonical, root, literal };
}

/**
 * The place of a path that is read without a request of the user: undefined for what lies out of the roots, or leads
 * out of them. Nothing there is touched, not even to find out where it leads.
 */
export async function placeToLook(target: string, roots: readonly string[]): Promise<string | undefined> {
	if (spellingProblem(target, flavour) !== undefined) return undefined;
	const literal = path.normalize(target);
	const canonicalRoots = await canonicalFolders(roots);
	const own = [...roots, ...canonicalRoots];
	const at = own.findIndex((root) => isBelow(root, literal));
	const [root, start] = [own[at], [...canonicalRoots, ...canonicalRoots][at]];
	if (root === undefined || start === undefined) return undefined;
	const mayTouch = (place: string): boolean => isOnTheWay(place, own);
	if ((await placeBeyond({ start, way: path.relative(root, literal), mayTouch })) !== undefined)
		return undefined;
	const place = await placeOf(target, roots, async () => canonicalRoots);
	return place.type === 'inside' ? place.canonical : undefined;
}

/** As `PathJudge.placeOnDemand`, for a single path. */
export function placeOnDemand(target: string, roots: readonly string[]): Promise<OnDemand> {
	return new PathJudge(roots).placeOnDemand(target);
}

function canonicalFolders(folders: readonly string[]): Promise<readonly string[]> {
	return Promise.all(folders.map(canonicalFolder));
}

async function canonicalFolder(folder: string): Promise<string> {
	return (await canonicalPath(folder)) ?? folder;
}

/** True while no link stands in the way of a path that was resolved before. To be asked again right before its use. */
export async function isUnmoved(canonical: string): Promise<boolean> {
	return (await canonicalPath(canonical)) === canonical;
}

/**
 * Resolves the deepest existing ancestor and puts the rest back on, so that a file to be created is judged by the
 * folder it would really land in. Where a link leads to another machine nothing is touched: that place is as written.
 * @param own folders that may be touched on whichever machine they are
 * @returns undefined when links form a loop, an ancestor is not a folder, or no system opens a path of that length
 */
export async function canonicalPath(
	absolute: string,
	own: readonly string[] = [absolute],
	readLink: ReadLink = linkOnDisk,
): Promise<string | undefined> {
	if (isTooLong(absolute, flavour)) return undefined;
	const elsewhere = await placeBeyond(walkLocalLinks(absolute, own), readLink);
	if (elsewhere !== undefined) return elsewhere;
	let existing = absolute;
	const missing: string[] = [];
	for (let links = 0; links <= maxLinks;) {
		try {
			return path.join(await realpath(existing), ...missing);
		} catch (error) {
			const parent = path.dirname(existing);
			if (errorCode(error) !== 'ENOENT' || parent === existing) return undefined;
			// A link to what does not exist yet: a write would follow it, so the judgement does, too.
			const target = await readlink(existing).catch(() => undefined);
			if (target === undefined) {
				const next = await deepestPlace(parent);
				missing.unshift(existing.slice(next.length));
				existing = next;
			} else {
				links++;
				existing = path.resolve(await realpath(parent), target);
			}
		}
	}
	return undefined;
}

/**
 * The last place on the way to a folder that is there, or cannot be asked about. Halves the way with each look.
 * @param folder as it is written: its beginnings are places as the system finds them, also where it climbs
 */
async function deepestPlace(folder: string): Promise<string> {
	const start = path.parse(folder).root.length;
	const separator = flavour === 'win32' ? /[\\/]/gu : /\//gu;
	const ends = [start, ...[...folder.slice(start).matchAll(separator)].map(({ index }) => start + index)];
	const placeAt = (count: number): string => folder.slice(0, ends[count]);
	let [there, gone] = [0, ends.length + 1];
	while (gone - there > 1) {
		const middle = Math.floor((there + gone) / 2);
		if (await isAbsent(placeAt(middle))) gone = middle;
		else there = middle;
	}
	return placeAt(there);
}

/** A path that is too long for the system leads to nothing either. */
function isAbsent(place: string): Promise<boolean> {
	return lstat(place).then(
		() => false,
		(error: unknown) => ['ENOENT', 'ENAMETOOLONG'].includes(errorCode(error) ?? ''),
	);
}
