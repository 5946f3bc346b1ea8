/** Questions that an agent asks by way of a permission: a form for the user, and an answer in the agent's own shape. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as limits from '../../../../src/core/base/limits.ts';
import { V1Services } from '../../../../src/core/acp/v1/services.ts';
import type { ElicitationOutcome } from '../../../../src/core/session/model/elicitation.ts';
import { decoder, FakeTarget, fullOffer } from './support.ts';

const colours = [
	{ label: 'Red', description: 'Like fire' },
	{ label: 'Green', description: 'Like grass' },
];
const questions = [
	{ header: 'Colour', question: 'Which colour?', options: colours, multiSelect: false },
	{ header: 'Sizes', question: 'Which sizes?', options: [{ label: 'S' }, { label: 'L' }], multiSelect: true },
];
/** As qwen-code 0.24.4 asks. */
const params = {
	sessionId: 's1',
	options: [
		{ optionId: 'proceed_once', name: 'Submit', kind: 'allow_once' },
		{ optionId: 'cancel', name: 'Cancel', kind: 'reject_once' },
	],
	toolCall: {
		toolCallId: 'call_1',
		status: 'pending',
		title: 'Ask user 2 questions',
		content: [],
		locations: [],
		kind: 'think',
		rawInput: { questions },
		_meta: { toolName: 'ask_user_question', qwenInteractionKind: 'user_question', qwenQuestions: questions },
	},
};

interface Asked {
	readonly target: FakeTarget;
	readonly answer: unknown;
}

interface Client {
	readonly forms?: boolean;
	/** As the agent calls itself. */
	readonly name?: string;
}

async function ask(
	outcome: ElicitationOutcome,
	request: object = params,
	{ forms = true, name = 'qwen-code' }: Client = {},
): Promise<Asked> {
	const target = new FakeTarget();
	target.answer = async () => outcome;
	target.outcome = async () => ({ type: 'selected', optionId: 'proceed_once' });
	const services = new V1Services(decoder, { ...fullOffer, forms });
	services.useQuirksOf({ name });
	const answer = await services.serve({
		method: 'session/request_permission',
		params: { ...request },
		target,
		signal: new AbortController().signal,
	});
	return { target, answer };
}

