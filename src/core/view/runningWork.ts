import { t } from '../base/l10n.ts';
import type { ToolCallEntry } from '../session/model/entry.ts';
import type { SessionState } from '../session/model/sessionState.ts';
import { agentTerminalId, terminalName } from '../base/terminalId.ts';
import type { BackgroundItem } from '../session/model/turnState.ts';
import { isFinalStatus } from './toolStatus.ts';
import type { ViewRunning } from './viewSession.ts';
import { terminalLabel } from './projectToolCall.ts';

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

/** What an item adds to the commands: nothing once its work has ended, whatever the list says. */
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
			return call?.type === 'tool_call' ? callRow(call, commands) : [unknown(t('Tool call'))];
		}
		case 'subagent': {
			const entry = state.entries.get(state.subagents.get(item.sessionId) ?? '');
			if (entry?.type !== 'subagent') return [unknown(t('Subagent'))];
			const { id, title, canCancel } = entry;
			return entry.state === 'idle' ? [] : [{ type: 'subagent', id, label: title, canStop: canCancel }];
		}
		case 'other':
			return [unknown(t('Something of kind {0}', item.kind))];
	}
}

/** A call whose command can be stopped, and it cannot, is told by its command. */
function callRow(call: ToolCallEntry, commands: readonly ViewRunning[]): readonly ViewRunning[] {
	const { id, toolCallId, title, status, startedAt, canCancel = false, isCancelling, content } = call;
	if (isFinalStatus(status)) return [];
	const shown = new Set(content.flatMap((item) => (item.type === 'terminal' ? [item.terminalId] : [])));
	const command = commands.find((one) => one.id === agentTerminalId(toolCallId) || shown.has(one.id));
	if (!canCancel && command?.canStop === true) return [];
	return [
		{
			type: 'tool_call',
			id,
			label: title,
			startedAt,
			canStop: canCancel,
			...(command === undefined ? {} : { terminalId: command.id }),
			...(isCancelling === true ? { isStopping: true } : {}),
		},
	];
}

/** The commands that still run, oldest first, by the names people know them by. */
function runningCommands(state: SessionState): readonly ViewRunning[] {
	const running = [...state.terminals.values()].filter(({ exit }) => exit === undefined);
	const calls = running.some(({ label }) => label === '') ? callsShowing(state) : undefined;
	return running.map(({ terminalId, label, startedAt, owner, canCancel, isCancelling }) => ({
		type: 'terminal',
		id: terminalId,
		terminalId,
		label: label === '' ? titleOf(state, terminalId, calls?.get(terminalId)) : label,
		startedAt,
		canStop: owner === 'host' || canCancel === true,
		...(isCancelling === true ? { isStopping: true } : {}),
	}));
}

/** What runs in a terminal, as people know it. The agent's own terminals have their name from the call. */
export function terminalTitle(state: SessionState, terminalId: string): string {
	const label = state.terminals.get(terminalId)?.label ?? t('Command');
	return label === '' ? titleOf(state, terminalId, callsShowing(state).get(terminalId)) : label;
}

/** @param showing the call that shows the terminal, if it is not the one that it is named after */
function titleOf(state: SessionState, terminalId: string, showing: ToolCallEntry | undefined): string {
	const call = callNamed(state, terminalId) ?? showing;
	return terminalLabel(call, state.terminals.get(terminalId)) || t('Command');
}

function callNamed(state: SessionState, terminalId: string): ToolCallEntry | undefined {
	const name = terminalName(terminalId);
	const isAgents = agentTerminalId(name) === terminalId;
	const named = isAgents ? state.entries.get(state.toolCalls.get(name) ?? '') : undefined;
	return named?.type === 'tool_call' ? named : undefined;
}

/** The call that shows each terminal, the newest if there are several. One look at all of them, however many run. */
function callsShowing({ entries }: SessionState): ReadonlyMap<string, ToolCallEntry> {
	const calls = new Map<string, ToolCallEntry>();
	for (const entry of entries.values()) {
		if (entry.type !== 'tool_call') continue;
		for (const item of entry.content) if (item.type === 'terminal') calls.set(item.terminalId, entry);
	}
	return calls;
}
