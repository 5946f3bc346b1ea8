import { pretendedBuild } from '../actions/nodeCommand.ts';
import { runCommand } from '../actions/terminal.ts';
import type { Script } from '../script.ts';

export const build: Script = {
	name: 'build',
	description: 'Runs something that looks like a build, for a few seconds',
	async run(turn) {
		const result = await runCommand(turn, pretendedBuild(turn.pace * 8));
		if (result) await turn.say(`The build ended with exit code ${result.exitStatus?.exitCode ?? 'unknown'}.`);
	},
};
