/** What the agent says it can do, and what we say of ourselves, in version 2: an object is a yes, all else a no. */
import type { ClientCapabilities } from '@agentclientprotocol/sdk/experimental/v2/unstable';
import type { AgentCapabilities, UnstableFeature } from '../../session/model/capabilities.ts';
import { type JsonObject, objectAt } from '../json.ts';
import type { Offer } from '../shared/offer.ts';

/** Our side: only what is served (acp C215). Files and terminals are the agent's own affair here. */
export function clientCapabilities({ terminalLogin, forms, urls }: Offer): ClientCapabilities {
	const elicitation = { ...(forms ? { form: {} } : {}), ...(urls ? { url: {} } : {}) };
	return {
		...(terminalLogin ? { auth: { terminal: {} } } : {}),
		...(forms || urls ? { elicitation } : {}),
	};
}

/**
 * The agent's side, from its raw answer. Without `session` there are no conversations at all (acp C204); with it
 * come new, list, resume and close. Drafts count only where the user switched them on (acp C128).
 * @param canLogin whether it names ways to log in: only then there is a logout (acp C212)
 */
export function agentCapabilities(
	answer: JsonObject,
	canLogin: boolean,
	unstable: ReadonlySet<UnstableFeature>,
): AgentCapabilities {
	const root = objectAt(answer, 'capabilities') ?? {};
	const has = (...path: readonly string[]): boolean => isThere(root, path);
	const isOn = (feature: UnstableFeature, ...path: readonly string[]): boolean =>
		unstable.has(feature) && has(...path);
	const hasSessions = has('session');
	return {
		sessions: hasSessions,
		// Resuming from the start is what loading was.
		loadSession: hasSessions,
		resumeSession: hasSessions,
		closeSession: hasSessions,
		listSessions: hasSessions,
		deleteSession: has('session', 'delete'),
		additionalDirectories: has('session', 'additionalDirectories'),
		promptImage: has('session', 'prompt', 'image'),
		promptAudio: has('session', 'prompt', 'audio'),
		promptEmbeddedContext: has('session', 'prompt', 'embeddedContext'),
		mcpStdio: has('session', 'mcp', 'stdio'),
		mcpHttp: has('session', 'mcp', 'http'),
		mcpSse: false,
		logout: canLogin,
		mcpAcp: isOn('mcpOverAcp', 'session', 'mcp', 'acp'),
		forkSession: isOn('fork', 'session', 'fork'),
		archiveSession: isOn('archive', 'session', 'archive'),
		sessionStatus: isOn('sessionStatus', 'session', 'status'),
		setTitle: isOn('setTitle', 'session', 'title'),
		systemPrompt: isOn('systemPrompt', 'session', 'systemPrompt'),
		systemPromptOverride: isOn('systemPrompt', 'session', 'systemPrompt', 'mode', 'override'),
		authStatus: isOn('authStatus', 'auth', 'status'),
		providers: isOn('providers', 'providers'),
	};
}

function isThere(root: JsonObject, path: readonly string[]): boolean {
	let at: JsonObject | undefined = root;
	for (const key of path) at = at === undefined ? undefined : objectAt(at, key);
	return at !== undefined;
}
