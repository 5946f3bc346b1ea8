/** What a Pioneer gateway can do, which no message of its says as a whole. */
import type { AgentCapabilities } from '../../session/model/capabilities.ts';

/** @param isFirst the first generation tells its history */
export function capabilitiesOf(isFirst: boolean): AgentCapabilities {
	return {
		sessions: true,
		loadSession: isFirst,
		resumeSession: true,
		closeSession: true,
		listSessions: true,
		deleteSession: false,
		additionalDirectories: false,
		promptImage: false,
		promptAudio: false,
		promptEmbeddedContext: true,
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
	};
}
