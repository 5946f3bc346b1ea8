import { type JsonObject, objectAt } from '../../../src/core/base/json.ts';
import type { ModelAnswer, ModelRequest } from './modelScript.ts';
import { type ModelDialect, objectsIn, piecesOf, textIn } from './modelDialect.ts';
import type { ToolSchema } from './toolArguments.ts';

/** `POST /v1beta/models/<name>:generateContent` and `:streamGenerateContent`. */
export const geminiContent: ModelDialect = {
	answers: (path) => /:(stream)?generateContent$/iu.test(path),
	read: ({ contents, tools }) => ({
		tools: objectsIn(tools).flatMap(({ functionDeclarations }) =>
			objectsIn(functionDeclarations).map(({ name, parameters, parametersJsonSchema }) => ({
				name: String(name),
				schema: (parametersJsonSchema ?? parameters ?? {}) as ToolSchema,
			})),
		),
		turns: objectsIn(contents).flatMap(turnsOf),
	}),
	whole: (answer) => chunk(partsOf(answer), true),
	async stream(answer, send) {
		for (const text of piecesOf(answer)) await send(chunk([{ text }], false));
		await send(chunk(partsOf({ ...answer, text: '' }), true));
	},
};

function turnsOf({ role, parts }: JsonObject): ModelRequest['turns'] {
	if (role === 'model') return [];
	return objectsIn(parts).map((part) => {
		const response = objectAt(part, 'functionResponse');
		return response === undefined
			? { type: 'user', text: textIn(part) }
			: { type: 'tool', text: JSON.stringify(response['response']) };
	});
}

function partsOf({ text, call }: ModelAnswer): readonly JsonObject[] {
	const words = text === '' ? [] : [{ text }];
	return call === undefined ? words : [...words, { functionCall: { name: call.name, args: call.input } }];
}

function chunk(parts: readonly JsonObject[], isLast: boolean): JsonObject {
	const content = { role: 'model', parts: parts.length === 0 ? [{ text: '' }] : parts };
	return {
		candidates: [{ index: 0, content, ...(isLast ? { finishReason: 'STOP' } : {}) }],
		usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 20, totalTokenCount: 120 },
		modelVersion: 'scripted',
	};
}
