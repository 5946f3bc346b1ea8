/** Lines of ours in the transcript. */
import { textOf } from '../model/content.ts';
import type { NoticeEntry } from '../model/entry.ts';
import type { HostEvent } from '../model/events.ts';
import { addEntry, closeMessage, type Step } from './draft.ts';

type Notice = Extract<HostEvent, { type: 'notice' }>['notice'];

/** Adds a line of ours. What the agent has said in this turn in the same words is not said again. */
export function addNoticeEntry(step: Step, notice: Notice): void {
	closeMessage(step);
	const { detail, ...rest } = notice;
	const isSaid = notice.severity === 'error' && typeof detail === 'string' && hasSaid(step, detail);
	addEntry<NoticeEntry>(step, { type: 'notice', origin: 'host', ...(isSaid ? rest : notice) });
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
