/** What the cards of a view say of the changes of their calls: the review changes apart from the session. */
import type { EntryId, ToolCallEntry } from '../../core/session/model/entry.ts';
import type { SessionState } from '../../core/session/model/sessionState.ts';
import type { Projector } from '../../core/view/projector.ts';

export class ShownReviews {
	readonly #projector: Projector;
	/** Of the calls that told of changes of files: what is known of these. */
	readonly #shown = new Map<EntryId, string>();

	constructor(projector: Projector) {
		this.#projector = projector;
	}

	clear(): void {
		this.#shown.clear();
	}

	note(state: SessionState, call: ToolCallEntry): void {
		if (call.content.some((item) => 'path' in item)) this.#shown.set(call.id, this.#known(state, call));
	}

	/** The calls of which something else is known now. */
	changed(state: SessionState): readonly EntryId[] {
		return [...this.#shown].flatMap(([id, known]) => {
			const entry = state.entries.get(id);
			return entry?.type === 'tool_call' && this.#known(state, entry) !== known ? [id] : [];
		});
	}

	#known(state: SessionState, call: ToolCallEntry): string {
		const reviews = call.content.map((item) =>
			'path' in item ? this.#projector.review?.(state, call, item.path) : undefined,
		);
		return JSON.stringify(reviews);
	}
}
