import { randomUUID } from 'node:crypto';
import { pause } from '../abort.ts';
import { readCount, type Script } from '../script.ts';

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
			// Not remembered: a replay of megabytes helps nobody.
			const sent = turn.sendOnly({ sessionUpdate: 'agent_message_chunk', messageId, content });
			if (index % burst !== burst - 1) continue;
			await sent;
			await pause(0, turn.signal);
		}
	},
};
