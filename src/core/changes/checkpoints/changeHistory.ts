/**
 * The records of changes with the checkpoints between them, oldest first and bounded: what stands behind a checkpoint
 * is what changed since. A checkpoint before the oldest record that is kept tells nothing any more and goes. Pure.
 */
import * as limits from '../../base/limits.ts';
import type { JournalLine } from '../journalLine.ts';
import type { ChangeRecord } from '../record.ts';
import type { Checkpoint } from './checkpoint.ts';

/** Behind the last checkpoint there may be so many times the records that are kept otherwise. */
const mostOfOne = 4;

interface Placed {
	readonly checkpoint: Checkpoint;
	/** Records that were ever added before it. */
	readonly after: number;
}

interface HistoryBounds {
	readonly maxRecords: number;
	/** Of one session. */
	readonly maxCheckpoints?: number | undefined;
	readonly maxCheckpointMs?: number | undefined;
}

export class ChangeHistory {
	readonly #bounds: Readonly<Record<keyof HistoryBounds, number>>;
	#records: ChangeRecord[] = [];
	/** Records that were added before the first one that is kept. */
	#dropped = 0;
	/** By session and id, in order. */
	#checkpoints = new Map<string, Placed>();
	/** Records that were ever added before the last checkpoint that was placed. */
	#last: number | undefined;

	constructor({
		maxRecords,
		maxCheckpoints = limits.changeCheckpoints,
		maxCheckpointMs = limits.changeCheckpointMs,
	}: HistoryBounds) {
		this.#bounds = { maxRecords, maxCheckpoints, maxCheckpointMs };
	}

	get records(): readonly ChangeRecord[] {
		return this.#records;
	}

	/** Oldest first. @param session of all if absent */
	checkpoints(session?: string): readonly Checkpoint[] {
		const all = [...this.#checkpoints.values()].map(({ checkpoint }) => checkpoint);
		return session === undefined ? all : all.filter((one) => one.session === session);
	}

	/** @returns undefined where there is no such checkpoint any more */
	checkpoint({ session, id }: Pick<Checkpoint, 'session' | 'id'>): Checkpoint | undefined {
		return this.#checkpoints.get(keyOf({ session, id }))?.checkpoint;
	}

	/** True where a checkpoint is from before that time, in milliseconds since 1970. */
	hasOlder(time: number): boolean {
		return [...this.#checkpoints.values()].some(({ checkpoint }) => checkpoint.at < time);
	}

	/** @returns undefined where there is no such checkpoint any more */
	since(session: string, id: string): readonly ChangeRecord[] | undefined {
		const placed = this.#checkpoints.get(keyOf({ session, id }));
		return placed === undefined ? undefined : this.#records.slice(placed.after - this.#dropped);
	}

	add(record: ChangeRecord): void {
		this.#records.push(record);
		const { maxRecords } = this.#bounds;
		const over = this.#records.length - maxRecords;
		if (over <= 0) return;
		// What came before the last checkpoint; that itself goes only where one turn, or one restore, is far too much.
		const before = (this.#last ?? Infinity) - this.#dropped;
		const isFarOver = over > maxRecords * (mostOfOne - 1);
		// Not one by one: checkpoints go with them.
		const count = Math.max(Math.ceil(maxRecords / 10), over);
		if (before > 0 || isFarOver) this.#drop(isFarOver ? count : Math.min(count, before));
	}

	/** Puts a checkpoint behind what is there; one that is there already is moved there. */
	place(checkpoint: Checkpoint): void {
		const key = keyOf(checkpoint);
		this.#checkpoints.delete(key);
		this.#last = this.#dropped + this.#records.length;
		this.#checkpoints.set(key, { checkpoint, after: this.#last });
		const { maxCheckpoints, maxCheckpointMs } = this.#bounds;
		for (const [old, { checkpoint: one }] of this.#checkpoints)
			if (one.at < checkpoint.at - maxCheckpointMs) this.#checkpoints.delete(old);
		const [oldest, ...others] = this.checkpoints(checkpoint.session);
		if (oldest !== undefined && others.length >= maxCheckpoints) this.#checkpoints.delete(keyOf(oldest));
	}

	/**
	 * Lets go of checkpoints, and of the records before the first one that is left: these are asked for no more.
	 * @param isKept records that are needed for something else
	 */
	forget(isGone: (checkpoint: Checkpoint) => boolean, isKept: (record: ChangeRecord) => boolean): void {
		for (const [key, { checkpoint }] of this.#checkpoints)
			if (isGone(checkpoint)) this.#checkpoints.delete(key);
		let first = this.#records.length;
		for (const { after } of this.#checkpoints.values()) first = Math.min(first, after - this.#dropped);
		const kept = this.#records.slice(0, first).filter(isKept);
		this.#records = [...kept, ...this.#records.slice(first)];
		this.#dropped += first - kept.length;
	}

	/** All of it, in order. */
	lines(): readonly JournalLine[] {
		return this.#moments().map(({ line }) => line);
	}

	/** Puts what another window has recorded between what was recorded here, by time. */
	merge(lines: readonly JournalLine[]): void {
		const other = new ChangeHistory(this.#bounds);
		for (const line of lines) other.take(line);
		const all = [...this.#moments(), ...other.#moments()].toSorted((a, b) => a.at - b.at);
		// Both saw it, and only one knows whose it was.
		const told = new Set(
			all.flatMap(({ line }) =>
				line.type === 'record' && !isUnattributed(line.record) ? [sides(line.record)] : [],
			),
		);
		this.#records = [];
		this.#dropped = 0;
		this.#checkpoints = new Map();
		this.#last = undefined;
		for (const { line } of all) {
			const isSeenTwice =
				line.type === 'record' && isUnattributed(line.record) && told.has(sides(line.record));
			// A window that was reloaded has told of a prompt once more, and later.
			const isKnown = line.type === 'checkpoint' && this.#checkpoints.has(keyOf(line.checkpoint));
			if (!isSeenTwice && !isKnown) this.take(line);
		}
	}

	/** Takes up a line of a journal, unless it is about something else. */
	take(line: JournalLine): void {
		if (line.type === 'record') this.add(line.record);
		else if (line.type === 'checkpoint') this.place(line.checkpoint);
	}

	#drop(count: number): void {
		this.#records = this.#records.slice(count);
		this.#dropped += count;
		for (const [key, { after }] of this.#checkpoints)
			if (after < this.#dropped) this.#checkpoints.delete(key);
	}

	/** A checkpoint is as late as the record before it: the look that placed it was. */
	#moments(): readonly { readonly at: number; readonly line: JournalLine }[] {
		const moments: { at: number; line: JournalLine }[] = [];
		const placed = [...this.#checkpoints.values()];
		let [next, last] = [0, -Infinity];
		for (let index = 0; index <= this.#records.length; index++) {
			for (let one = placed[next]; one?.after === this.#dropped + index; one = placed[++next]) {
				last = Math.max(last, one.checkpoint.at);
				moments.push({ at: last, line: { type: 'checkpoint', checkpoint: one.checkpoint } });
			}
			const record = this.#records[index];
			if (record === undefined) continue;
			last = Math.max(last, record.at);
			moments.push({ at: last, line: { type: 'record', record } });
		}
		return moments;
	}
}

function keyOf({ session, id }: Pick<Checkpoint, 'session' | 'id'>): string {
	return JSON.stringify([session, id]);
}

function isUnattributed({ evidence }: ChangeRecord): boolean {
	return evidence.includes('outside_turns');
}

function sides({ path, before, after }: ChangeRecord): string {
	return JSON.stringify([path, before, after]);
}
