/** What counts of all that an agent offers to choose, and what becomes of a choice. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
	type ConfigOption,
	nextValue,
	optionOf,
	type SelectOption,
	shownOptions,
} from '../../../../../src/core/session/model/config.ts';
import { AgentError } from '../../../../../src/core/base/errors.ts';
import * as limits from '../../../../../src/core/base/limits.ts';
import type { SessionEvent } from '../../../../../src/core/session/model/events.ts';
import type { RememberedChoices } from '../../../../../src/core/session/driver/rememberedChoices.ts';
import { currentName } from '../../../../../src/core/view/optionText.ts';
import type { Session } from '../../../../../src/core/session/driver/session.ts';
import type { FakeAgentScript, JsonObject } from '../../../../agents/fakeAgentScript.ts';
import { it } from '../../../protocol/eachCarrier.ts';
import { paramsOf } from '../../../protocol/peer.ts';
import { openSession, type SessionPeer } from '../../../protocol/sessionPeer.ts';
import { until } from '../../../node/until.ts';
import { type FakeAgent, type FakeClock, openFakeSession } from './fakeAgentPort.ts';
import { play } from './play.ts';
import { entriesOf } from './transcript.ts';
import { noticeWords } from '../../../../../src/core/view/sayings.ts';

const select = (id: string, fields: Partial<SelectOption> = {}): SelectOption => ({
	id,
	name: id,
	via: 'option',
	type: 'select',
	current: 'a',
	groups: [
		{
			choices: [
				{ value: 'a', name: 'A' },
				{ value: 'b', name: 'B' },
			],
		},
	],
	...fields,
});
const mode = select('mode', { via: 'mode', category: 'mode' });
const models = select('model', { via: 'model', category: 'model' });
const ids = (options: readonly ConfigOption[]): string[] => options.map(({ id }) => id);
const opened = (options: object): SessionEvent =>
	({ type: 'session_opened', sessionId: 's', capabilities: {}, options }) as SessionEvent;

describe('the options that are shown', () => {
	test('are the modes only where there are no options [acp C78]', () => {
		const other = select('other');
		assert.deepEqual(ids(shownOptions({ configOptions: [other], modes: mode, models: undefined })), [
			'other',
		]);
		assert.deepEqual(ids(shownOptions({ configOptions: [], modes: mode, models: undefined })), ['mode']);
		assert.deepEqual(ids(shownOptions({ configOptions: undefined, modes: mode, models })), ['mode', 'model']);
	});

	test('have the older models only where nothing else is about the model', () => {
		const byCategory = select('x', { category: 'model' });
		const byId = select('model');
		for (const own of [byCategory, byId]) {
			assert.deepEqual(shownOptions({ configOptions: [own], modes: undefined, models }), [own]);
		}
		assert.deepEqual(ids(shownOptions({ configOptions: [select('x')], modes: undefined, models })), [
			'x',
			'model',
		]);
	});

	test('keep the order of the agent, but what configures the model stands next to it [acp C79] [acp C80]', () => {
		const configOptions = [
			select('size', { category: 'model_config' }),
			select('mode', { category: 'mode' }),
			select('model', { category: 'model' }),
			select('zzz', { category: 'zzz' }),
			select('speed', { category: 'model_config' }),
		];
		const offered = { configOptions, modes: mode, models };
		assert.deepEqual(ids(shownOptions(offered)), ['mode', 'model', 'size', 'speed', 'zzz']);
	});

	test('have a next value, a name for the current one, and a meaning by category or id', () => {
		assert.equal(nextValue(mode), 'b');
		assert.equal(nextValue({ ...mode, current: 'b' }), 'a');
		assert.equal(nextValue({ ...mode, current: 'unknown' }), 'a');
		assert.equal(nextValue({ ...mode, groups: [{ choices: [{ value: 'a', name: 'A' }] }] }), undefined);
		assert.equal(nextValue({ ...mode, groups: [] }), undefined);
		assert.equal(currentName({ ...mode, current: 'x' }), 'x');
		assert.equal(optionOf([select('mode'), select('y', { category: 'mode' })], 'mode')?.id, 'y');
		assert.equal(optionOf([select('mode')], 'mode')?.id, 'mode');
		assert.equal(optionOf([select('z')], 'mode'), undefined);
	});
});

describe('options in the state', () => {
	test('are replaced as a whole; a session that is opened again begins anew [acp C82]', () => {
		const all = play(opened({ configOptions: [select('x'), select('y')] }), {
			type: 'options',
			options: { configOptions: [select('y', { current: 'b' })] },
		});
		assert.deepEqual(all.state.options, [select('y', { current: 'b' })]);
		assert.deepEqual(play(opened({ configOptions: [select('x')] }), opened({})).state.options, []);
	});

	test('follow a mode that the agent switches, also to one it does not offer [acp C68]', () => {
		const to = (value: string): SessionEvent => ({ type: 'option_value', via: 'mode', value });
		assert.equal(play(opened({ modes: mode }), to('b')).state.options[0]?.current, 'b');
		assert.equal(play(opened({ modes: mode }), to('zzz')).state.options[0]?.current, 'zzz');
		assert.deepEqual(play(opened({}), to('b')).state.options, []);
	});

	test('wait for the answer, one by one', () => {
		const choice = { optionId: 'x', value: 'b' };
		const other = { optionId: 'x', value: 'a' };
		const base = [opened({ configOptions: [select('x')] }), { type: 'option_requested', ...choice }] as const;
		const both = play(...base, { type: 'option_requested', ...other });
		assert.deepEqual(both.state.pendingChoices, [choice, other]);
		assert.equal(both.state.options[0]?.current, 'a');
		const taken = play(...base, { type: 'option_taken', ...choice, options: {} });
		assert.deepEqual([taken.state.pendingChoices, taken.state.options[0]?.current], [[], 'b']);
		const refused = play(...base, { type: 'option_refused', ...choice });
		assert.deepEqual([refused.state.pendingChoices, refused.state.options[0]?.current], [[], 'a']);
	});
});

const wireOption = (id: string, current: string, values = ['a', 'b']): JsonObject => ({
	type: 'select',
	id,
	name: id,
	currentValue: current,
	options: values.map((value) => ({ value, name: value.toUpperCase() })),
});
const wireToggle = { type: 'boolean', id: 'web', name: 'Web', currentValue: false };

/** A session with an agent that offers `options` and answers a choice with `steps`. */
async function offering(answer: JsonObject, on: FakeAgentScript['on'] = {}): Promise<SessionPeer> {
	return openSession({ on: { 'session/new': [{ respond: { sessionId: 'fake-1', ...answer } }], ...on } });
}

