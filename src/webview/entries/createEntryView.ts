import type { ViewEntry } from '../../core/view/viewEntry.ts';
import { AttemptView } from './attemptSlot.ts';
import { CompactionView } from './compaction.ts';
import { ElicitationView } from './elicitation.ts';
import type { EntryContext, EntryView } from './entryView.ts';
import { MessageView, ThoughtView } from './message.ts';
import { NoticeView } from './notice.ts';
import { PermissionView } from './permission.ts';
import { PlanView } from './plan.ts';
import { SubagentView } from './subagent.ts';
import { ToolCallView } from './toolCall.ts';

/** An entry with its view. The pair knows that the two are of one type, so nothing else has to check. */
export class ShownEntry<E extends ViewEntry = ViewEntry> {
	readonly #view: EntryView<E>;
	readonly #narrow: (entry: ViewEntry) => E | false;

	/** @param narrow gives the entry back if it is of the view's type */
	constructor(view: EntryView<E>, narrow: (entry: ViewEntry) => E | false) {
		this.#view = view;
		this.#narrow = narrow;
	}

	get view(): Omit<EntryView, 'update'> {
		return this.#view;
	}

	/** False if the entry became something else, which needs a new view. */
	update(entry: ViewEntry): boolean {
		const own = this.#narrow(entry);
		if (own !== false) this.#view.update(own);
		return own !== false;
	}
}

/** The view of an entry, by its type. */
export function createEntryView(entry: ViewEntry, context: EntryContext): ShownEntry {
	switch (entry.type) {
		case 'message':
			return new ShownEntry(
				entry.role === 'thought' ? new ThoughtView(entry, context) : new MessageView(entry, context),
				(next) => next.type === 'message' && next,
			);
		case 'tool_call':
			return new ShownEntry(new ToolCallView(entry, context), (next) => next.type === 'tool_call' && next);
		case 'plan':
			return new ShownEntry(new PlanView(entry, context), (next) => next.type === 'plan' && next);
		case 'permission':
			return new ShownEntry(new PermissionView(entry, context), (next) => next.type === 'permission' && next);
		case 'elicitation':
			return new ShownEntry(
				new ElicitationView(entry, context),
				(next) => next.type === 'elicitation' && next,
			);
		case 'compaction':
			return new ShownEntry(new CompactionView(entry, context), (next) => next.type === 'compaction' && next);
		case 'subagent':
			return new ShownEntry(new SubagentView(entry, context), (next) => next.type === 'subagent' && next);
		case 'attempt':
			return new ShownEntry(new AttemptView(entry), (next) => next.type === 'attempt' && next);
		case 'notice':
			return new ShownEntry(new NoticeView(entry, context), (next) => next.type === 'notice' && next);
	}
}
