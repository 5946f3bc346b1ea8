/** Whether a rule speaks of a permission: of anything in it, or of all of it. Pure: paths have been resolved by the host. */
import { reachingKinds } from '../view/permissionSubject.ts';
import { type RequestFacts, withinReach } from './requestFacts.ts';
import { isWithin, matchesPath, type PathPattern } from './pathPattern.ts';
import type { Rule, RulePattern } from './rule.ts';
import { pathWords } from './pathWords.ts';
import { hasPartStarting, isPlainStart, isSameCommand } from './shellCommand.ts';

/** A path of the call, as it is on the disk. */
export interface ResolvedPath {
	/** As the agent wrote it, made absolute. */
	readonly literal: string;
	/** With every link resolved; undefined when that was not possible. */
	readonly canonical: string | undefined;
}

/** All places that a path can mean, by the folders that it may be relative to. Canonical, undefined as above. */
export type PossiblePaths = readonly (string | undefined)[];

/** The paths of one request as they are on the disk, made by the host. */
export interface ResolvedPlaces {
	/** Directory of the session, canonical. */
	readonly cwd: string;
	readonly paths: readonly ResolvedPath[];
	/** In the order of `Asked.mentions` and of `Asked.words`. */
	readonly mentions: readonly PossiblePaths[];
	readonly words: readonly PossiblePaths[];
	/** Where the commands run. Canonical; undefined for one that could not be resolved. */
	readonly folders: readonly (string | undefined)[];
	/**
	 * Among them is what configures an editor, an agent, version control or the user's shell: always asked (hazard D3).
	 */
	readonly isProtected: boolean;
}

/**
 * Compares rules with one request: `isTouched` for rules that deny or ask, `isCovered` for those that allow.
 */
export class RuleMatcher {
	readonly #facts: RequestFacts;
	readonly #places: ResolvedPlaces;
	readonly #isCaseSensitive: boolean;

	constructor(facts: RequestFacts, places: ResolvedPlaces, isCaseSensitive: boolean) {
		this.#facts = facts;
		this.#places = places;
		this.#isCaseSensitive = isCaseSensitive;
	}

	/** Agent and scope. */
	isMeant({ agentName, scope, end }: Rule): boolean {
		const { sessionKey } = this.#facts;
		if (agentName !== undefined && agentName !== this.#facts.agentName) return false;
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
		const { commands, scripts, hints, evidentKinds } = this.#facts;
		if (kind !== undefined && kind !== this.#facts.kind && !evidentKinds.includes(kind)) return false;
		const given = scripts.filter((script) => script !== undefined);
		const said = withinReach([...commands, ...hints, ...given]);
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
							[this.#root(rule), this.#facts.cwd].some((root) => matchesPath(pattern, path, root, false)),
					),
				);
		}
	}

