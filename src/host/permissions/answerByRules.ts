import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConcurrencyLimit } from '../../core/base/concurrencyLimit.ts';
import * as limits from '../../core/base/limits.ts';
import { type RequestFacts, readRequestFacts, withinReach } from '../../core/rules/requestFacts.ts';
import { evaluateRules } from '../../core/rules/evaluateRules.ts';
import { pathWords } from '../../core/rules/pathWords.ts';
import type { Rule } from '../../core/rules/rule.ts';
import type { ResolvedPath, ResolvedPlaces, PossiblePaths } from '../../core/rules/ruleMatcher.ts';
import type { PermissionEntry } from '../../core/session/model/entry.ts';
import type { PermissionContext } from '../../core/session/model/permissionPorts.ts';
import { canonicalPath, PathJudge } from '../../node/pathGuard.ts';
import {
	pathFlavourOf,
	isBelow,
	isHomeDotFile,
	isNetworkPath,
	isSensitive,
	isTooLong,
} from '../../node/pathRules.ts';

/** What a permission is about, with its paths as they are on the disk. */
export interface InspectedRequest {
	readonly facts: RequestFacts;
	readonly places: ResolvedPlaces;
}

/** @param folders of the workspace, absolute */
export async function inspectRequest(
	permission: PermissionContext,
	folders: readonly string[],
): Promise<InspectedRequest> {
	const facts = readRequestFacts(permission);
	return { facts, places: await resolvePlaces(facts, folders) };
}

/**
 * What the rules say of a permission now.
 * @param rules asked for once the paths are known: they may have changed meanwhile
 * @returns an option that the agent offered, and the rule that chose it; undefined to ask the user
 */
export async function answerByRules(
	permission: PermissionContext,
	rules: () => readonly Rule[],
	folders: readonly string[],
): Promise<{ readonly optionId: string; readonly rule: Rule } | undefined> {
	const { facts, places } = await inspectRequest(permission, folders);
	const isCaseSensitive = process.platform !== 'win32' && process.platform !== 'darwin';
	const decision = evaluateRules(rules(), facts, places, { now: Date.now(), isCaseSensitive });
	return decision.type === 'ask' ? undefined : { optionId: decision.option.optionId, rule: decision.rule };
}

/** What an agent has the host do, for which it need not ask a permission of its own: to read a file, to run a command. */
export type HostedDeed = Omit<PermissionContext, 'entry' | 'call'> & Pick<PermissionEntry, 'subject'>;

/** @returns true where a rule denies it, or may: of what is too long to be read whole nothing is known */
export async function isDeniedByRules(
	{ subject, ...session }: HostedDeed,
	rules: readonly Rule[],
	folders: readonly string[],
): Promise<boolean> {
	const options = [{ optionId: 'reject', name: '', kind: 'reject_once' }] as const;
	const base = { type: 'permission', id: '', origin: 'agent', turn: 0, title: '' } as const;
	const entry: PermissionEntry = { ...base, subject, options, state: { type: 'pending' } };
	const denying = rules.filter(({ effect }) => effect === 'deny');
	const asked = { ...session, entry, call: undefined };
	if (denying.length > 0 && readRequestFacts(asked).exceedsBounds) return true;
	return (await answerByRules(asked, () => denying, folders)) !== undefined;
}

/**
 * The paths of a call as they are on the disk: rules are about those, not about names (hazards D1, D3).
 * @param folders of the workspace, absolute
 */
