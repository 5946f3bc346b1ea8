import { mkdirSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { ticketIn } from './account.ts';
import type { DemoOptions } from './options.ts';

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
