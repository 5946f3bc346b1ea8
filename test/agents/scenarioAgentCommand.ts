/** How to start the scenario agent. */
import { fileURLToPath } from 'node:url';
import type { FakeAgentCommand } from './fakeAgentCommand.ts';
import type { Echo, Shape } from './promptTurns.ts';

export interface ScenarioAgentSetup {
	readonly shape: Shape;
	/** When prompts come back as `user_message`; `before` their answer if absent. */
	readonly echo?: Echo;
	/** Folder for sessions that outlive the process. */
	readonly store?: string;
	/** Folder in which a test opens a gate by making a file of its name. */
	readonly gates?: string;
	/** File to which every line received is appended, as JSON `{pid, line}`. */
	readonly record?: string;
}

export function scenarioAgentCommand(setup: ScenarioAgentSetup): FakeAgentCommand {
	const { shape, echo = 'before', store, gates, record } = setup;
	return {
		command: process.execPath,
		args: [fileURLToPath(new URL('./scenarioAgent.ts', import.meta.url)), shape, echo],
		env: {
			...(store === undefined ? {} : { SCENARIO_STORE: store }),
			...(gates === undefined ? {} : { SCENARIO_GATES: gates }),
			...(record === undefined ? {} : { FAKE_AGENT_RECORD: record }),
		},
	};
}
