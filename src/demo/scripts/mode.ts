import { modes } from '../session.ts';
import type { Script } from '../script.ts';

export const mode: Script = {
	name: 'mode',
	description: 'Switches between Ask and Auto from the side of the agent',
	async run(turn) {
		turn.session.mode = turn.session.mode === 'ask' ? 'auto' : 'ask';
		const currentModeId = turn.session.mode;
		// Not remembered: a loaded session starts in Ask again.
		await turn.sendOnly({ sessionUpdate: 'current_mode_update', currentModeId });
		await turn.say(
			`The mode is **${modes.find(({ id }) => id === currentModeId)?.name ?? currentModeId}** now.`,
		);
	},
};