async function resolvePlaces(facts: RequestFacts, folders: readonly string[]): Promise<ResolvedPlaces> {
	const roots = [facts.cwd, ...folders];
	const resolver = new PathResolver(roots);
	const places = await Promise.all(facts.folders.map((written) => resolver.at(written, facts.cwd)));
	const bases = [...new Set([facts.cwd, ...places.map(({ at }) => at.literal)])];
	const resolved = (await resolveEach(facts.paths, bases, resolver)).flat();
	const mentions = await resolveEach(facts.mentions, bases, resolver);
	const words = await resolveEach(facts.words, bases, resolver);
	const canonicalOf = (possible: readonly Resolved[]): PossiblePaths =>
		possible.map(({ at }) => at.canonical);
	return {
		cwd: (await canonicalPath(path.normalize(facts.cwd))) ?? facts.cwd,
		mentions: mentions.map(canonicalOf),
		words: words.map(canonicalOf),
		paths: resolved.map(({ at }) => at),
		folders: canonicalOf(places),
		isProtected:
			[...resolved, ...places, ...mentions.flat(), ...words.flat()].some(({ isProtected }) => isProtected) ||
			nameProtected(withinReach([...facts.commands, ...facts.hints]), bases),
	};
}

/**
 * Where each path is, from each folder that it may be relative to. What is absolute is nowhere else from another, and
 * neither is what is not looked at.
 */
function resolveEach(
	written: readonly string[],
	bases: readonly string[],
	resolver: PathResolver,
): Promise<readonly (readonly Resolved[])[]> {
	return Promise.all(
		written.map((one) => {
			const own = resolver.isFull || path.isAbsolute(one) ? bases.slice(0, 1) : bases;
			return Promise.all(own.map((base) => resolver.at(one, base)));
		}),
	);
}

interface Resolved {
	readonly at: ResolvedPath;
	readonly isProtected: boolean;
}

/** Stands for a place that was not looked at: nothing covers it, and it may be a protected one, so that it is asked about. */
const unknown: Resolved = { at: { literal: '', canonical: undefined }, isProtected: true };

/** Resolves the paths of one call on the disk: a few at a time, and no more than `limits.unrequestedPaths`. */
class PathResolver {
	readonly #judge: PathJudge;
	readonly #gate = new ConcurrencyLimit(limits.unrequestedAtOnce);
	#count = 0;

	constructor(roots: readonly string[]) {
		this.#judge = new PathJudge(roots);
	}

	get isFull(): boolean {
		return this.#count >= limits.unrequestedPaths;
	}

	/** @param base what `written` may be relative to, absolute */
	at(written: string, base: string): Promise<Resolved> {
		if (this.isFull) return Promise.resolve(unknown);
		this.#count++;
		return this.#gate.run(() => resolveOne(written, base, this.#judge));
	}
}

async function resolveOne(written: string, cwd: string, judge: PathJudge): Promise<Resolved> {
	// An address of something else is below no folder.
	if (isOtherAddress(written)) return { at: { literal: written, canonical: written }, isProtected: false };
	const local = pathOf(written);
	if (local === undefined)
		return { at: { literal: path.resolve(cwd, written), canonical: undefined }, isProtected: false };
	const literal = path.resolve(cwd, local);
	const verdict = await judge.placeOnDemand(literal);
	// Nothing on another machine is touched: what the path is stays unknown, so that no rule allows it.
	if (verdict.type === 'invalid' || verdict.type === 'remote')
		return { at: { literal, canonical: undefined }, isProtected: false };
	const { canonical } = verdict;
	const isProtected =
		verdict.type === 'sensitive' ||
		(verdict.type === 'outside' && (isConfiguration(literal) || isConfiguration(canonical)));
	// Only to look at a path of another machine tells that machine who we are.
	const isUntouched = verdict.type === 'outside' && isNetworkPath(literal, pathFlavourOf(process.platform));
	const absolute = path.isAbsolute(local) ? local : `${cwd}/${local}`;
	// Without a way up both readings of the path are the one that was resolved.
	const isPlain = absolute === literal;
	const isOnePlace = isUntouched || isPlain || (await climbed(absolute, judge)) === canonical;
	return { at: { literal, canonical: isOnePlace ? canonical : undefined }, isProtected };
}

/** More steps up than any path needs. */
const maxClimbs = 40;

