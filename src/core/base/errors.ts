import { spoken } from './l10n.ts';
import type { Spoken } from './sentence.ts';

/** Why talking to an agent failed. A closed set, so that each reason has its sentence and its next action. */
export type AgentErrorReason =
	/** The program could not be started: not found, not executable, bad working directory. */
	| 'spawn'
	/** The process ended. */
	| 'exited'
	/** No connection to its address came about; another try may do better. */
	| 'unreachable'
	/** No connection to its address, and another try would end the same way. */
	| 'rejected'
	/** The connection to its address broke or was closed. */
	| 'disconnected'
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
	/** The agent does not offer what it was to be asked for, so nothing was sent. */
	| 'unsupported'
	/** Its address does not take the secret that the user entered. */
	| 'secretRefused'
	/** Withdrawn by the user or by us. */
	| 'cancelled'
	/** The agent answered a request with an error. */
	| 'answered'
	/** The same for a prompt that the agent did not take up: nothing of it has happened (acp C232). */
	| 'refused';

const agentBrand = 'acp-host.AgentError';

/**
 * A failure of talking to an agent. `message` is for the user who is told at once, `words` for what is shown later and
 * may be stored until then; `reason` is for code, `AgentError.is` tests both.
 */
export class AgentError extends Error {
	readonly brand = agentBrand;
	readonly reason: AgentErrorReason;
	/** What `message` says, a line each, and in no language yet where it is ours. */
	readonly words: readonly Spoken[];
	/** JSON-RPC error code, for reasons `answered` and `refused`; status of HTTP, for `unreachable` and `rejected`. */
	readonly code: number | undefined;
	/** JSON-RPC error data, for `answered` and `refused`. Any JSON. */
	readonly data: unknown;

	constructor(
		reason: AgentErrorReason,
		words: Spoken | readonly Spoken[],
		options: { cause?: unknown; code?: number; data?: unknown } = {},
	) {
		const lines: readonly Spoken[] = [words].flat();
		super(lines.map(spoken).join('\n'), options.cause === undefined ? undefined : { cause: options.cause });
		this.name = 'AgentError';
		this.reason = reason;
		this.words = lines;
		this.code = options.code;
		this.data = options.data;
	}

	/** True when `error` is an AgentError, of the given reason if one is named. */
	static is(error: unknown, reason?: AgentErrorReason): error is AgentError {
		return isBranded<AgentError>(error, agentBrand) && (reason === undefined || error.reason === reason);
	}
}

/**
 * What loads at activation and what loads with the first agent are bundles of their own, each with its own copy of
 * the classes of errors that go from one to the other. So these are told by a mark instead of by their class.
 */
export function isBranded<E extends { readonly brand: string }>(
	error: unknown,
	mark: E['brand'],
): error is E & Error {
	return error instanceof Error && 'brand' in error && error.brand === mark;
}

/** What a thrown value says, a line each, in no language yet where it is ours. */
export function wordsOf(thrown: unknown): readonly Spoken[] {
	return AgentError.is(thrown) ? thrown.words : [toError(thrown).message];
}

/** A thrown value of any type, as an Error. */
export function toError(thrown: unknown): Error {
	return thrown instanceof Error ? thrown : new Error(String(thrown));
}

const serviceBrand = 'acp-host.ServiceError';

/** Why a service of ours refused. The codec turns it into an error code of its protocol. */
export class ServiceError extends Error {
	readonly brand = serviceBrand;
	readonly reason: 'notFound' | 'denied' | 'conflict' | 'invalid' | 'failed';
	/** Path or id it is about. */
	readonly subject: string | undefined;

	constructor(reason: ServiceError['reason'], message: string, subject?: string, cause?: unknown) {
		super(message, cause === undefined ? undefined : { cause });
		this.name = 'ServiceError';
		this.reason = reason;
		this.subject = subject;
	}

	static is(error: unknown): error is ServiceError {
		return isBranded<ServiceError>(error, serviceBrand);
	}
}
