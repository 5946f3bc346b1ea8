import type { EntryId } from '../../core/session/model/entry.ts';
import type { ViewEntry, ViewPermission, ViewToolCall } from '../../core/view/viewEntry.ts';

/** What else a change of one entry means. */
interface Affected {
	/** The tool call whose permission waits, has changed, or waits no longer. */
	readonly redraw?: EntryId;
	/** The tool call that a pending permission was about until now. */
	readonly left?: EntryId;
	/** A permission began or ceased to wait, or is about another call now: what stands around it moves. */
	readonly isTurn?: boolean;
	/** Pending permissions whose subject changed under them. */
	readonly changed?: readonly ViewPermission[];
}

/** Knows which tool call each pending permission is about. */
export class PermissionIndex {
	readonly #pending = new Map<EntryId, ViewPermission>();
	readonly #toolCalls = new Map<EntryId, ViewToolCall>();

	get pending(): Iterable<ViewPermission> {
		return this.#pending.values();
	}

	/** The tool call, if it is on the page. */
	callOf(id: EntryId | undefined): ViewToolCall | undefined {
		return this.#toolCalls.get(id ?? '');
	}

	/** The pending permissions that are about the call, oldest first. */
	about(toolCallId: EntryId): readonly ViewPermission[] {
		return [...this.#pending.values()].filter(({ toolCallEntryId }) => toolCallEntryId === toolCallId);
	}

	put(entry: ViewEntry): Affected {
		if (entry.type === 'tool_call') return { changed: this.#changedBy(entry) };
		if (entry.type !== 'permission') return {};
		const before = this.#pending.get(entry.id);
		const wasPending = before !== undefined;
		const isPending = entry.state.type === 'pending';
		if (isPending) this.#pending.set(entry.id, entry);
		else this.#pending.delete(entry.id);
		const { toolCallEntryId } = entry;
		const isRedrawn = toolCallEntryId !== undefined && (isPending || wasPending);
		const left = before?.toolCallEntryId === toolCallEntryId ? undefined : before?.toolCallEntryId;
		const isOther = wasPending && before.toolCallEntryId !== toolCallEntryId;
		return {
			...(isRedrawn ? { redraw: toolCallEntryId } : {}),
			...(left === undefined ? {} : { left }),
			isTurn: isOther || wasPending !== isPending,
		};
	}

	remove(id: EntryId): void {
		this.#pending.delete(id);
		this.#toolCalls.delete(id);
	}

	#changedBy(entry: ViewToolCall): readonly ViewPermission[] {
		const before = this.#toolCalls.get(entry.id);
		this.#toolCalls.set(entry.id, entry);
		const about = this.about(entry.id);
		// Calls change often, and seldom while a question about them waits: only then what they say is compared.
		if (before === undefined || about.length === 0) return about;
		return subjectOf(before) === subjectOf(entry) ? [] : about;
	}
}

/** What a tool call is about to do, as far as the card shows it. */
function subjectOf({ title, kind, content, locations }: ViewToolCall): string {
	return JSON.stringify([title, kind, locations, content.filter((part) => part.type !== 'terminal')]);
}