	/**
	 * Enough not to allow: what may be a path is what the rule speaks of. Words of a command count where the rule denies,
	 * or is about anything at all.
	 * @param allowing the names in the command that it says itself, such as `test` in `npm test`, are no paths
	 */
	isMentioned({ pattern, scope, kind, effect }: Rule, allowing: Rule): boolean {
		if (pattern.type !== 'file' && pattern.type !== 'folder' && pattern.type !== 'glob') return false;
		const roots = [this.#root({ scope }), this.#facts.cwd];
		const isMeant = (path: string | undefined): boolean =>
			path !== undefined && roots.some((root) => matchesPath(pattern, path, root, false));
		if (this.#places.mentions.flat().some(isMeant)) return true;
		if (effect === 'ask' && kind !== undefined) return false;
		const names = namesIn(allowing.pattern);
		return this.#facts.words.some(
			(word, at) => !names.has(word) && this.#places.words[at]?.some(isMeant) === true,
		);
	}

	/** Enough to allow: the rule covers all that the call says, and the call says what it does. */
	isCovered(rule: Rule): boolean {
		const { pattern, scope } = rule;
		const { commands, isUnspecified, lacksPath, isUnderstood } = this.#facts;
		if (!this.#isOfKind(rule)) return false;
		// Only a rule that allows everything covers a call whose effect is unknown.
		if (!isUnderstood && (pattern.type !== 'any' || rule.kind !== undefined)) return false;
		if (scope.type === 'folder' && !this.#runsIn(scope.path)) return false;
		const staysIn = scope.type !== 'folder' || this.#staysIn(scope.path);
		switch (pattern.type) {
			case 'any':
				if (lacksPath && (rule.kind !== undefined || scope.type === 'folder')) return false;
				return staysIn && (rule.kind === undefined || !isUnspecified);
			case 'command':
				return (
					staysIn &&
					this.#runsIn(this.#places.cwd, true) &&
					this.#areCommands((command, at) =>
						[command, this.#facts.scripts[at] ?? command].some((line) =>
							isSameCommand(pattern.command, line),
						),
					)
				);
			case 'commandStart':
				return (
					staysIn &&
					(scope.type === 'folder' || this.#runsIn(this.#places.cwd, true)) &&
					this.#areCommands((command) => isPlainStart(pattern.command, command)) &&
					this.#wordsStayIn(this.#root(rule), pattern.command)
				);
			default:
				return (
					commands.length === 0 &&
					// Such a call may say in its title alone what it does.
					!reachingKinds.has(this.#facts.kind) &&
					this.#arePaths(pattern, this.#root(rule))
				);
		}
	}

	/** A rule for one kind does not allow what shows to do something else. */
	#isOfKind({ kind }: Rule): boolean {
		const { evidentKinds } = this.#facts;
		return (
			kind === undefined || (kind === this.#facts.kind && evidentKinds.every((evident) => evident === kind))
		);
	}

	/** What a glob is relative to. */
	#root({ scope }: Pick<Rule, 'scope'>): string {
		return scope.type === 'folder' ? scope.path : this.#places.cwd;
	}

	/**
	 * A rule for a folder does not let commands run elsewhere.
	 * @param isExact not below it either: the same words are another command there
	 */
	#runsIn(folder: string, isExact = false): boolean {
		return this.#places.folders.every(
			(place) => this.#isIn(folder, place) && (!isExact || this.#isIn(place ?? '', folder)),
		);
	}

	/** A rule by first words in a folder covers no path outside of it but those in its own words: a rule for `cp` is about files here. */
	#wordsStayIn(folder: string, start: string): boolean {
		const own = new Set(pathWords(start));
		return this.#facts.words.every((word, at) => own.has(word) || this.#isAllWithin(folder, at, 'words'));
	}

	#isAllWithin(folder: string, at: number, of: 'words' | 'mentions'): boolean {
		const landing = this.#places[of][at] ?? [];
		return landing.length > 0 && landing.every((place) => this.#isIn(folder, place));
	}

	/** A rule for a folder that names no path of its own does not reach out of it. */
	#staysIn(folder: string): boolean {
		return (
			this.#places.paths.every(({ canonical }) => this.#isIn(folder, canonical)) &&
			this.#facts.mentions.every((_path, at) => this.#isAllWithin(folder, at, 'mentions'))
		);
	}

	#isIn(folder: string, place: string | undefined): boolean {
		return place !== undefined && isWithin(folder, place, this.#isCaseSensitive);
	}

	#areCommands(isAllowed: (command: string, at: number) => boolean): boolean {
		const { commands, hasEnv, evidentKinds } = this.#facts;
		const isOnlyRun = !hasEnv && evidentKinds.every((evident) => evident === 'execute');
		return isOnlyRun && commands.length > 0 && commands.every(isAllowed);
	}

	#arePaths(pattern: PathPattern, root: string): boolean {
		const { paths, mentions, folders, cwd } = this.#places;
		const isMatched = (path: string | undefined): boolean =>
			path !== undefined && matchesPath(pattern, path, root, this.#isCaseSensitive);
		return (
			paths.length > 0 &&
			// What is relative was read as relative to the session.
			folders.every((folder) => folder === cwd) &&
			paths.every(({ canonical }) => isMatched(canonical)) &&
			this.#facts.mentions.every((_path, at) => (mentions[at] ?? [undefined]).every(isMatched))
		);
	}
}

/** The words of a rule that are names and no paths. */
function namesIn(pattern: RulePattern): ReadonlySet<string> {
	const isCommand = pattern.type === 'command' || pattern.type === 'commandStart';
	return new Set(isCommand ? pathWords(pattern.command).filter((word) => /^[\w-]+$/u.test(word)) : []);
}
