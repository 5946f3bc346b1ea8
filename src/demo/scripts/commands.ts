/** Commands, in a terminal of the client or run by the agent itself. */
import { colouredLines, pretendedBuild } from '../actions/nodeCommand.ts';
import { runCommand } from '../actions/terminal.ts';
import { readCount, type Script } from '../script.ts';
import { runOwnCommand } from '../actions/ownCommand.ts';

export const run: Script = {
	name: 'run',
	description: 'Runs a command in a terminal',
	hint: 'number of lines to print',
	isMentionable: true,
	async run(turn, args) {
		// Slow enough to be stopped, even where tests turn the pauses off.
		const result = await runCommand(turn, colouredLines(readCount(args, 6), Math.max(turn.pace * 8, 10)));
		if (result)
			await turn.say(`The command ended with exit code ${result.exitStatus?.exitCode ?? 'unknown'}.`);
	},
};

export const build: Script = {
	name: 'build',
	description: 'Runs something that looks like a build, for a few seconds',
	async run(turn) {
		const result = await runCommand(turn, pretendedBuild(turn.pace * 8));
		if (result) await turn.say(`The build ended with exit code ${result.exitStatus?.exitCode ?? 'unknown'}.`);
	},
};

export const metashell: Script = {
	name: 'metashell',
	description: 'Runs the same build itself and sends its output along',
	async run(turn) {
		if (!turn.client.showsAgentTerminals)
			return turn.say('This client does not show commands that I run myself (`_meta.terminal_output`).');
		const exitCode = await runOwnCommand(turn, pretendedBuild(turn.pace * 8));
		if (exitCode !== undefined) {
			await turn.say(`I ran this myself, outside of your terminals. Exit code: ${exitCode ?? 'none'}.`);
		}
	},
};