describe('a choice', () => {
	it('counts as the answer says: the whole new list [acp C82] [acp C83]', async () => {
		const { session, peer, close } = await offering(
			{ configOptions: [wireOption('x', 'a'), wireOption('gone', 'a'), wireToggle] },
			{
				'session/set_config_option': [
					{ respond: { configOptions: [{ ...wireToggle, currentValue: true }, wireOption('x', 'b')] } },
				],
			},
		);
		assert.equal(await session.setOption('web', true), true);
		assert.deepEqual(
			session.state.options.map(({ id, current }) => [id, current]),
			[
				['web', true],
				['x', 'b'],
			],
		);
		assert.deepEqual(paramsOf(peer.seen.out, 'session/set_config_option'), [
			{ sessionId: 'fake-1', configId: 'web', type: 'boolean', value: true },
		]);
		await close();
	});

	it('and what the agent says right after it count in the order of the wire [acp C82]', async () => {
		const line = (message: object): string => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;
		const update = (current: string): JsonObject => ({
			method: 'session/update',
			params: {
				sessionId: 'fake-1',
				update: { sessionUpdate: 'config_option_update', configOptions: [wireOption('x', current)] },
			},
		});
		// Our ids begin at 0: initialize, session/new, then this. All in one write.
		const answer = { id: 2, result: { configOptions: [wireOption('x', 'b')] } };
		for (const [lines, last] of [
			[[answer, update('c')], 'c'],
			[[update('c'), answer], 'b'],
		] as const) {
			const { session, peer, close } = await offering(
				{ configOptions: [wireOption('x', 'a')] },
				{
					'session/set_config_option': [{ raw: lines.map(line).join('') }, { sleep: 60_000 }],
				},
			);
			const id = peer.seen.out.filter(({ method }) => method !== undefined).length;
			assert.equal(peer.seen.out.at(-1)?.['id'], id - 1, 'ids are counted from 0');
			assert.equal(await session.setOption('x', 'b'), true);
			await new Promise((resolve) => setTimeout(resolve, 20));
			assert.equal(session.state.options[0]?.current, last);
			await close();
		}
	});

	it('that the agent refuses leaves what was, and says so [acp C84]', async () => {
		const { session, close } = await offering(
			{ configOptions: [wireOption('x', 'a')] },
			{ 'session/set_config_option': [{ error: { code: -32602, message: 'Not now' } }] },
		);
		assert.equal(await session.setOption('x', 'b'), false);
		assert.equal(session.state.options[0]?.current, 'a');
		assert.deepEqual(session.state.pendingChoices, []);
		const [notice] = entriesOf(session, 'notice').map(noticeWords);
		assert.match(`${notice?.title} ${notice?.detail}`, /did not change "x" Not now/u);
		await close();
	});

	it('that is not offered never leaves [acp C121]', async () => {
		const modes = { currentModeId: 'a', availableModes: [{ id: 'a', name: 'A' }] };
		const { session, peer, close } = await offering({ modes, configOptions: null });
		assert.equal(await session.setOption('mode', 'zzz'), false);
		assert.equal(await session.setOption('mode', true), false);
		assert.equal(await session.setOption('other', 'a'), false);
		assert.deepEqual(paramsOf(peer.seen.out, 'session/set_mode'), []);
		await close();
	});

	it('of a mode or model is answered with null or nothing, and counts [acp C47] [acp C121]', async () => {
		const modes = {
			currentModeId: 'a',
			availableModes: [
				{ id: 'a', name: 'A' },
				{ id: 'b', name: 'B' },
			],
		};
		const models = { currentModelId: 'a', availableModels: [{ modelId: 'a' }, { modelId: 'b' }] };
		const { session, peer, close } = await offering(
			{ modes, models },
			{ 'session/set_mode': [{ respond: null }], 'session/set_model': [{ respond: {} }] },
		);
		for (const id of ['mode', 'model']) {
			assert.equal(await session.setOption(id, 'b'), true);
			assert.equal(await session.setOption(id, 'c'), false);
		}
		assert.deepEqual(
			session.state.options.map(({ current }) => current),
			['b', 'b'],
		);
		await close();
		assert.deepEqual(paramsOf(peer.seen.out, 'session/set_mode'), [{ sessionId: 'fake-1', modeId: 'b' }]);
		assert.deepEqual(paramsOf(peer.seen.out, 'session/set_model'), [{ sessionId: 'fake-1', modelId: 'b' }]);
	});

	it('of an option is answered with null, and counts [acp C47]', async () => {
		const { session, close } = await offering(
			{ configOptions: [wireOption('x', 'a')] },
			{ 'session/set_config_option': [{ respond: null }] },
		);
		assert.equal(await session.setOption('x', 'b'), true);
		assert.equal(session.state.options[0]?.current, 'b');
		await close();
	});

	it('that dies with the agent is told once', async () => {
		const { session, close } = await offering(
			{ configOptions: [wireOption('x', 'a')] },
			{ 'session/set_config_option': [{ die: { code: 3 } }] },
		);
		assert.equal(await session.setOption('x', 'b'), false);
		assert.equal(entriesOf(session, 'notice').length, 1);
		assert.deepEqual(session.state.pendingChoices, []);
		await close();
	});
});

