/** Each deviation of an earlier shape, or of version 1, and what it is taken for (docs/protocol.md#deviations). */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
	isTextDiff,
	nameConfigIds,
	namePlanId,
	nameSubject,
	typeCommandInput,
	typePlan,
} from '../../../../../src/core/acp/v2/shims.ts';
import { ask, Codec, decode } from './codec.ts';

const entries = [{ content: 'Read it', priority: 'high', status: 'pending' }];
const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }];
const choices = [{ value: 'a', name: 'A' }];

describe('another shape of version 2', () => {
	it('names a plan by `id`, which is its planId [acp C263]', () => {
		assert.deepEqual(namePlanId({ id: 'p', type: 'items' }), { id: 'p', type: 'items', planId: 'p' });
		assert.deepEqual(decode('plan_update', { plan: { type: 'items', id: 'p1', entries } }), [
			{ type: 'plan', planId: 'p1', items: entries },
		]);
	});

	it('does not override a planId by an id, nor take an id that is no text', () => {
		const both = { id: 'a', planId: 'b' };
		assert.equal(namePlanId(both), both);
		const number = { id: 4 };
		assert.equal(namePlanId(number), number);
	});

	it('leaves the type of a plan of entries out', () => {
		assert.deepEqual(typePlan({ entries }), { entries, type: 'items' });
		const typed = { type: '_tree', entries };
		assert.equal(typePlan(typed), typed);
		assert.deepEqual(decode('plan_update', { plan: { id: 'p1', entries } }), [
			{ type: 'plan', planId: 'p1', items: entries },
		]);
	});

	it('names the plan that it removes by `id`', () => {
		assert.deepEqual(decode('plan_removed', { id: 'p1' }), [{ type: 'plan_removed', planId: 'p1' }]);
		assert.deepEqual(decode('plan_removed', { planId: 'p1' }), [{ type: 'plan_removed', planId: 'p1' }]);
	});

	it('has commands without a type, and inputs without one [acp C265]', () => {
		const item = { name: 'go', description: 'Goes', input: { hint: 'where' } };
		assert.deepEqual(typeCommandInput(item), { ...item, input: { hint: 'where', type: 'text' } });
		assert.deepEqual(decode('available_commands_update', { availableCommands: [item] }), [
			{ type: 'commands', commands: [{ name: 'go', description: 'Goes', hint: 'where' }] },
		]);
	});

	it('names options by `id` and groups by `group`', () => {
		const option = { id: 'm', name: 'Model', type: 'select', currentValue: 'a' };
		assert.deepEqual(nameConfigIds({ ...option, options: [{ group: 'g', name: 'G', options: choices }] }), {
			...option,
			configId: 'm',
			options: [{ group: 'g', groupId: 'g', name: 'G', options: choices }],
		});
		const codec = new Codec();
		const configOptions = [
			{ ...option, options: [{ group: 'g', name: 'G', options: choices }] },
			{ id: 'fast', name: 'Fast', type: 'boolean', currentValue: true },
		];
		assert.deepEqual(codec.update('config_option_update', { configOptions }), [
			{
				type: 'options',
				options: {
					configOptions: [
						{
							id: 'm',
							name: 'Model',
							via: 'option',
							type: 'select',
							current: 'a',
							groups: [{ name: 'G', choices }],
						},
						{ id: 'fast', name: 'Fast', via: 'option', type: 'boolean', current: true },
					],
				},
			},
		]);
		assert.deepEqual(codec.logged, []);
	});

	it('asks for permission without a title, which the session finds [acp C252]', async () => {
		const subject = { type: 'tool_call', toolCall: { toolCallId: 'c1', title: 'Edit a.ts' } };
		assert.deepEqual((await ask({ sessionId: 's1', subject, options })).request, {
			subject: { type: 'tool_call', toolCallId: 'c1' },
			fields: { title: 'Edit a.ts' },
			options,
		});
		assert.equal((await ask({ title: '  ', subject, options })).request?.title, undefined);
	});

	it('names the tool call of a permission beside it', async () => {
		const toolCall = { toolCallId: 'c1', title: 'Edit a.ts' };
		assert.deepEqual(nameSubject({ toolCall, options }), {
			toolCall,
			options,
			subject: { type: 'tool_call', toolCall },
		});
		const both = { toolCall, subject: { type: '_db' } };
		assert.equal(nameSubject(both), both);
		assert.deepEqual((await ask({ sessionId: 's1', toolCall, options })).request, {
			subject: { type: 'tool_call', toolCallId: 'c1' },
			fields: { title: 'Edit a.ts' },
			options,
		});
	});
});

describe('what version 1 says', () => {
	it('announces calls with a tag of their own', () => {
		assert.deepEqual(decode('tool_call', { toolCallId: 'c1', title: 'Read', status: 'pending' }), [
			{ type: 'tool_call_update', toolCallId: 'c1', fields: { title: 'Read', status: 'pending' } },
		]);
	});

	it('has one plan, and no id of it', () => {
		assert.deepEqual(decode('plan', { entries }), [{ type: 'plan', planId: 'plan', items: entries }]);
	});

	it('switches the mode, under both of its names', () => {
		const event = { type: 'option_value', via: 'mode', value: 'code' };
		assert.deepEqual(decode('current_mode_update', { currentModeId: 'code' }), [event]);
		assert.deepEqual(decode('current_mode_update', { modeId: 'code' }), [event]);
	});

	it('has diffs of whole texts, which stay what they are', () => {
		assert.ok(isTextDiff({ path: '/a', newText: 'b' }));
		assert.ok(!isTextDiff({ path: '/a', newText: 'b', changes: [] }));
		assert.ok(!isTextDiff({ changes: [] }));
		const content = [
			{ type: 'diff', path: '/work/a.ts', oldText: 'a', newText: 'b' },
			{ type: 'diff', path: '/work/new.ts', newText: 'b' },
		];
		assert.deepEqual(decode('tool_call_update', { toolCallId: 'c1', content }), [
			{
				type: 'tool_call_update',
				toolCallId: 'c1',
				fields: {
					content: [
						{ type: 'diff', path: '/work/a.ts', oldText: 'a', newText: 'b' },
						{ type: 'diff', path: '/work/new.ts', oldText: null, newText: 'b' },
					],
				},
			},
		]);
	});
});
