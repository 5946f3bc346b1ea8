import { modes } from '../sessionOptions.ts';
import type { Script } from '../script.ts';

export const mode: Script = {
	name: 'mode',
	description: 'Switches the mode from the side of the agent',
	hint: 'ask, auto or read; the next one otherwise',
	async run(turn, args) {
		const { options } = turn.session;
		const wanted = modes.find(({ id }) => args.trim().toLowerCase() === id);
		const current = modes.findIndex(({ id }) => id === options.mode);
		const next = wanted ?? modes[(current + 1) % modes.length];
		options.mode = next?.id ?? 'ask';
		// Not remembered: a loaded session starts in Ask again.
		await turn.sendOnly({ sessionUpdate: 'current_mode_update', currentModeId: options.mode });
		await turn.sendOnly({ sessionUpdate: 'config_option_update', configOptions: options.list });
		await turn.say(`The mode is **${next?.name ?? options.mode}** now.`);
	},
};
