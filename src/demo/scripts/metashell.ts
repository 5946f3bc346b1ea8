import { pretendedBuild } from '../actions/nodeCommand.ts';
import { runOwnCommand } from '../actions/ownCommand.ts';
import type { Script } from '../script.ts';

export const metashell: Script = {
	name: 'metashell',
	description: 'Runs the same build itself and sends its output along',
	async run(turn) {
		if (!turn.client.showsAgentTerminals) {
			await turn.say('This client does not show commands that I run myself (`_meta.terminal_output`).');
			return;
		}
		const exitCode = await runOwnCommand(turn, pretendedBuild(turn.pace * 8));
		if (exitCode !== undefined) {
			await turn.say(`I ran this myself, outside of your terminals. Exit code: ${exitCode ?? 'none'}.`);
		}
	},
};
