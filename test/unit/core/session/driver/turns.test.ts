/** Ends of turns and answers to the agent, where several things happen at once. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AgentError } from '../../../../../src/core/base/errors.ts';
import type { ConfigOption, OfferedOptions } from '../../../../../src/core/session/model/config.ts';
import type { PromptAnswer } from '../../../../../src/core/session/model/agentPort.ts';
import type { PermissionRequest } from '../../../../../src/core/session/model/permission.ts';
import { openFakeSession } from './fakeAgentPort.ts';
import { text } from './play.ts';

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const request: PermissionRequest = {
	subject: { type: 'tool_call', toolCallId: 't' },
	fields: { title: 'Edit a.ts' },
	options: [{ optionId: 'yes', name: 'Allow', kind: 'allow_once' }],
};
const model: ConfigOption = {
	id: 'model',
	name: 'Model',
	via: 'option',
	type: 'select',
	current: 'a',
	groups: [{ choices: ['a', 'b', 'c'].map((value) => ({ value, name: value })) }],
};

describe('an agent that was let go of', () => {
	it('does not end the turn of the one that came after it [acp C51] [acp C61]', async () => {
		const { session, agent } = openFakeSession();
		const turns: PromiseWithResolvers<PromptAnswer>[] = [];
		const acquire = agent.acquire.bind(agent);
		agent.acquire = async () => {
			const lease = await acquire();
			const prompt = (): Promise<PromptAnswer> => {
				const turn = Promise.withResolvers<PromptAnswer>();
				turns.push(turn);
				return turn.promise;
			};
			return { ...lease, port: { ...lease.port, prompt } };
		};
		const first = session.prompt([text('one')]);
		await settle();
		session.detach();
		const second = session.prompt([text('two')]);
		await settle();
		assert.equal(turns.length, 2);
		// Agents answer what is open when they are told to go.
		turns[0]?.resolve({ type: 'ended', end: { reason: 'cancelled' } });
		assert.equal(await first, 'done');
		assert.equal(session.state.turn.type, 'running');
		const notices = [...session.state.entries.values()].filter(({ type }) => type === 'notice');
		assert.deepEqual(notices, []);
		turns[1]?.resolve({ type: 'ended', end: { reason: 'end_turn' } });
		await second;
		assert.equal(session.state.turn.type, 'idle');
	});

	it('waits for nobody: what it still asks is answered at once [hazard B3] [hazard C1]', async () => {
		const { session, agent } = openFakeSession();
		await session.start();
		session.detach();
		assert.deepEqual(await agent.ask(request), { type: 'cancelled' });
		assert.deepEqual(await session.ask(request), { type: 'cancelled' });
		assert.deepEqual(session.state.pendingPermissions, []);
		session.dispose();
		const question = { message: 'Who?', mode: { type: 'form', fields: [] } } as const;
		assert.deepEqual(await session.elicit(question, new AbortController().signal), { type: 'cancel' });
	});
});

describe('a session that is closed', () => {
	it('answers what waits before it tells the agent, outside of a turn as well [acp C35] [acp C58]', async () => {
		const { session, agent } = openFakeSession();
		const order: string[] = [];
		agent.capabilities = { closeSession: true };
		const acquire = agent.acquire.bind(agent);
		agent.acquire = async () => {
			const lease = await acquire();
			const closeSession = async (): Promise<void> => void order.push('close');
			return { ...lease, port: { ...lease.port, closeSession } };
		};
		await session.start();
		const asked = agent.ask(request).then(async ({ type }) => {
			// As many steps as an answer takes through the codec.
			for (let step = 0; step < 5; step++) await Promise.resolve();
			order.push(type);
		});
		await session.close();
		await asked;
		assert.deepEqual(order, ['cancelled', 'close']);
	});
});

describe('a choice that the agent takes too late', () => {
	it('does not come back in the session that was opened meanwhile [acp C82]', async () => {
		const { session, agent } = openFakeSession();
		agent.offered = { configOptions: [model] };
		const late = Promise.withResolvers<OfferedOptions>();
		const acquire = agent.acquire.bind(agent);
		agent.acquire = async () => {
			const lease = await acquire();
			return { ...lease, port: { ...lease.port, setOption: () => late.promise } };
		};
		await session.start();
		const choosing = session.setOption('model', 'b');
		session.detach();
		await session.start();
		late.resolve({ configOptions: [{ ...model, current: 'b' }] });
		assert.equal(await choosing, false);
		assert.deepEqual(session.state.options, [model]);
		assert.deepEqual(session.state.pendingChoices, []);
	});
});

describe('a choice that waits for a login', () => {
	it('is forgotten when another one took its place [acp C30] [acp C82]', async () => {
		const { session, agent } = openFakeSession();
		agent.offered = { configOptions: [model] };
		await session.start();
		agent.failures.set('setOption', new AgentError('answered', 'Log in', { code: -32000 }));
		assert.equal(await session.setOption('model', 'b'), false);
		agent.options = { configOptions: [{ ...model, current: 'c' }] };
		assert.equal(await session.setOption('model', 'c'), true);
		await session.retryAfterLogin();
		assert.deepEqual(agent.calls.slice(-2), ['setOption model=b', 'setOption model=c']);
	});
});

describe('a subagent that is stopped', () => {
	it('has its permissions answered before it is told, and no others [acp C58]', async () => {
		const { session, agent } = openFakeSession();
		const running = session.prompt([text('go')]);
		await agent.prompted();
		agent.target().onEvent({ type: 'subagent', sessionId: 'child', fields: { canCancel: true } });
		const order: string[] = [];
		agent.onCancel = () => order.push('cancel');
		const own = agent.ask({ ...request, subject: { type: 'tool_call', toolCallId: 'own' } });
		const childs = agent.ask({ ...request, subagentId: 'child' }).then(({ type }) => order.push(type));
		const entry = [...session.state.entries.values()].find(({ type }) => type === 'subagent');
		session.cancelSubagent(entry?.id ?? '');
		await settle();
		await settle();
		assert.deepEqual(order, ['cancelled', 'cancel']);
		assert.equal(session.state.pendingPermissions.length, 1);
		await childs;
		session.permissions.answer(session.state.pendingPermissions[0] ?? '', 'yes');
		assert.deepEqual(await own, { type: 'selected', optionId: 'yes' });
		agent.endTurn('end_turn');
		await running;
	});
});
