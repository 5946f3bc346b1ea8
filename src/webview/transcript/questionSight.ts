import type { EntryId } from '../../core/session/model/entry.ts';

/** How much of a question is in sight: of it, or of what can be seen at once. */
const enough = 0.5;

/** Watches which of the questions that wait are out of sight. */
export class QuestionSight {
	readonly #observer: IntersectionObserver;
	readonly #away = new Set<EntryId>();
	readonly #onChange: (away: ReadonlySet<EntryId>) => void;

	/** @param scroller what they scroll in */
	constructor(scroller: HTMLElement, onChange: (away: ReadonlySet<EntryId>) => void) {
		this.#onChange = onChange;
		this.#observer = new IntersectionObserver((seen) => this.#look(seen), {
			root: scroller,
			threshold: [0, 0.25, enough, 0.75, 1],
		});
	}

	watch(card: HTMLElement): void {
		this.#observer.observe(card);
	}

	/** It waits no longer. */
	forget(card: HTMLElement): void {
		this.#observer.unobserve(card);
		if (this.#away.delete(card.dataset['entryId'] ?? '')) this.#onChange(this.#away);
	}

	#look(seen: readonly IntersectionObserverEntry[]): void {
		for (const { target, isIntersecting, intersectionRatio, intersectionRect, rootBounds } of seen) {
			const id = (target as HTMLElement).dataset['entryId'] ?? '';
			const isFilled = intersectionRect.height >= (rootBounds?.height ?? Infinity) * enough;
			if (isIntersecting && (intersectionRatio >= enough || isFilled)) this.#away.delete(id);
			else this.#away.add(id);
		}
		this.#onChange(this.#away);
	}
}
