/**
 * What agents have changed since each message of the user was sent, for the sessions that are on show. The engine is
 * asked a moment after something may have changed, and the more seldom the longer its answers take.
 */
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

const none: Counts = new Map();

export class PromptCounts implements Disposable {
	readonly #parts: PromptCountsParts;
	/** By session, of those that a view has shown. */
	readonly #known = new Map<string, Counts>();
	#timer: NodeJS.Timeout | undefined;
	#isDisposed = false;
	/** Milliseconds that the engine took last. */
	#tookMs = 0;

	constructor(parts: PromptCountsParts) {
		this.#parts = parts;
	}

	/** Undefined where nothing has changed, or that is not known yet. */
	of({ key }: SessionState, message: EntryId): ViewChangedSince | undefined {
		const counts = this.#known.get(key);
		if (counts !== undefined) return counts.get(message);
		this.#known.set(key, none);
		this.ask();
		return undefined;
	}

	/** Something may have changed. */
	ask(): void {
		if (this.#known.size === 0 || this.#isDisposed) return;
		const wait = Math.max(limits.changeSoonMs, this.#tookMs * 10);
		this.#timer ??= setTimeout(() => void this.#askNow(), wait);
	}

	dispose(): void {
		this.#isDisposed = true;
		clearTimeout(this.#timer);
	}

	/** What is asked for meanwhile is asked afterwards. */
	async #askNow(): Promise<void> {
		const begin = performance.now();
		const sessions = [...this.#known.keys()];
		this.#timer = undefined;
		for (const session of sessions) await this.#update(session);
		this.#tookMs = performance.now() - begin;
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
		const before = this.#known.get(session) ?? none;
		this.#known.set(session, counts);
		const news = [...new Set([...before.keys(), ...counts.keys()])].filter(
			(id) => !isSame(before.get(id), counts.get(id)),
		);
		if (news.length > 0) this.#parts.onNews({ session, entries: news });
	}
}

function isSame(one: ViewChangedSince | undefined, other: ViewChangedSince | undefined): boolean {
	return one?.files === other?.files && one?.added === other?.added && one?.removed === other?.removed;
}
