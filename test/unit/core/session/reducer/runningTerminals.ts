import type { SessionState } from '../../../../../src/core/session/model/sessionState.ts';
import type { TerminalState } from '../../../../../src/core/session/model/terminalState.ts';

/** Commands that still run, oldest first. */
export function runningTerminals(state: Pick<SessionState, 'terminals'>): readonly TerminalState[] {
	return [...state.terminals.values()].filter(({ exit }) => exit === undefined);
}
