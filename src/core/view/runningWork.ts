import { t } from '../base/l10n.ts';
import type { ToolCallEntry } from '../session/model/entry.ts';
import { idInSession, terminalOfCall } from '../base/ofSession.ts';
import type { SessionState } from '../session/model/sessionState.ts';
import { agentTerminalId, terminalName } from '../base/terminalId.ts';
import type { BackgroundItem } from '../session/model/turnState.ts';
import { isOver } from '../base/subagentState.ts';
import { isFinal } from '../base/toolCall.ts';
import { callTitle } from './callTitle.ts';
import type { ViewRunning } from './viewSession.ts';
import { terminalLabel } from './projectToolCall.ts';
import { subagentTitle } from './sayings.ts';

/**
 * What runs by itself: the commands, and what else the agent said it does beside its turn (acp C243). Oldest first, as
 * far as that is known. What a call and its terminal are both named for is one piece of work and stands there once.
 */
export function runningWork(state: SessionState): readonly ViewRunning[] {
	const commands = runningCommands(state);
	const others = distinct(state.background ?? []).flatMap((item, index) =>
		rowsOf(state, item, index, commands),
	);
	const shown = new Set(others.map(({ terminalId }) => terminalId));
	return [...commands.filter(({ id }) => !shown.has(id)), ...others].toSorted(byStart);
}

/** Each thing once. Of an unknown kind nothing tells whether two are the same. */
function distinct(items: readonly BackgroundItem[]): readonly BackgroundItem[] {
	const known = items.map(
		(item, index) => [item.type === 'other' ? index : JSON.stringify(item), item] as const,
	);
	return [...new Map(known).values()];
}

function byStart({ startedAt: a = Infinity }: ViewRunning, { startedAt: b = Infinity }: ViewRunning): number {
	return a === b ? 0 : a - b;
}

/** What an item adds to the commands: nothing once its work has ended, even if the agent still lists it. */
function rowsOf(
	state: SessionState,
	item: BackgroundItem,
	index: number,
	commands: readonly ViewRunning[],
): readonly ViewRunning[] {
	const unknown = (label: string): ViewRunning => ({ type: 'other', id: `${index}`, label, canStop: false });
	switch (item.type) {
		case 'terminal':
			return state.terminals.has(agentTerminalId(item.terminalId)) ? [] : [unknown(t('Command'))];
		case 'tool_call': {
			const call = state.entries.get(state.toolCalls.get(item.toolCallId) ?? '');
			return call?.type === 'tool_call' ? callRow(state, call, commands) : [unknown(t('Tool call'))];
		}
		case 'subagent': {
			const entry = state.entries.get(state.subagents.get(item.sessionId) ?? '');
			if (entry?.type !== 'subagent') return [unknown(subagentTitle({ title: '' }))];
			const { id, canCancel } = entry;
			const label = subagentTitle(entry);
			return isOver(entry.state) ? [] : [{ type: 'subagent', id, label, canStop: canCancel }];
		}
		case 'other':
			return [unknown(t('Something of kind {0}', item.kind))];
	}
}

/** A call whose command can be stopped, and it cannot, is told by its command. */
function callRow(
	state: SessionState,
	call: ToolCallEntry,
	commands: readonly ViewRunning[],
): readonly ViewRunning[] {
	const { id, status, startedAt, canCancel = false, isCancelling, content } = call;
	if (isFinal(status)) return [];
	const shown = new Set(content.flatMap((item) => (item.type === 'terminal' ? [item.terminalId] : [])));
	const named = terminalOfCall(state, call);
	const command = commands.find((one) => one.id === named || shown.has(one.id));
	if (!canCancel && command?.canStop === true) return [];
	return [
		{
			type: 'tool_call',
			id,
			label: callTitle(call),
			startedAt,
			canStop: canCancel,
			...(command === undefined ? {} : { terminalId: command.id }),
			...(isCancelling === true ? { isStopping: true } : {}),
		},
	];
}

/** The commands that still run, oldest first, by the names people know them by. */
function runningCommands(state: SessionState): readonly ViewRunning[] {
	const asked = askedCalls(state);
	const open = [...state.terminals.values()].filter(({ exit }) => exit === undefined);
	const isNamed = open.every(({ label }) => label !== '');
	const calls = isNamed && asked.size === 0 ? new Map<string, ToolCallEntry>() : showingCalls(state);
	const running = open.filter(
		({ terminalId, owner, output }) =>
			// Some agents announce the terminal of a command before they may run it.
			!(owner === 'agent' && output === '' && asked.has(callOf(state, terminalId, calls)?.id ?? '')),
	);
	return running.map(({ terminalId, startedAt, owner, canCancel, isCancelling }) => ({
		type: 'terminal',
		id: terminalId,
		terminalId,
		label: titleOf(state, terminalId, calls),
		startedAt,
		canStop: owner === 'host' || canCancel === true,
		...(isCancelling === true ? { isStopping: true } : {}),
	}));
}

/** Entry ids of the calls whose permission waits. */
function askedCalls({
	pendingPermissions,
	permissionsAwaitingRules,
	entries,
}: SessionState): ReadonlySet<string> {
	const ids = [...pendingPermissions, ...permissionsAwaitingRules];
	return new Set(ids.flatMap((id) => entries.get(id)?.parentId ?? []));
}

/** What runs in a terminal, as people know it. The agent's own terminals have their name from the call. */
export function terminalTitle(state: SessionState, terminalId: string): string {
	return titleOf(state, terminalId, showingCalls(state));
}

type ShowingCalls = ReadonlyMap<string, ToolCallEntry>;

function titleOf(state: SessionState, terminalId: string, calls: ShowingCalls): string {
	const terminal = state.terminals.get(terminalId);
	const call = terminal?.label === '' ? callOf(state, terminalId, calls) : undefined;
	return terminalLabel(call, terminal) || t('Command');
}

function callOf(state: SessionState, terminalId: string, calls: ShowingCalls): ToolCallEntry | undefined {
	return namedCall(state, terminalId) ?? calls.get(terminalId);
}

/** The call that an agent's terminal is named after. */
function namedCall({ entries, toolCalls }: SessionState, terminalId: string): ToolCallEntry | undefined {
	const { name, subagentId } = terminalName(terminalId);
	const isAgents = agentTerminalId(name, subagentId) === terminalId;
	const named = isAgents ? entries.get(toolCalls.get(idInSession(subagentId, name)) ?? '') : undefined;
	return named?.type === 'tool_call' ? named : undefined;
}

/** The call that shows each terminal, the newest if there are several. */
function showingCalls({ entries }: SessionState): ShowingCalls {
	const calls = new Map<string, ToolCallEntry>();
	for (const entry of entries.values()) {
		if (entry.type !== 'tool_call') continue;
		for (const item of entry.content) if (item.type === 'terminal') calls.set(item.terminalId, entry);
	}
	return calls;
}
