/** What agents that want a login say of it. */
import { fileURLToPath } from 'node:url';
import type { LoginAgentSetup } from '../../agents/loginAgent.ts';
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

/** Logins in a terminal; the name says how each ends. */
export const terminals = ['ok', 'fail', 'kill', 'wait'].map((how) => ({
	id: how,
	name: `Terminal: ${how}`,
	type: 'terminal',
	args: ['--login', how],
	env: { LOGIN_MODE: how, BOTH: 'from the method' },
}));

/** A login by variables of the environment. */
export const keys = {
	id: 'keys',
	name: 'API key',
	type: 'env_var',
	vars: [
		{ name: 'EXAMPLE_KEY', label: 'Key' },
		{ name: 'EXAMPLE_REGION', secret: false, optional: true },
	],
	link: 'https://example.com/keys',
};

/** A login by a command of the agent. */
export const command = {
	id: 'command',
	name: 'Example Login',
	_meta: {
		'terminal-auth': {
			command: process.execPath,
			args: ['-e', "require('fs').writeFileSync('../../in-Command', '')"],
			label: 'Login',
		},
	},
};

/** Settings of an agent that has to be logged in to (`loginAgent.ts`). */
export function loginAgent(
	name: string,
	setup: Pick<LoginAgentSetup, 'loggedIn' | 'loggedOut' | 'variable'>,
): object {
	const files = {
		marker: `\${workspaceFolder}/../in-${name}`,
		record: `\${workspaceFolder}/../login-${name}.json`,
	};
	return {
		command: process.execPath,
		args: [fileURLToPath(new URL('../../agents/loginAgent.ts', import.meta.url))],
		env: {
			LOGIN_AGENT_SETUP: JSON.stringify({ ...files, ...setup }),
			FAKE_AGENT_RECORD: `\${workspaceFolder}/../record-${name}.jsonl`,
			BOTH: 'from the settings',
			BASE: 'kept',
		},
		cwd: '${workspaceFolder}/sub',
	};
}
