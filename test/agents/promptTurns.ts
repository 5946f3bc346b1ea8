/**
 * How the turn of each shape begins and ends on the wire (docs/protocol.md#turn-shapes). What happens in between is not
 * its business.
 */
import type { JsonObject } from './fakeAgentScript.ts';
import { type WireMessage, writeMessage } from './fakeAgentWire.ts';

/** Version 1, and the three turns that version 2 has had. */
export type Shape = 'v1' | 'A' | 'B' | 'C';

/** When the prompt comes back as a `user_message`: around its answer, or not at all. */
export type Echo = 'before' | 'after' | 'none';

export interface WorkEnd {
	readonly stopReason: string;
	/** Work that failed: the answer of v1 and A, part of the end in B and C. */
	readonly error?: { readonly code: number; readonly message: string };
}

export interface TurnOptions {
	readonly shape: Shape;
	readonly echo: Echo;
	/** Sends, and where history is kept remembers, an update. */
	readonly update: (sessionId: string, update: JsonObject) => void;
	/** C: what goes on without a turn. */
	readonly background?: (sessionId: string) => readonly JsonObject[];
	/** Names for prompts; user-1, user-2 … if absent. */
	readonly newId?: () => string;
}

/** The prompts of one session. */
interface Line {
	isBusy: boolean;
	/** C: they wait for their turn, unanswered. */
	readonly held: { readonly id: WireMessage['id']; readonly settle: (isInserted: boolean) => void }[];
}

export class PromptTurns {
	readonly #options: TurnOptions;
	readonly #lines = new Map<string, Line>();
	#messages = 0;

	constructor(options: TurnOptions) {
		this.#options = options;
	}

	/**
	 * Takes a prompt up, has its work done and tells the end. In C a prompt during another one is held until that ends;
	 * elsewhere it is an error, because clients send one at a time.
	 */
	async run(request: WireMessage, work: () => Promise<WorkEnd>): Promise<void> {
		const sessionId = sessionOf(request);
		const line = this.#line(sessionId);
		if (line.isBusy) {
			if (this.#options.shape !== 'C') return refuse(request, -32_600, 'A turn is running.');
			if (!(await hold(line, request))) return refuse(request, -32_800, 'Request cancelled');
		}
		line.isBusy = true;
		this.#begin(request, sessionId);
		this.#end(request, sessionId, await work());
		const next = line.held.shift();
		line.isBusy = next !== undefined;
		next?.settle(true);
	}

	/** C: puts a prompt into the work that runs, whose end is then its end as well. */
	join(request: WireMessage): void {
		this.#insert(request, sessionOf(request));
	}

	/** True while work for a prompt is under way. */
	isBusy(sessionId: string): boolean {
		return this.#line(sessionId).isBusy;
	}

	/** C: gives a held prompt back. Unknown ids mean nothing. */
	withdraw(requestId: unknown): void {
		for (const { held } of this.#lines.values()) {
			const index = held.findIndex(({ id }) => id === requestId);
			if (index >= 0) for (const one of held.splice(index, 1)) one.settle(false);
		}
	}

	/** `session/cancel` takes the prompts with it that are not inserted yet. */
	cancel(sessionId: string): void {
		for (const held of this.#line(sessionId).held.splice(0)) held.settle(false);
	}

	/** B and C: the agent's own word on its work. */
	state(sessionId: string, state: string, fields: JsonObject = {}): void {
		if (!this.#tellsState) return;
		const { update, shape, background } = this.#options;
		const list = shape === 'C' && background !== undefined ? { background: background(sessionId) } : {};
		update(sessionId, { sessionUpdate: 'state_update', state, ...list, ...fields });
	}

	get #tellsState(): boolean {
		return this.#options.shape === 'B' || this.#options.shape === 'C';
	}

	#begin(request: WireMessage, sessionId: string): void {
		switch (this.#options.shape) {
			case 'v1':
				break;
			case 'A':
				if (this.#options.echo !== 'none') this.#echo(request, sessionId, this.#nextMessage());
				break;
			case 'B':
				writeMessage({ id: request.id, result: {} });
				this.#echo(request, sessionId, this.#nextMessage());
				break;
			case 'C':
				this.#insert(request, sessionId);
				break;
		}
		this.state(sessionId, 'running');
	}

	#insert(request: WireMessage, sessionId: string): void {
		const messageId = this.#nextMessage();
		if (this.#options.echo === 'before') this.#echo(request, sessionId, messageId);
		writeMessage({ id: request.id, result: { messageId } });
		if (this.#options.echo === 'after') this.#echo(request, sessionId, messageId);
	}

	#echo({ params }: WireMessage, sessionId: string, messageId: string): void {
		const content = params?.['prompt'];
		this.#options.update(sessionId, { sessionUpdate: 'user_message', messageId, content });
	}

	#end(request: WireMessage, sessionId: string, { stopReason, error }: WorkEnd): void {
		if (this.#tellsState) {
			this.state(sessionId, 'idle', { stopReason, ...(error === undefined ? {} : { error }) });
		} else if (error === undefined) writeMessage({ id: request.id, result: { stopReason } });
		else writeMessage({ id: request.id, error });
	}

	#line(sessionId: string): Line {
		const line = this.#lines.get(sessionId) ?? { isBusy: false, held: [] };
		this.#lines.set(sessionId, line);
		return line;
	}

	#nextMessage(): string {
		return this.#options.newId?.() ?? `user-${++this.#messages}`;
	}
}

function hold({ held }: Line, { id }: WireMessage): Promise<boolean> {
	return new Promise((settle) => held.push({ id, settle }));
}

function refuse({ id }: WireMessage, code: number, message: string): void {
	writeMessage({ id, error: { code, message } });
}

function sessionOf({ params }: WireMessage): string {
	return String(params?.['sessionId']);
}