/** A session with an agent of the test's, in which `choices` were made before. */
function remembering(choices: readonly (readonly [string, string | boolean])[]): {
	session: Session;
	agent: FakeAgent;
	clock: FakeClock;
	applied: unknown[];
} {
	const applied: unknown[] = [];
	const remembered: RememberedChoices = {
		choices: () => new Map(choices),
		onApplied: (...names) => applied.push(names),
	};
	return { ...openFakeSession({ remembered }), applied };
}

const offered = { configOptions: [select('x'), select('y'), select('z', { current: 'b' })] };

describe('choices that are remembered', () => {
	test('of a mode that is not there any more never leave [acp C121]', async () => {
		const choices = ['a', 'b'].map((value) => ({ value, name: value }));
		const mode = { id: 'mode', name: 'Mode', type: 'select', current: 'a', groups: [{ choices }] } as const;
		for (const [value, sent] of [
			['b', ['setOption mode=b']],
			['c', []],
			[true, []],
		] as const) {
			const { session, agent } = remembering([['mode', value]]);
			agent.offered = { modes: { ...mode, via: 'mode' } };
			assert.equal(await session.start(), true);
			assert.deepEqual(agent.calls, ['newSession', ...sent]);
		}
	});

	test('are made again in a new session, before its first prompt, where they are offered and different', async () => {
		const { session, agent, applied } = remembering([
			['x', 'b'],
			['y', 'zzz'],
			['gone', 'a'],
			['z', 'b'],
		]);
		agent.offered = offered;
		void session.prompt([{ type: 'text', text: 'hi' }]);
		await agent.prompted();
		assert.deepEqual(agent.calls, ['newSession', 'setOption x=b', 'prompt']);
		assert.deepEqual(applied, [[['x'], []]]);
		assert.equal(session.state.options[0]?.current, 'b');
	});

	test('do not touch a session that is brought back', async () => {
		const { session, agent } = remembering([['x', 'b']]);
		agent.offered = offered;
		agent.capabilities = { resumeSession: true };
		await session.start();
		session.detach();
		session.dispatch({ type: 'message_chunk', role: 'agent', content: { type: 'text', text: 'hi' } });
		await session.start();
		assert.deepEqual(agent.calls, ['newSession', 'setOption x=b', 'resumeSession']);
	});

	test('that the agent refuses are told quietly, and the session opens', async () => {
		const { session, agent, applied } = remembering([['x', 'b']]);
		agent.offered = offered;
		agent.failures.set('setOption', new AgentError('answered', 'no'));
		assert.equal(await session.start(), true);
		assert.deepEqual(applied, [[[], ['x']]]);
		const notices = entriesOf(session, 'notice');
		assert.deepEqual(
			notices.map(({ severity, detail }) => [severity, detail]),
			[['info', 'x']],
		);
	});

	test('do not keep back a session whose agent does not answer', async () => {
		const { session, agent, clock } = remembering([['x', 'b']]);
		agent.offered = offered;
		agent.silent.add('setOption');
		const started = session.start();
		await until(() => agent.calls.includes('setOption x=b'));
		clock.advance(limits.rememberedOptionsMs);
		assert.equal(await started, true);
	});
});