/**
 * Where a system goes that follows a link before it goes up from it, as POSIX wants: a tool may leave the `..` of a
 * path to it, or take them out before.
 */
async function climbed(absolute: string, judge: PathJudge): Promise<string | undefined> {
	if (isTooLong(absolute, pathFlavourOf(process.platform))) return undefined;
	const names = absolute.split('/').filter((name) => name !== '' && name !== '.');
	const isLexical = process.platform === 'win32' || !names.includes('..');
	if (isLexical) return judge.canonical(path.normalize(absolute));
	if (names.filter((name) => name === '..').length > maxClimbs) return undefined;
	let at = '/';
	// What was climbed to has no links: to climb on from there needs no further look.
	let isCanonical = true;
	for (const name of names) {
		if (name === '..') at = path.dirname(isCanonical ? at : ((await judge.canonical(at)) ?? '/'));
		else at = path.join(at, name);
		isCanonical = name === '..';
	}
	return judge.canonical(at);
}

/** Such as `https://`. One letter is a drive. */
function isOtherAddress(written: string): boolean {
	return /^[a-z][a-z0-9+.-]+:\/\//iu.test(written) && !isFileAddress(written);
}

function isFileAddress(written: string): boolean {
	return /^file:/iu.test(written);
}

/**
 * Agents say `file:` addresses as well. Undefined for one that cannot be read, for the home of another user, and for
 * what begins with a variable.
 */
function pathOf(written: string): string | undefined {
	if (/^~(?:[\\/]|$)/u.test(written)) return path.join(homedir(), written.slice(1));
	if (written.startsWith('~') || isComputed(written)) return undefined;
	if (!isFileAddress(written)) return written;
	try {
		return fileURLToPath(written);
	} catch {
		return undefined;
	}
}

/** A file name may begin with such a sign; a folder that begins with one is taken for a variable. */
function isComputed(written: string): boolean {
	return /^(?:\$(?:\w+|\{\w+\})|%\w+%)[\\/]/u.test(written);
}

function isConfiguration(absolute: string): boolean {
	const home = homedir();
	return isSensitive(absolute) || (isBelow(home, absolute) && isHomeDotFile(path.relative(home, absolute)));
}

/**
 * Characters of words that are looked at for one call. Each word of a command can be read in several ways, but the ways to
 * read a usual one have fewer characters than this for each of its own. With more the call is asked about.
 */
const maxWordChars = 4 * limits.ruleCommandChars;

/**
 * True when a word of the commands names such a file, or there is too much to look at: then the user is asked, too.
 * @param bases what their words may be relative to
 */
function nameProtected(commands: readonly string[], bases: readonly string[]): boolean {
	const baseChars = bases.reduce((chars, base) => chars + base.length, 0);
	const seen = new Set<string>();
	let chars = 0;
	for (const command of commands)
		for (const word of wordsOf(command)) {
			if (seen.has(word)) continue;
			seen.add(word);
			chars += word.length + (climbs(word) ? baseChars + bases.length * word.length : 0);
			if (chars > maxWordChars || isSensitive(word) || isBelowHome(word, bases)) return true;
		}
	return false;
}

function wordsOf(command: string): readonly string[] {
	const texts = new Set([command, command.replaceAll(/["'\\]/gu, '')]);
	return [...texts].flatMap((text) => [...text.split(/[\s"'`=:;,|&<>()]+/u), ...pathWords(text)]);
}

function climbs(word: string): boolean {
	return word.includes('..') && !path.isAbsolute(word);
}

function isBelowHome(word: string, bases: readonly string[]): boolean {
	if (/^(?:~|\$HOME|\$\{HOME\})[\\/]\./u.test(word)) return true;
	if (path.isAbsolute(word)) return isConfiguration(path.normalize(word));
	// What stands below the folder is judged by its names alone: that one may be a folder of an agent.
	return climbs(word) && bases.some((base) => isConfiguration(path.resolve(base, word)));
}
