/**
 * What the rules say of a permission. Deny beats ask, ask beats allow, and where no rule speaks the user is asked.
 * Pure: paths have been resolved by the host.
 */
import type { PermissionOption } from '../session/model.ts';
import { type Asked, withinReach } from './asked.ts';
import { matchesGlob } from './pathGlob.ts';
import { isExpired, type Rule, type RulePattern } from './rule.ts';
import { hasPartStarting, isPlainStart, isSameCommand } from './shellCommand.ts';

/** A path of the call, as it is on the disk. */
export interface JudgedPath {
	/** As the agent wrote it, made absolute. */
	readonly literal: string;
	/** With every link resolved; undefined when that was not possible. */
	readonly canonical: string | undefined;
}

export interface JudgedPlaces {
	/** Directory of the session, canonical. */
	readonly cwd: string;
	readonly paths: readonly JudgedPath[];
	/** Where the commands run. Canonical; undefined for one that could not be resolved. */
	readonly folders: readonly (string | undefined)[];
	/** Among them is what configures an editor, an agent, version control or the user's shell: always asked (D3). */
	readonly isProtected: boolean;
}

export interface Circumstances {
	/** Epoch milliseconds. */
	readonly now: number;
	/** False where `A` and `a` are the same file. */
	readonly isCaseSensitive: boolean;
}

export type RuleDecision =
	/** `why` is for the log: nothing matched, a rule wants it, or no rule may decide this. */
	| { readonly type: 'ask'; readonly rule?: Rule }
	| { readonly type: 'answer'; readonly option: PermissionOption; readonly rule: Rule };

/**
 * @param rules of the user, in any order
 * @returns an answer only where a rule speaks and the agent offers exactly what it wants to say
 */
export function judge(
	rules: readonly Rule[],
	asked: Asked,
	places: JudgedPlaces,
	circumstances: Circumstances,
): RuleDecision {
	const matcher = new Matcher(asked, places, circumstances.isCaseSensitive);
	const meant = rules.filter((rule) => !isExpired(rule, circumstances.now) && matcher.isMeant(rule));
	const denying = meant.find((rule) => rule.effect === 'deny' && matcher.isTouched(rule));
	if (denying !== undefined) return answerWith(rejection(asked.options), denying);
	const asking = meant.find((rule) => rule.effect === 'ask' && matcher.isTouched(rule));
	if (asking !== undefined) return { type: 'ask', rule: asking };
	// What cannot be looked at could be what another rule denies.
	if (places.isProtected || asked.isUnread || !isResolved(places)) return { type: 'ask' };
	const allowing = meant.find((rule) => rule.effect === 'allow' && matcher.isCovered(rule));
	return allowing === undefined ? { type: 'ask' } : answerWith(allowance(asked.options), allowing);
}

function isResolved({ paths, folders }: JudgedPlaces): boolean {
	return paths.every(({ canonical }) => canonical !== undefined) && !folders.includes(undefined);
}

function answerWith(option: PermissionOption | undefined, rule: Rule): RuleDecision {
	return option === undefined ? { type: 'ask', rule } : { type: 'answer', option, rule };
}

/**
 * The one option that allows this once. Several of them are a choice that no rule can make, and what would be
 * remembered by the agent is never chosen here.
 */
function allowance(options: readonly PermissionOption[]): PermissionOption | undefined {
	const once = options.filter(({ kind }) => kind === 'allow_once');
	return once.length === 1 ? once.find((option) => isUnmistakable(option, options)) : undefined;
}

function rejection(options: readonly PermissionOption[]): PermissionOption | undefined {
	const unmistakable = options.filter((option) => isUnmistakable(option, options));
	return (
		unmistakable.find(({ kind }) => kind === 'reject_once') ??
		unmistakable.find(({ kind }) => kind === 'reject_always')
	);
}

/** The agent hears the id alone: one that stands for two options says neither. */
function isUnmistakable({ optionId }: PermissionOption, options: readonly PermissionOption[]): boolean {
	return options.filter((other) => other.optionId === optionId).length === 1;
}

class Matcher {
	readonly #asked: Asked;
	readonly #places: JudgedPlaces;
	readonly #isCaseSensitive: boolean;

	constructor(asked: Asked, places: JudgedPlaces, isCaseSensitive: boolean) {
		this.#asked = asked;
		this.#places = places;
		this.#isCaseSensitive = isCaseSensitive;
	}

