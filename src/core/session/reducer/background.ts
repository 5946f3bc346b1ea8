/** What runs on when the turn is over: Stop does not stop it, and the end of the turn does not end it (acp C243). */
import type { Entry, SubagentEntry } from '../model/entry.ts';
import type { PermissionSubject } from '../model/permission.ts';
import type { SessionState } from '../model/sessionState.ts';
import { agentTerminalId } from '../../base/terminalId.ts';
import type { BackgroundItem } from '../model/turnState.ts';

type Background = Pick<SessionState, 'background'>;
type Known = Pick<SessionState, 'background' | 'entries'>;

function isItem({ background }: Background, isMeant: (item: BackgroundItem) => boolean): boolean {
	return background?.some(isMeant) === true;
}

function isBackgroundCall(state: Background, id: string): boolean {
	return isItem(state, (item) => item.type === 'tool_call' && item.toolCallId === id);
}

function isBackgroundTerminal(state: Background, id: string): boolean {
	return isItem(state, (item) => item.type === 'terminal' && agentTerminalId(item.terminalId) === id);
}

/** As far as the agent has said. */
function isBackgroundSubagent(state: Background, sessionId: string): boolean {
	return isItem(state, (item) => item.type === 'subagent' && item.sessionId === sessionId);
}

/** True for an entry of something that runs on (acp C240). */
export function isBackgroundEntry(state: Known, entry: Entry | undefined): boolean {
	if (entry === undefined || state.background === undefined) return false;
	if (isListed(state, entry)) return true;
	const parent = state.entries.get(entry.parentId ?? '');
	return parent !== entry && isBackgroundEntry(state, parent);
}

function isListed(state: Background, entry: Entry): boolean {
	switch (entry.type) {
		case 'tool_call':
			return (
				isBackgroundCall(state, entry.toolCallId) ||
				entry.content.some((item) => item.type === 'terminal' && isBackgroundTerminal(state, item.terminalId))
			);
		case 'subagent':
			return isBackgroundSubagent(state, entry.sessionId);
		case 'permission':
			return isBackgroundSubject(state, entry.subject);
		default:
			return false;
	}
}

function isBackgroundSubject(state: Background, subject: PermissionSubject): boolean {
	switch (subject.type) {
		case 'tool_call':
			return isBackgroundCall(state, subject.toolCallId);
		case 'command':
			return (
				isBackgroundCall(state, subject.toolCallId ?? '') ||
				isBackgroundTerminal(state, agentTerminalId(subject.terminalId ?? ''))
			);
		case 'file':
		case 'other':
			return false;
	}
}

/** What a request of the agent is about, before it is shown. */
interface Asking {
	readonly subject?: PermissionSubject;
	readonly toolCallId?: string;
	readonly subagentId?: string;
}

/** True for a request that comes from something that runs on. */
export function isAskedByBackground(
	state: Known & Pick<SessionState, 'toolCalls' | 'subagents'>,
	{ subject, toolCallId, subagentId }: Asking,
): boolean {
	if (subject !== undefined && isBackgroundSubject(state, subject)) return true;
	const id = subject?.type === 'tool_call' || subject?.type === 'command' ? subject.toolCallId : toolCallId;
	const entries = [state.toolCalls.get(id ?? ''), state.subagents.get(subagentId ?? '')];
	return entries.some((entryId) => isBackgroundEntry(state, state.entries.get(entryId ?? '')));
}

/** True for a child session that the agent does not count among what runs on, while it says what all of that is. */
export function isUnlisted(state: Background, { sessionId, state: own }: SubagentEntry): boolean {
	if (state.background === undefined || own === 'idle') return false;
	return !isBackgroundSubagent(state, sessionId) && !isItem(state, ({ type }) => type === 'other');
}
