import type { Disposable } from '../../base/disposable.ts';
import type { Event } from '../../base/emitter.ts';
import type { AgentError } from '../../base/errors.ts';
import type { AgentPort } from './agentPort.ts';

/** Where a session gets its agent from: starts it on first use, shares it afterwards. */
export interface AgentSource {
	/** The whole command line, as it is shown for approval. */
	commandLine(): string;
	/** False until the user has approved exactly this command line (hazard F3). */
	isApproved(): boolean;
	/** Rejects with `AgentError`. */
	acquire(): Promise<AgentLease>;
	/** The first line that an agent which still starts has printed and that is no protocol, cut (hazard A2). */
	noise?(): string | undefined;
}

/** A running agent on loan to one session. */
export interface AgentLease extends Disposable {
	readonly port: AgentPort;
	/** Fires once, when the process is gone or the connection failed. */
	readonly onExit: Event<AgentError>;
}
