import type { ViewEntry } from '../../core/view/viewEntry.ts';
import { CompactionView } from './compaction.ts';
import { ElicitationView } from './elicitation.ts';
import type { EntryContext, EntryView } from './entryView.ts';
import { MessageView, ThoughtView } from './message.ts';
import { NoticeView } from './notice.ts';
import { PermissionView } from './permission.ts';
import { PlanView } from './plan.ts';
import { SubagentView } from './subagent.ts';
import { ToolCallView } from './toolCall.ts';

/** An entry with its view. The pair knows that the two are of one type, so nobody else has to check. */
export interface ShownEntry {
	readonly type: ViewEntry['type'];
	readonly view: Omit<EntryView, 'update'>;
	/** False if the entry became something else, which needs a new view. */
	update(entry: ViewEntry): boolean;
	/** For a permission: what it is about has changed. */
	restartGuard(): void;
}

/** The view of an entry, by its type. */
export function createEntryView(entry: ViewEntry, context: EntryContext): ShownEntry {
	switch (entry.type) {
		case 'message':
			return entry.role === 'thought'
				? shown(entry.type, new ThoughtView(entry, context), (next) => next.type === 'message' && next)
				: shown(entry.type, new MessageView(entry, context), (next) => next.type === 'message' && next);
		case 'tool_call':
			return shown(entry.type, new ToolCallView(entry, context), (next) => next.type === 'tool_call' && next);
		case 'plan':
			return shown(entry.type, new PlanView(entry, context), (next) => next.type === 'plan' && next);
		case 'permission': {
			const view = new PermissionView(entry, context);
			const base = shown(entry.type, view, (next) => next.type === 'permission' && next);
			return { ...base, restartGuard: () => view.restartGuard() };
		}
		case 'elicitation':
			return shown(
				entry.type,
				new ElicitationView(entry, context),
				(next) => next.type === 'elicitation' && next,
			);
		case 'compaction':
			return shown(
				entry.type,
				new CompactionView(entry, context),
				(next) => next.type === 'compaction' && next,
			);
		case 'subagent':
			return shown(entry.type, new SubagentView(entry, context), (next) => next.type === 'subagent' && next);
		case 'notice':
			return shown(entry.type, new NoticeView(entry, context), (next) => next.type === 'notice' && next);
	}
}

function shown<E extends ViewEntry>(
	type: E['type'],
	view: EntryView<E>,
	narrow: (entry: ViewEntry) => E | false,
): ShownEntry {
	return {
		type,
		view,
		update(entry) {
			const own = narrow(entry);
			if (own !== false) view.update(own);
			return own !== false;
		},
		restartGuard: () => undefined,
	};
}
