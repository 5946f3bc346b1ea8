import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { WireError } from '../../../../src/core/acp/wire.ts';
import type {
	ElicitationOutcome,
	ElicitationRequest,
} from '../../../../src/core/session/model/elicitation.ts';
import { attached, connected, fullOffer } from './support.ts';

const method = 'elicitation/create';
const sessionId = 's1';
const schema = { type: 'object', properties: {} };
const form = { sessionId, mode: 'form', message: 'Which?', requestedSchema: schema };
const url = {
	sessionId,
	mode: 'url',
	message: 'Log in',
	elicitationId: 'e 1/ü',
	url: 'https://example.com/a?b=c#d',
};

const invalidParams = (error: unknown): boolean => {
	assert.ok(error instanceof WireError, String(error));
	assert.equal(error.code, -32602);
	return true;
};

/** The fields that a schema becomes. */
async function fieldsOf(properties: object, required?: unknown): Promise<readonly unknown[]> {
	const { wire, target } = await attached();
	await wire.ask(method, { ...form, requestedSchema: { ...schema, properties, required } });
	const mode = target.questions[0]?.mode;
	assert.equal(mode?.type, 'form');
	return mode.type === 'form' ? mode.fields : [];
}

describe('a question of an agent', () => {
	it('carries its message, its tool call and what stands above the form [acp C97]', async () => {
		const { wire, target } = await attached();
		const requestedSchema = { ...schema, title: 'Setup', description: 'Some facts' };
		await wire.ask(method, { ...form, toolCallId: 'c1', requestedSchema });
		await wire.ask(method, { ...form, toolCallId: null });
		assert.deepEqual(target.questions, [
			{
				message: 'Which?',
				toolCallId: 'c1',
				mode: { type: 'form', title: 'Setup', description: 'Some facts', fields: [] },
			},
			{ message: 'Which?', mode: { type: 'form', fields: [] } },
		]);
	});

	it('has texts with their bounds, known formats and default; other formats only say something [acp C103] [acp C104] [acp C272]', async () => {
		const text = { type: 'string', title: 'T', description: 'D', minLength: 1, maxLength: 9, pattern: '^a' };
		assert.deepEqual(
			await fieldsOf(
				{
					a: { ...text, default: 'abc' },
					b: { type: 'string', format: 'email' },
					c: { type: 'string', format: 'ipv6', default: 7 },
					d: { type: 'string', format: '_ipv9', default: 'x' },
				},
				['a', 'none'],
			),
			[
				{
					name: 'a',
					title: 'T',
					description: 'D',
					isRequired: true,
					type: 'text',
					pattern: '^a',
					minLength: 1,
					maxLength: 9,
					initial: 'abc',
				},
				{ name: 'b', isRequired: false, type: 'text', format: 'email' },
				{ name: 'c', isRequired: false, type: 'text' },
				{ name: 'd', isRequired: false, type: 'text', initial: 'x' },
			],
		);
		for (const format of ['email', 'uri', 'date', 'date-time']) {
			const [field] = await fieldsOf({ a: { type: 'string', format } });
			assert.deepEqual(field, { name: 'a', isRequired: false, type: 'text', format });
		}
	});

	it('has numbers, whole numbers, and yes or no [acp C103] [acp C104]', async () => {
		const base = { isRequired: false };
		assert.deepEqual(
			await fieldsOf(
				{
					a: { type: 'number', minimum: 0, maximum: 1.5, default: 0.5 },
					b: { type: 'integer', default: '3' },
					c: { type: 'boolean', default: false },
					d: { type: 'boolean', default: 'yes' },
				},
				null,
			),
			[
				{ ...base, name: 'a', type: 'number', isInteger: false, minimum: 0, maximum: 1.5, initial: 0.5 },
				{ ...base, name: 'b', type: 'number', isInteger: true },
				{ ...base, name: 'c', type: 'boolean', initial: false },
				{ ...base, name: 'd', type: 'boolean' },
			],
		);
	});

	it('has one or several choices, however they are listed [acp C103] [acp C104]', async () => {
		const titled = [
			{ const: 'a', title: 'A', description: 'first' },
			{ const: 'b', title: 'B' },
		];
		const named = [
			{ value: 'a', label: 'A', description: 'first' },
			{ value: 'b', label: 'B' },
		];
		const plain = [
			{ value: 'a', label: 'a' },
			{ value: 'b', label: 'b' },
		];
		const base = { isRequired: false };
		assert.deepEqual(
			await fieldsOf({
				a: { type: 'string', enum: ['a', 'b'], default: 'b' },
				b: { type: 'string', oneOf: titled },
				c: {
					type: 'array',
					items: { type: 'string', enum: ['a', 'b'] },
					minItems: 1,
					maxItems: 2,
					default: ['a'],
				},
				d: { type: 'array', items: { anyOf: titled } },
			}),
			[
				{ ...base, name: 'a', type: 'choice', choices: plain, initial: 'b' },
				{ ...base, name: 'b', type: 'choice', choices: named },
				{ ...base, name: 'c', type: 'choices', choices: plain, minItems: 1, maxItems: 2, initial: ['a'] },
				{ ...base, name: 'd', type: 'choices', choices: named },
			],
		);
	});

	it('never takes a kind it does not know for one it knows [acp C109] [acp C271]', async () => {
		const properties = {
			a: { type: 'object', properties: {} },
			b: { type: 'array', items: { type: 'string' } },
			c: { enum: ['x'] },
			d: { type: ['string', 'null'] },
			e: { type: 'password' },
			f: 7,
			g: { type: '_color', enum: ['red'] },
			h: { type: 'array', items: { type: '_color', enum: ['red'] } },
			i: { type: 'array', items: { type: 'integer', anyOf: [{ const: '1', title: 'One' }] } },
		};
		const kinds = (await fieldsOf(properties)).map((field) => {
			const { type, kind } = field as { type: string; kind: string };
			return `${type} ${kind}`;
		});
		assert.deepEqual(kinds, [
			'unknown object',
			'unknown array',
			'unknown nothing',
			'unknown nothing',
			'unknown password',
			'unknown nothing',
			'unknown _color',
			'unknown array',
			'unknown array',
		]);
	});

	it('may name its fields as it likes', async () => {
		const properties: unknown = JSON.parse(
			'{"__proto__": {"type": "string"}, "constructor": {"type": "boolean"}}',
		);
		const { wire, target } = await attached();
		const content: unknown = JSON.parse('{"__proto__": "x", "constructor": true}');
		target.answer = async () => ({ type: 'accept', content: content as Record<string, string> });
		const answer = await wire.ask(method, { ...form, requestedSchema: { ...schema, properties } });
		assert.equal(
			JSON.stringify(answer),
			'{"action":"accept","content":{"__proto__":"x","constructor":true}}',
		);
		const mode = target.questions[0]?.mode;
		assert.deepEqual(mode?.type === 'form' ? mode.fields.map(({ name }) => name) : [], [
			'__proto__',
			'constructor',
		]);
	});

	it('is answered with one of three actions, and with the values only when they were sent [acp C95]', async () => {
		const { wire, target } = await attached();
		const outcomes: [ElicitationOutcome, object][] = [
			[{ type: 'accept' }, { action: 'accept' }],
			[
				{ type: 'accept', content: { a: 'x', b: 1.5, c: false, d: ['y'] } },
				{ action: 'accept', content: { a: 'x', b: 1.5, c: false, d: ['y'] } },
			],
			[{ type: 'decline' }, { action: 'decline' }],
			[{ type: 'cancel' }, { action: 'cancel' }],
		];
		for (const [outcome, wireAnswer] of outcomes) {
			target.answer = async () => outcome;
			assert.deepEqual(await wire.ask(method, form), wireAnswer);
		}
	});

	it('names an address exactly as it was given [acp C98]', async () => {
		const { wire, target } = await attached();
		await wire.ask(method, url);
		assert.deepEqual(target.questions[0]?.mode, {
			type: 'url',
			elicitationId: url.elicitationId,
			url: url.url,
		});
	});

	it('is refused for an address that is no web page', async () => {
		const { wire, target } = await attached();
		for (const bad of [
			'file:///etc/passwd',
			'command:x',
			'javascript:alert(1)',
			'vscode://x',
			'https://',
			'http://a b',
			'',
			7,
			undefined,
		]) {
			await assert.rejects(wire.ask(method, { ...url, url: bad }), invalidParams);
		}
		await assert.rejects(wire.ask(method, { ...url, elicitationId: undefined }), invalidParams);
		assert.equal(target.questions.length, 0);
	});
});

