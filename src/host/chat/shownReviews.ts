/** What the cards of a view say of the changes of their calls: the review changes apart from the session. */
import type { EntryId } from '../../core/session/model/entry.ts';
import type { SessionState } from '../../core/session/model/sessionState.ts';
import { projectEntry } from '../../core/view/project.ts';
import type { Projector } from '../../core/view/projector.ts';
import type { ViewToolCall } from '../../core/view/viewEntry.ts';

export class ShownReviews {
	/** Of cards with changes of files: what they say of them. */
	readonly #shown = new Map<EntryId, string>();

	clear(): void {
		this.#shown.clear();
	}

	note(card: ViewToolCall): void {
		const said = saidOf(card);
		if (said === undefined) this.#shown.delete(card.id);
		else this.#shown.set(card.id, said);
	}

	/** The cards that have something else to say now. */
	changed(state: SessionState, projector: Projector): readonly EntryId[] {
		return [...this.#shown].flatMap(([id, said]) => {
			const entry = state.entries.get(id);
			const card = entry?.type === 'tool_call' ? projectEntry(state, entry, projector) : undefined;
			return card?.type === 'tool_call' && saidOf(card) !== said ? [id] : [];
		});
	}
}

/** Undefined for a card without changes of files. */
function saidOf({ content }: ViewToolCall): string | undefined {
	const changes = content.filter((item) => item.type === 'diff' || item.type === 'file_change');
	return changes.length === 0 ? undefined : JSON.stringify(changes.map(({ review }) => review));
}
