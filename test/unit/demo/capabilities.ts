import type { ClientCapabilities } from '@agentclientprotocol/sdk';

/** Files and terminals, and nothing that came later. */
export const allCapabilities: ClientCapabilities = {
	fs: { readTextFile: true, writeTextFile: true },
	terminal: true,
};

/** What ACP Host says of itself. */
export const hostCapabilities: ClientCapabilities = {
	...allCapabilities,
	session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
	auth: { terminal: true },
	elicitation: { form: {}, url: {} },
	_meta: { terminal_output: true },
};
