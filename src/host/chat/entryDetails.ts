/** What the user asks to see of an entry, beyond what its card shows. Ids that mean nothing show nothing. */
import { stripVTControlCharacters } from 'node:util';
import type { SessionState } from '../../core/session/model/sessionState.ts';
import { formatRaw } from '../../core/view/rawText.ts';
import type { ToView } from '../../core/view/toView.ts';
import { openLocation } from './links.ts';

/** Opens the file of a call at its line. */
export async function openLocationOf(
	{ entries, cwd }: SessionState,
	entryId: string,
	index: number,
): Promise<void> {
	const call = entries.get(entryId);
	const location = call?.type === 'tool_call' ? call.locations[index] : undefined;
	if (location !== undefined) await openLocation(location, cwd);
}

/** All that was kept of a command's output, as plain text. */
export function outputOf({ terminals }: SessionState, terminalId: string): string | undefined {
	const output = terminals.get(terminalId)?.output;
	return output === undefined ? undefined : stripVTControlCharacters(output);
}

/** The input and output of a call as JSON, for the view that asked. */
export function rawOf({ entries }: SessionState, entryId: string): ToView | undefined {
	const call = entries.get(entryId);
	if (call?.type !== 'tool_call') return undefined;
	return { type: 'raw', entryId, input: formatRaw(call.rawInput), output: formatRaw(call.rawOutput) };
}
