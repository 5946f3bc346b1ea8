/** Plans, commands, options, usage, notices and what else is said of a session. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from '../../../../../src/core/base/json.ts';
import { LogOnce } from '../../../../../src/core/acp/logOnce.ts';
import { decodeCommands } from '../../../../../src/core/acp/v2/update.ts';
import { decodeOffered } from '../../../../../src/core/acp/v2/configOptions.ts';
import type { SessionState } from '../../../../../src/core/session/model/sessionState.ts';
import { play } from '../../session/driver/play.ts';
import { Codec, decode, decoder } from './codec.ts';

const entry = (content: string, status = 'pending', priority = 'high'): Record<string, unknown> => ({
	content,
	status,
	priority,
});

function stateAfter(...updates: readonly JsonObject[]): SessionState {
	return play(...new Codec().updates(...updates)).state;
}

describe('a plan', () => {
	const plan = (planId: string, ...entries: readonly unknown[]): Record<string, unknown> => ({
		sessionUpdate: 'plan_update',
		plan: { type: 'items', planId, entries },
	});

	it('is replaced by its id, beside others [acp C263]', () => {
		const { entries } = stateAfter(
			plan('a', entry('1')),
			plan('b', entry('2')),
			plan('a', entry('3'), entry('4')),
		);
		assert.deepEqual(
			[...entries.values()].map((item) =>
				item.type === 'plan' ? item.items.map(({ content }) => content) : [],
			),
			[['3', '4'], ['2']],
		);
	});

	it('has cancelled steps, and a place for those of a status or priority that nobody knows [acp C211]', () => {
		const [event] = new Codec().updates(
			plan(
				'a',
				entry('1', 'cancelled', 'low'),
				entry('2', '_later', 'urgent'),
				{ content: '3' },
				{ status: 'pending' },
				7,
			),
		);
		assert.deepEqual(event, {
			type: 'plan',
			planId: 'a',
			items: [
				entry('1', 'cancelled', 'low'),
				entry('2', 'pending', 'medium'),
				entry('3', 'pending', 'medium'),
			],
		});
	});

	it('is a text, or a file, as well', () => {
		assert.deepEqual(decode('plan_update', { plan: { type: 'markdown', planId: 'p', content: '# Plan' } }), [
			{ type: 'plan', planId: 'p', items: [], document: { type: 'markdown', text: '# Plan' } },
		]);
		assert.deepEqual(decode('plan_update', { plan: { type: 'file', planId: 'p', uri: 'file:///p.md' } }), [
			{ type: 'plan', planId: 'p', items: [], document: { type: 'file', uri: 'file:///p.md' } },
		]);
	});

	it('of a kind that nobody knows keeps its name and its id [acp C264]', () => {
		for (const kind of ['_graph', 'kanban']) {
			assert.deepEqual(decode('plan_update', { plan: { type: kind, planId: 'p', nodes: [] } }), [
				{ type: 'plan', planId: 'p', items: [], document: { type: 'other', kind } },
			]);
		}
	});

	it('without an id, or without what its kind is made of, is ignored and logged', () => {
		const codec = new Codec();
		const plans = [
			{},
			{ type: 'items', entries: [] },
			{ type: 'items', planId: 'p' },
			{ type: 'markdown', planId: 'p' },
			{ type: 'file', planId: 'p' },
			{ planId: 'p' },
		];
		for (const bad of plans) assert.deepEqual(codec.update('plan_update', { plan: bad }), []);
		assert.deepEqual(codec.update('plan_update', { plan: null }), []);
		assert.deepEqual(codec.update('plan_removed', {}), []);
		assert.equal(codec.logged.length, 2);
	});
});

describe('commands', () => {
	it('of any type are shown as plain ones; only inputs of text have a hint [acp C265]', () => {
		const command = { type: 'command', name: 'go', description: 'Goes' };
		const list = [
			{ ...command, input: { type: 'text', hint: 'where' } },
			{ ...command, input: { type: '_picker', hint: 'which' } },
			{ ...command, input: null },
			{ ...command, type: '_macro', steps: 3 },
			{ type: 'command', description: 'No name' },
			'x',
		];
		const plain = { name: 'go', description: 'Goes' };
		assert.deepEqual(decodeCommands(list), [{ ...plain, hint: 'where' }, plain, plain, plain]);
	});

	it('that are null in an answer are as good as omitted; an update with none clears [acp C222]', () => {
		assert.equal(decodeCommands(null), undefined);
		assert.equal(decodeCommands(undefined), undefined);
		const codec = new Codec();
		assert.deepEqual(codec.update('available_commands_update', { availableCommands: null }), []);
		assert.deepEqual(codec.update('available_commands_update', { availableCommands: [] }), [
			{ type: 'commands', commands: [] },
		]);
		assert.equal(codec.logged.length, 1);
	});
});

describe('options', () => {
	const context = (): { decoder: typeof decoder; log: LogOnce; logged: string[] } => {
		const logged: string[] = [];
		return { decoder, log: new LogOnce((line) => logged.push(line)), logged };
	};
	const choices = [
		{ value: 'a', name: 'A', description: 'First' },
		{ value: 'b', name: 'B', description: null },
	];
	const select = { configId: 'model', name: 'Model', type: 'select', currentValue: 'a', options: choices };

	it('are choices, groups of them, and switches, of any category or none [acp C266]', () => {
		const { logged, ...rest } = context();
		const list = [
			{ ...select, category: 'model' },
			{
				...select,
				configId: 'b',
				category: '_odd',
				options: [{ groupId: 'g', name: 'G', options: choices }],
			},
			{
				configId: 'c',
				name: 'Fast',
				type: 'boolean',
				currentValue: false,
				description: 'Quick',
				category: 7,
			},
		];
		const shown = [
			{ value: 'a', name: 'A', description: 'First' },
			{ value: 'b', name: 'B' },
		];
		const model = { name: 'Model', via: 'option', type: 'select', current: 'a' };
		assert.deepEqual(decodeOffered({ configOptions: list }, rest).configOptions, [
			{ id: 'model', category: 'model', ...model, groups: [{ choices: shown }] },
			{ id: 'b', category: '_odd', ...model, groups: [{ name: 'G', choices: shown }] },
			{ id: 'c', name: 'Fast', description: 'Quick', via: 'option', type: 'boolean', current: false },
		]);
		assert.deepEqual(logged, []);
	});

	it('of types that nobody knows, or malformed, are left out and logged; the others count [acp C266]', () => {
		const { logged, ...rest } = context();
		const list = [
			{ configId: 's', name: 'Size', type: '_slider', min: 1 },
			{ ...select, configId: 'x', options: 'none' },
			{ ...select, configId: 'y', options: [] },
			5,
			select,
			{ ...select, name: 'Again' },
		];
		assert.deepEqual(
			decodeOffered({ configOptions: list }, rest).configOptions?.map(({ id, name }) => [id, name]),
			[['model', 'Model']],
		);
		assert.deepEqual(
			logged.map((line) => line.split(':')[0]),
			[
				'Ignored config option "_slider"',
				'Ignored config option "select"',
				'Ignored config option "without a type"',
			],
		);
	});

	it('that are null in an answer are as good as omitted [acp C222]', () => {
		for (const answer of [{}, { configOptions: null }, { configOptions: 'x' }]) {
			assert.deepEqual(decodeOffered(answer, context()), {});
		}
		assert.deepEqual(decodeOffered({ configOptions: [] }, context()), { configOptions: [] });
		const codec = new Codec();
		assert.deepEqual(codec.update('config_option_update', { configOptions: null }), []);
		assert.equal(codec.logged.length, 1);
	});

	it('follow a mode that the agent switches in the words of version 1', () => {
		const mode = { ...select, configId: 'm', category: 'mode' };
		const { options } = stateAfter(
			{ sessionUpdate: 'config_option_update', configOptions: [select, mode] },
			{ sessionUpdate: 'current_mode_update', currentModeId: 'b' },
		);
		assert.deepEqual(
			options.map(({ id, current }) => [id, current]),
			[
				['model', 'a'],
				['m', 'b'],
			],
		);
	});
});

describe('usage', () => {
	it('keeps a cost that is omitted, clears one that is null [acp C270]', () => {
		const cost = { amount: 0.045, currency: 'USD' };
		const update = (fields: object): Record<string, unknown> => ({
			sessionUpdate: 'usage_update',
			used: 1,
			size: 2,
			...fields,
		});
		assert.deepEqual(decode('usage_update', { used: 1, size: 2 }), [{ type: 'usage', used: 1, size: 2 }]);
		assert.deepEqual(stateAfter(update({ cost }), update({ used: 5 })).usage, { used: 5, size: 2, cost });
		assert.deepEqual(stateAfter(update({ cost }), update({ cost: null })).usage, { used: 1, size: 2 });
		assert.deepEqual(
			stateAfter(update({ cost }), update({ cost: { amount: 3, currency: 'credits' } })).usage?.cost,
			{ amount: 3, currency: 'credits' },
		);
	});

	it('keeps a cost of which the next is malformed [acp C270] [hazard A5]', () => {
		const cost = { amount: 0.045, currency: 'USD' };
		const update = { sessionUpdate: 'usage_update', used: 1, size: 2 };
		for (const malformed of [{ amount: 1 }, { ...cost, amount: '1' }, 3, [], false]) {
			const { usage } = stateAfter({ ...update, cost }, { ...update, used: 5, cost: malformed });
			assert.deepEqual(usage, { used: 5, size: 2, cost });
		}
	});
});

describe('without being asked for', () => {
	it('notices and compactions are shown [acp C269]', () => {
		assert.deepEqual(
			decode('notice', { severity: '_fatal', title: 'Slow', description: 'The model is busy' }),
			[
				{
					type: 'agent_notice',
					notice: { severity: 'info', title: 'Slow', description: 'The model is busy' },
				},
			],
		);
		assert.deepEqual(decode('compaction_update', { compactionId: 'k', status: 'odd', summary: null }), [
			{ type: 'compaction', compactionId: 'k', status: 'in_progress', summary: null },
		]);
		assert.deepEqual(
			decode('compaction_summary_chunk', { compactionId: 'k', content: { type: 'text', text: 'So far' } }),
			[{ type: 'compaction_chunk', compactionId: 'k', content: { type: 'text', text: 'So far' } }],
		);
	});

	it('the title changes: omitted keeps, null clears', () => {
		assert.deepEqual(decode('session_info_update', {}), [{ type: 'session_info' }]);
		assert.deepEqual(decode('session_info_update', { title: null, updatedAt: '2026-01-02T03:04:05Z' }), [
			{ type: 'session_info', title: null, updatedAt: '2026-01-02T03:04:05Z' },
		]);
	});

	it('child sessions and messages between sessions come, which need no opt-in here [acp C276]', () => {
		assert.deepEqual(
			decode('subagent_update', {
				sessionId: 'child',
				title: 'Helper',
				description: null,
				state: { state: 'zzz' },
				capabilities: { cancel: {} },
			}),
			[
				{
					type: 'subagent',
					sessionId: 'child',
					fields: { title: 'Helper', description: null, state: 'unknown', canCancel: true },
				},
			],
		);
		assert.deepEqual(decode('subagent_update', { sessionId: 'child', capabilities: 3 }), [
			{ type: 'subagent', sessionId: 'child', fields: { canCancel: false } },
		]);
		const content = [{ type: 'text', text: 'Done' }];
		assert.deepEqual(decode('session_message', { messageId: 'm', senderSessionId: 's1', content }), [
			{ type: 'message', role: 'agent', isFromSession: true, messageId: 'm', content },
		]);
		for (const [given, kept] of [
			[{}, {}],
			[{ content: 3 }, {}],
			[{ content: null }, { content: [] }],
		] as const) {
			assert.deepEqual(decode('session_message', { messageId: 'm', ...given }), [
				{ type: 'message', role: 'user', isFromSession: true, messageId: 'm', ...kept },
			]);
		}
		assert.deepEqual(decode('session_message_chunk', { messageId: 'm', content: content[0] }), [
			{ type: 'message_chunk', role: 'user', isFromSession: true, messageId: 'm', content: content[0] },
		]);
	});
});

describe('an update that nobody knows', () => {
	it('is ignored, vendor or not, and logged once per kind [acp C209] [hazard A10]', () => {
		const codec = new Codec();
		for (const tag of ['_vendor/thing', 'hologram', 'hologram', '__proto__', 'constructor', '']) {
			assert.deepEqual(codec.update(tag, { content: 1 }), []);
		}
		assert.deepEqual(codec.reader.decode({ sessionUpdate: 7 }, 's1', false), []);
		assert.deepEqual(
			codec.logged,
			['_vendor/thing', 'hologram', '__proto__', 'constructor', ''].map(
				(tag) => `Ignored session/update "${tag}"`,
			),
		);
	});
});
