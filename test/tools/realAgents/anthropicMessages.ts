import type { JsonObject } from '../../../src/core/base/json.ts';
import type { ModelAnswer, ModelRequest } from './modelScript.ts';
import { type ModelDialect, newId, objectsIn, piecesOf, textIn } from './modelDialect.ts';
import type { ToolSchema } from './toolArguments.ts';

/** `POST /v1/messages`. */
export const anthropicMessages: ModelDialect = {
	answers: (path) => path.endsWith('/messages'),
	read: ({ messages, tools }) => ({
		tools: objectsIn(tools).map(({ name, input_schema: schema }) => ({
			name: String(name),
			schema: (schema ?? {}) as ToolSchema,
		})),
		turns: objectsIn(messages).flatMap(turnsOf),
	}),
	whole: (answer) => ({
		...head(),
		content: [
			...(answer.text === '' ? [] : [{ type: 'text', text: answer.text }]),
			...(answer.call === undefined ? [] : [{ ...callBlock(answer.call), input: answer.call.input }]),
		],
		stop_reason: stopReason(answer),
	}),
	async stream(answer, send) {
		await send({ type: 'message_start', message: head() });
		await send({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } });
		for (const text of piecesOf(answer))
			await send({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } });
		await send({ type: 'content_block_stop', index: 0 });
		if (answer.call !== undefined) {
			const partial = JSON.stringify(answer.call.input);
			await send({ type: 'content_block_start', index: 1, content_block: callBlock(answer.call) });
			await send({
				type: 'content_block_delta',
				index: 1,
				delta: { type: 'input_json_delta', partial_json: partial },
			});
			await send({ type: 'content_block_stop', index: 1 });
		}
		await send({
			type: 'message_delta',
			delta: { stop_reason: stopReason(answer), stop_sequence: null },
			usage: { output_tokens: 20 },
		});
		await send({ type: 'message_stop' });
	},
};

function turnsOf({ role, content }: JsonObject): ModelRequest['turns'] {
	if (role !== 'user') return [];
	if (typeof content === 'string') return [{ type: 'user', text: content }];
	return objectsIn(content).map((block) => ({
		type: block['type'] === 'tool_result' ? 'tool' : 'user',
		text: textIn(block),
	}));
}

function head(): JsonObject {
	return {
		id: newId('msg'),
		type: 'message',
		role: 'assistant',
		model: 'scripted',
		content: [],
		stop_reason: null,
		stop_sequence: null,
		usage: { input_tokens: 100, output_tokens: 1 },
	};
}

function callBlock({ name }: NonNullable<ModelAnswer['call']>): JsonObject {
	return { type: 'tool_use', id: newId('toolu'), name, input: {} };
}

function stopReason({ call }: ModelAnswer): string {
	return call === undefined ? 'end_turn' : 'tool_use';
}
