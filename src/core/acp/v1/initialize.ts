import type {
	ClientCapabilities,
	InitializeRequest,
	InitializeResponse,
} from '@agentclientprotocol/sdk/unstable';
import { type JsonObject, objectAt, objectsIn, pickStrings, stringAt, stringsIn } from '../../base/json.ts';
import {
	implementation,
	infoAt,
	type InitializeOptions,
	type InitializeResult,
	type Offer,
} from '../shared/initialized.ts';
import { agentRequests } from '../methods.ts';
import { unreadable } from '../shared/errors.ts';
import type { V1Decoder } from './types.ts';
import type { AuthVariable } from '../../session/model/auth.ts';
import { type AuthMethodKind, decodeAuthMethods, envOf } from '../shared/auth.ts';
import { offersSteering } from '../shared/steering.ts';
import type { AgentCapabilities, UnstableFeature } from '../../session/model/capabilities.ts';

/** Who we are and what we serve (acp C16, C17). */
export function initializeRequest({ clientInfo, offer, unstable }: InitializeOptions): InitializeRequest {
	return {
		protocolVersion: 1,
		clientInfo: implementation(clientInfo),
		clientCapabilities: clientCapabilities(offer, unstable),
	};
}

/**
 * Reads the agent's answer.
 * @throws AgentError `protocol` when it cannot be read
 */
export function readInitialized(
	answer: JsonObject,
	{ unstable, offer }: Pick<InitializeOptions, 'unstable' | 'offer'>,
	decoder: V1Decoder,
): InitializeResult {
	const decoded = decoder.decode('InitializeResponse', answer);
	if (!decoded.ok) throw unreadable(agentRequests.initialize, decoded.error);
	return {
		capabilities: { ...agentCapabilities(decoded.value, unstable), steering: offersSteering(answer) },
		info: infoAt(answer, 'agentInfo'),
		// From the raw answer: the schema reads kinds that it does not know as ones that it does.
		authMethods: decodeAuthMethods(
			answer['authMethods'],
			offer.terminalLogin,
			(item) => stringAt(item, 'id'),
			kindOf,
		),
	};
}

function kindOf(item: JsonObject): AuthMethodKind {
	const meta = objectAt(item, '_meta');
	// claude sends both: the agent's own program again needs less trust than a command of its choice.
	const command = item['type'] === 'terminal' ? undefined : commandOf(meta);
	if (command !== undefined) return command;
	// qwen says in `_meta` what belongs beside the id (docs/agents-in-the-wild.md#logins-that-are-wanted-late).
	const type = stringAt(item, 'type') ?? stringAt(meta, 'type');
	const from = meta !== undefined && stringAt(item, 'type') === undefined ? meta : item;
	switch (type) {
		case undefined:
		case 'agent':
			return { type: 'agent' };
		case 'terminal':
			return { type: 'terminal', args: stringsIn(from['args']), env: envOf(from['env']) };
		case 'env_var':
			return { type, vars: objectsIn(item['vars']).flatMap(toVariable), ...pickStrings(item, 'link') };
		default:
			return { type: 'other', kind: type };
	}
}

/** claude names a whole command, once the client says that it can run one (docs/protocol.md#logins). */
function commandOf(meta: JsonObject | undefined): AuthMethodKind | undefined {
	const login = objectAt(meta, 'terminal-auth');
	const command = stringAt(login, 'command');
	if (login === undefined || command === undefined) return undefined;
	return {
		type: 'command',
		command,
		args: stringsIn(login['args']),
		label: stringAt(login, 'label') ?? command,
	};
}

function toVariable(entry: JsonObject): AuthVariable[] {
	const name = stringAt(entry, 'name');
	if (name === undefined) return [];
	return [
		{
			name,
			...pickStrings(entry, 'label'),
			isSecret: entry['secret'] !== false,
			isOptional: entry['optional'] === true,
		},
	];
}

/** Our side: only what is served (acp C23), extensions in `_meta` alone (acp C22). */
function clientCapabilities(offer: Offer, unstable: ReadonlySet<UnstableFeature>): ClientCapabilities {
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
function agentCapabilities(
	{ agentCapabilities: raw }: InitializeResponse,
	unstable: ReadonlySet<UnstableFeature>,
): Omit<AgentCapabilities, 'steering'> {
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
