import { t } from '../../core/base/l10n.ts';
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
	readonly #type: E['type'];
	readonly #view: EntryView<E>;

	constructor(entry: E, view: EntryView<E>) {
		this.#type = entry.type;
		this.#view = view;
		this.#mark(entry);
	}

	get view(): Omit<EntryView, 'update'> {
		return this.#view;
	}

	/** False if the entry became something else, which needs a new view. */
	update(entry: ViewEntry): boolean {
		if (entry.type !== this.#type) return false;
		this.#view.update(entry as E);
		this.#mark(entry);
		return true;
	}

	#mark({ isUndone }: ViewEntry): void {
		const { element } = this.#view;
		element.classList.toggle('undone', isUndone === true);
		element.ariaDescription = isUndone === true ? t('From before the files went back') : null;
	}
}

export function createEntryView(entry: ViewEntry, context: EntryContext): ShownEntry {
	switch (entry.type) {
		case 'message':
			return new ShownEntry(
				entry,
				entry.role === 'thought' ? new ThoughtView(entry, context) : new MessageView(entry, context),
			);
		case 'tool_call':
			return new ShownEntry(entry, new ToolCallView(entry, context));
		case 'plan':
			return new ShownEntry(entry, new PlanView(entry, context));
		case 'permission':
			return new ShownEntry(entry, new PermissionView(entry, context));
		case 'elicitation':
			return new ShownEntry(entry, new ElicitationView(entry, context));
		case 'compaction':
			return new ShownEntry(entry, new CompactionView(entry, context));
		case 'subagent':
			return new ShownEntry(entry, new SubagentView(entry, context));
		case 'attempt':
			return new ShownEntry(entry, new AttemptView(entry));
		case 'notice':
			return new ShownEntry(entry, new NoticeView(entry, context));
	}
}
