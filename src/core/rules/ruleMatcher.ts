/** Whether a rule speaks of a permission: of anything in it, or of all of it. Pure: paths have been resolved by the host. */
import { type Asked, withinReach } from './asked.ts';
import { isWithin, matchesPath, type PathPattern } from './pathPattern.ts';
import type { Rule } from './rule.ts';
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
