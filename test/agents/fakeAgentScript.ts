/**
 * The script of a fake agent: what it does at its start and for each method it receives.
 *
 * A method without steps is answered with a valid default of its `shape`. Steps run one after the other; when they end without
 * a `respond`, the default answer follows. `"session/prompt#2"` holds the steps for the second prompt only.
 *
 * Values may refer to others: a string that is exactly "$params.a.b" (of the request being handled), "$result.name.a"
 * (an answer we got), "$error.name.code", "$session" (of the request, else the newest) or "$n" (turn of the innermost
 * `repeat`, from 0) becomes that value, and "${…}" inside a longer string is replaced by its text.
 */
import type { Echo, Shape } from './promptTurns.ts';

export interface FakeAgentScript {
	/**
	 * Which protocol the defaults speak: version 1 if absent. In A, B and C a prompt is taken up and ended around its
	 * steps as that shape does it, unless they answer it themselves. What they send is up to them.
	 */
	readonly shape?: Shape;
	/** A, B and C: when the prompt comes back as a `user_message`. */
	readonly echo?: Echo;
	/** Merged over the default `agentCapabilities`; in version 2, over `capabilities`. */
	readonly capabilities?: JsonObject;
	/** `session/cancel` does not end the running prompt by itself. */
	readonly ignoreCancel?: boolean;
	/** The agent outlives the end of its stdin. */
	readonly ignoreEof?: boolean;
	/** The agent ignores SIGTERM. */
	readonly ignoreTerm?: boolean;
	/** Nothing is ever read from stdin. */
	readonly ignoreStdin?: boolean;
	/** Steps at the start, before anything is read if they do not wait. */
	readonly start?: readonly Step[];
	/** Steps by method, for requests and notifications. */
	readonly on?: Readonly<Record<string, readonly Step[]>>;
}

export type JsonObject = { readonly [name: string]: unknown };

export type TreeFlag = 'ignoreTerm' | 'ignoreEof' | 'setsid' | 'holdStdout';

export type Step =
	/** Waits for a message with this method that has no steps of its own; `respond` with `to` answers it. */
	| { readonly expect: string; readonly as?: string }
	/** Answers the request being handled, or the one expected as `to`. "$default" is the default answer. */
	| { readonly respond: unknown; readonly to?: string }
	| {
			readonly error: { readonly code: number; readonly message: string; readonly data?: unknown };
			readonly to?: string;
	  }
	/** A notification. */
	| { readonly send: { readonly method: string; readonly params?: unknown } }
	/** A request; waits for the answer unless `isAsync`, then `await` does. */
	| {
			readonly request: { readonly method: string; readonly params?: unknown };
			readonly as?: string;
			readonly isAsync?: boolean;
	  }
	| { readonly await: string }
	/** Withdraws our own request of that name with `$/cancel_request`. */
	| { readonly withdraw: string }
	/** A `session/update` for the session at hand. */
	| { readonly update: JsonObject }
	/** An `agent_message_chunk` with this text. */
	| { readonly text: string }
	/** Bytes on stdout, as they are. */
	| { readonly raw: string; readonly isBase64?: boolean }
	/** So many bytes without a newline, or more of them on stderr, in lines. */
	| { readonly endless: number }
	| { readonly stderrFlood: number }
	| { readonly sleep: number }
	/** Waits for `session/cancel`. */
	| { readonly waitCancel: true }
	/** Numbered message chunks "0 xxxx", "1 xxxx" … as fast as possible; `size` is the length of each text. */
	| { readonly flood: { readonly count: number; readonly size?: number } }
	/** Children of children; each process appends its pid as a line to `pids`. */
	| {
			readonly spawnTree: {
				readonly depth: number;
				readonly flags?: readonly TreeFlag[];
				readonly pids: string;
			};
	  }
	| { readonly die: { readonly code?: number; readonly signal?: NodeJS.Signals } }
	| { readonly closeStdout: true }
	/** Closes our stdin: the client cannot write to it any more. */
	| { readonly closeStdin: true }
	/** Stops reading stdin. */
	| { readonly ignoreStdin: true }
	| { readonly stderr: string }
	/** Writes the environment as JSON to this file. */
	| { readonly dumpEnv: string }
	| { readonly repeat: number; readonly steps: readonly Step[] };
