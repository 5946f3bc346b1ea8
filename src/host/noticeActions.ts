import type { FromView } from '../core/view/messages.ts';
import type { NoticeAction, SessionState } from '../core/session/model.ts';

/** What panels offer by themselves, without a notice: looking, and what the state of the session has to allow anyway. */
const ofPanels: ReadonlySet<NoticeAction> = new Set(['approve', 'open_settings', 'retry', 'show_log']);

/** True when the conversation offers that action now: the view may say what nobody clicked (hazard E4). */
export function isOffered(
	{ entries }: SessionState,
	{ entryId, action }: Extract<FromView, { type: 'notice' }>,
): boolean {
	const entry = entries.get(entryId);
	if (entry === undefined) return entryId === '' && ofPanels.has(action);
	return entry.type === 'notice' && entry.actions.includes(action);
}
