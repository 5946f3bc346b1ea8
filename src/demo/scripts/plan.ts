import type { Script } from '../script.ts';

const steps = [
	'Understand what is asked',
	'Look at the code that is there',
	'Change as little as possible',
	'Run the tests',
	'Say what was done',
];

export const plan: Script = {
	name: 'plan',
	description: 'Works through a plan step by step',
	isMentionable: true,
	async run(turn) {
		for (let current = 0; current <= steps.length; current++) {
			await turn.plan(steps, current);
			await turn.pause(20);
		}
		await turn.say('All five steps of the plan are done.');
	},
};
