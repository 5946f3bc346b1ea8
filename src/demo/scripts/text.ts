/** What it says: thoughts, Markdown, words one by one, a flood of them, and a picture. */
import { readCount, type Script } from '../script.ts';
import { richMarkdown } from '../sampleMarkdown.ts';
import { randomUUID } from 'node:crypto';
import { pause } from '../abort.ts';
import { drawPicture } from '../picture.ts';
import { hasMedia } from '../attachments.ts';

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

export const markdown: Script = {
	name: 'markdown',
	description: 'Streams a long Markdown answer with everything in it',
	isMentionable: true,
	async run(turn) {
		await turn.say(richMarkdown);
	},
};

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

const chunkBytes = 20;
/** Chunks between two looks at what the client sent. */
const burst = 256;

export const flood: Script = {
	name: 'flood',
	description: 'Sends a lot of text as fast as it can, in chunks of 20 bytes',
	hint: 'number of bytes',
	async run(turn, args) {
		const count = Math.ceil(readCount(args, 1024 * 1024) / chunkBytes);
		const messageId = randomUUID();
		for (let index = 0; index < count; index++) {
			const text = `${String(index).padStart(chunkBytes - 1, '.')}${index % 5 === 4 ? '\n' : ' '}`;
			const content = { type: 'text' as const, text };
			// Not kept for a replay: it would be megabytes of filler.
			const sent = turn.sendOnly({ sessionUpdate: 'agent_message_chunk', messageId, content });
			if (index % burst !== burst - 1) continue;
			await sent;
			await pause(0, turn.signal);
		}
	},
};

export const image: Script = {
	name: 'image',
	description: 'Paints a picture, and says what it sees of yours',
	hint: 'attach an image, a sound or a file',
	async run(turn) {
		const thanks = hasMedia(turn.prompt) ? 'Thank you. Here' : 'Attach an image and I say what I see. Here';
		await turn.say(`${thanks} is one of mine:\n\n`);
		await turn.send({
			sessionUpdate: 'agent_message_chunk',
			messageId: randomUUID(),
			content: { type: 'image', mimeType: 'image/png', data: drawPicture() },
		});
	},
};
