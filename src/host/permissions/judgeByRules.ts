import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { AtMost } from '../../core/base/atMost.ts';
import * as limits from '../../core/base/limits.ts';
import { type Asked, readAsked, withinReach } from '../../core/rules/asked.ts';
import { judge } from '../../core/rules/judge.ts';
import type { Rule } from '../../core/rules/rule.ts';
import type { JudgedPath, JudgedPlaces } from '../../core/rules/ruleMatcher.ts';
import type { AskedPermission } from '../../core/session/model/permissionPorts.ts';
import { canonicalPath, placeOnDemand } from '../../node/pathGuard.ts';
import { isBelow, isHomeDotFile, isSensitive } from '../../node/pathRules.ts';

/** What a permission is about, with its paths as they are on the disk. */
export interface LookedAt {
	readonly asked: Asked;
	readonly places: JudgedPlaces;
}

/** @param folders of the workspace, absolute */
export async function lookAt(permission: AskedPermission, folders: readonly string[]): Promise<LookedAt> {
	const asked = readAsked(permission);
	return { asked, places: await judgePlaces(asked, folders) };
}

/**
 * What the rules say of a permission now.
 * @param rules asked for once the paths are known: they may have changed meanwhile
 * @returns an option that the agent offered, and the rule that chose it; undefined to ask the user
 */
export async function judgeByRules(
	permission: AskedPermission,
	rules: () => readonly Rule[],
	folders: readonly string[],
): Promise<{ readonly optionId: string; readonly rule: Rule } | undefined> {
	const { asked, places } = await lookAt(permission, folders);
	const isCaseSensitive = process.platform !== 'win32' && process.platform !== 'darwin';
	const decision = judge(rules(), asked, places, { now: Date.now(), isCaseSensitive });
	return decision.type === 'ask' ? undefined : { optionId: decision.option.optionId, rule: decision.rule };
}

/**
 * The paths of a call as they are on the disk: rules are about those, not about names (hazards D1, D3).
 * @param folders of the workspace, absolute
 */
async function judgePlaces(asked: Asked, folders: readonly string[]): Promise<JudgedPlaces> {
	const roots = [asked.cwd, ...folders];
	const looks = new AtMost(limits.looksAtOnce);
	const look = (written: string): Promise<Judged> => looks.run(() => judgeOne(written, asked.cwd, roots));
	const isTooMuch = asked.paths.length > limits.lookedPaths;
	const judged = await Promise.all(asked.paths.slice(0, limits.lookedPaths).map(look));
	const room = limits.lookedPaths - judged.length;
	const areTooMany = asked.folders.length > room;
	const places = await Promise.all(asked.folders.slice(0, room).map(look));
	return {
		cwd: (await canonicalPath(path.normalize(asked.cwd))) ?? asked.cwd,
		paths: isTooMuch ? [...judged.map(({ at }) => at), unknown] : judged.map(({ at }) => at),
		folders: [...places.map(({ at }) => at.canonical), ...(areTooMany ? [undefined] : [])],
		isProtected:
			[...judged, ...places].some(({ isProtected }) => isProtected) ||
			withinReach([...asked.commands, ...asked.hints]).some(namesProtected),
	};
}

/** Stands for paths that nobody looked at: whatever allows has to cover it, and nothing does. */
const unknown: JudgedPath = { literal: '', canonical: undefined };

interface Judged {
	readonly at: JudgedPath;
	readonly isProtected: boolean;
}

async function judgeOne(written: string, cwd: string, roots: readonly string[]): Promise<Judged> {
	// An address of something else is below no folder.
	if (isOtherAddress(written)) return { at: { literal: written, canonical: written }, isProtected: false };
	const local = pathOf(written);
	if (local === undefined)
		return { at: { literal: path.resolve(cwd, written), canonical: undefined }, isProtected: false };
	const literal = path.resolve(cwd, local);
	const verdict = await placeOnDemand(literal, roots);
	// Nothing of another machine is touched: nobody knows what it is, so that no rule allows it.
	if (verdict.type === 'invalid' || verdict.type === 'remote')
		return { at: { literal, canonical: undefined }, isProtected: false };
	const { canonical } = verdict;
	const isProtected =
		verdict.type === 'sensitive' ||
		(verdict.type === 'outside' && (isConfiguration(literal) || isConfiguration(canonical)));
	const isOnePlace = (await climbed(path.isAbsolute(local) ? local : `${cwd}/${local}`)) === canonical;
	return { at: { literal, canonical: isOnePlace ? canonical : undefined }, isProtected };
}

/** More steps up than any path needs. */
const maxClimbs = 40;

/**
 * Where a system goes that follows a link before it goes up from it, as POSIX wants: a tool may leave the `..` of a
 * path to it, or take them out before.
 */
async function climbed(absolute: string): Promise<string | undefined> {
	const names = absolute.split('/');
	const isLexical = process.platform === 'win32' || !names.includes('..');
	if (isLexical) return canonicalPath(path.normalize(absolute));
	if (names.filter((name) => name === '..').length > maxClimbs) return undefined;
	let at = '/';
	for (const name of names) {
		if (name !== '..') at = path.join(at, name);
		else at = path.dirname((await canonicalPath(at)) ?? '/');
	}
	return canonicalPath(at);
}

/** Such as `https://`. One letter is a drive. */
function isOtherAddress(written: string): boolean {
	return /^[a-z][a-z0-9+.-]+:\/\//iu.test(written) && !isFileAddress(written);
}

function isFileAddress(written: string): boolean {
	return /^file:/iu.test(written);
}

/** Agents say `file:` addresses as well. Undefined for one that cannot be read, and for the home of somebody else. */
function pathOf(written: string): string | undefined {
	if (/^~(?:[\\/]|$)/u.test(written)) return path.join(homedir(), written.slice(1));
	if (written.startsWith('~')) return undefined;
	if (!isFileAddress(written)) return written;
	try {
		return fileURLToPath(written);
	} catch {
		return undefined;
	}
}

function isConfiguration(absolute: string): boolean {
	const home = homedir();
	return isSensitive(absolute) || (isBelow(home, absolute) && isHomeDotFile(path.relative(home, absolute)));
}

/** A command that names such a file is asked, too, as far as its words tell. */
function namesProtected(command: string): boolean {
	return [command, command.replaceAll(/["'\\]/gu, '')]
		.flatMap((text) => text.split(/[\s"'`=:;,|&<>()]+/u))
		.some((word) => isSensitive(word) || isBelowHome(word));
}

function isBelowHome(word: string): boolean {
	if (/^(?:~|\$HOME|\$\{HOME\})[\\/]\./u.test(word)) return true;
	return path.isAbsolute(word) && isConfiguration(path.normalize(word));
}
