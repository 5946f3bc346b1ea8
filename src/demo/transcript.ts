/**
 * What `session/load` replays: the updates of a session, streamed chunks joined again.
 * With a file, each entry is one JSON line, appended as soon as it is complete.
 */
import { appendFileSync } from 'node:fs';
import type { SessionUpdate } from '@agentclientprotocol/sdk';

type Chunk = Extract<SessionUpdate, { sessionUpdate: `${string}_message_chunk` | 'agent_thought_chunk' }>;

export class Transcript {
	readonly #entries: SessionUpdate[];
	readonly #file: string | undefined;
	#open: Chunk | undefined;

	constructor(file: string | undefined, entries: SessionUpdate[] = []) {
		this.#file = file;
		this.#entries = entries;
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
		if (this.#file) appendFileSync(this.#file, `${JSON.stringify(update)}\n`);
	}
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
