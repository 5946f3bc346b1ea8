/** A login that takes an exchange before the line proper is opened. */
import type { Wire } from '../acp/wire.ts';

export interface LoginOptions {
	/** Names this device at the gateway: the same each time. */
	readonly installationId: string;
	/** Lower-case hexadecimal. */
	readonly sha256: (text: string) => string;
}

/** What comes of an exchange. */
export interface Grant {
	/** The token that opens the line proper. */
	readonly access: string;
	/** What is good for the next exchange. The one before is good for nothing any more. */
	readonly next: string;
}

/** A token that is good for one exchange. */
export interface TurnLogin {
	/** What the header of the line carries on which it is made. */
	readonly bearer: string;
	/** Rejects with `AgentError`; `rejected` with code 401 where the token counts no more. */
	exchange(wire: Wire): Promise<Grant>;
}

/** Undefined for a token that opens the line proper by itself. */
export type FindLogin = (token: string, options: LoginOptions) => TurnLogin | undefined;
