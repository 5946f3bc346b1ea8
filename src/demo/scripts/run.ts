import { colouredLines } from '../actions/nodeCommand.ts';
import { runCommand } from '../actions/terminal.ts';
import { readCount, type Script } from '../script.ts';

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
