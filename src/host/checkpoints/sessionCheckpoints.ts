/** The checkpoints of a session with the messages that they belong to. Pure. */
import type { Session } from '../../core/session/driver/session.ts';
import type { EntryId } from '../../core/session/model/entry.ts';
import { writtenText } from '../../core/view/projectContent.ts';
import type { CheckpointSummary } from '../../node/changes/checkpoints/checkpointEngine.ts';
import { entriesOf, promptHash, promptText } from './promptMatches.ts';

/** More of a prompt is in the conversation. */
const promptChars = 200;

export class SessionCheckpoints {
	/** Newest first. */
	readonly all: readonly CheckpointSummary[];
	readonly #session: Pick<Session, 'state'> | undefined;
	readonly #entries: ReadonlyMap<string, EntryId>;

	/** @param all newest first @param session undefined for one that is gone */
	constructor(all: readonly CheckpointSummary[], session: Pick<Session, 'state'> | undefined) {
		this.all = all;
		this.#session = session;
		this.#entries = entriesOf(all.toReversed(), session?.state.entries.values() ?? []);
	}

	/** @param prompt the message, or the checkpoint */
	find(prompt: string): CheckpointSummary | undefined {
		const known = this.all.find(({ id }) => id === prompt || this.#entries.get(id) === prompt);
		if (known !== undefined) return known;
		// While an agent tells its history once more, the message is there twice.
		const text = this.textOf(prompt);
		const alike = text === undefined ? [] : this.all.filter((one) => one.prompt === promptHash(text));
		return alike.length === 1 ? alike[0] : undefined;
	}

	/** Undefined where the message is not at hand. */
	entryOf({ id }: Pick<CheckpointSummary, 'id'>): EntryId | undefined {
		return this.#entries.get(id);
	}

	/** Of a message of the user; undefined for anything else. */
	textOf(entry: EntryId): string | undefined {
		return promptText(this.#session?.state.entries.get(entry));
	}

	/** How its message begins; empty where that is not at hand. */
	readonly promptOf = (checkpoint: CheckpointSummary): string => {
		const entry = this.#session?.state.entries.get(this.entryOf(checkpoint) ?? '');
		return entry?.type === 'message' ? writtenText(entry.content).trim().slice(0, promptChars) : '';
	};
}
