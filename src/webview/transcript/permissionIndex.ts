import type { EntryId } from '../../core/session/model/entry.ts';
import type { ViewEntry, ViewToolCall } from '../../core/view/viewEntry.ts';

/** What else a change of one entry means. */
interface Affected {
	/** Tool calls that began or ceased to wait for permission. */
	readonly redraw: readonly EntryId[];
	/** Pending permissions whose subject changed under them. */
	readonly changed: readonly EntryId[];
}

/** Knows which tool call each pending permission is about. */
export class PermissionIndex {
	/** Permission to tool call. */
	readonly #pending = new Map<EntryId, EntryId>();
	readonly #toolCalls = new Map<EntryId, ViewToolCall>();

	isAwaiting(toolCallId: EntryId): boolean {
		return [...this.#pending.values()].includes(toolCallId);
	}

	/** The pending permissions that are about the call. */
	about(toolCallId: EntryId): readonly EntryId[] {
		return [...this.#pending]
			.filter(([, toolCall]) => toolCall === toolCallId)
			.map(([permission]) => permission);
	}

	put(entry: ViewEntry): Affected {
		if (entry.type === 'tool_call') return { redraw: [], changed: this.#changedBy(entry) };
		if (entry.type !== 'permission' || entry.toolCallEntryId === undefined)
			return { redraw: [], changed: [] };
		const wasPending = this.#pending.has(entry.id);
		const isPending = entry.state.type === 'pending';
		if (isPending) this.#pending.set(entry.id, entry.toolCallEntryId);
		else this.#pending.delete(entry.id);
		return { redraw: wasPending === isPending ? [] : [entry.toolCallEntryId], changed: [] };
	}

	remove(id: EntryId): void {
		this.#pending.delete(id);
		this.#toolCalls.delete(id);
	}

	#changedBy(entry: ViewToolCall): readonly EntryId[] {
		const before = this.#toolCalls.get(entry.id);
		this.#toolCalls.set(entry.id, entry);
		if (before === undefined || !this.isAwaiting(entry.id) || subjectOf(before) === subjectOf(entry))
			return [];
		return this.about(entry.id);
	}
}

/** What a tool call is about to do, as far as the card shows it. */
function subjectOf({ title, kind, content, locations }: ViewToolCall): string {
	return JSON.stringify([title, kind, locations, content.filter((part) => part.type !== 'terminal')]);
}
