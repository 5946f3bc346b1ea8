/** What this side knows of an entry that the agent tells of in its history. */
import { endedAs, endOfCall } from './attempts.ts';
import { type Entry, isOfUser, type MessageEntry, type ToolCallEntry } from '../model/entry.ts';
import type { ToolContent } from '../model/toolContent.ts';
import { isToldAsSent } from './historyWords.ts';

/**
 * The entry as the agent tells it, with what it does not tell: when it was, that the user stopped it, how often it was
 * tried, and what a call has shown where its history shows nothing.
 * @param shown the same entry as it was
 * @param hasTerminal true for the id of a terminal that the history has told of
 */
export function withWhatIsKnown(
	entry: Entry,
	shown: Entry,
	hasTerminal: (terminalId: string) => boolean,
): Entry {
	if (entry.type === 'message' && shown.type === 'message') return knownMessage(entry, shown);
	return entry.type === 'tool_call' && shown.type === 'tool_call'
		? knownCall(entry, shown, hasTerminal)
		: entry;
}

/** What the user has attached stands in words of ours, which an agent tells as if the user had written them. */
function knownMessage(message: MessageEntry, shown: MessageEntry): MessageEntry {
	const { startedAt, endedAt, content } = shown;
	const isAsSent = message.role === 'user' && isOfUser(shown) && isToldAsSent(content, message.content);
	return { ...message, startedAt, endedAt, ...(isAsSent ? { content, isAsSent } : {}) };
}

function knownCall(
	call: ToolCallEntry,
	shown: ToolCallEntry,
	hasTerminal: (terminalId: string) => boolean,
): ToolCallEntry {
	const { startedAt, endedAt } = shown;
	const attempts = call.attempts ?? (shown.attempts && endedAs(shown.attempts, endOfCall(call.status)));
	const isStopped = shown.isStopped === true && shown.status === 'cancelled';
	return {
		...call,
		startedAt,
		...(call.endedAt === undefined || endedAt === undefined ? {} : { endedAt }),
		...(isStopped ? { status: 'cancelled', isStopped, endedAt: endedAt ?? startedAt } : {}),
		...(call.title === '' ? { title: shown.title } : {}),
		...(attempts === undefined ? {} : { attempts }),
		content: call.content.length === 0 ? shown.content : withKnownTerminals(call, shown, hasTerminal),
	};
}

/**
 * A terminal that the history names and tells nothing of is the one that the call has shown in its place: its name may be
 * of a command that the host ran, which has another id here.
 */
function withKnownTerminals(
	{ content }: ToolCallEntry,
	shown: ToolCallEntry,
	hasTerminal: (terminalId: string) => boolean,
): readonly ToolContent[] {
	const known = shown.content.filter((item) => item.type === 'terminal').values();
	return content.map((item) => {
		if (item.type !== 'terminal') return item;
		const { value } = known.next();
		return hasTerminal(item.terminalId) ? item : (value ?? item);
	});
}
