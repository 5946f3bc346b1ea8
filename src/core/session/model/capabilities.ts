/** What an agent can do, in words of ours. Absent on the wire is false here (acp C20). */
export interface AgentCapabilities {
	/** It has conversations at all (acp C204). */
	readonly sessions: boolean;
	readonly loadSession: boolean;
	readonly resumeSession: boolean;
	readonly closeSession: boolean;
	readonly listSessions: boolean;
	readonly deleteSession: boolean;
	readonly additionalDirectories: boolean;
	readonly promptImage: boolean;
	readonly promptAudio: boolean;
	readonly promptEmbeddedContext: boolean;
	readonly mcpStdio: boolean;
	readonly mcpHttp: boolean;
	readonly mcpSse: boolean;
	readonly logout: boolean;
	/** It takes prompts into a turn that runs. No part of the protocol (docs/protocol.md#steering). */
	readonly steering: boolean;
	/** Those below are unstable: true only if the user switched the feature on as well (acp C128). */
	readonly mcpAcp: boolean;
	readonly forkSession: boolean;
	readonly archiveSession: boolean;
	readonly sessionStatus: boolean;
	readonly setTitle: boolean;
	readonly systemPrompt: boolean;
	readonly systemPromptOverride: boolean;
	readonly authStatus: boolean;
	readonly providers: boolean;
}

/** An agent of which nothing is known yet. */
export const noCapabilities: AgentCapabilities = Object.freeze({
	sessions: false,
	loadSession: false,
	resumeSession: false,
	closeSession: false,
	listSessions: false,
	deleteSession: false,
	additionalDirectories: false,
	promptImage: false,
	promptAudio: false,
	promptEmbeddedContext: false,
	mcpStdio: false,
	mcpHttp: false,
	mcpSse: false,
	logout: false,
	steering: false,
	mcpAcp: false,
	forkSession: false,
	archiveSession: false,
	sessionStatus: false,
	setTitle: false,
	systemPrompt: false,
	systemPromptOverride: false,
	authStatus: false,
	providers: false,
});

/**
 * Drafts of the protocol that the user may switch on, each a setting `acpHost.unstable.<name>`
 * (docs/protocol.md#drafts).
 */
export const unstableFeatures = [
	'plans',
	'subagents',
	'fork',
	'archive',
	'sessionStatus',
	'setTitle',
	'systemPrompt',
	'authStatus',
	'providers',
	'mcpOverAcp',
] as const;

export type UnstableFeature = (typeof unstableFeatures)[number];
