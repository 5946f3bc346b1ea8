import type { SessionState } from '../../../src/core/session/sessionState.ts';
import type { TerminalState } from '../../../src/core/session/terminalState.ts';

/** Commands that still run, oldest first. */
export function runningTerminals(state: Pick<SessionState, 'terminals'>): readonly TerminalState[] {
	return [...state.terminals.values()].filter(({ exit }) => exit === undefined);
}
