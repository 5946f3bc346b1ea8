/** The line to one agent while it lasts: what carries its messages, and how it is ended. */
import type { Disposable } from '../../core/base/disposable.ts';
import type { Redactor } from '../../node/redact.ts';
import type { Transport } from '../../node/transport/transport.ts';
import type { StartOptions } from './runningAgent.ts';

/** Ended with `stop` or `kill`; `dispose` ends it at once as well. */
export interface AgentLine extends Disposable {
	readonly transport: Transport;
	/** A prompt goes out: what is told of how the line ends is to be about this turn. */
	beginTurn(): void;
	/** Ends the agent in good order. Resolves when nothing of it is left here. */
	stop(): Promise<void>;
	/** Ends the agent at once. */
	kill(): void;
}

/** Opens a line to the agent of these options. Rejects with `AgentError`; then nothing is left of it. */
export type OpenLine = (options: StartOptions, redactor: Redactor) => Promise<AgentLine>;
