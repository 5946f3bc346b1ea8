/** What an agent may ask of us. The user can switch each off; then it is neither claimed nor served (acp C23). */
export interface Offer {
	readonly files: boolean;
	readonly terminals: boolean;
	/** The agent's own program can be run again in a terminal for a login (acp C29). */
	readonly terminalLogin: boolean;
	readonly forms: boolean;
	readonly urls: boolean;
}
