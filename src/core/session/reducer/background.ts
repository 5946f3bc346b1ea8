/** What runs on when the turn is over: Stop does not stop it, and the end of the turn does not end it (acp C243). */
import { isOver } from '../../base/subagentState.ts';
import type { Entry, SubagentEntry } from '../model/entry.ts';
import type { PermissionSubject } from '../model/permission.ts';
import { idInSession, subagentIdOf } from '../../base/ofSession.ts';
import type { SessionState } from '../model/sessionState.ts';
import { agentTerminalId } from '../../base/terminalId.ts';
import type { BackgroundItem } from '../model/turnState.ts';

type Background = Pick<SessionState, 'background'>;
type Known = Pick<SessionState, 'background' | 'entries'>;

/** What runs on, to be looked up: lists of agents and what they are about may both be long. */
interface Names {
	readonly calls: ReadonlySet<string>;
	/** Ids of the model. */
	readonly terminals: ReadonlySet<string>;
	readonly subagents: ReadonlySet<string>;
	readonly hasOther: boolean;
}

const none: Names = { calls: new Set(), terminals: new Set(), subagents: new Set(), hasOther: false };
const known = new WeakMap<readonly BackgroundItem[], Names>();

function namesIn({ background }: Background): Names {
	if (background === undefined) return none;
	const names = known.get(background) ?? {
		calls: new Set(background.flatMap((item) => (item.type === 'tool_call' ? [item.toolCallId] : []))),
		terminals: new Set(
			background.flatMap((item) => (item.type === 'terminal' ? [agentTerminalId(item.terminalId)] : [])),
		),
		subagents: new Set(background.flatMap((item) => (item.type === 'subagent' ? [item.sessionId] : []))),
		hasOther: background.some(({ type }) => type === 'other'),
	};
	known.set(background, names);
	return names;
}

function isBackgroundCall(state: Background, id: string): boolean {
	return namesIn(state).calls.has(id);
}

function isBackgroundTerminal(state: Background, id: string): boolean {
	return namesIn(state).terminals.has(id);
}

/** As far as the agent has said. */
function isBackgroundSubagent(state: Background, sessionId: string): boolean {
	return namesIn(state).subagents.has(sessionId);
}

/** True for an entry of something that runs on (acp C240). */
export function isBackgroundEntry(state: Known, entry: Entry | undefined): boolean {
	if (entry === undefined || state.background === undefined) return false;
	if (isListed(state, entry)) return true;
	const parent = state.entries.get(entry.parentId ?? '');
	return parent !== entry && isBackgroundEntry(state, parent);
}

/** Calls and terminals are listed by their names in the session itself, which a child may have given as well. */
function isListed(state: Known, entry: Entry): boolean {
	switch (entry.type) {
		case 'tool_call':
			return (
				(subagentIdOf(state, entry) === undefined && isBackgroundCall(state, entry.toolCallId)) ||
				entry.content.some((item) => item.type === 'terminal' && isBackgroundTerminal(state, item.terminalId))
			);
		case 'subagent':
			return isBackgroundSubagent(state, entry.sessionId);
		case 'permission':
			return subagentIdOf(state, entry) === undefined && isBackgroundSubject(state, entry.subject);
		case 'message':
		case 'plan':
		case 'elicitation':
		case 'compaction':
		case 'attempt':
		case 'notice':
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
	if (subject !== undefined && subagentId === undefined && isBackgroundSubject(state, subject)) return true;
	const id = subject?.type === 'tool_call' || subject?.type === 'command' ? subject.toolCallId : toolCallId;
	const entries = [
		state.toolCalls.get(idInSession(subagentId, id ?? '')),
		state.subagents.get(subagentId ?? ''),
	];
	return entries.some((entryId) => isBackgroundEntry(state, state.entries.get(entryId ?? '')));
}

/** True for a child session that the agent does not count among what runs on, while it says what all of that is. */
export function isUnlisted(state: Background, { sessionId, state: own }: SubagentEntry): boolean {
	if (state.background === undefined || isOver(own)) return false;
	return !isBackgroundSubagent(state, sessionId) && !namesIn(state).hasOther;
}
