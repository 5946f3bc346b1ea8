/** Whether a rule speaks of a permission: of anything in it, or of all of it. Pure: paths have been resolved by the host. */
import { type Asked, withinReach } from './asked.ts';
import { isWithin, matchesPath, type PathPattern } from './pathPattern.ts';
import type { Rule, RulePattern } from './rule.ts';
import { pathWords } from './pathWords.ts';
import { hasPartStarting, isPlainStart, isSameCommand } from './shellCommand.ts';

/** A path of the call, as it is on the disk. */
export interface JudgedPath {
	/** As the agent wrote it, made absolute. */
	readonly literal: string;
	/** With every link resolved; undefined when that was not possible. */
	readonly canonical: string | undefined;
}

/** All places that a path can mean, by the folders that it may be relative to. Canonical, undefined as above. */
export type Landing = readonly (string | undefined)[];

export interface JudgedPlaces {
	/** Directory of the session, canonical. */
	readonly cwd: string;
	readonly paths: readonly JudgedPath[];
	/** In the order of `Asked.mentions` and of `Asked.words`. */
	readonly mentions: readonly Landing[];
	readonly words: readonly Landing[];
	/** Where the commands run. Canonical; undefined for one that could not be resolved. */
	readonly folders: readonly (string | undefined)[];
	/**
	 * Among them is what configures an editor, an agent, version control or the user's shell: always asked (hazard D3).
	 */
	readonly isProtected: boolean;
}

export class RuleMatcher {
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

	/**
	 * Enough not to allow: what may be a path is what the rule speaks of. Words of a command count where the rule denies,
	 * or is about anything at all.
	 * @param allowing the names in the command that it says itself, such as `test` in `npm test`, are no paths
	 */
	isMentioned({ pattern, scope, kind, effect }: Rule, allowing: Rule): boolean {
		if (pattern.type !== 'file' && pattern.type !== 'folder' && pattern.type !== 'glob') return false;
		const roots = [this.#root({ scope }), this.#asked.cwd];
		const isMeant = (path: string | undefined): boolean =>
			path !== undefined && roots.some((root) => matchesPath(pattern, path, root, false));
		if (this.#places.mentions.flat().some(isMeant)) return true;
		if (effect === 'ask' && kind !== undefined) return false;
		const names = namesIn(allowing.pattern);
		return this.#asked.words.some(
			(word, at) => !names.has(word) && this.#places.words[at]?.some(isMeant) === true,
		);
	}

	/** Enough to allow: the rule covers all that the call says, and the call says what it does. */
	isCovered(rule: Rule): boolean {
		const { pattern, scope } = rule;
		const { commands, isSilent, isPlaceless, isUnderstood } = this.#asked;
		if (!this.#isOfKind(rule)) return false;
		// Only who allows everything allows what nobody can know.
		if (!isUnderstood && (pattern.type !== 'any' || rule.kind !== undefined)) return false;
		if (scope.type === 'folder' && !this.#runsIn(scope.path)) return false;
		const staysIn = scope.type !== 'folder' || this.#staysIn(scope.path);
		switch (pattern.type) {
			case 'any':
				if (isPlaceless && (rule.kind !== undefined || scope.type === 'folder')) return false;
				return staysIn && (rule.kind === undefined || !isSilent);
			case 'command':
				return (
					staysIn &&
					this.#runsIn(this.#places.cwd, true) &&
					this.#areCommands((command) => isSameCommand(pattern.command, command))
				);
			case 'commandStart':
				return (
					staysIn &&
					(scope.type === 'folder' || this.#runsIn(this.#places.cwd, true)) &&
					this.#areCommands((command) => isPlainStart(pattern.command, command)) &&
					this.#wordsStayIn(this.#root(rule), pattern.command)
				);
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

	/** First words allow no path beside their own that leads out: `cp` is said of files here. */
	#wordsStayIn(folder: string, start: string): boolean {
		const own = new Set(pathWords(start));
		return this.#asked.words.every((word, at) => own.has(word) || this.#landsIn(folder, at, 'words'));
	}

	#landsIn(folder: string, at: number, of: 'words' | 'mentions'): boolean {
		const landing = this.#places[of][at] ?? [];
		return landing.length > 0 && landing.every((place) => this.#isIn(folder, place));
	}

	/** A rule for a folder that names no path of its own does not reach out of it. */
	#staysIn(folder: string): boolean {
		return (
			this.#places.paths.every(({ canonical }) => this.#isIn(folder, canonical)) &&
			this.#asked.mentions.every((_path, at) => this.#landsIn(folder, at, 'mentions'))
		);
	}

	#isIn(folder: string, place: string | undefined): boolean {
		return place !== undefined && isWithin(folder, place, this.#isCaseSensitive);
	}

	#areCommands(isAllowed: (command: string) => boolean): boolean {
		const { commands, hasEnv, deeds } = this.#asked;
		const isOnlyRun = !hasEnv && deeds.every((deed) => deed === 'execute');
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
			this.#asked.mentions.every((_path, at) => (mentions[at] ?? [undefined]).every(isMatched))
		);
	}
}

/** The words of a rule that are names and no paths. */
function namesIn(pattern: RulePattern): ReadonlySet<string> {
	const isCommand = pattern.type === 'command' || pattern.type === 'commandStart';
	return new Set(isCommand ? pathWords(pattern.command).filter((word) => /^[\w-]+$/u.test(word)) : []);
}
