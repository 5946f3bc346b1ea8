/** What a fake agent answers when its script says nothing: the least that is valid in its version of the protocol. */
import type { JsonObject } from './fakeAgentScript.ts';
import type { Shape } from './promptTurns.ts';

const capabilities: JsonObject = {
	loadSession: true,
	promptCapabilities: { image: true, audio: false, embeddedContext: true },
	mcpCapabilities: { http: true, sse: true },
	sessionCapabilities: { list: {}, close: {}, resume: {} },
};

const answers: Readonly<Record<string, unknown>> = {
	authenticate: {},
	'session/load': {},
	'session/resume': {},
	'session/close': {},
	'session/list': { sessions: [] },
	'session/set_mode': {},
	'session/set_config_option': { configOptions: [] },
	'session/prompt': { stopReason: 'end_turn' },
};

const capabilitiesOfV2: JsonObject = {
	session: { prompt: { image: {}, embeddedContext: {} }, mcp: { stdio: {}, http: {} } },
};

/** What the first draft of version 2 says that the newest does not, and the other way round. */
const capabilitiesOfA: JsonObject = {
	session: {
		prompt: { image: {}, embeddedContext: {} },
		mcp: { stdio: {}, http: {} },
		load: {},
		list: {},
		close: {},
	},
	auth: { logout: {} },
};
const answersOfA: Readonly<Record<string, unknown>> = {
	authenticate: {},
	logout: {},
	'session/load': {},
	'session/close': {},
	'session/delete': {},
	'session/list': { sessions: [] },
	'session/set_config_option': { configOptions: [] },
};

const answersOfV2: Readonly<Record<string, unknown>> = {
	'auth/login': {},
	'auth/logout': {},
	'session/resume': {},
	'session/close': {},
	'session/delete': {},
	'session/list': { sessions: [] },
	'session/set_config_option': { configOptions: [] },
	'tool_call/cancel': {},
	'terminal/cancel': {},
};

export interface DefaultsState {
	readonly shape: Shape;
	/** Sessions made so far. */
	sessions: number;
	/** Merged over the default capabilities. */
	readonly capabilities: JsonObject;
}

/** The default result, or nothing for a method that is not ours (-32601). Counts `session/new`. */
export function defaultResult(method: string, state: DefaultsState): unknown {
	if (method === 'session/new') return { sessionId: `fake-${++state.sessions}` };
	return state.shape === 'v1' ? resultOfV1(method, state) : resultOfV2(method, state);
}

function resultOfV1(method: string, state: DefaultsState): unknown {
	if (method === 'initialize') {
		return {
			protocolVersion: 1,
			agentInfo: { name: 'fake-agent', title: 'Fake Agent', version: '1.0.0' },
			agentCapabilities: { ...capabilities, ...state.capabilities },
			authMethods: [],
		};
	}
	return Object.hasOwn(answers, method) ? answers[method] : undefined;
}

function resultOfV2(method: string, { shape, capabilities: own }: DefaultsState): unknown {
	const isOfA = shape === 'A';
	const known = isOfA ? answersOfA : answersOfV2;
	if (method !== 'initialize') return Object.hasOwn(known, method) ? known[method] : undefined;
	const info = { name: 'fake-agent', title: 'Fake Agent', version: '1.0.0' };
	return {
		protocolVersion: 2,
		...(isOfA ? { agentInfo: info } : { info }),
		capabilities: { ...(isOfA ? capabilitiesOfA : capabilitiesOfV2), ...own },
		authMethods: [],
	};
}
