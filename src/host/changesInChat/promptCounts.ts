/**
 * What agents have changed since each message of the user was sent, for the sessions that are on show. The engine is
 * asked a moment after something may have changed, and the more seldom the longer its answers take.
 */
import { BoundedMap } from '../../core/base/boundedMap.ts';
import type { Disposable } from '../../core/base/disposable.ts';
import * as limits from '../../core/base/limits.ts';
import type { EntryId } from '../../core/session/model/entry.ts';
import type { SessionState } from '../../core/session/model/sessionState.ts';
import type { ViewChangedSince } from '../../core/view/viewEntry.ts';
import type { ChangeReview } from '../changes/changeReview.ts';
import { entriesOf } from '../checkpoints/promptMatches.ts';

type Counts = ReadonlyMap<EntryId, ViewChangedSince>;

/** Messages of a session that have something else to show. */
interface CountNews {
	readonly session: string;
	readonly entries: readonly EntryId[];
}

interface PromptCountsParts {
	readonly review: Pick<ChangeReview, 'checkpoints'>;
	/** Undefined for a session that is gone. */
	readonly stateOf: (session: string) => SessionState | undefined;
	readonly onNews: (news: CountNews) => void;
}

/** What a session was told to have, and the messages that were there. */
interface Known {
	readonly counts: Counts;
	readonly messages: ReadonlySet<EntryId>;
}

const unknown: Known = { counts: new Map(), messages: new Set() };
/** More are seldom on show at once. */
const mostSessions = 8;

export class PromptCounts implements Disposable {
	readonly #parts: PromptCountsParts;
	/** By session, of those that a view has shown lately. */
	readonly #known = new BoundedMap<string, Known>({ maxCount: mostSessions });
	#timer: NodeJS.Timeout | undefined;
	#isAsking = false;
	/** Something has changed while the engine was asked. */
	#isStale = false;
	#isDisposed = false;
	/** Milliseconds that the engine took last. */
	#tookMs = 0;

	constructor(parts: PromptCountsParts) {
		this.#parts = parts;
	}

	/** Undefined where nothing has changed, or that is not known yet. */
	of({ key }: SessionState, message: EntryId): ViewChangedSince | undefined {
		const known = this.#known.get(key) ?? unknown;
		// A new one, or the agent has told its history once more.
		if (!known.messages.has(message)) {
			this.#known.set(key, { ...known, messages: new Set([...known.messages, message]) });
			this.ask();
		}
		return known.counts.get(message);
	}

	/** Something may have changed. */
	ask(): void {
		if (this.#known.size === 0 || this.#isDisposed) return;
		if (this.#isAsking) {
			this.#isStale = true;
			return;
		}
		const wait = Math.max(limits.changeSoonMs, this.#tookMs * 10);
		this.#timer ??= setTimeout(() => void this.#askNow(), wait);
	}

	dispose(): void {
		this.#isDisposed = true;
		clearTimeout(this.#timer);
	}

	async #askNow(): Promise<void> {
		const begin = performance.now();
		this.#timer = undefined;
		this.#isAsking = true;
		this.#isStale = false;
		for (const session of [...this.#known].map(([key]) => key)) await this.#update(session);
		this.#tookMs = performance.now() - begin;
		this.#isAsking = false;
		if (this.#isStale) this.ask();
	}

	async #update(session: string): Promise<void> {
		// An engine that fails says so itself.
		const all = await this.#parts.review.checkpoints(session).catch(() => undefined);
		const state = this.#parts.stateOf(session);
		if (state === undefined) this.#known.delete(session);
		if (all === undefined || state === undefined || this.#isDisposed) return;
		const entries = entriesOf(all, state.entries.values());
		const counts = new Map<EntryId, ViewChangedSince>();
		for (const { type, id, files, added, removed } of all) {
			const entry = type === 'prompt' && files > 0 ? entries.get(id) : undefined;
			if (entry !== undefined) counts.set(entry, { files, added, removed });
		}
		const { counts: before, messages } = this.#known.get(session) ?? unknown;
		const left = [...messages].filter((id) => state.entries.has(id));
		this.#known.set(session, { counts, messages: new Set(left) });
		const news = [...new Set([...before.keys(), ...counts.keys()])].filter(
			(id) => !isSame(before.get(id), counts.get(id)),
		);
		if (news.length > 0) this.#parts.onNews({ session, entries: news });
	}
}

function isSame(one: ViewChangedSince | undefined, other: ViewChangedSince | undefined): boolean {
	return one?.files === other?.files && one?.added === other?.added && one?.removed === other?.removed;
}
