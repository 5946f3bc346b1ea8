/** Lines of ours in the transcript. */
import { textOf } from '../model/content.ts';
import type { NoticeEntry } from '../model/entry.ts';
import type { HostEvent } from '../model/events.ts';
import { addEntry, closeMessage, type Step } from './draft.ts';
import { isAwaitingLogin } from './prompts.ts';

type Notice = Extract<HostEvent, { type: 'notice' }>['notice'] & Pick<NoticeEntry, 'wentBack'>;

/** Adds a line of ours. What the agent has said in this turn in the same words is not said again. */
export function addNoticeEntry(step: Step, notice: Notice): void {
	closeMessage(step);
	const { detail, ...rest } = notice;
	const isSaid = notice.severity === 'error' && typeof detail === 'string' && hasSaid(step, detail);
	addEntry<NoticeEntry>(step, { type: 'notice', origin: 'host', ...(isSaid ? rest : notice) });
	if (notice.marks === 'new_session') moveWaitingPrompts(step);
}

/** They go to the session that begins with the line, so they stand after it: its history will tell them. */
function moveWaitingPrompts({ draft, changes }: Step): void {
	const unsent = new Set(draft.turnPrompts.filter(({ isSent }) => !isSent).map(({ entryId }) => entryId));
	const waiting = [...draft.entries.values()].filter(
		(entry) => entry.type === 'message' && (unsent.has(entry.id) || isAwaitingLogin(draft, entry)),
	);
	for (const entry of waiting) {
		draft.entries.delete(entry.id);
		draft.entries.set(entry.id, entry);
	}
	if (waiting.length > 0) changes.push({ type: 'reset' });
}

/** What JSON-RPC calls its errors stands before the words of the agent. */
const errorName = /^(?:internal|server|parse) error:\s*|^invalid (?:request|params):\s*/iu;

function hasSaid({ draft }: Step, detail: string): boolean {
	const last = [...draft.entries.values()].findLast(
		(entry) => entry.type === 'message' && entry.role === 'agent' && entry.turn === draft.turnCount,
	);
	const words = plain(detail.trim().replace(errorName, ''));
	return last?.type === 'message' && words !== '' && plain(textOf(last.content)).includes(words);
}

function plain(text: string): string {
	return text.replaceAll(/\s+/gu, ' ').trim();
}
