/** What an agent offers to choose, as it comes over the wire, and how a choice goes out. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ConfigOption } from '../../../../src/core/session/model/config.ts';
import * as limits from '../../../../src/core/base/limits.ts';
import { attached, connected, eventsOf, setup } from './support.ts';

const select = {
	type: 'select',
	id: 'mode',
	name: 'Mode',
	category: 'mode',
	currentValue: 'ask',
	options: [
		{ value: 'ask', name: 'Ask', description: null },
		{ value: 'code', name: 'Code', description: 'Writes' },
	],
};
const toggle = { type: 'boolean', id: 'web', name: 'Web', currentValue: false };
const modes = {
	currentModeId: 'https://agentclientprotocol.com/protocol/session-modes#agent',
	availableModes: [
		{ id: 'https://agentclientprotocol.com/protocol/session-modes#agent', name: 'Agent', description: null },
		{ id: 'plan', name: 'Plan', description: 'Only plans' },
	],
};
const models = {
	currentModelId: '$runtime|openai|fake-model(openai)',
	availableModels: [
		{ modelId: '$runtime|openai|fake-model(openai)', name: 'Fake' },
		{ modelId: 'gpt-5.5[xhigh]' },
	],
};

async function offeredBy(answer: object): Promise<{ options: readonly ConfigOption[]; logged: string[] }> {
	const { wire, agent, logged } = await connected();
	wire.answers.set('session/new', () => ({ sessionId: 's1', ...answer }));
	const { options } = await agent.newSession(setup('/work'));
	return { options: options.configOptions ?? [], logged };
}

describe('config options', () => {
	it('are read with groups, descriptions and categories of any kind [acp C66]', async () => {
		const grouped = {
			...select,
			id: 'model',
			category: 'zzz',
			options: [
				{ group: 'a', name: 'Group A', options: [{ value: '1', name: 'One' }] },
				{ group: 'b', name: 'Group B', options: [] },
			],
		};
		const { category: _none, ...uncategorised } = { ...select, id: 'other' };
		const { options } = await offeredBy({ configOptions: [select, grouped, uncategorised] });
		assert.deepEqual(
			options.map(({ id, category }) => [id, category]),
			[
				['mode', 'mode'],
				['model', 'zzz'],
				['other', undefined],
			],
		);
		assert.deepEqual(options[0], {
			id: 'mode',
			name: 'Mode',
			category: 'mode',
			via: 'option',
			type: 'select',
			current: 'ask',
			groups: [
				{
					choices: [
						{ value: 'ask', name: 'Ask' },
						{ value: 'code', name: 'Code', description: 'Writes' },
					],
				},
			],
		});
		assert.deepEqual(options[1]?.type === 'select' && options[1].groups, [
			{ name: 'Group A', choices: [{ value: '1', name: 'One' }] },
			{ name: 'Group B', choices: [] },
		]);
	});

	it('of a type nobody knows, or malformed, are left out; the others work [acp C81]', async () => {
		const slider = { type: 'slider', id: 'heat', name: 'Heat', currentValue: 3 };
		const { options, logged } = await offeredBy({
			configOptions: [slider, select, { type: 'select' }, 7, null, toggle, { ...toggle, name: 'Twice' }],
		});
		assert.deepEqual(
			options.map(({ id, name }) => [id, name]),
			[
				['mode', 'Mode'],
				['web', 'Web'],
			],
		);
		assert.ok(logged.some((line) => line.includes('slider')));
	});

	it('go out with the type of a boolean, and without one for a choice [acp C83]', async () => {
		const { wire, agent } = await connected();
		wire.answers.set('session/new', () => ({ sessionId: 's1', configOptions: [select, toggle] }));
		wire.answers.set('session/set_config_option', () => ({ configOptions: [] }));
		const { options } = await agent.newSession(setup('/work'));
		const [first, second] = options.configOptions ?? [];
		assert.ok(first !== undefined && second !== undefined);
		await agent.setOption('s1', first, 'code');
		await agent.setOption('s1', second, true);
		assert.deepEqual(
			wire.sent.slice(-2).map(({ params }) => params),
			[
				{ sessionId: 's1', configId: 'mode', value: 'code' },
				{ sessionId: 's1', configId: 'web', type: 'boolean', value: true },
			],
		);
	});

	it('of an agent that changes them itself come as a whole list [acp C82]', async () => {
		const [event] = await eventsOf({ sessionUpdate: 'config_option_update', configOptions: [toggle] });
		assert.equal(event?.type === 'options' && event.options.configOptions?.length, 1);
		assert.deepEqual(await eventsOf({ sessionUpdate: 'config_option_update', configOptions: 'x' }), []);
	});

	it('null means as much as nothing [acp C47]', async () => {
		const { wire, agent } = await connected();
		wire.answers.set('session/new', () => ({
			sessionId: 's1',
			configOptions: null,
			modes: null,
			models: null,
		}));
		assert.deepEqual((await agent.newSession(setup('/work'))).options, {});
	});
});

describe('modes and models', () => {
	it('become options with ids of any shape; a name that is missing is the id [acp C78]', async () => {
		const { wire, agent } = await connected();
		wire.answers.set('session/new', () => ({ sessionId: 's1', modes, models }));
		const { options } = await agent.newSession(setup('/work'));
		assert.equal(options.modes?.current, modes.currentModeId);
		assert.deepEqual(options.models?.type === 'select' && options.models.groups[0]?.choices, [
			{ value: '$runtime|openai|fake-model(openai)', name: 'Fake' },
			{ value: 'gpt-5.5[xhigh]', name: 'gpt-5.5[xhigh]' },
		]);
	});

	it('have requests of their own, which may be answered with null [acp C47] [acp C121]', async () => {
		const { wire, agent } = await connected();
		wire.answers.set('session/new', () => ({ sessionId: 's1', modes, models }));
		wire.answers.set('session/set_mode', () => null);
		wire.answers.set('session/set_model', () => null);
		const { options } = await agent.newSession(setup('/work'));
		assert.ok(options.modes !== undefined && options.models !== undefined);
		await agent.setOption('s1', options.modes, 'plan');
		await agent.setOption('s1', options.models, 'gpt-5.5[xhigh]');
		assert.deepEqual(wire.sent.slice(-2), [
			{ method: 'session/set_mode', params: { sessionId: 's1', modeId: 'plan' } },
			{ method: 'session/set_model', params: { sessionId: 's1', modelId: 'gpt-5.5[xhigh]' } },
		]);
	});

	it('switch with either shape of current_mode_update [acp C68]', async () => {
		const expected = [{ type: 'option_value', via: 'mode', value: 'plan' }];
		assert.deepEqual(
			await eventsOf({ sessionUpdate: 'current_mode_update', currentModeId: 'plan' }),
			expected,
		);
		assert.deepEqual(await eventsOf({ sessionUpdate: 'current_mode_update', modeId: 'plan' }), expected);
	});

	for (const broken of [
		{},
		{ currentModeId: 'a' },
		{ availableModes: [] },
		{ currentModeId: 1, availableModes: [{}] },
	]) {
		it(`are not there when they are ${JSON.stringify(broken)}`, async () => {
			const { wire, agent } = await connected();
			wire.answers.set('session/new', () => ({ sessionId: 's1', modes: broken }));
			assert.deepEqual((await agent.newSession(setup('/work'))).options, {});
		});
	}
});

describe('facts of a session', () => {
	const table: readonly (readonly [object, unknown])[] = [
		[
			{ used: 0, size: 0 },
			{ used: 0, size: 0, cost: null },
		],
		[
			{ used: 9, size: 3, cost: null },
			{ used: 9, size: 3, cost: null },
		],
		[
			{ used: 1, size: 2, cost: { amount: 0.5, currency: 'credits' } },
			{ used: 1, size: 2, cost: { amount: 0.5, currency: 'credits' } },
		],
		[
			{ used: 1, size: 2, cost: { amount: 'much', currency: 'USD' } },
			{ used: 1, size: 2, cost: null },
		],
		[{ used: -1, size: 2 }, undefined],
		[{ used: '1', size: 2 }, undefined],
		[{ size: 2 }, undefined],
	];
	for (const [raw, usage] of table) {
		it(`usage ${JSON.stringify(raw)} [acp C72]`, async () => {
			const events = await eventsOf({ sessionUpdate: 'usage_update', ...raw });
			assert.deepEqual(events, usage === undefined ? [] : [{ type: 'usage', ...Object(usage) }]);
		});
	}

	const notices: readonly (readonly [object, unknown])[] = [
		[
			{ severity: 'error', title: 'No', description: 'Why' },
			{ severity: 'error', title: 'No', description: 'Why' },
		],
		[
			{ severity: 'panic', title: 'No' },
			{ severity: 'info', title: 'No' },
		],
		[
			{ title: 'No', description: null },
			{ severity: 'info', title: 'No' },
		],
		[{ severity: 'info', title: '  ' }, undefined],
		[{ severity: 'info' }, undefined],
	];
	for (const [raw, notice] of notices) {
		it(`notice ${JSON.stringify(raw)} [acp C69] [acp C70]`, async () => {
			const events = await eventsOf({ sessionUpdate: 'notice', ...raw });
			assert.deepEqual(events, notice === undefined ? [] : [{ type: 'agent_notice', notice }]);
		});
	}

	it('a compaction says what it leaves, clears and replaces [acp C71]', async () => {
		const update = { sessionUpdate: 'compaction_update', compactionId: 'k' };
		const base = { type: 'compaction', compactionId: 'k' };
		const text = { type: 'text', text: 'S' };
		assert.deepEqual(await eventsOf({ ...update, status: 'completed' }), [{ ...base, status: 'completed' }]);
		assert.deepEqual(await eventsOf({ ...update, status: 'failed', summary: null, error: 'E' }), [
			{ ...base, status: 'failed', summary: null, error: 'E' },
		]);
		assert.deepEqual(await eventsOf({ ...update, status: 'zzz', summary: [text], error: null }), [
			{ ...base, status: 'in_progress', summary: [text], error: null },
		]);
		assert.deepEqual(await eventsOf({ sessionUpdate: 'compaction_update', status: 'completed' }), []);
	});

	it('of a command only the beginning is kept of what is told about it, never of its name', async () => {
		const long = 'x'.repeat(10_000);
		const [event] = await eventsOf({
			sessionUpdate: 'available_commands_update',
			availableCommands: [
				{ name: long, description: long, input: { hint: long } },
				{ name: '' },
				3,
				{ name: 'a' },
			],
		});
		assert.ok(event?.type === 'commands');
		const cut = 'x'.repeat(limits.commandTextChars);
		assert.deepEqual(event.commands, [
			{ name: long, description: cut, hint: cut },
			{ name: 'a', description: '' },
		]);
	});

	it('plans that are a text or a file, and the end of one, come from the draft only', async () => {
		const plan = { type: 'markdown', planId: 'p', content: '# Plan' };
		const update = { sessionUpdate: 'plan_update', plan };
		assert.deepEqual(await eventsOf(update), []);
		const options = { unstable: new Set(['plans'] as const) };
		assert.deepEqual(await eventsOf(update, options), [
			{ type: 'plan', planId: 'p', items: [], document: { type: 'markdown', text: '# Plan' } },
		]);
		assert.deepEqual(
			await eventsOf({ ...update, plan: { type: 'file', planId: 'p', uri: 'file:///p.md' } }, options),
			[{ type: 'plan', planId: 'p', items: [], document: { type: 'file', uri: 'file:///p.md' } }],
		);
		assert.deepEqual(await eventsOf({ sessionUpdate: 'plan_removed', planId: 'p' }, options), [
			{ type: 'plan_removed', planId: 'p' },
		]);
	});

	it('an unknown session is no reason to fail', async () => {
		const { wire, target } = await attached();
		wire.update('other', { sessionUpdate: 'usage_update', used: 1, size: 2 });
		assert.deepEqual(target.events, []);
		wire.update('s1', { sessionUpdate: 'usage_update', used: 1, size: 2 });
		assert.equal(target.events.length, 1);
	});
});
