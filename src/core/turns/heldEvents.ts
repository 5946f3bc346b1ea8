/** What comes for a thread while its history is asked for: it stands behind the history, once, the newest of it. */
import * as limits from '../base/limits.ts';
import { RingBuffer } from '../base/ringBuffer.ts';
import type { FollowedThread } from './followedThread.ts';
import type { ThreadEvent } from './threadEvents.ts';

export class HeldEvents {
	readonly #held = new Map<string, RingBuffer<ThreadEvent>>();

	/** From now on the events of this thread wait. */
	hold(threadId: string): void {
		this.#held.set(threadId, new RingBuffer(limits.earlyEvents));
	}

	/** @returns whether the events wait; where not, they are to be shown at once */
	keeps(threadId: string, events: readonly ThreadEvent[]): boolean {
		const held = this.#held.get(threadId);
		if (held !== undefined) for (const event of events) held.push(event);
		return held !== undefined;
	}

	/**
	 * Lets the events of the thread wait no longer.
	 * @param thread with its history: the pieces of an item that it has told are in it, or in the item's end
	 * @returns what the history has not told, in order
	 */
	release(threadId: string, thread: FollowedThread): readonly ThreadEvent[] {
		const held = this.#held.get(threadId)?.toArray() ?? [];
		this.#held.delete(threadId);
		return held.filter((event) => !('itemId' in event) || !thread.knows(event.itemId));
	}
}
