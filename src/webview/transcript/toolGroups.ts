/**
 * Finds the runs of reads and searches in the conversation. Only the neighbours of a card are looked at when it comes
 * or changes, so a long conversation costs no more than a short one.
 */
import type { EntryId } from '../../core/session/model/entry.ts';
import type { ViewEntry, ViewToolCall } from '../../core/view/viewEntry.ts';
import type { EntryContext } from '../entries/entryView.ts';
import { moveFocus, moveWithFocus } from '../page/moveFocus.ts';
import { ToolGroup } from './toolGroup.ts';

/** As many in a row become a group. */
const fewest = 3;

interface Card {
	readonly call: ViewToolCall;
	readonly element: HTMLElement;
	group?: ToolGroup;
}

export class ToolGroups {
	readonly #context: EntryContext;
	/** Reads and searches, by entry. */
	readonly #cards = new Map<EntryId, Card>();
	readonly #byElement = new WeakMap<Element, Card | ToolGroup>();

	constructor(context: EntryContext) {
		this.#context = context;
	}

	at(article: Element): ToolGroup | undefined {
		const found = this.#byElement.get(article);
		return found instanceof ToolGroup ? found : undefined;
	}

	/** What stands in the conversation for the entry: its group, or itself. */
	topOf(id: EntryId, article: HTMLElement): HTMLElement {
		return this.#cards.get(id)?.group?.element ?? article;
	}

	/** An entry came or changed. It is put into no group until `join`. */
	put(entry: ViewEntry, article: HTMLElement): void {
		const known = this.#cards.get(entry.id);
		if (entry.type !== 'tool_call' || !this.#isGrouped(entry)) return this.#leave(entry.id);
		const card: Card = { ...known, call: entry, element: article };
		this.#cards.set(entry.id, card);
		this.#byElement.set(article, card);
		card.group?.put(entry);
	}

	/** The card joins those beside it, if there are enough of them. */
	join(id: EntryId): void {
		const card = this.#cards.get(id);
		if (card === undefined || card.group !== undefined) return;
		const run = [card];
		const before = this.#walk(card, 'previousElementSibling', (one) => run.unshift(one));
		const after = this.#walk(card, 'nextElementSibling', (one) => run.push(one));
		const group = before ?? after;
		if (group !== undefined && this.#isRead(run, group)) group.unfold();
		if (before !== undefined) {
			this.#add(before, run, null);
			const hadFocus = after?.hasFocus === true;
			if (after !== undefined) this.#add(before, this.#dissolve(after), null);
			if (hadFocus) moveFocus(before.element);
		} else if (after !== undefined) this.#add(after, run, after.steps.firstChild);
		else if (run.length >= fewest) this.#create(run);
	}

	/** The entry is about to go. */
	remove(id: EntryId): void {
		const card = this.#cards.get(id);
		this.#cards.delete(id);
		if (card?.group === undefined) return;
		this.#byElement.delete(card.element);
		card.group.delete(id);
		if (card.group.size >= fewest) return;
		const { hasFocus } = card.group;
		const [first] = this.#dissolve(card.group);
		if (hasFocus) moveFocus(first?.element);
	}

	/** What waits for a permission is not folded away. */
	#isGrouped({ id, kind }: ViewToolCall): boolean {
		return (kind === 'read' || kind === 'search') && this.#context.questionsAbout(id).length === 0;
	}

	/** It is something else now, or waits: what stands on both sides of it are runs of their own. */
	#leave(id: EntryId): void {
		const card = this.#cards.get(id);
		if (card === undefined) return;
		const isOpen = card.group?.isExpanded === true;
		const hadFocus = card.group?.hasFocus === true;
		const all = card.group === undefined ? [] : this.#dissolve(card.group);
		this.#cards.delete(id);
		this.#byElement.delete(card.element);
		for (const { call } of all) this.join(call.id);
		// What was open for reading stays so.
		if (isOpen) for (const { call } of all) this.#cards.get(call.id)?.group?.unfold();
		const [first] = all;
		if (hadFocus && first !== undefined) moveFocus((first.group ?? first).element);
	}

	/** Collects the cards on one side that are in no group. @returns the group behind them */
	#walk(
		{ element }: Card,
		direction: 'previousElementSibling' | 'nextElementSibling',
		collect: (card: Card) => void,
	): ToolGroup | undefined {
		for (let at = element[direction]; at !== null; at = at[direction]) {
			const found = this.#byElement.get(at);
			if (found === undefined || found instanceof ToolGroup) return found;
			collect(found);
		}
		return undefined;
	}

	#create(run: readonly Card[]): void {
		const [first] = run;
		if (first === undefined) return;
		const group = new ToolGroup(first.call.id, this.#context);
		this.#byElement.set(group.element, group);
		first.element.before(group.element);
		if (this.#isRead(run, group)) group.unfold();
		const isAtCard = run.some(({ element }) => element === document.activeElement);
		this.#add(group, run, null);
		if (isAtCard && !group.isExpanded) moveFocus(group.element);
	}

	/** What the reader has open or in focus is not folded away, unless the reader folded it; what they are in never is. */
	#isRead(run: readonly Card[], { isFoldedByReader }: ToolGroup): boolean {
		const isOpen = ({ id }: ViewToolCall): boolean =>
			!isFoldedByReader && this.#context.memory.isExpanded(id) === true;
		const { activeElement } = document;
		const isIn = ({ element }: Card): boolean =>
			element.contains(activeElement) && !(isFoldedByReader && element === activeElement);
		return run.some((card) => isIn(card) || isOpen(card.call));
	}

	#add(group: ToolGroup, run: readonly Card[], before: Node | null): void {
		for (const card of run) {
			card.group = group;
			group.put(card.call);
			moveWithFocus(card.element, () => group.steps.insertBefore(card.element, before));
		}
	}

	#dissolve(group: ToolGroup): readonly Card[] {
		const cards = [...group.steps.children].flatMap((article) => {
			const card = this.#byElement.get(article);
			return card === undefined || card instanceof ToolGroup ? [] : [card];
		});
		for (const card of cards) {
			delete card.group;
			moveWithFocus(card.element, () => group.element.before(card.element));
		}
		group.element.remove();
		return cards;
	}
}
