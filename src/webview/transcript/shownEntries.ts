import type { EntryId } from '../../core/session/model/entry.ts';
import type { ViewEntry } from '../../core/view/viewEntry.ts';
import type { ShownEntry } from '../entries/createEntryView.ts';
import { moveWithFocus } from '../page/moveFocus.ts';
import type { ToolGroups } from './toolGroups.ts';

/** The entries on the page, and where each stands: in the list, in a group, or among the steps of another one. */
export class ShownEntries {
	readonly #list: HTMLElement;
	readonly #groups: ToolGroups;
	readonly #shown = new Map<EntryId, ShownEntry>();

	constructor(list: HTMLElement, groups: ToolGroups) {
		this.#list = list;
		this.#groups = groups;
	}

	get size(): number {
		return this.#shown.size;
	}

	get ids(): readonly EntryId[] {
		return [...this.#shown.keys()];
	}

	get(id: EntryId): ShownEntry | undefined {
		return this.#shown.get(id);
	}

	elementOf(id: EntryId): HTMLElement | undefined {
		return this.#shown.get(id)?.view.element;
	}

	/** Puts a new one at the end of where it belongs. */
	add(entry: ViewEntry, created: ShownEntry): void {
		this.#shown.set(entry.id, created);
		(this.parentOf(entry)?.steps ?? this.#list).append(created.view.element);
	}

	/** Puts another view into the place of one. */
	replace(id: EntryId, created: ShownEntry): void {
		const known = this.#shown.get(id);
		const inside = [...(known?.view.steps?.children ?? [])];
		const { element, steps } = created.view;
		known?.view.element.replaceWith(element);
		known?.view.dispose?.();
		this.#shown.set(id, created);
		if (steps === undefined) element.after(...inside);
		else steps.append(...inside);
	}

	remove(id: EntryId): void {
		const known = this.#shown.get(id);
		known?.view.dispose?.();
		const article = known?.view.element;
		const top = article === undefined ? undefined : this.#groups.topOf(id, article);
		const around = top?.parentElement?.closest<HTMLElement>('.entry');
		this.#groups.remove(id);
		article?.remove();
		this.#shown.get(around?.dataset['entryId'] ?? '')?.view.addStep?.(-1);
		this.#shown.delete(id);
	}

	/** What a subagent does stands inside of its entry, in the order it came; a permission in the card of its call. */
	parentOf(entry: ViewEntry): ShownEntry['view'] | undefined {
		const { id, subagentId } = entry;
		const card = this.#cardOf(entry);
		if (card !== undefined || subagentId === undefined || subagentId === id) return card;
		return this.#shown.get(subagentId)?.view;
	}

	/** The card of its call may have come after it. */
	putIntoCard(entry: ViewEntry): void {
		const article = this.elementOf(entry.id);
		const steps = this.#cardOf(entry)?.steps;
		if (article === undefined || steps === undefined || article.parentElement === steps) return;
		moveWithFocus(article, () => steps.append(article));
	}

	#cardOf(entry: ViewEntry): ShownEntry['view'] | undefined {
		const card = entry.type === 'permission' ? this.#shown.get(entry.toolCallEntryId ?? '')?.view : undefined;
		// A subagent has steps as well, and folds them away.
		return card?.steps?.className === 'permissions' ? card : undefined;
	}

	/** Older entries come after those that are there, and belong before them. */
	putInOrder(entries: readonly ViewEntry[]): void {
		// What stood in an entry that is gone, or in another one.
		for (const entry of entries) {
			const article = this.elementOf(entry.id);
			const parent = this.parentOf(entry)?.steps ?? this.#list;
			if (article === undefined || this.#groups.topOf(entry.id, article) !== article) continue;
			if (article.parentElement !== parent) moveWithFocus(article, () => parent.append(article));
		}
		/** The last one that is in its place, by what it stands in: the list, or the steps of an entry. */
		const placed = new Map<Element, Element>();
		for (const { id } of entries) {
			const shown = this.#shown.get(id);
			if (shown === undefined) continue;
			this.#shown.delete(id);
			this.#shown.set(id, shown);
			const top = this.#groups.topOf(id, shown.view.element);
			const parent = top.parentElement;
			const last = parent === null ? undefined : placed.get(parent);
			if (parent === null || top === last) continue;
			const next = last === undefined ? parent.firstElementChild : last.nextElementSibling;
			if (top !== next) parent.insertBefore(top, next);
			placed.set(parent, top);
		}
	}

	/** A question must not be hidden in a folded subagent. */
	unfoldAround(article: HTMLElement | undefined): void {
		let around = article?.parentElement?.closest<HTMLElement>('.entry');
		for (; around; around = around.parentElement?.closest<HTMLElement>('.entry')) {
			(this.#shown.get(idOf(around))?.view ?? this.#groups.at(around))?.unfold?.();
		}
	}

	/** The first one that ends below `top`, in pixels. */
	firstBelow(top: number): HTMLElement | undefined {
		for (const { view } of this.#shown.values())
			if (view.element.getBoundingClientRect().bottom > top) return view.element;
		return undefined;
	}
}

/** The entry, or the one that it is folded away in. */
export function seenFor(article: HTMLElement): HTMLElement {
	const folded = article.parentElement?.closest('[hidden]')?.closest<HTMLElement>('.entry');
	return folded ? seenFor(folded) : article;
}

export function idOf(article: HTMLElement): EntryId {
	return article.dataset['entryId'] ?? '';
}