describe('an agent that ends while choices are made again', () => {
	test('has refused none of them: its end is what is told', async () => {
		const { session, agent, applied } = remembering([
			['x', 'b'],
			['y', 'b'],
		]);
		agent.offered = offered;
		const fell = new AgentError('exited', 'It fell.');
		agent.failures.set('setOption', fell);
		const started = session.start();
		await until(() => agent.calls.includes('setOption x=b'));
		agent.exit(fell);
		await started;
		assert.deepEqual(agent.calls, ['newSession', 'setOption x=b']);
		assert.deepEqual(applied, []);
		const titles = entriesOf(session, 'notice').map((notice) => noticeWords(notice).title);
		assert.ok(!titles.some((title) => /did not take/u.test(title)), titles.join());
	});
});

describe('the options of a session whose agent comes back', () => {
	for (const [way, capabilities] of [
		['resumeSession', { resumeSession: true }],
		['loadSession', { loadSession: true }],
		['newSession', {}],
	] as const) {
		test(`are what they were before the next prompt, though the agent has forgotten them: ${way}`, async () => {
			const { session, agent } = openFakeSession();
			agent.capabilities = capabilities;
			agent.offered = { configOptions: [select('x'), select('y')] };
			agent.broughtBack = agent.offered;
			await session.start();
			agent.options = { configOptions: [select('x', { current: 'b' }), select('y')] };
			await session.setOption('x', 'b');
			session.dispatch({ type: 'message_chunk', role: 'agent', content: { type: 'text', text: 'hi' } });
			agent.exit(new AgentError('exited', 'It fell.'));
			agent.calls.length = 0;
			void session.prompt([{ type: 'text', text: 'go on' }]);
			await agent.prompted();
			assert.deepEqual(agent.calls, [way, 'setOption x=b', 'prompt']);
			assert.equal(session.state.options[0]?.current, 'b');
		});
	}

	test('are those of the earlier window, where the agent offers them', async () => {
		const earlierChoices = [
			{ optionId: 'x', value: 'b' },
			{ optionId: 'y', value: 'gone' },
			{ optionId: 'gone', value: true },
		];
		const { session, agent } = openFakeSession({
			seed: { sessionId: 'a1', earlierChoices },
			loadSession: true,
		});
		agent.broughtBack = { configOptions: [select('x'), select('y')] };
		await session.start();
		assert.deepEqual(agent.calls, ['loadSession', 'setOption x=b']);
	});

	test('are told where the agent does not take them any more', async () => {
		const { session, agent } = openFakeSession();
		agent.capabilities = { resumeSession: true };
		agent.offered = { configOptions: [select('x', { current: 'b' })] };
		agent.broughtBack = { configOptions: [select('x')] };
		await session.start();
		session.dispatch({ type: 'message_chunk', role: 'agent', content: { type: 'text', text: 'hi' } });
		session.detach();
		agent.failures.set('setOption', new AgentError('answered', 'no'));
		assert.equal(await session.start(), true);
		const told = entriesOf(session, 'notice').map(noticeWords).at(-1);
		assert.match(told?.title ?? '', /did not take all the options/u);
		assert.equal(session.state.options[0]?.current, 'a');
	});
});
