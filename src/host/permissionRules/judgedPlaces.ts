/** The paths of a call as they are on the disk: rules are about those, not about names (hazards D1, D3). */
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { limits } from '../../core/base/limits.ts';
import type { Asked } from '../../core/rules/asked.ts';
import type { JudgedPath, JudgedPlaces } from '../../core/rules/judge.ts';
import { canonicalPath, judgePath } from '../../node/pathGuard.ts';
import { isBelow, isHomeDotFile, isSensitive } from '../../node/pathRules.ts';

/** @param folders of the workspace, absolute */
export async function judgePlaces(asked: Asked, folders: readonly string[]): Promise<JudgedPlaces> {
	const roots = [asked.cwd, ...folders];
	const isTooMuch = asked.paths.length > limits.rulePaths;
	const judged = await Promise.all(
		asked.paths.slice(0, limits.rulePaths).map((written) => judgeOne(written, asked.cwd, roots)),
	);
	const places = await Promise.all(asked.folders.map((written) => judgeOne(written, asked.cwd, roots)));
	return {
		cwd: (await canonicalPath(path.normalize(asked.cwd))) ?? asked.cwd,
		paths: isTooMuch ? [...judged.map(({ at }) => at), unknown] : judged.map(({ at }) => at),
		folders: places.map(({ at }) => at.canonical),
		isProtected:
			[...judged, ...places].some(({ isProtected }) => isProtected) || asked.commands.some(namesProtected),
	};
}

/** Stands for paths that nobody looked at: whatever allows has to cover it, and nothing does. */
const unknown: JudgedPath = { literal: '', canonical: undefined };

async function judgeOne(
	written: string,
	cwd: string,
	roots: readonly string[],
): Promise<{ readonly at: JudgedPath; readonly isProtected: boolean }> {
	const literal = path.resolve(cwd, pathOf(written));
	const verdict = await judgePath(literal, roots);
	if (verdict.type === 'invalid') return { at: { literal, canonical: undefined }, isProtected: false };
	const { canonical } = verdict;
	const isProtected =
		verdict.type === 'sensitive' ||
		(verdict.type === 'outside' && (isConfiguration(literal) || isConfiguration(canonical)));
	return { at: { literal, canonical }, isProtected };
}

/** Agents say `file:` addresses as well. One that cannot be read stays what it is, and is no file that anybody has. */
function pathOf(written: string): string {
	if (/^~(?:[\\/]|$)/u.test(written)) return path.join(homedir(), written.slice(1));
	if (!written.startsWith('file:')) return written;
	try {
		return fileURLToPath(written);
	} catch {
		return written;
	}
}

function isConfiguration(absolute: string): boolean {
	const home = homedir();
	return isSensitive(absolute) || (isBelow(home, absolute) && isHomeDotFile(path.relative(home, absolute)));
}

/** A command that names such a file is asked, too, as far as its words tell. */
function namesProtected(command: string): boolean {
	return command.split(/[\s"'`=:;,|&<>()]+/u).some((word) => isSensitive(word) || /^~[\\/]\./u.test(word));
}