	/** Agent and scope. */
	isMeant({ agentName, scope, end }: Rule): boolean {
		const { sessionKey } = this.#asked;
		if (agentName !== undefined && agentName !== this.#asked.agentName) return false;
		if (end.type === 'session' && scope.type === 'session' && end.sessionKey !== scope.sessionKey)
			return false;
		switch (scope.type) {
			case 'session':
				return scope.sessionKey === sessionKey;
			case 'folder':
				return isWithin(scope.path, this.#places.cwd, this.#isCaseSensitive);
			case 'everywhere':
				return true;
		}
	}

	/** Enough to deny or to ask: anything of the call is what the rule speaks of. */
	isTouched(rule: Rule): boolean {
		const { pattern, kind } = rule;
		const { commands, hints, deeds } = this.#asked;
		if (kind !== undefined && kind !== this.#asked.kind && !deeds.includes(kind)) return false;
		const said = withinReach([...commands, ...hints]);
		switch (pattern.type) {
			case 'any':
				return true;
			case 'command':
				return said.some((command) => isSameCommand(pattern.command, command));
			case 'commandStart':
				return said.some((command) => hasPartStarting(pattern.command, command));
			default:
				// Where case may not count, a denial that insisted on it could be walked around; the same goes for a folder
				// that is reached by a link.
				return this.#places.paths.some(({ literal, canonical }) =>
					[literal, canonical].some(
						(path) =>
							path !== undefined &&
							[this.#root(rule), this.#asked.cwd].some((root) => matchesPath(pattern, path, root, false)),
					),
				);
		}
	}

	/** Enough to allow: the rule covers all that the call says, and the call says what it does. */
	isCovered(rule: Rule): boolean {
		const { pattern, scope } = rule;
		const { commands, isSilent } = this.#asked;
		if (!this.#isOfKind(rule)) return false;
		if (scope.type === 'folder' && !this.#runsIn(scope.path)) return false;
		const staysIn = scope.type !== 'folder' || this.#staysIn(scope.path);
		switch (pattern.type) {
			case 'any':
				return staysIn && (rule.kind === undefined || !isSilent);
			case 'command':
				return staysIn && this.#areCommands((command) => isSameCommand(pattern.command, command));
			case 'commandStart':
				return staysIn && this.#areCommands((command) => isPlainStart(pattern.command, command));
			default:
				return commands.length === 0 && this.#arePaths(pattern, this.#root(rule));
		}
	}

	/** A rule for one kind does not allow what shows to do something else. */
	#isOfKind({ kind }: Rule): boolean {
		const { deeds } = this.#asked;
		return kind === undefined || (kind === this.#asked.kind && deeds.every((deed) => deed === kind));
	}

	/** What a glob is relative to. */
	#root({ scope }: Rule): string {
		return scope.type === 'folder' ? scope.path : this.#places.cwd;
	}

	/** A rule for a folder does not let commands run elsewhere. */
	#runsIn(folder: string): boolean {
		return this.#places.folders.every((place) => this.#isIn(folder, place));
	}

	/** A rule for a folder that names no path of its own does not reach out of it. */
	#staysIn(folder: string): boolean {
		return this.#places.paths.every(({ canonical }) => this.#isIn(folder, canonical));
	}

	#isIn(folder: string, place: string | undefined): boolean {
		return place !== undefined && isWithin(folder, place, this.#isCaseSensitive);
	}

	#areCommands(isAllowed: (command: string) => boolean): boolean {
		const { commands, hasEnv } = this.#asked;
		return !hasEnv && commands.length > 0 && commands.every(isAllowed);
	}

	#arePaths(pattern: PathPattern, root: string): boolean {
		const { paths, folders, cwd } = this.#places;
		return (
			paths.length > 0 &&
			// What is relative was read as relative to the session.
			folders.every((folder) => folder === cwd) &&
			paths.every(
				({ canonical }) =>
					canonical !== undefined && matchesPath(pattern, canonical, root, this.#isCaseSensitive),
			)
		);
	}
}

type PathPattern = Extract<RulePattern, { type: 'file' | 'folder' | 'glob' }>;

function matchesPath(pattern: PathPattern, path: string, folder: string, isCaseSensitive: boolean): boolean {
	switch (pattern.type) {
		case 'file':
			return names(pattern.path, isCaseSensitive) === names(path, isCaseSensitive);
		case 'folder':
			return isWithin(pattern.path, path, isCaseSensitive);
		case 'glob': {
			const root = `${names(folder, isCaseSensitive).replace(/\/$/u, '')}/`;
			const whole = names(path, isCaseSensitive);
			return (
				whole.startsWith(root) && matchesGlob(names(pattern.glob, isCaseSensitive), whole.slice(root.length))
			);
		}
	}
}

/** True for the folder itself and all below it. Both are absolute and canonical. */
function isWithin(folder: string, path: string, isCaseSensitive: boolean): boolean {
	const root = names(folder, isCaseSensitive).replace(/\/$/u, '');
	const whole = names(path, isCaseSensitive);
	return whole === root || whole.startsWith(`${root}/`);
}

/** On Windows both separators are one; elsewhere a backslash is part of a name. */
function names(path: string, isCaseSensitive: boolean): string {
	const slashed = /^(?:[a-z]:|\\\\)/iu.test(path) ? path.replaceAll('\\', '/') : path;
	return isCaseSensitive ? slashed : slashed.toLowerCase();
}
