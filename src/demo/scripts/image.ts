import { randomUUID } from 'node:crypto';
import { drawPicture } from '../picture.ts';
import { hasMedia } from '../attachments.ts';
import type { Script } from '../script.ts';

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
