import type { EntryId } from '../../core/session/model/entry.ts';
import type { ViewEntry, ViewPermission } from '../../core/view/viewEntry.ts';
import { moveFocus } from '../page/moveFocus.ts';
import { createEntryView } from '../entries/createEntryView.ts';
import type { EntryContext } from '../entries/entryView.ts';
import type { PermissionIndex } from './permissionIndex.ts';
import type { QuestionSight } from './questionSight.ts';
import type { RovingFocus } from './rovingFocus.ts';
import type { ScrollFollower } from './scrollFollower.ts';
import { seenFor, type ShownEntries } from './shownEntries.ts';
import type { ToolGroups } from './toolGroups.ts';
import type { WaitingPlaces } from './waitingPlaces.ts';

interface DrawingParts {
	readonly context: EntryContext;
	readonly shown: ShownEntries;
	readonly groups: ToolGroups;
	readonly permissions: PermissionIndex;
	readonly waiting: WaitingPlaces;
	readonly sight: QuestionSight;
	readonly follower: ScrollFollower;
	readonly focus: RovingFocus;
}

/** Puts entries onto the page and keeps what depends on them: groups, cards that wait, the stop of the Tab key. */
export class EntryDrawing {
	readonly #parts: DrawingParts;
	/** While entries come that are not where they belong yet, they join no group, and none leaves its place. */
	#isResetting = false;
	#hasTurned = false;
	/** What has the focus in a card that waits, and its entry, while all entries come anew. */
	#focused: readonly (HTMLElement | null | undefined)[] = [];

	constructor(parts: DrawingParts) {
		this.#parts = parts;
	}

	/** All entries come anew: each stands where it belongs until `placeAll`. */
	beginReset(): void {
		this.#isResetting = true;
		const { shown, waiting } = this.#parts;
		const focused = document.activeElement as HTMLElement | null;
		const isInside = waiting.ids.some((id) => shown.elementOf(id)?.contains(focused));
		this.#focused = isInside ? [focused, focused?.closest<HTMLElement>('.entry')] : [];
		// Most of them leave again, so nothing is unfolded for a reader who is in one.
		for (const id of waiting.ids) waiting.comeBack(id);
	}

	/** All entries are there and in order: now runs of them join, and what waits comes out of what it stands in. */
	placeAll(entries: readonly ViewEntry[]): void {
		const { shown, groups, permissions } = this.#parts;
		this.#isResetting = false;
		for (const { id } of entries) groups.join(id);
		for (const permission of permissions.pending) this.#leave(permission);
		const [focused, article] = this.#focused;
		this.#focused = [];
		if (article?.isConnected !== true) return;
		if (seenFor(article) !== article) shown.unfoldAround(article);
		moveFocus(focused?.isConnected === true ? focused : article);
	}

	/** All that came in one frame is drawn: other questions may have moved under the hand (hazard C6). */
	drawn(): void {
		if (!this.#hasTurned) return;
		this.#hasTurned = false;
		for (const { id } of this.#parts.permissions.pending) this.#parts.shown.get(id)?.view.delayGuard?.();
	}

	draw(entry: ViewEntry): void {
		const { shown, permissions, focus } = this.#parts;
		const { redraw, left, isTurn, changed = [] } = permissions.put(entry);
		const known = shown.get(entry.id);
		if (known === undefined) this.#add(entry);
		else if (!known.update(entry)) this.#replace(entry);
		shown.putIntoCard(entry);
		this.#group(entry);
		if (known === undefined) shown.parentOf(entry)?.addStep?.(1);
		if (known?.view.element.hidden === true) focus.refresh();
		this.#followCard(entry, known === undefined);
		if (redraw !== undefined) shown.get(redraw)?.view.refresh?.();
		if (left !== undefined) this.#leftBehind(left);
		if (isTurn === true && entry.type === 'permission') this.#turn(entry);
		for (const { id } of changed) shown.get(id)?.view.restartGuard?.();
	}

	remove(id: EntryId): void {
		const { shown, permissions, focus, sight } = this.#parts;
		this.#comeBack(id);
		const article = shown.elementOf(id);
		if (article !== undefined) sight.forget(article);
		shown.remove(id);
		permissions.remove(id);
		focus.refresh();
	}

	#add(entry: ViewEntry): void {
		const created = createEntryView(entry, this.#parts.context);
		this.#parts.shown.add(entry, created);
		this.#parts.focus.added(created.view.element);
	}

	#replace(entry: ViewEntry): void {
		this.#parts.shown.replace(entry.id, createEntryView(entry, this.#parts.context));
		this.#parts.focus.refresh();
	}

	/** Reads and searches in a row stand as one. */
	#group(entry: ViewEntry): void {
		const { shown, groups, focus } = this.#parts;
		const { id } = entry;
		const article = shown.elementOf(id);
		if (article === undefined) return;
		groups.put(entry, article);
		if (this.#isResetting) return;
		groups.join(id);
		// The last one may be folded away now.
		if (groups.topOf(id, article) !== article) focus.refresh();
	}

	/** The question is about another call now. */
	#leftBehind(callId: EntryId): void {
		const { shown, permissions } = this.#parts;
		shown.get(callId)?.view.refresh?.();
		this.#comeBack(callId);
		const call = permissions.callOf(callId);
		if (call !== undefined) this.#group(call);
	}

	/** A permission begins or ceases to wait, maybe in a card that is there already. */
	#turn(permission: ViewPermission): void {
		const { shown, permissions, sight } = this.#parts;
		const call = permissions.callOf(permission.toolCallEntryId);
		const article = shown.elementOf(permission.id);
		const isPending = permission.state.type === 'pending';
		if (!isPending) this.#comeBack(call?.id ?? permission.id);
		// While its card waits it belongs to no run.
		if (call !== undefined) this.#group(call);
		if (isPending && !this.#isResetting) this.#leave(permission);
		if (article !== undefined && isPending) sight.watch(article);
		else if (article !== undefined) sight.forget(article);
		this.#hasTurned = true;
	}

	#leave({ id, toolCallEntryId }: ViewPermission): void {
		const { shown, permissions, waiting } = this.#parts;
		const top = permissions.callOf(toolCallEntryId)?.id ?? id;
		const card = shown.elementOf(top);
		if (card !== undefined) waiting.leave(top, card);
	}

	/** Unless another permission for it waits. */
	#comeBack(id: EntryId): void {
		const { shown, permissions, waiting } = this.#parts;
		if (permissions.about(id).length === 0) waiting.comeBack(id, (mark) => shown.unfoldAround(mark));
	}

	/** A question comes into sight with its beginning, also one that is higher than the view. */
	#followCard(entry: ViewEntry, isNew: boolean): void {
		if (entry.type !== 'permission' && entry.type !== 'elicitation') return;
		const { shown, follower } = this.#parts;
		const card = shown.elementOf(entry.id);
		if (card === undefined) return;
		if (entry.state.type !== 'pending') follower.dismiss(card);
		else if (isNew) follower.present(card);
	}
}
