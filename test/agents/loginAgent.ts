/**
 * An agent that needs a login: `node loginAgent.ts`, set up by JSON in the variable LOGIN_AGENT_SETUP, since a command
 * line that long is refused as a login. With `--login <how>` behind its arguments it is the login program instead: it
 * writes down how it was started, and ends as it was told to.
 */
import { existsSync, writeFileSync } from 'node:fs';
import type { FakeAgentScript } from './fakeAgentScript.ts';

export interface LoginAgentSetup {
	/** Exists after the login. */
	readonly marker: string;
	/** The same for a variable of the environment. In the scripts %VALUE% is its value. */
	readonly variable?: string;
	/** Where the login program writes `{argv, env, cwd}`. */
	readonly record: string;
	readonly loggedOut: FakeAgentScript;
	readonly loggedIn: FakeAgentScript;
}

const setup = JSON.parse(process.env['LOGIN_AGENT_SETUP'] ?? '{}') as LoginAgentSetup;
const login = process.argv.indexOf('--login');

if (login >= 0) {
	const { argv, env } = process;
	writeFileSync(setup.record, JSON.stringify({ argv: argv.slice(2), env, cwd: process.cwd() }));
	endAs(argv[login + 1]);
} else {
	const value = setup.variable === undefined ? undefined : process.env[setup.variable];
	const isLoggedIn = value !== undefined || existsSync(setup.marker);
	const script = JSON.stringify(isLoggedIn ? setup.loggedIn : setup.loggedOut);
	process.argv[2] = script.replaceAll('%VALUE%', value ?? '');
	await import('./fakeAgent.ts');
}

function endAs(how: string | undefined): void {
	switch (how) {
		case 'ok':
			writeFileSync(setup.marker, '');
			process.stdout.write('You are logged in.\n');
			return;
		case 'fail':
			process.exit(3);
			break;
		case 'kill':
			process.kill(process.pid, 'SIGKILL');
			break;
		default:
			// Waits to be closed.
			process.stdout.write('Waiting for you.\n');
			setInterval(() => undefined, 1000);
	}
}
