import * as limits from '../../core/base/limits.ts';
import type { ViewToolCall } from '../../core/view/viewEntry.ts';

/** True when the card shows that terminal. */
export function showsTerminal(entry: ViewToolCall, terminalId: string): boolean {
	return entry.content.some((content) => content.type === 'terminal' && content.terminalId === terminalId);
}

/** The card with text added to what the terminal printed; the oldest output goes where there is too much. */
export function withOutput(entry: ViewToolCall, terminalId: string, text: string): ViewToolCall {
	const content = entry.content.map((part) => {
		if (part.type !== 'terminal' || part.terminalId !== terminalId) return part;
		const output = part.output + text;
		// Trimmed now and then, not each time.
		if (output.length < 2 * limits.toolOutputChars) return { ...part, output };
		return { ...part, output: output.slice(-limits.toolOutputChars), isTruncated: true };
	});
	return { ...entry, content };
}
