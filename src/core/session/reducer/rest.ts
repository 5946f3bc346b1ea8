import { isBackgroundEntry } from './background.ts';
import { entryOf } from './draft.ts';
import { hasUntaken } from './promptLine.ts';
import type { SessionState } from '../model/sessionState.ts';
import { isFinal } from './toolCalls.ts';
import { isAsking, isBusy } from './work.ts';

/**
 * True when nothing that the agent has told of goes on, what outlives a turn aside. Who has sent it a prompt knows
 * besides whether that is answered (protocol.md 2.3).
 */
export function isAtRest(state: SessionState): boolean {
	if (isAsking(state) || isBusy(state.work) || hasUntaken(state)) return false;
	return [...state.toolCalls.values()].every((id) => {
		const call = entryOf(state, id, 'tool_call');
		return call === undefined || isFinal(call.status) || isBackgroundEntry(state, call);
	});
}
