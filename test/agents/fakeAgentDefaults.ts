/** What a fake agent answers when its script says nothing: the least that is valid in protocol version 1. */
import type { JsonObject } from './fakeAgentScript.ts';

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

export interface DefaultsState {
	/** Sessions made so far. */
	sessions: number;
	/** Merged over the default capabilities. */
	readonly capabilities: JsonObject;
}

/** The default result, or nothing for a method that is not ours (-32601). Counts `session/new`. */
export function defaultResult(method: string, state: DefaultsState): unknown {
	if (method === 'initialize') {
		return {
			protocolVersion: 1,
			agentInfo: { name: 'fake-agent', title: 'Fake Agent', version: '1.0.0' },
			agentCapabilities: { ...capabilities, ...state.capabilities },
			authMethods: [],
		};
	}
	if (method === 'session/new') return { sessionId: `fake-${++state.sessions}` };
	return Object.hasOwn(answers, method) ? answers[method] : undefined;
}
