/**
 * A thread that this side follows: its events in, what the session hears out.
 *
 * A turn ends once, whatever comes after. Stop before the gateway has named the turn goes out when it does.
 */
import { BoundedMap } from '../base/boundedMap.ts';
import * as limits from '../base/limits.ts';
import type { AgentEvent } from '../session/model/agentEvents.ts';
import type { TurnEnd } from '../session/model/turnState.ts';
import type { ThreadEvent } from './threadEvents.ts';
import { ThreadItems } from './threadItems.ts';
import { RingBuffer } from '../base/ringBuffer.ts';

/** Messages that went out from here, by the names they were given. */
export type SentMessages = BoundedMap<string, true>;

export interface ThreadSide {
	deliver(events: readonly AgentEvent[]): void;
	/** Asks the gateway to end the turn. */
	interrupt(turnId: string): void;
}

export class FollowedThread {
	readonly #side: ThreadSide;
	readonly #sent: SentMessages;
	readonly #ended = new BoundedMap<string, true>({ maxCount: limits.completeItems });
	#items: ThreadItems;
	#turnId: string | undefined;
	/** An ended turn that is asked to go on. */
	#resumedId: string | undefined;
	#isCancelled = false;

	constructor(sent: SentMessages, side: ThreadSide) {
		this.#side = side;
		this.#sent = sent;
		this.#items = new ThreadItems(sent);
	}

	/** The turn that goes on, by the gateway's name. */
	get turnId(): string | undefined {
		return this.#turnId;
	}

	/** Whether the item has been told, in the history or since. */
	knows(itemId: string): boolean {
		return this.#items.knows(itemId);
	}

	/** All of it is said anew; what comes after it is about messages of this side. */
	tell(history: readonly ThreadEvent[]): void {
		this.#items = new ThreadItems();
		for (const event of history) {
			if (event.type === 'turn_ended') this.#endItems(event.end);
			else if (event.type !== 'turn_started') this.#deliver(event);
		}
		this.#items.follow(this.#sent);
	}

	hear(events: readonly ThreadEvent[]): void {
		for (const event of events) {
			if (event.type === 'turn_started') this.begin(event.turnId);
			else if (event.type === 'turn_ended') this.#end(event);
			else this.#deliver(event);
		}
	}

	/** A Stop so far is not meant for the turn that begins next. */
	forgetStop(): void {
		this.#isCancelled = false;
	}

	begin(turnId: string): void {
		if (this.#turnId === turnId || this.#ended.has(turnId)) return;
		this.#turnId = turnId;
		this.#side.deliver([{ type: 'work', work: { type: 'running' } }]);
		if (this.#isCancelled) this.#side.interrupt(turnId);
		this.#isCancelled = false;
	}

	cancel(): void {
		if (this.#turnId === undefined) this.#isCancelled = true;
		else this.#side.interrupt(this.#turnId);
	}

	/**
	 * A turn that has ended goes on by its name, and ends once more, which may be before `resumed` resolves; where it
	 * cannot, it stays ended.
	 */
	async resume(turnId: string, resumed: () => Promise<void>): Promise<void> {
		this.#ended.delete(turnId);
		this.#resumedId = turnId;
		try {
			await resumed();
			this.begin(turnId);
		} catch (error) {
			// Where it was told to have begun all the same, its end is still to come.
			if (this.#turnId !== turnId) this.#ended.set(turnId, true);
			throw error;
		} finally {
			this.#resumedId = undefined;
		}
	}

	#deliver(event: Exclude<ThreadEvent, { readonly type: 'turn_started' | 'turn_ended' }>): void {
		this.#side.deliver(event.type === 'facts' ? event.events : this.#items.read(event));
	}

	#end({ turnId, end }: ThreadEvent & { readonly type: 'turn_ended' }): void {
		this.#endItems(end);
		if (this.#resumedId === turnId) this.begin(turnId);
		if (this.#ended.has(turnId)) return;
		this.#ended.set(turnId, true);
		// One that was begun meanwhile goes on.
		if (this.#turnId !== undefined && this.#turnId !== turnId) return;
		this.#turnId = undefined;
		this.#side.deliver([{ type: 'work', work: { type: 'idle' }, end }]);
	}

	/** What a blocked turn has left open goes on with it. */
	#endItems({ reason }: TurnEnd): void {
		if (reason !== 'blocked') this.#items.endTurn();
	}
}

/** What comes for a thread while its history is asked for: it stands behind the history, once, the newest of it. */
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
