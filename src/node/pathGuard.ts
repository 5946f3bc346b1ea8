/**
 * Where an agent may read and write through us. Not a sandbox: the agent runs with the user's rights. It keeps us
 * from being a confused deputy (hazards D1, D3). The path is judged twice, as written and with every link resolved,
 * and the worse judgement counts.
 */
import { readlink, realpath } from 'node:fs/promises';
import path from 'node:path';

export type PathVerdict =
	| { readonly type: 'inside'; readonly canonical: string }
	/** Outside of every root: ask. */
	| { readonly type: 'outside'; readonly canonical: string }
	/** Inside, but a file that configures editors, agents or version control: ask (D3). */
	| { readonly type: 'sensitive'; readonly canonical: string }
	/** Not a path we can serve at all. */
	| { readonly type: 'invalid'; readonly reason: string };

const sensitiveFolders = new Set(['.vscode', '.git', '.claude', '.cursor', '.zed', '.gemini', '.codex']);
const sensitiveFiles = new Set(['.mcp.json']);
/** As many as Linux follows. */
const maxLinks = 40;

/**
 * Judges a path.
 * @param target as the agent wrote it
 * @param roots absolute folders the agent may use
 */
export async function judgePath(target: string, roots: readonly string[]): Promise<PathVerdict> {
	if (target.includes('\0')) return { type: 'invalid', reason: 'The path contains a NUL character.' };
	if (!path.isAbsolute(target)) return { type: 'invalid', reason: `The path is not absolute: ${target}` };
	const literal = path.normalize(target);
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
	return { type: parts.some(isSensitive) ? 'sensitive' : 'inside', canonical };
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

/** True for `root` itself and everything under it; `/ws-evil` is not under `/ws`. */
export function isBelow(root: string, target: string): boolean {
	const relative = path.relative(root, target);
	return (
		relative === '' ||
		(!relative.startsWith(`..${path.sep}`) && relative !== '..' && !path.isAbsolute(relative))
	);
}

function isSensitive(relative: string): boolean {
	const segments = relative.toLowerCase().split(/[\\/]/u);
	const name = segments.at(-1) ?? '';
	return (
		segments.some((segment) => sensitiveFolders.has(segment)) ||
		sensitiveFiles.has(name) ||
		name.endsWith('.code-workspace')
	);
}
