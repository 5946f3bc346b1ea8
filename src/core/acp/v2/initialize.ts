import type {
	ClientCapabilities,
	InitializeRequest,
} from '@agentclientprotocol/sdk/experimental/v2/unstable';
import { type JsonObject, objectAt, stringAt, stringsIn } from '../../base/json.ts';
import {
	implementation,
	infoAt,
	type InitializeOptions,
	type InitializeResult,
	type Offer,
} from '../shared/initialized.ts';
import { initializeRequest as initializeRequestV1 } from '../v1/initialize.ts';
import { type AuthMethodKind, decodeAuthMethods, envOf } from '../shared/auth.ts';
import { offersSteering } from '../shared/steering.ts';
import type { AgentCapabilities, UnstableFeature } from '../../session/model/capabilities.ts';

/**
 * Who we are and what we serve (acp C201), in the words of both versions: an agent that speaks version 1 only would
 * otherwise believe that we have neither files nor terminals (docs/protocol.md#versions).
 */
export function initializeRequest(options: InitializeOptions): InitializeRequest {
	return {
		...initializeRequestV1(options),
		protocolVersion: 2,
		info: implementation(options.clientInfo),
		capabilities: clientCapabilities(options.offer),
	};
}

/** Whether an answer has the fields of version 2, whatever number it names (acp C207). */
export function isV2Answer(answer: JsonObject): boolean {
	return [answer['info'], answer['capabilities']].some((field) => field !== undefined && field !== null);
}

/** What the agent said of itself, and in which draft. */
export interface V2InitializeResult extends InitializeResult {
	/** True when the agent speaks the first draft: `session/load` for histories, `authenticate` and `logout` for logins. */
	readonly isFirstDraft: boolean;
}

/** Reads the agent's answer. Whatever is odd in it counts as left out; never throws. */
export function readInitialized(
	answer: JsonObject,
	{ unstable, offer }: Pick<InitializeOptions, 'unstable' | 'offer'>,
): V2InitializeResult {
	const idOf = (item: JsonObject): string | undefined => stringAt(item, 'methodId') ?? stringAt(item, 'id');
	const authMethods = decodeAuthMethods(answer['authMethods'], offer.terminalLogin, idOf, kindOf);
	const isDraft = isFirstDraft(answer);
	return {
		capabilities: agentCapabilities(answer, authMethods.length > 0, unstable),
		info: infoAt(answer, isDraft ? 'agentInfo' : 'info'),
		authMethods,
		isFirstDraft: isDraft,
	};
}

function kindOf(item: JsonObject): AuthMethodKind {
	const type = stringAt(item, 'type');
	switch (type) {
		case undefined:
		case 'agent':
			return { type: 'agent' };
		case 'terminal':
			return { type: 'terminal', args: stringsIn(item['args']), env: envOf(item['env']) };
		default:
			return { type: 'other', kind: type };
	}
}

/** Our side: only what is served (acp C215). Files and terminals are the agent's own affair here. */
function clientCapabilities({ terminalLogin, forms, urls }: Offer): ClientCapabilities {
	const elicitation = { ...(forms ? { form: {} } : {}), ...(urls ? { url: {} } : {}) };
	return {
		...(terminalLogin ? { auth: { terminal: {} } } : {}),
		...(forms || urls ? { elicitation } : {}),
	};
}

/**
 * The agent's side, from its raw answer. Without `session` there are no conversations at all (acp C204); with it
 * come new, list, resume and close, but in the first draft, where only new does. Drafts count only where the user
 * switched them on (acp C128).
 * @param canLogin whether it names ways to log in: only then there is a logout (acp C212)
 */
function agentCapabilities(
	answer: JsonObject,
	canLogin: boolean,
	unstable: ReadonlySet<UnstableFeature>,
): AgentCapabilities {
	const root = objectAt(answer, 'capabilities') ?? {};
	const has = (...path: readonly string[]): boolean => isThere(root, path);
	const isOn = (feature: UnstableFeature, ...path: readonly string[]): boolean =>
		unstable.has(feature) && has(...path);
	const hasSessions = has('session');
	const isDraft = isFirstDraft(answer);
	const hasMethod = (name: DraftedMethod): boolean => (isDraft ? has('session', name) : hasSessions);
	return {
		sessions: hasSessions,
		// Resuming from the start is what loading was.
		loadSession: hasMethod('load'),
		resumeSession: hasMethod('resume'),
		closeSession: hasMethod('close'),
		listSessions: hasMethod('list'),
		deleteSession: has('session', 'delete'),
		additionalDirectories: has('session', 'additionalDirectories'),
		promptImage: has('session', 'prompt', 'image'),
		promptAudio: has('session', 'prompt', 'audio'),
		promptEmbeddedContext: has('session', 'prompt', 'embeddedContext'),
		mcpStdio: has('session', 'mcp', 'stdio'),
		mcpHttp: has('session', 'mcp', 'http'),
		mcpSse: false,
		logout: isDraft ? has('auth', 'logout') : canLogin,
		steering: hasSessions && offersSteering(answer),
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

/** Methods of a session that the draft has capabilities for, and the newest shape takes for granted. */
const ownCapabilities = ['load', 'resume', 'list', 'close'] as const;
/** A request of a session that has a capability of its own in the first draft. */
type DraftedMethod = (typeof ownCapabilities)[number];

/**
 * True when an answer to `initialize` is of the first draft of version 2 (shape A, docs/protocol.md#turn-shapes): it lacks
 * the newest name, and has something only the draft had. There who the agent is stands under the name of version 1, each
 * request beyond the first few has a capability of its own, and histories and logins have the requests of version 1.
 */
export function isFirstDraft(answer: JsonObject): boolean {
	if (objectAt(answer, 'info') !== undefined) return false;
	const capabilities = objectAt(answer, 'capabilities') ?? {};
	const session = objectAt(capabilities, 'session') ?? {};
	const auth = objectAt(capabilities, 'auth') ?? {};
	return (
		objectAt(answer, 'agentInfo') !== undefined ||
		objectAt(auth, 'logout') !== undefined ||
		ownCapabilities.some((name) => objectAt(session, name) !== undefined)
	);
}
