import type { AgentCapabilities } from '@agentclientprotocol/sdk/unstable';

/** What an agent advertises that offers all there is, drafts included. */
export const everyCapability: AgentCapabilities = {
	loadSession: true,
	promptCapabilities: { image: true, audio: true, embeddedContext: true },
	mcpCapabilities: { http: true, sse: true, acp: true },
	sessionCapabilities: {
		list: {},
		resume: {},
		close: {},
		delete: {},
		additionalDirectories: {},
		fork: {},
		archive: {},
		status: {},
		title: {},
		systemPrompt: { mode: { override: {} } },
	},
	auth: { logout: {}, status: {} },
	providers: {},
};
