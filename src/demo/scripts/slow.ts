import { randomUUID } from 'node:crypto';
import { pause } from '../abort.ts';
import { readCount, type Script } from '../script.ts';

const words = 'This goes on and on, word by word, until you press Stop or I run out of words. '.split(
	/(?<= )/,
);

export const slow: Script = {
	name: 'slow',
	description: 'Streams words until it is stopped',
	hint: 'number of words',
	async run(turn, args) {
		const count = readCount(args, 10_000);
		const messageId = randomUUID();
		for (let index = 0; index < count; index++) {
			const content = { type: 'text' as const, text: words[index % words.length] ?? '' };
			await turn.send({ sessionUpdate: 'agent_message_chunk', messageId, content });
			await pause(Math.max(turn.pace, 5), turn.signal);
		}
	},
};
