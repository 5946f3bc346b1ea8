/** What this side knows of an entry that the agent tells of in its history. */
import type { Entry, ToolCallEntry } from '../model/entry.ts';

/**
 * The entry as the agent tells it, with what it does not tell: when it was, that the user stopped it, and what a call has
 * shown where its history shows nothing.
 * @param shown the same entry as it was
 */
export function withWhatIsKnown(entry: Entry, shown: Entry): Entry {
	if (entry.type === 'message' && shown.type === 'message') {
		const { startedAt, endedAt } = shown;
		return { ...entry, startedAt, endedAt };
	}
	return entry.type === 'tool_call' && shown.type === 'tool_call' ? knownCall(entry, shown) : entry;
}

function knownCall(call: ToolCallEntry, shown: ToolCallEntry): ToolCallEntry {
	const { startedAt, endedAt } = shown;
	const isStopped = shown.isStopped === true && shown.status === 'cancelled';
	return {
		...call,
		startedAt,
		...(call.endedAt === undefined || endedAt === undefined ? {} : { endedAt }),
		...(isStopped ? { status: 'cancelled', isStopped, endedAt: endedAt ?? startedAt } : {}),
		...(call.title === '' ? { title: shown.title } : {}),
		...(call.content.length === 0 ? { content: shown.content } : {}),
	};
}
