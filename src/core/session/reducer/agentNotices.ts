/** What agents want noticed now: shown until dismissed, never part of the conversation (acp C69). */
import * as limits from '../../base/limits.ts';
import type { Step } from './draft.ts';
import type { AgentNotice } from '../model/sessionState.ts';

/** Adds a notice; the oldest goes when there are too many. One that says the same as the last replaces it. */
export function addNotice(step: Step, notice: Omit<AgentNotice, 'id'>): void {
	const { draft } = step;
	const last = draft.agentNotices.at(-1);
	const isRepeated = last?.title === notice.title && last.description === notice.description;
	const others = isRepeated ? draft.agentNotices.slice(0, -1) : draft.agentNotices;
	draft.noticeCount++;
	draft.agentNotices = [...others, { id: `n${draft.noticeCount}`, ...notice }].slice(-limits.agentNotices);
	step.changes.push({ type: 'session' });
}

/** Takes a notice off. One that is gone already means nothing. */
export function dismissNotice(step: Step, id: string): void {
	step.draft.agentNotices = step.draft.agentNotices.filter((notice) => notice.id !== id);
	step.changes.push({ type: 'session' });
}
