/**
 * An agent for `npm run bench`, without dependencies. Takes these prompts:
 *   flood <bytes> <mark>     Markdown in chunks of 20 bytes, as fast as it is read; ends with <mark>
 *   plain <bytes> <mark>     one endless paragraph
 *   fence <bytes> <mark>     one code fence that is never closed
 *   minute <count> <mark>    a typical answer, with code, lists, tables and three tool calls, in chunks 10 ms apart
 *   answer <bytes> <mark>    the text of such an answer, as fast as it is read
 *   lag <count>              chunks 50 ms apart, each with its number and the time it was written
 *   drip <count> <mark>      chunks of Markdown 10 ms apart
 *   tools <count> <mark>     tool calls, each with a diff, in three updates
 *   entries <count> <mark>   messages and thoughts by turns, each an entry of its own
 */
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { chunksOf, endOf, floodText, kinds } from './floodText.ts';

const lagStepMs = 50;
const dripStepMs = 10;

function send(message) {
	return process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

async function sendUpdate(sessionId, update) {
	const isTaken = send({ method: 'session/update', params: { sessionId, update } });
	if (!isTaken) await new Promise((resolve) => process.stdout.once('drain', resolve));
}

function textUpdate(text, fields = {}) {
	return { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text }, ...fields };
}

/** @param each is called with the number of each chunk, from 1, before the chunk goes out */
async function drip(sessionId, kind, count, mark, each = async () => undefined) {
	const started = performance.now();
	let index = 0;
	for (const chunk of chunksOf(floodText(kind, count * 20, mark))) {
		const wait = started + ++index * dripStepMs - performance.now();
		if (wait > 0) await sleep(wait);
		await each(index);
		await sendUpdate(sessionId, textUpdate(chunk));
	}
}

/** A tool call at each quarter of the text but the last. */
const minute = (sessionId, count, mark) =>
	drip(sessionId, 'answer', count, mark, async (index) => {
		const quarter = (4 * index) / count;
		if (Number.isInteger(quarter) && quarter < 4) await tool(sessionId, mark, quarter);
	});

async function tools(sessionId, count, mark) {
	for (let index = 0; index < count; index++) await tool(sessionId, mark, index);
	await sendUpdate(sessionId, textUpdate(endOf(mark)));
}

async function tool(sessionId, mark, index) {
	const toolCallId = `${mark}-${index}`;
	const lines = Array.from({ length: 40 }, (_, line) => `\tconst value${line} = compute(${line}, ${index});`);
	const oldText = `${lines.join('\n')}\n`;
	const newText = oldText.replace(`value20 = compute(20, ${index})`, `value20 = compute(21, ${index})`);
	const call = { toolCallId, title: `Edit src/file${index}.ts`, kind: 'edit', status: 'in_progress' };
	await sendUpdate(sessionId, { sessionUpdate: 'tool_call', ...call });
	const content = [{ type: 'diff', path: `/bench/src/file${index}.ts`, oldText, newText }];
	await sendUpdate(sessionId, { sessionUpdate: 'tool_call_update', toolCallId, content });
	await sendUpdate(sessionId, { sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' });
}

async function entries(sessionId, count, mark) {
	for (let index = 0; index < count; index++) {
		const sessionUpdate = index % 2 === 0 ? 'agent_message_chunk' : 'agent_thought_chunk';
		const text = `Entry ${index} of many, which has **one** line.\n`;
		await sendUpdate(sessionId, { ...textUpdate(text, { messageId: `${mark}-${index}` }), sessionUpdate });
	}
	await sendUpdate(sessionId, textUpdate(endOf(mark)));
}

async function prompt({ sessionId, prompt: content }) {
	const [kind, size, mark = ''] = content
		.map(({ text }) => text ?? '')
		.join('')
		.trim()
		.split(/\s+/u);
	const count = Number(size);
	if (kind === 'lag') {
		for (let index = 0; index < count; index++) {
			await sleep(lagStepMs);
			const writtenAt = (performance.timeOrigin + performance.now()).toFixed(1);
			await sendUpdate(sessionId, textUpdate(`${index}@${writtenAt};\n`));
		}
	} else if (kinds.includes(kind)) {
		for (const chunk of chunksOf(floodText(kind, count, mark)))
			await sendUpdate(sessionId, textUpdate(chunk));
	} else if (kind === 'drip') await drip(sessionId, 'flood', count, mark);
	else if (kind === 'minute') await minute(sessionId, count, mark);
	else if (kind === 'tools') await tools(sessionId, count, mark);
	else if (kind === 'entries') await entries(sessionId, count, mark);
	else await sendUpdate(sessionId, textUpdate(`You said ${kind}.`));
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
