/**
 * Follows the links of a path one by one, and stops before the first place that may not be touched. To look at a path
 * of another machine, even to find out where it leads, tells that machine who we are (hazard D11); so each link is read
 * before the system follows it.
 */
import { readlink } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from './errorCode.ts';
import { pathFlavourOf, isBelow, isNetworkPath, type PathFlavour } from './pathRules.ts';

interface Walk {
	/** Where to begin. Absolute, itself without links. */
	readonly start: string;
	/** What to walk from there; may climb. */
	readonly way: string;
	/** Asked before each look, with a path without links. */
	readonly mayTouch: (place: string) => boolean;
	readonly flavour?: PathFlavour;
}

/** What stands at a place: a link, with what it says, something else, or nothing, so that nothing is below it either. */
export type Link =
	| { readonly type: 'link'; readonly target: string }
	| { readonly type: 'other' }
	| { readonly type: 'absent' };

export type ReadLink = (place: string) => Promise<Link>;

/** As many as Linux follows. */
const maxLinks = 40;
const other: Link = { type: 'other' };
const ownFlavour = pathFlavourOf(process.platform);

/** As the disk has it now. */
export const linkOnDisk: ReadLink = (place) =>
	readlink(place).then(
		(target) => ({ type: 'link', target }),
		(error: unknown) => ({ type: errorCode(error) === 'ENOENT' ? 'absent' : 'other' }),
	);

/** The first place on the way that may not be touched, with the rest of the way; undefined when there is none. */
export async function placeBeyond(way: Walk, readLink: ReadLink = linkOnDisk): Promise<string | undefined> {
	const steps = walk(way);
	let step = steps.next(other);
	while (step.done !== true) step = steps.next(await readLink(step.value));
	return step.value;
}

/** A walk that touches this machine only, and what is on the way to folders of ours on another one. */
export function walkLocalLinks(
	absolute: string,
	own: readonly string[],
	flavour: PathFlavour = ownFlavour,
): Walk {
	const parsed = path[flavour].parse(absolute).root;
	// A machine without a share has no root of its own for Node.
	const root = flavour === 'win32' && parsed.length < 2 ? absolute : parsed;
	return {
		start: root,
		way: absolute.slice(root.length),
		mayTouch: (place) => !isNetworkPath(place, flavour) || isOnTheWay(place, own, flavour),
		flavour,
	};
}

/** True for what is below one of the folders, and for the folders that they are in. */
export function isOnTheWay(
	place: string,
	folders: readonly string[],
	flavour: PathFlavour = ownFlavour,
): boolean {
	return folders.some((folder) => isBelow(folder, place, flavour) || isBelow(place, folder, flavour));
}

/** Yields each place to be looked at, and takes what the link there says. Returns the place it may not touch. */
function* walk({
	start,
	way,
	mayTouch,
	flavour = ownFlavour,
}: Walk): Generator<string, string | undefined, Link> {
	const rules = path[flavour];
	const segmentsOf = (text: string): string[] => text.split(flavour === 'win32' ? /[\\/]+/u : /\/+/u);
	const left = segmentsOf(way);
	let at = start;
	// Nothing is there, nor below it: none of that is asked whether it is a link.
	let absent: string | undefined;
	if (!mayTouch(at)) return rules.join(at, ...left);
	for (let links = 0; links <= maxLinks;) {
		const segment = left.shift();
		if (segment === undefined) return undefined;
		const isName = segment !== '' && segment !== '.' && segment !== '..';
		// Nothing before it is a link any more: going up leads where it seems to. A way has thousands of names at most,
		// and none of them is waited for where the links are known: a name is put behind what is in order already.
		const next = isName ? below(at, segment, rules.sep) : rules.join(at, segment);
		if (!mayTouch(next)) return rules.join(next, ...left);
		// Whatever is no shorter is below it: a way leaves it only by going up.
		if (absent !== undefined && next.length < absent.length) absent = undefined;
		const link = isName && absent === undefined ? yield next : other;
		if (link.type === 'absent') absent = next;
		if (link.type !== 'link') {
			at = next;
			continue;
		}
		const { target } = link;
		links++;
		if (isNetworkPath(target, flavour) && !mayTouch(target)) return rules.join(target, ...left);
		const { root } = rules.parse(target);
		left.unshift(...segmentsOf(target.slice(root.length)));
		if (root === '') continue;
		at = rules.resolve(at, root);
		if (!mayTouch(at)) return rules.join(at, ...left);
	}
	return undefined;
}

function below(folder: string, name: string, separator: string): string {
	return folder.endsWith(separator) ? `${folder}${name}` : `${folder}${separator}${name}`;
}
