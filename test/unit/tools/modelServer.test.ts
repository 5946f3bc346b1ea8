/** The scripted model that real agents are put against: the same script in each of the interfaces that agents use. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { JsonObject } from '../../../src/core/base/json.ts';
import { ModelServer } from '../../tools/realAgents/modelServer.ts';

const schema = {
	type: 'object',
	properties: {
		file_path: { type: 'string' },
		old_string: { type: 'string' },
		new_string: { type: 'string' },
		reason: { type: 'string' },
		count: { type: 'number' },
	},
	required: ['file_path', 'old_string', 'new_string', 'reason'],
};
const said = 'Please, scenario:edit it';

/** By interface: where to send a prompt, one that asks for the edit, and one that has its answer. */
const interfaces: readonly { path: string; asks: JsonObject; answered: JsonObject }[] = [
	{
		path: '/v1/messages',
		asks: { tools: [{ name: 'Edit', input_schema: schema }], messages: [{ role: 'user', content: said }] },
		answered: {
			tools: [{ name: 'Edit', input_schema: schema }],
			messages: [
				{ role: 'user', content: [{ type: 'text', text: said }] },
				{ role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'Edit', input: {} }] },
				{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'all done' }] },
			],
		},
	},
	{
		path: '/v1/chat/completions',
		asks: {
			tools: [{ type: 'function', function: { name: 'edit', parameters: schema } }],
			messages: [{ role: 'user', content: said }],
		},
		answered: {
			tools: [{ type: 'function', function: { name: 'edit', parameters: schema } }],
			messages: [
				{ role: 'user', content: said },
				{ role: 'tool', content: 'all done' },
			],
		},
	},
	{
		path: '/v1/responses',
		asks: {
			tools: [{ type: 'function', name: 'edit', parameters: schema }],
			input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: said }] }],
		},
		answered: {
			tools: [{ type: 'function', name: 'edit', parameters: schema }],
			input: [
				{ type: 'message', role: 'user', content: [{ type: 'input_text', text: said }] },
				{ type: 'function_call_output', call_id: 'c', output: 'all done' },
			],
		},
	},
	{
		path: '/v1beta/models/m:streamGenerateContent?alt=sse',
		asks: {
			tools: [{ functionDeclarations: [{ name: 'replace', parametersJsonSchema: schema }] }],
			contents: [{ role: 'user', parts: [{ text: said }] }],
		},
		answered: {
			tools: [{ functionDeclarations: [{ name: 'replace', parametersJsonSchema: schema }] }],
			contents: [
				{ role: 'user', parts: [{ text: said }] },
				{
					role: 'user',
					parts: [{ functionResponse: { name: 'replace', response: { output: 'all done' } } }],
				},
			],
		},
	},
];

describe('the scripted model', () => {
	let model: ModelServer;
	before(async () => {
		model = await ModelServer.start();
		model.folder = '/ws';
	});
	after(() => model.close());

	const answerOf = async (path: string, body: JsonObject): Promise<string> => {
		const response = await fetch(`${model.url}${path}`, { method: 'POST', body: JSON.stringify(body) });
		return (await response.text()).replaceAll('\\"', '"');
	};

	for (const { path, asks, answered } of interfaces) {
		it(`calls a tool by its schema and hears its answer over ${path}`, async () => {
			for (const stream of [true, false]) {
				const call = await answerOf(path, { ...asks, stream });
				for (const argument of [
					'"file_path":"/ws/notes.md"',
					'"old_string":"beta"',
					'"new_string":"BETA"',
					'"reason":"reason 1"',
				])
					assert.ok(call.includes(argument), `${argument} in ${call}`);
				assert.ok(!call.includes('"count"'));
				const words = await answerOf(path, { ...answered, stream });
				// The words come in two pieces.
				assert.match(words, /It ans.*all done/su);
				assert.ok(!words.includes('BETA'));
			}
		});
	}

	for (const [said, file] of [
		['Write it to /home/me/.x/plans/one-plan.md first', '/home/me/.x/plans/one-plan.md'],
		['Plans stand in `/home/me/.x/plans/`', '/home/me/.x/plans/plan.md'],
		['Plans stand in `../home/me/plans`', '/home/me/plans/plan.md'],
	] as const) {
		it(`writes a plan into its file before it shows it: ${file}`, async () => {
			const text = { type: 'string' };
			const tools = [
				{
					name: 'Write',
					input_schema: {
						type: 'object',
						properties: { file_path: text, content: text },
						required: ['content'],
					},
				},
				{ name: 'ExitPlanMode', input_schema: { type: 'object', properties: {} } },
			];
			const asks = { role: 'user', content: 'scenario:plan' };
			const answered = {
				role: 'user',
				content: [{ type: 'tool_result', tool_use_id: 't', content: 'done' }],
			};
			const first = await answerOf('/v1/messages', { system: said, tools, messages: [asks] });
			assert.ok(first.includes(`"file_path":"${file}"`) && first.includes('**one** word'), first);
			const next = await answerOf('/v1/messages', { system: said, tools, messages: [asks, answered] });
			assert.ok(next.includes('"name":"ExitPlanMode"'), next);
			const bare = await answerOf('/v1/messages', { tools, messages: [asks] });
			assert.ok(bare.includes('"name":"ExitPlanMode"'), bare);
		});
	}

	it('has a few words for what is no scenario, and for addresses that it does not know', async () => {
		assert.match(
			await answerOf('/v1/messages', { messages: [{ role: 'user', content: 'Hi' }] }),
			/A few words/u,
		);
		assert.match(await answerOf('/v1/messages/count_tokens', {}), /input_tokens/u);
		assert.deepEqual([...model.unknown], ['POST /v1/messages/count_tokens']);
	});
});
