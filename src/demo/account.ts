import { mkdirSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AuthMethod } from '@agentclientprotocol/sdk';
import { errorCodes, WireError } from '../core/acp/wire.ts';
import { pause } from './abort.ts';
import type { Client } from './client.ts';
import type { DemoOptions } from './options.ts';
import { createInterface } from 'node:readline';

const accountMethod: AuthMethod = {
	id: 'demo-account',
	name: 'Demo account',
	description: 'Takes a second and asks nothing',
};
const terminalMethod: AuthMethod = {
	type: 'terminal',
	id: 'demo-terminal',
	name: 'Log in in a terminal',
	description: 'Runs the demo agent with --login',
	args: ['--login'],
};

/** Chunks that could be streamed during a login: a second at the usual pace. */
const loginChunks = 50;

/** Whether the user is logged in. Nothing but `/login` wants to know, and it is forgotten with the process. */
export class Account {
	readonly #pace: number;
	#isLoggedIn: boolean;

	constructor({ pace, stateFolder }: DemoOptions) {
		this.#pace = pace;
		this.#isLoggedIn = stateFolder !== undefined && takeTicket(stateFolder);
	}

	get isLoggedIn(): boolean {
		return this.#isLoggedIn;
	}

	methodsFor(client: Client): AuthMethod[] {
		return client.canLogInInTerminal ? [accountMethod, terminalMethod] : [accountMethod];
	}

	/** @param signal gives up the login: the answer is an error then */
	async authenticate(methodId: string, signal: AbortSignal): Promise<object> {
		if (methodId !== accountMethod.id) {
			throw new WireError(errorCodes.invalidParams, `Not a method to authenticate with: ${methodId}`);
		}
		try {
			await pause(this.#pace * loginChunks, signal);
		} catch {
			throw new WireError(errorCodes.requestCancelled, 'The login was cancelled');
		}
		this.#isLoggedIn = true;
		return {};
	}

	logOut(): object {
		this.#isLoggedIn = false;
		return {};
	}
}

/** What a login in a terminal leaves for the process that is started after it. */
function ticketIn(stateFolder: string): string {
	return join(stateFolder, 'logged-in');
}

/** Good once: the process after the next one has to log in again. */
function takeTicket(stateFolder: string): boolean {
	try {
		unlinkSync(ticketIn(stateFolder));
		return true;
	} catch {
		// The usual case: the file does not exist before the first login.
		return false;
	}
}

/**
 * `--login`: what the terminal method of the demo agent runs. Waits for Enter.
 * @returns the exit code: 0 when the user is logged in
 */
export async function logInInTerminal({ stateFolder }: DemoOptions): Promise<number> {
	const terminal = createInterface({ input: process.stdin });
	process.stdout.write('\u001B[1mDemo Agent\u001B[0m\n\n');
	process.stdout.write('This is where a real agent would ask for an account or show a link.\n');
	process.stdout.write('Press Enter to log in, or Ctrl+C to leave: ');
	const hasAnswered = await new Promise<boolean>((resolve) => {
		terminal.once('line', () => resolve(true));
		terminal.once('close', () => resolve(false));
	});
	terminal.close();
	if (!hasAnswered) return 1;
	if (stateFolder !== undefined) {
		mkdirSync(stateFolder, { recursive: true, mode: 0o700 });
		writeFileSync(ticketIn(stateFolder), '', { mode: 0o600 });
	}
	process.stdout.write('You are logged in.\n');
	return 0;
}
