/**
 * A call, or the work of a turn, that is tried again: how often so far, why, when the next attempt runs, and how it went.
 * It is one thing to the reader, however many attempts there are.
 */

/** What failed before, as far as it is known. */
export type AttemptCause =
	'network' | 'timeout' | 'rate_limit' | 'overloaded' | 'server_error' | 'tool_error' | 'other';

/** `waiting` until `nextAt`; `stopped`: the turn was stopped, or is over without a word on it. */
export type AttemptState = 'waiting' | 'running' | 'recovered' | 'gave_up' | 'stopped';

export interface Attempts {
	/** Of the attempt that waits or runs, or of the last one, as the agent counts them. */
	readonly number: number;
	/** How many there are at most. */
	readonly of?: number;
	readonly state: AttemptState;
	/** While it waits: epoch milliseconds of the next attempt. */
	readonly nextAt?: number;
	readonly failure?: AttemptFailure;
	/** How it went is what the turn or the call tells by how it goes on: the agent's own word counts more. */
	readonly isInferred?: boolean;
}

/** Why there is an attempt of that number. */
export interface AttemptFailure {
	readonly before: number;
	readonly cause: AttemptCause;
	/** In the agent's own words. */
	readonly message?: string;
}

/** What an agent says of an attempt. Any of it may come late, twice, or out of order. */
export interface AttemptPatch {
	/** Absent where the agent does not count: it is the one after the last. */
	readonly number?: number;
	readonly of?: number;
	readonly state: AttemptState;
	/** Epoch milliseconds; or, from an agent that says only that, in how many milliseconds from now. */
	readonly nextAt?: number;
	readonly nextInMs?: number;
	readonly cause?: AttemptCause;
	readonly message?: string;
}

/** True while another attempt waits or runs. */
export function isBeingTried(attempts: Attempts | undefined): attempts is Attempts {
	return attempts?.state === 'waiting' || attempts?.state === 'running';
}
