import { randomUUID } from 'node:crypto';
import type { Script } from '../script.ts';

const url = 'https://agentclientprotocol.com';
/** Chunks that could be streamed while the page is open: two seconds at the usual pace. */
const visitChunks = 100;

export const visit: Script = {
	name: 'visit',
	description: 'Asks you to open a page, and notices after a moment that you did',
	async run(turn) {
		if (!turn.client.opensUrls) {
			await turn.say(`This client does not open pages (\`elicitation.url\`). It would have been <${url}>.`);
			return;
		}
		const elicitationId = randomUUID();
		const message =
			'This is where a real agent would send you to sign in. Here it is the page of the protocol.';
		const { action } = await turn.elicit({ mode: 'url', message, elicitationId, url });
		if (action !== 'accept') {
			await turn.say('You did not open the page. That is fine.');
			return;
		}
		await turn.pause(visitChunks);
		await turn.client.completeElicitation(elicitationId);
		await turn.say('You have been there. (I only waited for two seconds.)');
	},
};
