/** What the agent says it can do, and what we say of ourselves. */
import type { ClientCapabilities, InitializeResponse } from '@agentclientprotocol/sdk/unstable';
import type { AgentCapabilities, UnstableFeature } from '../../session/model/capabilities.ts';
import type { Offer } from '../shared/offer.ts';

/** Our side: only what is served (acp C23), extensions in `_meta` alone (acp C22). */
export function clientCapabilities(offer: Offer, unstable: ReadonlySet<UnstableFeature>): ClientCapabilities {
	return {
		fs: { readTextFile: offer.files, writeTextFile: offer.files },
		terminal: offer.terminals,
		session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
		auth: { terminal: offer.terminalLogin },
		elicitation: { ...(offer.forms ? { form: {} } : {}), ...(offer.urls ? { url: {} } : {}) },
		...(unstable.has('plans') ? { plan: {} } : {}),
		...(unstable.has('subagents') ? { subagents: {} } : {}),
		_meta: {
			terminal_output: true,
			terminal_output_delta: true,
			...(offer.terminalLogin ? { 'terminal-auth': true } : {}),
		},
	};
}

/**
 * The agent's side. Everything it left out is not there (acp C20); drafts count only where the user switched them on
 * (acp C128).
 */
export function agentCapabilities(
	{ agentCapabilities: raw }: InitializeResponse,
	unstable: ReadonlySet<UnstableFeature>,
): AgentCapabilities {
	const prompt = raw?.promptCapabilities;
	const mcp = raw?.mcpCapabilities;
	const session = raw?.sessionCapabilities;
	const isOn = (feature: UnstableFeature, capability: unknown): boolean =>
		unstable.has(feature) && isThere(capability);
	return {
		sessions: true,
		loadSession: raw?.loadSession === true,
		resumeSession: isThere(session?.resume),
		closeSession: isThere(session?.close),
		listSessions: isThere(session?.list),
		deleteSession: isThere(session?.delete),
		additionalDirectories: isThere(session?.additionalDirectories),
		promptImage: prompt?.image === true,
		promptAudio: prompt?.audio === true,
		promptEmbeddedContext: prompt?.embeddedContext === true,
		mcpStdio: true,
		mcpHttp: mcp?.http === true,
		mcpSse: mcp?.sse === true,
		logout: isThere(raw?.auth?.logout),
		mcpAcp: unstable.has('mcpOverAcp') && mcp?.acp === true,
		forkSession: isOn('fork', session?.fork),
		archiveSession: isOn('archive', session?.archive),
		sessionStatus: isOn('sessionStatus', session?.status),
		setTitle: isOn('setTitle', session?.title),
		systemPrompt: isOn('systemPrompt', session?.systemPrompt),
		systemPromptOverride: isOn('systemPrompt', session?.systemPrompt?.mode?.override),
		authStatus: isOn('authStatus', raw?.auth?.status),
		providers: isOn('providers', raw?.providers),
	};
}

function isThere(capability: unknown): boolean {
	return typeof capability === 'object' && capability !== null;
}
