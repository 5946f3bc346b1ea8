import type { AgentCapabilities as AgentCapabilitiesV2 } from '@agentclientprotocol/sdk/experimental/v2/unstable';
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

/** The same in version 2. */
export const everyCapabilityV2: AgentCapabilitiesV2 = {
	session: {
		prompt: { image: {}, audio: {}, embeddedContext: {} },
		mcp: { stdio: {}, http: {}, acp: {} },
		delete: {},
		additionalDirectories: {},
		fork: {},
		archive: {},
		status: {},
		title: {},
		systemPrompt: { mode: { override: {} } },
	},
	auth: { status: {} },
	providers: {},
};
