import * as limits from '../../base/limits.ts';
import type { Step } from './draft.ts';

/**
 * One bound over the output of all terminals of a session: of the oldest that have ended it is dropped, and they are
 * marked as cut. Those that run keep theirs, which has a bound of its own.
 */
export function makeRoom({ draft, changes }: Step): void {
	let chars = 0;
	for (const { output } of draft.terminals.values()) chars += output.length;
	for (const terminal of draft.terminals.values()) {
		if (chars <= limits.sessionOutputChars) return;
		const { terminalId, output, dropped, exit } = terminal;
		if (exit === undefined || output === '') continue;
		chars -= output.length;
		const cut = { output: '', dropped: dropped + output.length, isTruncated: true };
		draft.terminals.set(terminalId, { ...terminal, ...cut });
		changes.push({ type: 'terminal', terminalId });
	}
}
