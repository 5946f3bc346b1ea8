import { t } from '../base/l10n.ts';
import type { Entry, ToolCallEntry } from '../session/model/entry.ts';
import type { SessionState } from '../session/model/sessionState.ts';
import { terminalLabel } from './projectToolCall.ts';
import type { ViewRunning } from './viewSession.ts';

/** The commands that still run, oldest first, by the names people know them by. */
export function runningCommands(state: SessionState): readonly ViewRunning[] {
	const running = [...state.terminals.values()].filter(({ exit }) => exit === undefined);
	return running.map(({ terminalId, startedAt, owner, canCancel, isCancelling }) => ({
		type: 'terminal',
		id: terminalId,
		terminalId,
		label: terminalTitle(state, terminalId),
		startedAt,
		canStop: owner === 'host' || canCancel === true,
		...(isCancelling === true ? { isStopping: true } : {}),
	}));
}

/** What runs in a terminal, as people know it. The agent's own terminals have their name from the call. */
export function terminalTitle(state: SessionState, terminalId: string): string {
	const terminal = state.terminals.get(terminalId);
	const call = terminal?.label === '' ? callOf(state, terminalId) : undefined;
	return terminalLabel(call, terminal) || t('Command');
}

/** The call that shows a terminal, the newest if there are several. */
function callOf(state: SessionState, terminalId: string): ToolCallEntry | undefined {
	const named = state.entries.get(state.toolCalls.get(terminalId) ?? '');
	if (named?.type === 'tool_call') return named;
	return [...state.entries.values()].findLast((entry) => shows(entry, terminalId));
}

function shows(entry: Entry, terminalId: string): entry is ToolCallEntry {
	if (entry.type !== 'tool_call') return false;
	return entry.content.some((item) => item.type === 'terminal' && item.terminalId === terminalId);
}
