/**
 * What `session/load` replays: the updates of a session, streamed chunks joined again.
 * With a file, each entry is one JSON line, appended as soon as it is complete.
 */
import { appendFileSync } from 'node:fs';
import type { SessionUpdate } from '@agentclientprotocol/sdk';

type Chunk = Extract<SessionUpdate, { sessionUpdate: `${string}_message_chunk` | 'agent_thought_chunk' }>;

export class Transcript {
	readonly #entries: SessionUpdate[];
	#file: string | undefined;
	#open: Chunk | undefined;
	#changedAt: number;
	#size: number;

	constructor(file: string | undefined, entries: SessionUpdate[] = [], changedAt: number = Date.now()) {
		this.#file = file;
		this.#entries = entries;
		this.#changedAt = changedAt;
		this.#size = entries.reduce((sum, entry) => sum + sizeOf(entry), 0);
	}

	record(update: SessionUpdate): void {
		const joined = this.#open && join(this.#open, update);
		if (joined) {
			this.#open = joined;
			return;
		}
		this.flush();
		if (isChunk(update)) this.#open = update;
		else this.#keep(update);
	}

	/** Ends the message that is being joined. */
	flush(): void {
		const open = this.#open;
		this.#open = undefined;
		if (open) this.#keep(open);
	}

	get isEmpty(): boolean {
		return this.#entries.length === 0 && !this.#open;
	}

	/** Characters recorded so far. */
	get size(): number {
		return this.#size;
	}

	/** Milliseconds since 1970. */
	get changedAt(): number {
		return this.#changedAt;
	}

	/** The latest entry of a kind. */
	last<Kind extends SessionUpdate['sessionUpdate']>(
		kind: Kind,
	): Extract<SessionUpdate, { sessionUpdate: Kind }> | undefined {
		const isOfKind = (entry: SessionUpdate): entry is Extract<SessionUpdate, { sessionUpdate: Kind }> =>
			entry.sessionUpdate === kind;
		return this.#entries.findLast(isOfKind);
	}

	/** From now on nothing is written: the session was deleted. */
	detach(): void {
		this.#file = undefined;
	}

	/** Everything recorded so far, in order. Tool calls that a cancel or a crash cut off end as failed. */
	replay(): SessionUpdate[] {
		this.flush();
		return [...this.#entries, ...this.#unfinishedTools().map(endOfTool)];
	}

	#unfinishedTools(): string[] {
		const unfinished = new Set<string>();
		for (const entry of this.#entries) {
			if (entry.sessionUpdate !== 'tool_call' && entry.sessionUpdate !== 'tool_call_update') continue;
			if (entry.status === 'completed' || entry.status === 'failed') unfinished.delete(entry.toolCallId);
			else unfinished.add(entry.toolCallId);
		}
		return [...unfinished];
	}

	#keep(update: SessionUpdate): void {
		this.#entries.push(update);
		this.#changedAt = Date.now();
		this.#size += sizeOf(update);
		if (this.#file) appendFileSync(this.#file, `${JSON.stringify(update)}\n`);
	}
}

/** Pictures and sounds do not count: their base64 is not text to be read. */
function sizeOf(update: SessionUpdate): number {
	const text = JSON.stringify(update, (key, value: unknown) =>
		key === 'data' || key === 'blob' ? undefined : value,
	);
	return text.length;
}

function isChunk(update: SessionUpdate): update is Chunk {
	return update.sessionUpdate.endsWith('_chunk') && update.sessionUpdate !== 'compaction_summary_chunk';
}

/** The two as one chunk, if they are parts of the same message. */
function join(open: Chunk, next: SessionUpdate): Chunk | undefined {
	if (!isChunk(next) || next.sessionUpdate !== open.sessionUpdate || next.messageId !== open.messageId) {
		return undefined;
	}
	if (open.content.type !== 'text' || next.content.type !== 'text') return undefined;
	return { ...open, content: { type: 'text', text: open.content.text + next.content.text } };
}

function endOfTool(toolCallId: string): SessionUpdate {
	return { sessionUpdate: 'tool_call_update', toolCallId, status: 'failed' };
}
