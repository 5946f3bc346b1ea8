import type { Script } from '../script.ts';

export const login: Script = {
	name: 'login',
	description: 'Wants you to be logged in before it answers',
	needsLogin: true,
	async run(turn) {
		await turn.say(
			'You are logged in to the demo account. That lasts until you log out or I am started again.',
		);
	},
};
