/** Text that is shown as it is: what a program printed, or what stands in a file. Pure. */
import type { ToolKind } from '../base/toolCall.ts';

/** Calls of these kinds hand over what they found. What the others say is prose, which agents write in Markdown. */
const handingOver: ReadonlySet<ToolKind> = new Set<ToolKind>(['execute', 'read', 'search']);

/** Where Markdown would draw something else than what is written: lines that run together, marks that are taken away. */
const marks = /[\n\r\t*_#<>`~|\\[\]&!^]|^[-+=\d\s]|https?:|www\./u;

/** True for a text of a tool call of that kind that is no Markdown: its lines and its `*`, `#`, `_` and `<` stay. */
export function isOutput(kind: ToolKind, text: string): boolean {
	return handingOver.has(kind) && marks.test(text) && !isFenced(text);
}

/** The agent has put the whole text into a fence, which may not be closed yet. */
function isFenced(text: string): boolean {
	const trimmed = text.trim();
	const fence = /^(?:`{3,}|~{3,})/u.exec(trimmed)?.[0];
	if (fence === undefined) return false;
	const closing = trimmed.indexOf(`\n${fence}`);
	return closing === -1 || trimmed.endsWith(`\n${fence}`);
}
