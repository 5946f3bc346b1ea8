/** Method names of the protocol (docs/protocol.md#methods). Names of our own would start with `_` (acp C115). */

/** Requests that the client sends in either version. */
const ofBothVersions = {
	initialize: 'initialize',
	newSession: 'session/new',
	resumeSession: 'session/resume',
	listSessions: 'session/list',
	deleteSession: 'session/delete',
	closeSession: 'session/close',
	prompt: 'session/prompt',
	setConfigOption: 'session/set_config_option',
} as const;

/** Requests that the client sends in version 1. */
export const agentRequests = Object.freeze({
	...ofBothVersions,
	authenticate: 'authenticate',
	logout: 'logout',
	loadSession: 'session/load',
	setMode: 'session/set_mode',
});

/** Requests of drafts: sent only when the agent offers them and the user switched them on (acp C128). */
export const unstableAgentRequests = Object.freeze({
	forkSession: 'session/fork',
	archiveSession: 'session/archive',
	unarchiveSession: 'session/unarchive',
	sessionStatus: 'session/status',
	setTitle: 'session/set_title',
	authStatus: 'auth/status',
	listProviders: 'providers/list',
	setProvider: 'providers/set',
	disableProvider: 'providers/disable',
});

/** Removed from the protocol; still the only way to choose a model in many agents (docs/protocol.md#options). */
export const legacyAgentRequests = Object.freeze({
	setModel: 'session/set_model',
});

/** Requests that the client sends in version 2; those of `unstableAgentRequests` are the same in both. */
export const agentRequestsV2 = Object.freeze({
	...ofBothVersions,
	login: 'auth/login',
	logout: 'auth/logout',
	cancelToolCall: 'tool_call/cancel',
	cancelTerminal: 'terminal/cancel',
});

/** Requests that the first draft of version 2 has by the names of version 1; the others are those of `agentRequestsV2`. */
export const firstDraftRequests = Object.freeze({
	login: agentRequests.authenticate,
	logout: agentRequests.logout,
	loadSession: agentRequests.loadSession,
});

/** Requests that are no part of the protocol: sent only to agents that say that they take them. */
export const extensionRequests = Object.freeze({
	steer: '_session/steering',
});

/** Notifications that the client sends. */
export const agentNotifications = Object.freeze({
	cancel: 'session/cancel',
});

/** Requests that the agent sends and we answer; in version 2 there are no files and terminals among them. */
export const clientRequests = Object.freeze({
	requestPermission: 'session/request_permission',
	readTextFile: 'fs/read_text_file',
	writeTextFile: 'fs/write_text_file',
	createTerminal: 'terminal/create',
	terminalOutput: 'terminal/output',
	waitForTerminalExit: 'terminal/wait_for_exit',
	killTerminal: 'terminal/kill',
	releaseTerminal: 'terminal/release',
	createElicitation: 'elicitation/create',
	mcpMessage: 'mcp/message',
});

/** Notifications that the agent sends and we handle. */
export const clientNotifications = Object.freeze({
	sessionUpdate: 'session/update',
	elicitationComplete: 'elicitation/complete',
	authStatusUpdate: 'auth/status_update',
});

/** Both directions; the wire itself sends and reads it. */
export const cancelRequest = '$/cancel_request';
