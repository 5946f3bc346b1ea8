/**
 * What has changed since the checkpoints of sessions, gone on with where only later changes have come: each change of
 * others in a file of the session is a merge for each checkpoint before it. What is too much for one question is told
 * without these merges, and made by the next ones.
 */
import { BoundedMap } from '../../../core/base/boundedMap.ts';
import { Replay, type Track } from '../../../core/changes/checkpoints/replay.ts';
import type { ChangeRecord, FileState } from '../../../core/changes/record.ts';
import type { CheckpointTexts } from './checkpointTexts.ts';

interface Kept {
	readonly replay: Replay;
	/** That it went through. */
	readonly records: readonly ChangeRecord[];
}

const keptSessions = 4;
/** Of the merged texts of one session, and what a file without one counts for, in characters. */
const [keptChars, trackChars] = [8 * 1024 * 1024, 256];

export class KeptReplays {
	readonly #texts: Pick<CheckpointTexts, 'mayRead' | 'of'>;
	readonly #sessions = new BoundedMap<string, ReadonlyMap<string, Kept>>({ maxCount: keptSessions });
	#isLeftOut = false;

	constructor(texts: Pick<CheckpointTexts, 'mayRead' | 'of'>) {
		this.#texts = texts;
	}

	/**
	 * Files that have changed since each of these; yields often.
	 * @param all what came since checkpoints of a session, by their id: those that matter most come first
	 */
	*tracks(
		session: string,
		all: ReadonlyMap<string, readonly ChangeRecord[]>,
	): Generator<void, ReadonlyMap<string, readonly Track[]>> {
		const known = this.#sessions.get(session);
		const kept = new Map<string, Kept>();
		const found = new Map<string, readonly Track[]>();
		let chars = 0;
		for (const [id, records] of all) {
			this.#isLeftOut = false;
			const before = known?.get(id);
			const isOn = before?.records.every((record, at) => record === records[at]) === true;
			const replay = isOn ? before.replay : new Replay(session, (state) => this.#textOf(state));
			for (const record of records.slice(isOn ? before.records.length : 0)) {
				replay.add(record);
				yield;
			}
			const { tracks } = replay;
			found.set(id, tracks);
			chars += tracks.reduce((sum, track) => sum + charsOf(track), 0);
			if (!this.#isLeftOut && chars <= keptChars) kept.set(id, { replay, records });
		}
		this.#sessions.set(session, kept);
		return found;
	}

	#textOf(state: FileState): string | undefined {
		this.#isLeftOut ||= !this.#texts.mayRead(state);
		return this.#isLeftOut ? undefined : this.#texts.of(state);
	}
}

function charsOf({ target }: Track): number {
	return trackChars + (target.type === 'text' ? target.text.length : 0);
}
