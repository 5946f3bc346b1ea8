/** What the scenario agent says of itself, in the words of each shape. */
import type { JsonObject } from './fakeAgentScript.ts';
import type { Shape } from './promptTurns.ts';

const info = { name: 'scenario-agent', title: 'Scenario Agent', version: '1.0.0' };

export function initializeResult(shape: Shape): JsonObject {
	const session = { prompt: { image: {}, embeddedContext: {} }, mcp: { stdio: {}, http: {} }, delete: {} };
	if (shape === 'A') return initializeResultOfA(session);
	if (shape !== 'v1') return { protocolVersion: 2, info, capabilities: { session }, authMethods: [] };
	const agentCapabilities = {
		loadSession: true,
		promptCapabilities: { image: true, embeddedContext: true },
		mcpCapabilities: { http: true },
		sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {} },
	};
	return { protocolVersion: 1, agentInfo: info, agentCapabilities, authMethods: [] };
}

/** The handshake of the draft: a capability for each request, and the agent's name as in version 1. */
function initializeResultOfA(session: JsonObject): JsonObject {
	const capabilities = { session: { ...session, load: {}, list: {}, close: {} } };
	return { protocolVersion: 2, agentInfo: info, capabilities, authMethods: [] };
}

/** Requests it answers, prompts apart. */
export function sessionMethods(shape: Shape): ReadonlySet<string> {
	const shared = ['new', 'list', 'close', 'delete', 'set_config_option'];
	return new Set([
		...shared.map((name) => `session/${name}`),
		...(shape === 'A' ? [] : ['session/resume']),
		...(shape === 'v1' || shape === 'A' ? ['session/load'] : []),
		...(shape === 'C' ? ['tool_call/cancel', 'terminal/cancel'] : []),
	]);
}

export function configOptions(shape: Shape, currentValue: string): JsonObject[] {
	const options = ['ask', 'code'].map((value) => ({ value, name: value === 'ask' ? 'Ask' : 'Code' }));
	const id = shape === 'v1' ? { id: 'mode' } : { configId: 'mode' };
	return [{ ...id, name: 'Mode', category: 'mode', type: 'select', currentValue, options }];
}

/** C names its commands in the answer that opens a session. */
export function commandsOf(shape: Shape): JsonObject {
	if (shape !== 'C') return {};
	return { availableCommands: [{ type: 'command', name: 'stream', description: 'Streams words' }] };
}
