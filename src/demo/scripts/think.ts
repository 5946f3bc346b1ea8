import type { Script } from '../script.ts';

const thoughts = [
	'The question is short, so the answer should be short as well. Still, let me look at it from two sides.',
	'On the one hand a demo has nothing to think about. On the other hand somebody may want to see ' +
		'how thoughts look while they arrive, and whether they fold away when the answer begins.',
];

export const think: Script = {
	name: 'think',
	description: 'Shows its thoughts before it answers',
	isMentionable: true,
	async run(turn) {
		for (const thought of thoughts) await turn.think(thought);
		await turn.say('I have thought about it: **yes**.');
	},
};
