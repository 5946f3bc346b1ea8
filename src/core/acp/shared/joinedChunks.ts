/**
 * Agents say a text in pieces of a few letters, thousands of them a second. Pieces that come together go on as one: each
 * step of a session costs its listeners the same, however short the text is.
 */
import type { AgentEvent } from '../../session/model/agentEvents.ts';

type MessageChunk = Extract<AgentEvent, { type: 'message_chunk' }>;

/** A chunk that waits, and the texts that continue it. */
interface HeldChunk {
	readonly sessionId: string;
	readonly chunk: MessageChunk;
	readonly more: string[];
}

/** Passes events on in their order. Chunks of one text that follow each other within `together` become one. */
export class JoinedChunks {
	readonly #pass: (sessionId: string, events: readonly AgentEvent[]) => void;
	#held: HeldChunk | undefined;
	#isTogether = false;

	/** @param pass must not throw */
	constructor(pass: (sessionId: string, events: readonly AgentEvent[]) => void) {
		this.#pass = pass;
	}

	add(sessionId: string, events: readonly AgentEvent[]): void {
		const [event] = events;
		if (!this.#isTogether || events.length !== 1 || event?.type !== 'message_chunk') {
			this.passHeld();
			return this.#pass(sessionId, events);
		}
		const held = this.#held;
		if (held !== undefined && held.sessionId === sessionId && continues(held.chunk, event)) {
			held.more.push(textOf(event));
			return;
		}
		this.passHeld();
		this.#held = { sessionId, chunk: event, more: [] };
	}

	/** Nothing of what is added in `work` waits longer than that. Throws what `work` throws. */
	together(work: () => void): void {
		this.#isTogether = true;
		try {
			work();
		} finally {
			this.#isTogether = false;
			this.passHeld();
		}
	}

	/** To be called before anything that has its place after what was added. */
	passHeld(): void {
		if (this.#held === undefined) return;
		const { sessionId, chunk, more } = this.#held;
		this.#held = undefined;
		if (more.length === 0) return this.#pass(sessionId, [chunk]);
		// Joined at once, not one by one: a text of thousands of small strings costs several times its length.
		const text = [textOf(chunk), ...more].join('');
		this.#pass(sessionId, [{ ...chunk, content: { type: 'text', text } }]);
	}
}

/** True for the next piece of the same text. What agents repeat of the user's words is compared piece by piece. */
function continues(chunk: MessageChunk, next: MessageChunk): boolean {
	return (
		chunk.role !== 'user' &&
		chunk.role === next.role &&
		chunk.messageId === next.messageId &&
		chunk.isFromSession === next.isFromSession &&
		isPlainText(chunk) &&
		isPlainText(next)
	);
}

/** What is annotated stands alone. */
function isPlainText({ content }: MessageChunk): boolean {
	return content.type === 'text' && content.annotations === undefined && content.attached === undefined;
}

function textOf({ content }: MessageChunk): string {
	return content.type === 'text' ? content.text : '';
}
