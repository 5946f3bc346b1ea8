/** How a user logs in to an agent, and what an agent says about who is logged in. */

export type AuthMethod = AuthMethodBase &
	(
		| { readonly type: 'agent' }
		/** The agent's own program, once more, in a terminal: its arguments and then these (acp C26). */
		| {
				readonly type: 'terminal';
				readonly args: readonly string[];
				readonly env: Readonly<Record<string, string>>;
		  }
		/**
		 * A login command that the agent names in `_meta` (docs/protocol.md#logins); it runs only after the user saw it
		 * whole.
		 */
		| {
				readonly type: 'command';
				readonly command: string;
				readonly args: readonly string[];
				readonly label: string;
		  }
		/** Removed from the protocol, still sent: values to put into the agent's environment. */
		| { readonly type: 'env_var'; readonly vars: readonly AuthVariable[]; readonly link?: string }
		/** It needs a program or an environment of this machine, where this agent does not run: shown, never run. */
		| { readonly type: 'elsewhere' }
		/** A kind we do not know: shown, never sent (acp C31). */
		| { readonly type: 'other'; readonly kind: string }
	);

interface AuthMethodBase {
	readonly id: string;
	readonly name: string;
	readonly description?: string;
}

export interface AuthVariable {
	readonly name: string;
	readonly label?: string;
	readonly isSecret: boolean;
	readonly isOptional: boolean;
}

/** A login under way, or how the last one failed: one sentence. */
export type LoginAttempt =
	| { readonly type: 'running'; readonly methodId: string }
	| { readonly type: 'failed'; readonly methodId: string; readonly message: string };

/** Only `state` may decide anything; the accounts are for the eyes, not for logs (acp C127). */
export interface AuthStatus {
	readonly state: 'authenticated' | 'unauthenticated' | 'not_required' | 'unknown';
	readonly accounts: readonly AuthAccount[];
}

export interface AuthAccount {
	readonly label: string;
	readonly isActive: boolean;
	readonly name?: string;
	readonly email?: string;
	readonly organization?: string;
}
