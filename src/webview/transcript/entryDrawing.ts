import type { EntryId } from '../../core/session/model/entry.ts';
import type { ViewEntry } from '../../core/view/viewEntry.ts';
import { createEntryView } from '../entries/createEntryView.ts';
import type { EntryContext } from '../entries/entryView.ts';
import type { PermissionIndex } from './permissionIndex.ts';
import type { RovingFocus } from './rovingFocus.ts';
import type { ScrollFollower } from './scrollFollower.ts';
import type { ShownEntries } from './shownEntries.ts';
import type { ToolGroups } from './toolGroups.ts';

interface DrawingParts {
	readonly context: EntryContext;
	readonly shown: ShownEntries;
	readonly groups: ToolGroups;
	readonly permissions: PermissionIndex;
	readonly follower: ScrollFollower;
	readonly focus: RovingFocus;
	/** One more entry is on the page. */
	added(): void;
}

/** Puts entries onto the page and keeps what depends on them: groups, cards that wait, the stop of the Tab key. */
export class EntryDrawing {
	readonly #parts: DrawingParts;
	/** While entries come that are not where they belong yet, they join no group. */
	isResetting = false;

	constructor(parts: DrawingParts) {
		this.#parts = parts;
	}

	draw(entry: ViewEntry): void {
		const { shown, groups, permissions, focus } = this.#parts;
		const affected = permissions.put(entry);
		const known = shown.get(entry.id);
		if (known === undefined) this.#add(entry);
		else if (!known.update(entry)) this.#replace(entry);
		this.#group(entry);
		if (known === undefined) shown.parentOf(entry)?.addStep?.(1);
		if (known?.view.element.hidden === true) focus.refresh();
		this.#followCard(entry, known === undefined);
		for (const id of affected.redraw) {
			shown.get(id)?.view.refresh?.();
			groups.refresh(id);
		}
		if (entry.type === 'permission' && entry.state.type === 'pending')
			shown.unfoldAround(shown.elementOf(entry.id));
		for (const id of affected.changed) shown.get(id)?.view.restartGuard?.();
	}

	remove(id: EntryId): void {
		this.#parts.shown.remove(id);
		this.#parts.permissions.remove(id);
		this.#parts.focus.refresh();
	}

	#add(entry: ViewEntry): void {
		const created = createEntryView(entry, this.#parts.context);
		this.#parts.shown.add(entry, created);
		this.#parts.focus.added(created.view.element);
		this.#parts.added();
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
		if (this.isResetting) return;
		groups.join(id);
		// The last one may be folded away now.
		if (groups.topOf(id, article) !== article) focus.refresh();
	}

	/** A question comes into sight with its beginning, also one that is higher than the view. */
	#followCard(entry: ViewEntry, isNew: boolean): void {
		if (entry.type !== 'permission' && entry.type !== 'elicitation') return;
		const card = this.#parts.shown.elementOf(entry.id);
		if (card === undefined) return;
		if (entry.state.type !== 'pending') this.#parts.follower.dismiss(card);
		else if (isNew) this.#parts.follower.present(card);
	}
}
