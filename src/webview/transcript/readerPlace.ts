import type { ViewMemory } from '../page/viewMemory.ts';
import type { ScrollFollower } from './scrollFollower.ts';
import { idOf, seenFor, type ShownEntries } from './shownEntries.ts';

/** An entry and how far its top is from that of what can be seen, in pixels. */
export interface Place {
	readonly target: HTMLElement;
	readonly offset: number;
}

/** Where the reader is, if not at the end: kept over new entries, and over a new life of the view. */
export class ReaderPlace {
	readonly #scroller: HTMLElement;
	readonly #follower: ScrollFollower;
	readonly #shown: ShownEntries;
	readonly #memory: ViewMemory;
	/** Where the reader was is not on the page yet: after a reload the conversation comes after the session. */
	isAwaited = false;

	constructor(scroller: HTMLElement, follower: ScrollFollower, shown: ShownEntries, memory: ViewMemory) {
		this.#scroller = scroller;
		this.#follower = follower;
		this.#shown = shown;
		this.#memory = memory;
		scroller.addEventListener('scrollend', () => this.#remember());
	}

	/** The first entry in sight. */
	get firstSeen(): HTMLElement | undefined {
		return this.#shown.firstBelow(this.#scroller.getBoundingClientRect().top);
	}

	/** What the reader has at the top; undefined at the end. */
	get current(): Place | undefined {
		const target = this.#follower.isFollowing ? undefined : this.firstSeen;
		if (target === undefined) return undefined;
		const { top } = this.#scroller.getBoundingClientRect();
		return { target, offset: target.getBoundingClientRect().top - top };
	}

	/** Goes to where an earlier life of the view was in this session. */
	restore(): void {
		const { anchor } = this.#memory;
		const target = anchor === undefined ? undefined : this.#shown.elementOf(anchor.id);
		this.isAwaited = anchor !== undefined && target === undefined;
		if (anchor === undefined || target === undefined) return this.#follower.follow();
		this.#follower.goTo(seenFor(target), anchor.offset);
	}

	#remember(): void {
		this.isAwaited = false;
		if (this.#follower.isFollowing) return this.#memory.setAnchor(undefined);
		const { current } = this;
		if (current !== undefined) this.#memory.setAnchor({ id: idOf(current.target), offset: current.offset });
	}
}
