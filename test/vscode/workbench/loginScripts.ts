/** What agents that want a login say of it. */
import type { JsonObject } from '../../../src/core/base/json.ts';
import type { FakeAgentScript, Step } from '../../agents/fakeAgentScript.ts';

export const required: Step = { error: { code: -32000, message: 'Please log in to Example first' } };

/** The answer to `initialize` with these ways to log in. */
export function initialize(
	authMethods: readonly JsonObject[],
	capabilities: JsonObject = {},
): readonly Step[] {
	return [{ respond: { protocolVersion: 1, agentCapabilities: capabilities, authMethods } }];
}

export function script(
	authMethods: readonly JsonObject[],
	on: Readonly<Record<string, readonly Step[]>>,
): FakeAgentScript {
	const capabilities = { auth: { logout: {} } };
	const answer: readonly Step[] = [{ text: 'Heard: ${params.prompt}' }];
	return {
		on: {
			initialize: initialize(authMethods, capabilities),
			'session/prompt': answer,
			logout: [{ respond: {} }],
			...on,
		},
	};
}

export const browser = { id: 'browser', name: 'Log in with Example', description: 'Opens your browser' };

export const status = {
	state: 'authenticated',
	accounts: [{ label: 'Work $(verified)', active: true, name: 'Ada Lovelace', email: 'ada@example.com' }],
};
