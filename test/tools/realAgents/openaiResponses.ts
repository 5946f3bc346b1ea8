import type { JsonObject } from '../../../src/core/base/json.ts';
import type { ModelAnswer, ModelRequest, OfferedTool } from './modelScript.ts';
import { type ModelDialect, newId, objectsIn, piecesOf, textIn } from './modelDialect.ts';

/** `POST /v1/responses`. */
export const openaiResponses: ModelDialect = {
	answers: (path) => path.endsWith('/responses'),
	read: ({ input, tools }) => ({
		tools: objectsIn(tools).flatMap(toolOf),
		turns: typeof input === 'string' ? [{ type: 'user', text: input }] : objectsIn(input).flatMap(turnOf),
	}),
	whole: (answer) => completed(head(), itemsOf(answer)),
	async stream(answer, send) {
		const response = head();
		const items = itemsOf(answer);
		await send({ type: 'response.created', response });
		for (const [index, item] of items.entries()) {
			const begun = item['type'] === 'reasoning' ? { ...item, summary: [] } : { ...item, content: [] };
			await send({ type: 'response.output_item.added', output_index: index, item: begun });
			if (item['type'] === 'reasoning') {
				const part = { item_id: item['id'], output_index: index, summary_index: 0 };
				await send({ type: 'response.reasoning_summary_part.added', ...part });
				for (const delta of [answer.thought?.slice(0, 8), answer.thought?.slice(8)])
					await send({ type: 'response.reasoning_summary_text.delta', ...part, delta });
			}
			if (item['type'] === 'message') {
				for (const delta of piecesOf(answer))
					await send({
						type: 'response.output_text.delta',
						item_id: item['id'],
						output_index: index,
						content_index: 0,
						delta,
					});
			}
			await send({ type: 'response.output_item.done', output_index: index, item });
		}
		await send({ type: 'response.completed', response: completed(response, items) });
	},
};

function toolOf({ type, name, parameters }: JsonObject): readonly OfferedTool[] {
	if (type === 'function') return [{ name: String(name), schema: parameters ?? {} }];
	return type === 'custom' ? [{ name: String(name), schema: undefined }] : [];
}

function turnOf({ type, role, content, output }: JsonObject): ModelRequest['turns'] {
	const isOutput = type === 'function_call_output' || type === 'custom_tool_call_output';
	if (isOutput) return [{ type: 'tool', text: textIn(output) }];
	return role === 'user' ? [{ type: 'user', text: textIn(content) }] : [];
}

function head(): JsonObject {
	return {
		id: newId('resp'),
		object: 'response',
		created_at: Math.floor(Date.now() / 1000),
		status: 'in_progress',
		model: 'scripted',
		output: [],
	};
}

function completed(response: JsonObject, output: readonly JsonObject[]): JsonObject {
	const usage = {
		input_tokens: 100,
		input_tokens_details: { cached_tokens: 0 },
		output_tokens: 20,
		output_tokens_details: { reasoning_tokens: 0 },
		total_tokens: 120,
	};
	return { ...response, status: 'completed', output, usage };
}

function itemsOf({ text, thought, call }: ModelAnswer): readonly JsonObject[] {
	const summary = [{ type: 'summary_text', text: thought }];
	const reasoning = thought === undefined ? [] : [{ type: 'reasoning', id: newId('rs'), summary }];
	const content = [{ type: 'output_text', text, annotations: [] }];
	const message = { type: 'message', id: newId('msg'), status: 'completed', role: 'assistant', content };
	return [...reasoning, ...(text === '' ? [] : [message]), ...(call === undefined ? [] : [callItem(call)])];
}

function callItem({ name, input }: NonNullable<ModelAnswer['call']>): JsonObject {
	const base = { id: newId('fc'), call_id: newId('call'), name, status: 'completed' };
	return typeof input === 'string'
		? { type: 'custom_tool_call', ...base, input }
		: { type: 'function_call', ...base, arguments: JSON.stringify(input) };
}
