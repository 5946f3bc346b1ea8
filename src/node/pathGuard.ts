/**
 * Where an agent may read and write through us. Not a sandbox: the agent runs with the user's rights. It keeps us
 * from being a confused deputy (hazards D1, D3). The path is judged twice, as written and with every link resolved,
 * and the worse judgement counts.
 */
import { readlink, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import {
	flavourOf,
	isBelow,
	isHomeDotFile,
	isNetworkPath,
	isSensitive,
	spellingProblem,
} from './pathRules.ts';

export type PathVerdict =
	| { readonly type: 'inside'; readonly canonical: string }
	/** Outside of every root: ask. */
	| { readonly type: 'outside'; readonly canonical: string }
	/** Inside, but a file that configures editors, agents or version control: ask (D3). */
	| { readonly type: 'sensitive'; readonly canonical: string }
	/** Not a path we can serve at all. */
	| { readonly type: 'invalid'; readonly reason: string };

const flavour = flavourOf(process.platform);
/** As many as Linux follows. */
const maxLinks = 40;

/**
 * Judges a path.
 * @param target as the agent wrote it
 * @param roots absolute folders the agent may use
 * @param home the user's own folder
 */
export async function judgePath(
	target: string,
	roots: readonly string[],
	home: string = homedir(),
): Promise<PathVerdict> {
	const problem = spellingProblem(target, flavour);
	if (problem !== undefined) return { type: 'invalid', reason: problem };
	const literal = path.normalize(target);
	if (isNetworkPath(literal, flavour) && !roots.some((candidate) => isBelow(candidate, literal))) {
		return { type: 'outside', canonical: literal };
	}
	const canonical = await canonicalPath(literal);
	if (canonical === undefined) return { type: 'invalid', reason: `The path cannot be resolved: ${target}` };
	const canonicalRoots = await Promise.all(roots.map(async (root) => (await canonicalPath(root)) ?? root));
	const root = canonicalRoots.find((candidate) => isBelow(candidate, canonical));
	if (root === undefined) return { type: 'outside', canonical };
	// Only what is below the root counts: worktrees of agents may well stand in `~/.claude`.
	const written = roots.find((candidate) => isBelow(path.normalize(candidate), literal));
	const parts = [
		path.relative(root, canonical),
		...(written === undefined ? [] : [path.relative(written, literal)]),
	];
	const isAsked = parts.some(isSensitive) || (await isDotFileAtHome(root, canonical, home));
	return { type: isAsked ? 'sensitive' : 'inside', canonical };
}

/** Where home itself is in the workspace, its dot-files are what a shell and other agents run. */
async function isDotFileAtHome(root: string, canonical: string, home: string): Promise<boolean> {
	const canonicalHome = (await canonicalPath(home)) ?? home;
	return (
		isBelow(root, canonicalHome) &&
		isBelow(canonicalHome, canonical) &&
		isHomeDotFile(path.relative(canonicalHome, canonical))
	);
}

/** True while no link stands in the way of a path that was resolved before. To be asked again right before its use. */
export async function isUnmoved(canonical: string): Promise<boolean> {
	return (await canonicalPath(canonical)) === canonical;
}

/**
 * Resolves the deepest existing ancestor and puts the rest back on, so that a file to be created is judged by the
 * folder it would really land in.
 * @returns undefined when links form a loop or an ancestor is not a folder
 */
export async function canonicalPath(absolute: string): Promise<string | undefined> {
	let existing = absolute;
	const missing: string[] = [];
	for (let links = 0; links <= maxLinks;) {
		try {
			return path.join(await realpath(existing), ...missing);
		} catch (error) {
			const code = error instanceof Error && 'code' in error ? error.code : undefined;
			const parent = path.dirname(existing);
			if (code !== 'ENOENT' || parent === existing) return undefined;
			// A link to what does not exist yet: a write would follow it, so the judgement does, too.
			const target = await readlink(existing).catch(() => undefined);
			if (target === undefined) {
				missing.unshift(path.basename(existing));
				existing = parent;
			} else {
				links++;
				existing = path.resolve(await realpath(parent), target);
			}
		}
	}
	return undefined;
}
