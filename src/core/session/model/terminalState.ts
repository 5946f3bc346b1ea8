/** A command that an agent runs, or has us run, with its output. */
export interface TerminalState {
	readonly terminalId: string;
	/** The command as shown to the user, such as `npm test`. */
	readonly label: string;
	/** Which side runs it: we, because the agent asked for it, or the agent itself. */
	readonly owner: 'host' | 'agent';
	/** The agent says itself when it ends; otherwise it ends with the call that shows it. */
	readonly endsItself?: boolean;
	/** Absolute path. */
	readonly cwd?: string;
	/** Epoch milliseconds. */
	readonly startedAt: number;
	/** Decoded text with its escape sequences; only the newest part when `isTruncated`. */
	readonly output: string;
	/** Characters that once stood before `output` and were dropped: positions in the whole output count them. */
	readonly dropped: number;
	readonly isTruncated: boolean;
	/** The agent can stop it alone, also after its turn. */
	readonly canCancel?: boolean;
	/** The agent was asked to stop it; only the agent's update ends the command. */
	readonly isCancelling?: boolean;
	/** Columns and rows, where the agent says how wide its output is. */
	readonly size?: { readonly cols: number; readonly rows: number };
	/** Present once it has ended. Exit code null when a signal ended it. */
	readonly exit?: { readonly exitCode: number | null; readonly signal: string | null };
}

/** What an agent says anew of a terminal that it runs. Null clears a field that may be missing. */
export interface TerminalPatch {
	readonly label?: string;
	/** Absolute path. */
	readonly cwd?: string | null;
	readonly canCancel?: boolean;
	readonly size?: TerminalState['size'] | null;
	/** The agent says itself when it ends: its tool call may end before. */
	readonly endsItself?: true;
	/** The agent says that it has not ended after all. */
	readonly isRunning?: true;
}