describe('a question that we did not offer to answer', () => {
	it('is refused with -32602, in a mode that is off as in one that is unknown [acp C106] [acp C271]', async () => {
		const { wire, target } = await attached({}, { offer: { ...fullOffer, urls: false } });
		await assert.rejects(wire.ask(method, url), invalidParams);
		for (const mode of ['hologram', undefined, 7]) {
			await assert.rejects(wire.ask(method, { ...form, mode }), invalidParams);
		}
		assert.equal(target.questions.length, 0);
		await wire.ask(method, form);
		assert.equal(target.questions.length, 1);
		const noForms = await attached({}, { offer: { ...fullOffer, forms: false } });
		await assert.rejects(noForms.wire.ask(method, form), invalidParams);
	});

	it('says what is missing', async () => {
		const { wire } = await attached();
		await assert.rejects(wire.ask(method, { ...form, message: undefined }), /message/u);
		await assert.rejects(wire.ask(method, { ...form, requestedSchema: undefined }), /requestedSchema/u);
		await assert.rejects(wire.ask(method, null), invalidParams);
	});
});

describe('whom a question is for', () => {
	const { sessionId: _session, ...unscoped } = form;

	it('is a session or an open request of ours, not both and not neither [acp C107]', async () => {
		const { wire, target } = await attached();
		await assert.rejects(wire.ask(method, unscoped), invalidParams);
		await assert.rejects(wire.ask(method, { ...form, requestId: 3 }), invalidParams);
		await assert.rejects(wire.ask(method, { ...form, sessionId: 'nobody' }), invalidParams);
		assert.equal(target.questions.length, 0);
		await wire.ask(method, { ...form, requestId: null });
		assert.equal(target.questions.length, 1);
	});

	it('is asked outside of a session for a request, such as a login [acp C107]', async () => {
		const asked: ElicitationRequest[] = [];
		const elicit = async (request: ElicitationRequest): Promise<ElicitationOutcome> => {
			asked.push(request);
			return { type: 'decline' };
		};
		const { wire } = await connected({}, { elicit });
		for (const requestId of [0, 'auth-1']) {
			assert.deepEqual(await wire.ask(method, { ...unscoped, requestId }), { action: 'decline' });
		}
		assert.equal(asked.length, 2);
		const silent = await connected();
		await assert.rejects(silent.wire.ask(method, { ...unscoped, requestId: 0 }), invalidParams);
	});
});

describe('the end of a visit', () => {
	it('is told by the id of the agent, whatever that is [acp C105]', async () => {
		const { wire, target, logged } = await attached();
		wire.tell('elicitation/complete', { elicitationId: url.elicitationId });
		wire.tell('elicitation/complete', { elicitationId: 'never heard of' });
		wire.tell('elicitation/complete', { elicitationId: 7 });
		wire.tell('elicitation/complete', null);
		assert.deepEqual(target.completed, [url.elicitationId, 'never heard of']);
		assert.equal(logged.length, 1);
	});
});
