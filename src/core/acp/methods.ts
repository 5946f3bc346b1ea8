/** Method names of protocol version 1 (protocol.md 1.2). Names of our own would start with `_` (acp C115). */

/** Requests that the client sends. */
export const agentRequests = Object.freeze({
	initialize: 'initialize',
	newSession: 'session/new',
	loadSession: 'session/load',
	prompt: 'session/prompt',
	setMode: 'session/set_mode',
});

/** Notifications that the client sends. */
export const agentNotifications = Object.freeze({
	cancel: 'session/cancel',
});

/** Requests that the agent sends and we answer. */
export const clientRequests = Object.freeze({
	requestPermission: 'session/request_permission',
	readTextFile: 'fs/read_text_file',
	writeTextFile: 'fs/write_text_file',
	createTerminal: 'terminal/create',
	terminalOutput: 'terminal/output',
	waitForTerminalExit: 'terminal/wait_for_exit',
	killTerminal: 'terminal/kill',
	releaseTerminal: 'terminal/release',
});

/** Notifications that the agent sends and we handle. */
export const clientNotifications = Object.freeze({
	sessionUpdate: 'session/update',
});

/** Both directions; the wire itself sends and reads it. */
export const cancelRequest = '$/cancel_request';

/** Everything a client of version 1 may put on the wire as `method`. */
export const sentByClient: ReadonlySet<string> = new Set([
	...Object.values(agentRequests),
	...Object.values(agentNotifications),
	cancelRequest,
]);
