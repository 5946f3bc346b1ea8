/**
 * Where the rules of the user are kept: those for everywhere with the extension, those for a folder with the
 * workspace, both in VS Code's own storage, and those of a session only in memory. No file of a workspace and no
 * setting can add one (hazard C8).
 */
import type { Memento } from 'vscode';
import type { Disposable } from '../../core/base/disposable.ts';
import { Emitter } from '../../core/base/emitter.ts';
import { t } from '../../core/base/l10n.ts';
import * as limits from '../../core/base/limits.ts';
import { isExpired, type Rule, sessionOf } from '../../core/rules/rule.ts';
import { parseRules } from '../../core/rules/storedRules.ts';

const storageKey = 'acpHost.permissionRules';
/** Longest time a timer of Node can wait. */
const maxTimerMs = 2 ** 31 - 1;

interface RuleStoreParts {
	readonly everywhere: Memento;
	/** For rules of folders. */
	readonly workspace: Memento;
	now(): number;
	log(line: string): void;
}

type Place = 'everywhere' | 'workspace';
const places = ['everywhere', 'workspace'] as const;

export class RuleStore implements Disposable {
	readonly #parts: RuleStoreParts;
	readonly #changed = new Emitter<void>();
	/** Places of which it was said that something in them is no rule. */
	readonly #told = new Set<Place>();
	/** Rules that were seen to run out: a clock that is set back does not bring them to life again. */
	readonly #ended = new Set<string>();
	#ofSessions: readonly Rule[] = [];
	#timer: ReturnType<typeof setTimeout> | undefined;

	/** Fires when rules were made, revoked, or have run out. */
	readonly onDidChange = this.#changed.event;

	constructor(parts: RuleStoreParts) {
		this.#parts = parts;
		this.#waitForEnd();
	}

	/** All that count now. Read anew each time: another window may have changed them. */
	get rules(): readonly Rule[] {
		const stored = places.flatMap((place) => this.#read(place));
		return [...this.#ofSessions, ...stored].filter((rule) => this.#counts(rule));
	}

	byId(id: string): Rule | undefined {
		return this.rules.find((rule) => rule.id === id);
	}

	/** @throws Error when there are too many: the oldest may deny something, so none is dropped silently */
	async add(rule: Rule): Promise<void> {
		if (sessionOf(rule) !== undefined) {
			requireRoom(this.#ofSessions);
			this.#ofSessions = [...this.#ofSessions, rule];
		} else {
			const place = rule.scope.type === 'everywhere' ? 'everywhere' : 'workspace';
			const kept = this.#live(place);
			requireRoom(kept);
			await this.#write(place, [...kept, rule]);
			return;
		}
		this.#tell();
	}

	/** Revokes those for which it is said. */
	async remove(isMeant: (rule: Rule) => boolean): Promise<void> {
		this.#ofSessions = this.#ofSessions.filter((rule) => !isMeant(rule));
		for (const place of places) {
			const kept = this.#live(place);
			const left = kept.filter((rule) => !isMeant(rule));
			if (left.length < kept.length) await this.#write(place, left);
		}
		this.#tell();
	}

	/** A session has left this window, and its rules with it. */
	endSession(sessionKey: string): void {
		const left = this.#ofSessions.filter((rule) => sessionOf(rule) !== sessionKey);
		if (left.length === this.#ofSessions.length) return;
		this.#ofSessions = left;
		this.#tell();
	}

	dispose(): void {
		clearTimeout(this.#timer);
		this.#changed.dispose();
	}

	#tell(): void {
		this.#waitForEnd();
		this.#changed.fire();
	}

	/** Rules that expire are reported when it happens, so that the lists that show them are updated. */
	#waitForEnd(): void {
		clearTimeout(this.#timer);
		const now = this.#parts.now();
		const ends = this.rules.flatMap(({ end }) => (end.type === 'time' ? [end.at - now] : []));
		if (ends.length === 0) return;
		this.#timer = setTimeout(() => this.#tell(), Math.min(Math.max(Math.min(...ends), 1), maxTimerMs));
		this.#timer.unref();
	}

	#live(place: Place): readonly Rule[] {
		return this.#read(place).filter((rule) => !this.#hasEnded(rule));
	}

	#counts(rule: Rule): boolean {
		return !this.#hasEnded(rule) && !isExpired(rule, this.#parts.now());
	}

	#hasEnded({ id, end }: Rule): boolean {
		if (end.type === 'time' && end.at <= this.#parts.now()) this.#ended.add(id);
		return this.#ended.has(id);
	}

	#read(place: Place): readonly Rule[] {
		const { rules, ignored } = parseRules(
			this.#parts[place].get<unknown>(storageKey),
			limits.permissionRules,
		);
		const own = rules.filter(({ scope }) => (scope.type === 'everywhere') === (place === 'everywhere'));
		const unreadable = ignored + rules.length - own.length;
		if (unreadable > 0 && !this.#told.has(place)) {
			this.#told.add(place);
			this.#parts.log(
				`Permission rules (${place}): ${unreadable} stored entries are no rules and do not count.`,
			);
		}
		return own;
	}

	/** VS Code has the new rules at once, also when it then fails to keep them: they are told in any case. */
	async #write(place: Place, rules: readonly Rule[]): Promise<void> {
		try {
			await this.#parts[place].update(storageKey, rules);
		} finally {
			this.#tell();
		}
	}
}

function requireRoom(rules: readonly Rule[]): void {
	if (rules.length >= limits.permissionRules) {
		throw new Error(
			t('There are {0} permission rules already. Remove some that you do not need.', rules.length),
		);
	}
}
