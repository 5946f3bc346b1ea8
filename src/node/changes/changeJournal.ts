/**
 * The records, and what waits, in a file of this life of the window that begins by a rename and then only grows: it can
 * be read after an end at any moment. Files of windows that are gone are read once, and their content is taken over.
 */
import { appendFileSync, mkdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { BoundedMap } from '../../core/base/boundedMap.ts';
import * as limits from '../../core/base/limits.ts';
import type { Checkpoint } from '../../core/changes/checkpoints/checkpoint.ts';
import { ChangeHistory } from '../../core/changes/checkpoints/changeHistory.ts';
import {
	type CallSides,
	formatLine,
	formatTogether,
	type JournalLine,
	journalVersion,
	type Pending,
} from '../../core/changes/journalLine.ts';
import { type ChangeRecord, hashesOf, isSameState } from '../../core/changes/record.ts';
import {
	isInUse,
	journalsIn,
	type NamedElsewhere,
	namedElsewhere,
	newJournal,
	pendingOf,
	PinsElsewhere,
	readJournal,
	removeJournal,
	removeSetAside,
	setAside,
} from './journalFiles.ts';

interface JournalOptions {
	/** Absolute, without links. */
	readonly folder: string;
	readonly maxRecords: number;
	/** Of one session. */
	readonly maxCheckpoints?: number | undefined;
	readonly maxCheckpointMs?: number | undefined;
	readonly maxFileBytes: number;
	readonly log: (line: string) => void;
}

export class ChangeJournal {
	readonly #options: JournalOptions;
	readonly #file: string;
	readonly #pending = new Map<string, Pending>();
	readonly #history: ChangeHistory;
	/** By session, call and path. */
	readonly #calls = new BoundedMap<string, CallSides>({ maxCount: limits.callFiles });
	#bytes = 0;
	/** Journals whose content is to be in ours with the next time that it is written anew. */
	readonly #old = new Set<string>();
	/** Those of them of which not all can be read. */
	readonly #corrupt = new Set<string>();
	readonly #leftAlone = new Set<string>();
	readonly #pinsElsewhere = new PinsElsewhere();
	/** What is to be written as one line. */
	#together: JournalLine[] | undefined;
	/** A write failed: the file is written anew with the next, or with `mend`. */
	#isBroken = false;

	constructor(options: JournalOptions) {
		this.#options = options;
		mkdirSync(options.folder, { recursive: true, mode: 0o700 });
		this.#file = newJournal(options.folder);
		const { maxRecords, maxCheckpoints, maxCheckpointMs } = options;
		this.#history = new ChangeHistory({ maxRecords, maxCheckpoints, maxCheckpointMs });
		for (const { file, lines } of this.#left()) {
			// Another of this process, begun in the same millisecond, has the same name.
			if (file !== this.#file) this.#old.add(file);
			for (const line of lines) this.#apply(line);
		}
		this.#rewrite();
	}

	get records(): readonly ChangeRecord[] {
		return this.#history.records;
	}

	/** What is kept of changes, with the checkpoints between them. */
	get history(): Pick<ChangeHistory, 'checkpoints' | 'checkpoint' | 'since' | 'hasOlder'> {
		return this.#history;
	}

	/** Files of which changes wait, by path. */
	get pending(): ReadonlyMap<string, Pending> {
		return this.#pending;
	}

	/** What single calls changed, oldest first. */
	*calls(): Generator<CallSides> {
		for (const [, sides] of this.#calls) yield sides;
	}

	/** Contents that are named here. */
	named(): ReadonlySet<string> {
		const sides = [...this.#history.records].flatMap(({ before, after }) => [before, after]);
		const waiting = [...this.#pending.values()].flatMap(({ base, agent }) => [base, agent]);
		const calls = [...this.calls()].flatMap(({ before, after }) => [before ?? [], after ?? []].flat());
		return new Set([...[...sides, ...waiting].flatMap(hashesOf), ...calls]);
	}

	/** Lets go of checkpoints, with the records that only they need, and of what calls of sessions changed. */
	forget(isGone: (checkpoint: Checkpoint) => boolean, isGoneSession: (session: string) => boolean): void {
		this.#history.forget(isGone, ({ path: file, movedFrom = file }) =>
			[file, movedFrom].some((one) => this.#pending.has(one)),
		);
		for (const [key, { session }] of [...this.#calls]) if (isGoneSession(session)) this.#calls.delete(key);
		this.#rewrite();
	}

	/** Lets go of journals that were damaged: nothing tells which sessions they are about. */
	forgetDamaged(): void {
		removeSetAside(this.#options.folder);
	}

	append(...lines: readonly JournalLine[]): void {
		if (lines.length === 0) return;
		for (const line of lines) this.#apply(line);
		if (this.#together === undefined) this.#write(lines.map(formatLine).join(''));
		else this.#together.push(...lines);
	}

	/** What is appended meanwhile is there after an end at any moment, or nothing of it. */
	together(work: () => void): void {
		const lines: JournalLine[] = [];
		this.#together = lines;
		try {
			work();
		} finally {
			this.#together = undefined;
			if (lines.length > 0) this.#write(formatTogether(lines));
		}
	}

	/** Writes again what a failed write left out. @returns true where the file has all */
	mend(): boolean {
		if (this.#isBroken) this.#rewrite();
		return !this.#isBroken;
	}

	#write(text: string): void {
		if (this.#isBroken || this.#bytes + text.length > this.#options.maxFileBytes) return this.#rewrite();
		try {
			appendFileSync(this.#file, text, { mode: 0o600 });
			this.#bytes += Buffer.byteLength(text);
		} catch (error) {
			this.#fail(error);
			this.#cutBack();
		}
	}

	#apply(line: JournalLine): void {
		switch (line.type) {
			case 'record':
			case 'checkpoint':
				return this.#history.take(line);
			case 'pending':
				this.#pending.delete(line.pending.path);
				return void this.#pending.set(line.pending.path, line.pending);
			case 'settled':
				return void this.#pending.delete(line.path);
			case 'call':
				return this.#keepCall(line.sides);
			case 'version':
				return;
		}
	}

	#keepCall(sides: CallSides): void {
		this.#calls.set(JSON.stringify([sides.session, sides.call, sides.path]), sides);
	}

	#rewrite(): void {
		const lines: JournalLine[] = [
			{ type: 'version', version: journalVersion },
			...this.#history.lines(),
			...[...this.calls()].map((sides) => ({ type: 'call' as const, sides })),
			...[...this.#pending.values()].map((pending) => ({ type: 'pending' as const, pending })),
		];
		const text = lines.map(formatLine).join('');
		const half = `${this.#file}.half`;
		try {
			writeFileSync(half, text, { mode: 0o600 });
			renameSync(half, this.#file);
			this.#bytes = Buffer.byteLength(text);
			this.#isBroken = false;
			// Only once what they hold is in ours.
			for (const file of this.#old) {
				if (this.#corrupt.delete(file)) setAside(file);
				removeJournal(file);
			}
			this.#old.clear();
		} catch (error) {
			this.#fail(error);
			rmSync(half, { force: true });
		}
	}

	/** A line that was written in part would spoil the next one. */
	#cutBack(): void {
		try {
			truncateSync(this.#file, this.#bytes);
		} catch {
			// It is written anew with the next line.
		}
	}

	#fail(error: unknown): void {
		if (!this.#isBroken) this.#options.log(`Changes could not be recorded: ${String(error)}`);
		this.#isBroken = true;
	}

	/** Takes over what windows that are gone have left. @returns false where there was nothing */
	takeOver(): boolean {
		const left = this.#left(this.#file);
		if (left.length === 0) return false;
		for (const { file, lines } of left) {
			this.#old.add(file);
			this.#merge(lines);
		}
		this.#rewrite();
		return true;
	}

	/** Contents that wait in other windows. */
	pinnedElsewhere(): ReadonlySet<string> {
		return this.#pinsElsewhere.read(this.#options.folder, this.#file);
	}

	/** What journals of other windows name; undefined where one of them cannot be read. */
	namedElsewhere(): NamedElsewhere | undefined {
		return namedElsewhere(this.#options.folder, this.#file);
	}

	/**
	 * What was taken up here since goes on, and goes back to before what waits there. Where it began with something else,
	 * the user may have a part in what is between.
	 */
	#merge(lines: readonly JournalLine[]): void {
		for (const line of lines) if (line.type === 'call') this.#keepCall(line.sides);
		this.#history.merge(lines);
		for (const [file, theirs] of pendingOf(lines)) {
			const ours = this.#pending.get(file);
			if (ours === undefined) this.#pending.set(file, theirs);
			else if (!isSameState(ours.base, theirs.base)) {
				const isBetween = !isSameState(ours.base, theirs.agent);
				const hasUserEdits = isBetween || ours.hasUserEdits === true || theirs.hasUserEdits === true;
				this.#pending.set(file, { ...ours, base: theirs.base, ...(hasUserEdits ? { hasUserEdits } : {}) });
			}
		}
	}

	/** Journals of windows that are gone; what cannot be read stays where it is, and is said once. */
	#left(own?: string): readonly { readonly file: string; readonly lines: readonly JournalLine[] }[] {
		const { folder, log } = this.#options;
		return journalsIn(folder).flatMap((file) => {
			if (file === own || this.#old.has(file) || this.#leftAlone.has(file) || isInUse(file)) return [];
			const name = path.basename(file);
			const found = readJournal(file);
			if (found.type === 'lines') {
				if (found.isCorrupt) this.#corrupt.add(file);
				if (found.damaged > 0) log(`${found.damaged} lines of ${name} cannot be read.`);
				return [{ file, lines: found.lines }];
			}
			this.#leftAlone.add(file);
			log(
				found.type === 'newer'
					? `${name} was written by a newer release and is left alone.`
					: `${name} cannot be read and is left alone.`,
			);
			return [];
		});
	}
}
