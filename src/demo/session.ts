import type { SessionOptions } from './sessionOptions.ts';
import type { Transcript } from './transcript.ts';
import type { SessionUpdate } from '@agentclientprotocol/sdk';

/** One conversation: where it works, what was chosen for it, what was said, and the turn that runs. */
export class Session {
	readonly id: string;
	readonly cwd: string;
	readonly transcript: Transcript;
	readonly options: SessionOptions;
	readonly usage: Usage;
	/** The user chose "Always allow" once in this session. */
	isAlwaysAllowed = false;
	isTitled: boolean;
	/** The client wants to hear nothing more of it. */
	isClosed = false;
	/** Aborting it cancels the running turn. */
	turn: AbortController | undefined;

	constructor(id: string, cwd: string, transcript: Transcript, options: SessionOptions) {
		this.id = id;
		this.cwd = cwd;
		this.transcript = transcript;
		this.options = options;
		this.usage = new Usage(transcript);
		this.isTitled = !transcript.isEmpty;
	}

	get mustAsk(): boolean {
		return this.options.mode === 'ask' && !this.isAlwaysAllowed;
	}

	get isReadOnly(): boolean {
		return this.options.mode === 'read';
	}
}

type UsageUpdate = Extract<SessionUpdate, { sessionUpdate: 'usage_update' }>;

const contextSize = 200_000;
/** What a model has read before the first word. */
const instructions = 2_400;
const charactersPerToken = 4;
const dollarsPerToken = 3 / 1_000_000;

/** How full the context of a session would be, and what it would have cost: made up, but it grows like the real thing. */
class Usage {
	readonly #transcript: Transcript;
	#used: number;
	#cost: number;
	#counted: number;

	/** Goes on where the transcript ends. */
	constructor(transcript: Transcript) {
		const last = transcript.last('usage_update');
		this.#transcript = transcript;
		this.#used = last?.used ?? instructions;
		this.#cost = last?.cost?.amount ?? 0;
		this.#counted = transcript.size;
	}

	get used(): number {
		return this.#used;
	}

	/** Counts what came into the transcript since the last time, as one call of a model. */
	countTurn(): UsageUpdate {
		const { size } = this.#transcript;
		const added = Math.ceil((size - this.#counted) / charactersPerToken);
		this.#counted = size;
		this.#used = Math.min(this.#used + added, contextSize);
		this.#cost += this.#used * dollarsPerToken;
		return this.update;
	}

	/** Leaves the instructions and a tenth of the rest. */
	compact(): UsageUpdate {
		this.#used = instructions + Math.ceil((this.#used - instructions) / 10);
		return this.update;
	}

	get update(): UsageUpdate {
		const amount = Number(this.#cost.toFixed(4));
		const cost = { amount, currency: 'USD' };
		return { sessionUpdate: 'usage_update', used: this.#used, size: contextSize, cost };
	}
}