describe('questions by way of a permission', () => {
	it('are a form of the tool call, with a line for another answer to each', async () => {
		const { target } = await ask({ type: 'cancel' });
		assert.deepEqual(target.asked, []);
		assert.deepEqual(
			target.events.map((event) => (event.type === 'tool_call_update' ? event.fields.title : event.type)),
			['Ask user 2 questions'],
		);
		const [question] = target.questions;
		assert.equal(question?.toolCallId, 'call_1');
		assert.equal(question.message, 'Which colour?\nWhich sizes?');
		assert.deepEqual(question.mode, {
			type: 'form',
			fields: [
				{
					name: '0',
					title: 'Colour',
					description: 'Which colour?',
					isRequired: false,
					type: 'choice',
					choices: [
						{ value: 'Red', label: 'Red', description: 'Like fire' },
						{ value: 'Green', label: 'Green', description: 'Like grass' },
					],
				},
				{ name: '0_other', isOther: true, isRequired: false, type: 'text' },
				{
					name: '1',
					title: 'Sizes',
					description: 'Which sizes?',
					isRequired: false,
					type: 'choices',
					choices: [
						{ value: 'S', label: 'S' },
						{ value: 'L', label: 'L' },
					],
				},
				{ name: '1_other', isOther: true, isRequired: false, type: 'text' },
			],
		});
	});

	it('are answered beside the outcome, by the number of each', async () => {
		const selected = { outcome: { outcome: 'selected', optionId: 'proceed_once' } };
		for (const [content, answers] of [
			[
				{ '0': 'Red', '1': ['S', 'L'] },
				{ '0': 'Red', '1': 'S, L' },
			],
			[
				{ '0_other': 'Blue', '1': ['S'], '1_other': 'M' },
				{ '0': 'Blue', '1': 'S, M' },
			],
			[{ '0': '', '1': [], '0_other': '' }, {}],
			[undefined, {}],
		] as const) {
			const outcome: ElicitationOutcome = { type: 'accept', ...(content === undefined ? {} : { content }) };
			assert.deepEqual((await ask(outcome)).answer, { ...selected, answers });
		}
	});

	it('are declined by the option for that, and given up as any permission', async () => {
		assert.deepEqual((await ask({ type: 'decline' })).answer, {
			outcome: { outcome: 'selected', optionId: 'cancel' },
		});
		assert.deepEqual((await ask({ type: 'cancel' })).answer, { outcome: { outcome: 'cancelled' } });
	});

	it('that cannot be read, or asked, stay a permission', async () => {
		const { toolCall } = params;
		const others: readonly object[] = [
			{ ...toolCall, _meta: { toolName: 'ask_user_question' } },
			{ ...toolCall, _meta: { ...toolCall['_meta'], qwenQuestions: [] } },
			{ ...toolCall, _meta: { ...toolCall['_meta'], qwenQuestions: 'x' } },
			{ ...toolCall, _meta: { ...toolCall['_meta'], qwenQuestions: [{ options: colours }] } },
			{ ...toolCall, _meta: undefined },
		];
		for (const other of others) {
			const { target, answer } = await ask({ type: 'decline' }, { ...params, toolCall: other });
			assert.equal(target.asked.length, 1);
			assert.deepEqual(target.questions, []);
			assert.deepEqual(answer, { outcome: { outcome: 'selected', optionId: 'proceed_once' } });
		}
		assert.equal((await ask({ type: 'decline' }, params, { forms: false })).target.asked.length, 1);
	});

	it('of another agent, or about a call that does something, stay a permission [hazard C7]', async () => {
		const { toolCall } = params;
		const { kind: _kind, ...unsorted } = toolCall;
		const asPermission = async (call: object, name?: string): Promise<void> => {
			const request = { ...params, toolCall: call };
			const { target } = await ask({ type: 'accept' }, request, name === undefined ? {} : { name });
			assert.equal(target.asked.length, 1);
			assert.deepEqual(target.questions, []);
		};
		await asPermission(toolCall, 'claude');
		await asPermission(unsorted);
		for (const kind of ['execute', 'edit', 'delete', 'move', 'read', 'fetch', 'other', 'unheard of'])
			await asPermission({ ...toolCall, kind, rawInput: { command: 'git push' } });
	});

	it('send only what counts once; where nothing does they stay a permission [hazard C5]', async () => {
		const [once, reject] = params.options;
		const always = { optionId: 'always', name: 'Always', kind: 'allow_always' };
		const both = await ask({ type: 'accept' }, { ...params, options: [always, once, reject] });
		assert.deepEqual(both.answer, {
			outcome: { outcome: 'selected', optionId: 'proceed_once' },
			answers: {},
		});
		for (const options of [[always, reject], [reject], [once, { ...once, optionId: 'second' }, reject]]) {
			const { target } = await ask({ type: 'accept' }, { ...params, options });
			assert.deepEqual(target.questions, []);
			assert.equal(target.asked.length, 1);
		}
		const never = { optionId: 'never', name: 'Never', kind: 'reject_always' };
		const declined = await ask({ type: 'decline' }, { ...params, options: [once, never] });
		assert.deepEqual(declined.answer, { outcome: { outcome: 'cancelled' } });
	});

	it('that are more than a form can have stay a permission [hazard A7]', async () => {
		const { _meta, ...toolCall } = params.toolCall;
		const many = (count: number): object => {
			const qwenQuestions = Array.from({ length: count }, () => questions[0]);
			return { ...params, toolCall: { ...toolCall, _meta: { ..._meta, qwenQuestions } } };
		};
		const most = limits.namedItems / 2;
		assert.equal((await ask({ type: 'cancel' }, many(most))).target.questions.length, 1);
		const { target } = await ask({ type: 'cancel' }, many(most + 1));
		assert.deepEqual(target.questions, []);
		assert.equal(target.asked.length, 1);
	});

	it('without anything to choose from are a line of text', async () => {
		const qwenQuestions = [{ header: '', question: 'Why?', options: [] }];
		const { _meta, ...toolCall } = params.toolCall;
		const free = { ...params, toolCall: { ...toolCall, _meta: { ..._meta, qwenQuestions } } };
		const { target, answer } = await ask({ type: 'accept', content: { '0': 'Because' } }, free);
		const mode = target.questions[0]?.mode;
		assert.deepEqual(mode?.type === 'form' && mode.fields.map(({ type }) => type), ['text']);
		assert.deepEqual(answer, {
			outcome: { outcome: 'selected', optionId: 'proceed_once' },
			answers: { '0': 'Because' },
		});
	});
});
