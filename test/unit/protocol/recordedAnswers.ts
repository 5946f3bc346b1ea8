/**
 * What real agents answered to an `initialize` that asked for 2, or for 99 (recorded;
 * docs/agents-in-the-wild.md#the-agents).
 */
export const recordedAnswers = {
	'claude-agent-acp': {
		protocolVersion: 2,
		info: { name: '@agentclientprotocol/claude-agent-acp', title: 'Claude Agent', version: '0.100.0' },
		capabilities: {
			session: {
				prompt: { image: {}, embeddedContext: {} },
				mcp: { stdio: {}, http: {} },
				delete: {},
				fork: {},
				additionalDirectories: {},
				systemPrompt: { mode: { override: {} } },
			},
			providers: {},
			_meta: { claudeCode: { promptQueueing: true }, authStatus: {} },
		},
		authMethods: [],
	},
	'sdk-dual': {
		protocolVersion: 2,
		info: { name: 'dual-version-example', version: '1.0.0' },
		capabilities: { session: {} },
	},
	'sdk-example': { protocolVersion: 1, agentCapabilities: { loadSession: false } },
	gemini: {
		protocolVersion: 1,
		authMethods: [
			{ id: 'oauth-personal', name: 'Log in with Google', description: 'Log in with your Google account' },
		],
		agentInfo: { name: 'gemini-cli', title: 'Gemini CLI', version: '0.61.0' },
		agentCapabilities: {
			loadSession: true,
			promptCapabilities: { image: true, audio: true, embeddedContext: true },
			mcpCapabilities: { http: true, sse: true },
		},
	},
} as const;
