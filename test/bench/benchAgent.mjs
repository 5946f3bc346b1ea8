/**
 * An agent for `npm run bench`, without dependencies. Takes these prompts:
 *   flood <bytes> <mark>   Markdown in chunks of 20 bytes, as fast as it is read; ends with <mark>
 *   plain <bytes> <mark>   one endless paragraph
 *   fence <bytes> <mark>   one code fence that is never closed
 *   lag <count>            chunks 50 ms apart, each with its number and the time it was written
 */
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { chunksOf, floodText, kinds } from './floodText.ts';

const lagStepMs = 50;

function send(message) {
	return process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

function sendText(sessionId, text) {
	const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } };
	return send({ method: 'session/update', params: { sessionId, update } });
}

async function prompt({ sessionId, prompt: content }) {
	const [kind, size, mark = ''] = content
		.map(({ text }) => text ?? '')
		.join('')
		.trim()
		.split(/\s+/u);
	if (kind === 'lag') {
		for (let index = 0; index < Number(size); index++) {
			await sleep(lagStepMs);
			sendText(sessionId, `${index}@${(performance.timeOrigin + performance.now()).toFixed(1)};\n`);
		}
	} else if (kinds.includes(kind)) {
		for (const chunk of chunksOf(floodText(kind, Number(size), mark))) {
			if (!sendText(sessionId, chunk)) await new Promise((resolve) => process.stdout.once('drain', resolve));
		}
	}
	return { stopReason: 'end_turn' };
}

let sessions = 0;
const handlers = {
	initialize: () => ({ protocolVersion: 1, agentCapabilities: {}, authMethods: [] }),
	'session/new': () => ({ sessionId: `bench-${++sessions}` }),
	'session/prompt': prompt,
};

createInterface({ input: process.stdin }).on('line', async (line) => {
	const { id, method, params } = JSON.parse(line);
	if (id === undefined) return;
	const handler = handlers[method];
	if (handler === undefined) send({ id, error: { code: -32601, message: `Method not found: ${method}` } });
	else send({ id, result: await handler(params) });
});
