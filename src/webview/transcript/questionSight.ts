import type { EntryId } from '../../core/session/model/entry.ts';
import { idOf } from './shownEntries.ts';

/** How much of a question is in sight. */
const enough = 0.5;

/**
 * Watches which of the questions that wait are out of sight. One is in sight when half of it is, or when it fills half of
 * what can be seen at once: then it crosses the middle, which is told however high it is.
 */
export class QuestionSight {
	readonly #observers: readonly IntersectionObserver[];
	readonly #away = new Set<EntryId>();
	readonly #onChange: (away: ReadonlySet<EntryId>) => void;

	/** @param scroller what they scroll in */
	constructor(scroller: HTMLElement, onChange: (away: ReadonlySet<EntryId>) => void) {
		this.#onChange = onChange;
		const ways = [
			['0px', enough],
			['-50% 0px', 0],
		] as const;
		const inSight = new Set<string>();
		this.#observers = ways.map(([rootMargin, threshold]) => {
			const look = (seen: readonly IntersectionObserverEntry[]): void => {
				for (const { target, isIntersecting, intersectionRatio } of seen) {
					const id = idOf(target as HTMLElement);
					if (isIntersecting && intersectionRatio >= threshold) inSight.add(rootMargin + id);
					else inSight.delete(rootMargin + id);
					if (ways.some(([way]) => inSight.has(way + id))) this.#away.delete(id);
					else this.#away.add(id);
				}
				onChange(this.#away);
			};
			return new IntersectionObserver(look, { root: scroller, rootMargin, threshold });
		});
	}

	watch(card: HTMLElement): void {
		for (const observer of this.#observers) observer.observe(card);
	}

	/** It waits no longer. */
	forget(card: HTMLElement): void {
		for (const observer of this.#observers) observer.unobserve(card);
		if (this.#away.delete(idOf(card))) this.#onChange(this.#away);
	}
}
