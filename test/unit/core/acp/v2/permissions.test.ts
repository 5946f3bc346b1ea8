import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from '../../../../../src/core/base/json.ts';
import { WireError } from '../../../../../src/core/acp/wire.ts';
import { ServiceError } from '../../../../../src/core/base/errors.ts';
import { play } from '../../session/driver/play.ts';
import { FakeTarget } from '../support.ts';
import { ask, Codec, decoder } from './codec.ts';
import { V2Services } from '../../../../../src/core/acp/v2/services.ts';

const options = [
	{ optionId: 'yes', name: 'Allow', kind: 'allow_once' },
	{ optionId: 'no', name: 'Reject', kind: 'reject_once' },
];
const base = { sessionId: 's1', title: 'Run it?', options };

const isInvalid = (error: unknown): boolean => {
	assert.ok(error instanceof WireError, String(error));
	assert.equal(error.code, -32602);
	return true;
};

describe('a permission', () => {
	it('has a title, a description and options, and is answered with one of them', async () => {
		const { request, answer } = await ask({ ...base, description: 'It deletes things.' });
		assert.deepEqual(request, {
			title: 'Run it?',
			description: 'It deletes things.',
			subject: { type: 'other', kind: '' },
			options,
		});
		assert.deepEqual(answer, { outcome: { outcome: 'selected', optionId: 'yes' } });
	});

	it('that the session refuses as malformed is answered -32602 [hazard C5]', async () => {
		const target = new FakeTarget();
		target.outcome = () => Promise.reject(new ServiceError('invalid', 'Two options have one id.'));
		const { signal } = new AbortController();
		const method = 'session/request_permission';
		await assert.rejects(new V2Services(decoder).serve({ method, params: base, signal, target }), isInvalid);
	});

	it('about a tool call says what is new of the call, like any update of it [acp C248] [acp C252]', async () => {
		const toolCall = {
			toolCallId: 'c1',
			title: null,
			status: 'queued',
			rawInput: { a: 1 },
			_meta: { b: null },
		};
		const { request } = await ask({ ...base, subject: { type: 'tool_call', toolCall } });
		assert.ok(request);
		assert.deepEqual(request.subject, { type: 'tool_call', toolCallId: 'c1' });
		assert.deepEqual(request.fields, {
			title: null,
			status: 'in_progress',
			statusName: 'queued',
			rawInput: { a: 1 },
			metaPatch: { b: null },
		});
	});

	it('without a title has that of its call, named only here or before [acp C252]', async () => {
		const shownTitle = async (toolCall: object, ...before: readonly JsonObject[]): Promise<unknown> => {
			const { request } = await ask({ options, subject: { type: 'tool_call', toolCall } });
			assert.ok(request);
			const { entries } = play(...new Codec().updates(...before), {
				type: 'permission_requested',
				permissionId: 'p1',
				at: 1,
				...request,
			});
			const entry = entries.find(({ type }) => type === 'permission');
			return entry?.type === 'permission' ? entry.title : undefined;
		};
		assert.equal(await shownTitle({ toolCallId: 'c1', title: 'Edit a.ts' }), 'Edit a.ts');
		const call = { sessionUpdate: 'tool_call_update', toolCallId: 'c1', title: 'Edit b.ts' };
		assert.equal(await shownTitle({ toolCallId: 'c1' }, call), 'Edit b.ts');
	});

	it('about a command says which, where, and for what', async () => {
		const command = {
			type: 'command',
			command: 'rm -rf dist',
			cwd: '/work',
			toolCallId: 'c1',
			terminalId: 't1',
		};
		assert.deepEqual((await ask({ ...base, subject: command })).request?.subject, command);
		const bare = { type: 'command', command: 'ls' };
		const nulls = { ...bare, cwd: null, toolCallId: null, terminalId: 7 };
		assert.deepEqual((await ask({ ...base, subject: nulls })).request?.subject, bare);
	});

	it('about something that nobody knows is asked all the same, by its name [acp C211] [acp C253]', async () => {
		for (const kind of ['_db', 'launch']) {
			const { request } = await ask({ ...base, subject: { type: kind, toolCall: { toolCallId: 'c1' } } });
			assert.deepEqual(request?.subject, { type: 'other', kind });
			assert.equal(request?.fields, undefined);
		}
		assert.deepEqual((await ask({ ...base, subject: null })).request?.subject, { type: 'other', kind: '' });
	});

	it('has options of kinds that nobody knows, by their names [acp C209] [acp C211]', async () => {
		const odd = { optionId: 'later', name: 'Later', kind: '_snooze' };
		const { request } = await ask({ ...base, options: [odd, { optionId: 'x' }, 5] });
		assert.deepEqual(request?.options, [
			{ ...odd, kind: 'other' },
			{ optionId: 'x', name: 'x', kind: 'other' },
		]);
	});

	it('that cannot be read, or offers nothing, is refused instead of asked', async () => {
		const subjects = [
			5,
			'x',
			[],
			{},
			{ type: 1 },
			{ type: 'tool_call' },
			{ type: 'tool_call', toolCall: { title: 'x' } },
			{ type: 'command' },
			{ type: 'command', command: 1 },
		];
		for (const subject of subjects) await assert.rejects(ask({ ...base, subject }), isInvalid);
		for (const none of [undefined, null, [], [5], 'yes']) {
			await assert.rejects(ask({ ...base, options: none }), isInvalid);
		}
	});
});

describe('requests of an agent', () => {
	it('are for permission only: files and terminals are its own', () => {
		assert.deepEqual([...new V2Services(decoder).served], ['session/request_permission']);
	});
});
