import { richMarkdown } from '../sampleMarkdown.ts';
import type { Script } from '../script.ts';

export const markdown: Script = {
	name: 'markdown',
	description: 'Streams a long Markdown answer with everything in it',
	isMentionable: true,
	async run(turn) {
		await turn.say(richMarkdown);
	},
};
