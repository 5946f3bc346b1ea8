/** How to start the fake agent with a script. */
import { fileURLToPath } from 'node:url';
import type { FakeAgentScript } from './fakeAgentScript.ts';

export interface FakeAgentCommand {
	readonly command: string;
	readonly args: string[];
	readonly env: Record<string, string>;
}

/**
 * @param script the script itself, or the path of a JSON file that holds it
 * @param record file to which every line received is appended, as JSON `{pid, line}`
 */
export function fakeAgentCommand(script: FakeAgentScript | string, record?: string): FakeAgentCommand {
	const program = fileURLToPath(new URL('./fakeAgent.ts', import.meta.url));
	return {
		command: process.execPath,
		args: [program, typeof script === 'string' ? script : JSON.stringify(script)],
		env: record === undefined ? {} : { FAKE_AGENT_RECORD: record },
	};
}
