import type { SessionOptions } from './sessionOptions.ts';
import type { Transcript } from './transcript.ts';
import { Usage } from './usage.ts';

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
