import type { JsonObject } from '../../../src/core/base/json.ts';
import { objectAt } from '../../../src/core/base/json.ts';
import type { ModelAnswer } from './modelScript.ts';
import { type ModelDialect, newId, objectsIn, piecesOf, textIn } from './modelDialect.ts';

/** `POST /v1/chat/completions`. */
export const openaiChat: ModelDialect = {
	answers: (path) => path.endsWith('/chat/completions'),
	read: ({ messages, tools }) => ({
		tools: objectsIn(tools).map((tool) => {
			const { name, parameters } = objectAt(tool, 'function') ?? {};
			return { name: String(name), schema: parameters ?? {} };
		}),
		turns: objectsIn(messages).flatMap(({ role, content }) =>
			role === 'user' || role === 'tool' ? [{ type: role, text: textIn(content) }] : [],
		),
	}),
	whole: (answer) => ({
		...head('chat.completion'),
		choices: [
			{
				index: 0,
				message: {
					role: 'assistant',
					content: answer.text,
					...(answer.call === undefined ? {} : { tool_calls: [callOf(answer.call)] }),
				},
				finish_reason: finishReason(answer),
			},
		],
		usage,
	}),
	async stream(answer, send) {
		const base = head('chat.completion.chunk');
		const chunk = (delta: JsonObject, finish: string | null = null): JsonObject => ({
			...base,
			choices: [{ index: 0, delta, finish_reason: finish }],
		});
		await send(chunk({ role: 'assistant', content: '' }));
		for (const content of piecesOf(answer)) await send(chunk({ content }));
		if (answer.call !== undefined) await send(chunk({ tool_calls: [{ index: 0, ...callOf(answer.call) }] }));
		await send(chunk({}, finishReason(answer)));
		await send({ ...base, choices: [], usage });
	},
	end: '[DONE]',
};

const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };

function head(object: string): JsonObject {
	return { id: newId('chatcmpl'), object, created: Math.floor(Date.now() / 1000), model: 'scripted' };
}

function callOf({ name, input }: NonNullable<ModelAnswer['call']>): JsonObject {
	const id = newId('call');
	return { id, type: 'function', function: { name, arguments: JSON.stringify(input) } };
}

function finishReason({ call }: ModelAnswer): string {
	return call === undefined ? 'stop' : 'tool_calls';
}
