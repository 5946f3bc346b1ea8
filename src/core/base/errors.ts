/** Why talking to an agent failed. A closed set, so that each reason has its sentence and its next action. */
export type AgentErrorReason =
	/** The program could not be started: not found, not executable, bad working directory. */
	| 'spawn'
	/** The process ended. */
	| 'exited'
	/** The agent broke the protocol, or speaks none of our versions. */
	| 'protocol'
	/** No answer in time. */
	| 'timeout'
	/** A message was above `limits.lineBytes`. */
	| 'tooLarge'
	/** The agent stopped reading its input. */
	| 'notReading'
	/** The user, or trust, forbids it. */
	| 'denied'
	/** Withdrawn by the user or by us. */
	| 'cancelled'
	/** The agent answered a request with an error. */
	| 'answered';

export class AgentError extends Error {
	readonly reason: AgentErrorReason;
	/** JSON-RPC error code, for reason `answered`. */
	readonly code: number | undefined;
	/** JSON-RPC error data, for reason `answered`. Any JSON. */
	readonly data: unknown;

	constructor(
		reason: AgentErrorReason,
		message: string,
		options: { cause?: unknown; code?: number; data?: unknown } = {},
	) {
		super(message, options.cause === undefined ? undefined : { cause: options.cause });
		this.name = 'AgentError';
		this.reason = reason;
		this.code = options.code;
		this.data = options.data;
	}

	/** True when `error` is an AgentError, of the given reason if one is named. */
	static is(error: unknown, reason?: AgentErrorReason): error is AgentError {
		return error instanceof AgentError && (reason === undefined || error.reason === reason);
	}
}

/** Whatever was thrown, as an Error. */
export function toError(thrown: unknown): Error {
	return thrown instanceof Error ? thrown : new Error(String(thrown));
}
