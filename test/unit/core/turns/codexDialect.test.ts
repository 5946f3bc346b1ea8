/** What can be chosen for a thread of Codex, what goes out with a message, its threads, and who is logged in. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AgentError } from '../../../../src/core/base/errors.ts';
import type { ConfigOption } from '../../../../src/core/session/model/config.ts';
import { connectCodex } from '../../../../src/core/turns/connectTurns.ts';
import type { TurnAgent } from '../../../../src/core/turns/turnAgent.ts';
import { codexWire, type GatewayWire, openCodex, setup, threadId, noBytes } from './gatewayWire.ts';

const hello = [{ type: 'text', text: 'Hello' }] as const;

async function optionsOf(agent: TurnAgent): Promise<readonly ConfigOption[]> {
	return (await agent.newSession(setup)).options.configOptions ?? [];
}

async function choose(agent: TurnAgent, id: string, value: string): Promise<readonly ConfigOption[]> {
	const option = (await optionsOf(agent)).find((one) => one.id === id);
	if (option === undefined) throw new Error(`no option ${id}`);
	return (await agent.setOption(threadId, option, value)).configOptions ?? [];
}

describe('The options of a thread of Codex', () => {
	it('are how it asks, the models that are not hidden, and the efforts of the model', async () => {
		const wire = codexWire();
		const { agent } = await openCodex(wire);
		assert.deepEqual(
			(await optionsOf(agent)).map(({ id, current }) => [id, current]),
			[
				['mode', 'read-only'],
				['model', 'small'],
				['effort', 'low'],
			],
		);
	});

	it('go out with the next turn, once, and nothing goes out that nobody chose', async () => {
		const { agent, wire } = await openCodex();
		await agent.prompt(threadId, hello);
		assert.deepEqual(Object.keys(wire.last('turn/start')).toSorted(), [
			'clientUserMessageId',
			'input',
			'threadId',
		]);
		await choose(agent, 'mode', 'full-access');
		await agent.prompt(threadId, hello);
		const { approvalPolicy, sandboxPolicy } = wire.last('turn/start');
		assert.deepEqual([approvalPolicy, sandboxPolicy], ['never', { type: 'dangerFullAccess' }]);
		await agent.prompt(threadId, hello);
		assert.equal(wire.last('turn/start')['approvalPolicy'], undefined);
	});

	it('that did not go out go with the turn after', async () => {
		const { agent, wire } = await openCodex();
		await choose(agent, 'model', 'large');
		wire.answers.set('turn/start', () => {
			throw new AgentError('answered', 'busy');
		});
		await assert.rejects(agent.prompt(threadId, hello));
		wire.answers.set('turn/start', () => ({ turn: { id: 't2' } }));
		await agent.prompt(threadId, hello);
		assert.equal(wire.last('turn/start')['model'], 'large');
	});

	it('that are chosen while a turn begins go with the turn after', async () => {
		const { agent, wire } = await openCodex();
		const [mode = assert.fail(), model = assert.fail()] = await optionsOf(agent);
		await agent.setOption(threadId, mode, 'full-access');
		await agent.setOption(threadId, model, 'large');
		const answer = Promise.withResolvers<unknown>();
		wire.answers.set('turn/start', () => answer.promise);
		const prompt = agent.prompt(threadId, hello);
		await agent.setOption(threadId, mode, 'read-only');
		answer.resolve({ turn: { id: 't1' } });
		await prompt;
		await agent.prompt(threadId, hello);
		const next = wire.last('turn/start');
		assert.deepEqual(next['sandboxPolicy'], { type: 'readOnly' });
		// That one went out.
		assert.equal(next['model'], undefined);
	});

	it('are as configured where that is none of ours', async () => {
		const wire = codexWire();
		wire.answers.set('thread/start', () => ({
			thread: { id: threadId, turns: [] },
			approvalPolicy: { granular: {} },
			sandbox: { type: 'readOnly' },
			model: 'unlisted',
		}));
		const { agent } = await openCodex(wire);
		assert.deepEqual(
			(await optionsOf(agent)).map(({ id, current }) => [id, current]),
			[
				['mode', 'own'],
				['model', 'unlisted'],
			],
		);
	});

	it('follow what Codex says, but not over a choice that waits', async () => {
		const { wire, target, agent } = await openCodex();
		const settings = { approvalPolicy: 'never', sandboxPolicy: { type: 'dangerFullAccess' }, model: 'small' };
		wire.tell('thread/settings/updated', { threadId, threadSettings: settings });
		assert.equal(target.of('options').at(-1)?.options.configOptions?.[0]?.current, 'full-access');
		await choose(agent, 'mode', 'plan');
		wire.tell('thread/settings/updated', { threadId, threadSettings: settings });
		assert.equal(target.of('options').length, 1);
	});
});

describe('A message to Codex', () => {
	const inputOf = async (
		wire: GatewayWire,
		...content: Parameters<TurnAgent['prompt']>[1]
	): Promise<unknown> => {
		const { agent } = await openCodex(wire);
		await agent.prompt(threadId, content);
		return wire.last('turn/start')['input'];
	};

	it('takes text, images, files of the machine and texts along', async () => {
		assert.deepEqual(
			await inputOf(
				codexWire(),
				{ type: 'text', text: 'Look' },
				{ type: 'image', mimeType: 'image/png', data: 'AA' },
				{ type: 'resource_link', uri: 'file:///work/a%20b.ts', name: 'a b.ts' },
				{ type: 'resource_link', uri: 'https://x.example', name: 'x' },
				{ type: 'resource', uri: 'file:///work/c.ts', text: 'code' },
			),
			[
				{ type: 'text', text: 'Look', text_elements: [] },
				{ type: 'image', url: 'data:image/png;base64,AA' },
				{ type: 'mention', name: 'a b.ts', path: '/work/a b.ts' },
				{ type: 'text', text: '[x](https://x.example)', text_elements: [] },
				{ type: 'text', text: 'file:///work/c.ts:\n\ncode', text_elements: [] },
			],
		);
	});

	it('that names a skill takes it along', async () => {
		assert.deepEqual(await inputOf(codexWire(), { type: 'text', text: '/lint now' }), [
			{ type: 'skill', name: 'lint', path: '/skills/lint' },
			{ type: 'text', text: '/lint now', text_elements: [] },
		]);
	});

	it('/compact shortens the history in its place', async () => {
		const wire = codexWire();
		wire.answers.set('thread/compact/start', () => ({}));
		const { agent } = await openCodex(wire);
		assert.deepEqual(await agent.prompt(threadId, [{ type: 'text', text: '/compact' }]), { type: 'taken' });
		assert.equal(wire.sent.filter(({ method }) => method === 'turn/start').length, 0);
	});

	it('is not shown twice when Codex repeats it, and is when another client sent it', async () => {
		const { agent, wire, target } = await openCodex();
		await agent.prompt(threadId, hello);
		const said = (clientId: string | null, id: string): object => ({
			threadId,
			item: { type: 'userMessage', id, clientId, content: [{ type: 'text', text: 'Hello' }] },
		});
		wire.tell('item/completed', said('message-1', 'u1'));
		assert.equal(target.of('message').length, 0);
		wire.tell('item/completed', said(null, 'u2'));
		assert.equal(target.of('message').length, 1);
	});
});

describe('The threads of Codex', () => {
	it('are listed without those of helpers, and with a name that a person can read', async () => {
		const wire = codexWire();
		wire.answers.set('thread/list', () => ({
			data: [
				{ id: 'a', cwd: '/work', name: 'Named', preview: 'x', updatedAt: 1_700_000_000 },
				{ id: 'b', cwd: '/work', name: null, preview: 'First words', updatedAt: 1e30 },
				{ id: 'c', cwd: '/work', preview: 'Helper', parentThreadId: 'a' },
				{ id: 'd' },
			],
			nextCursor: 'more',
		}));
		const { agent } = await openCodex(wire);
		const { sessions, nextCursor } = await agent.listSessions({ cwd: '/work', cursor: 'here' });
		assert.deepEqual(
			sessions.map(({ sessionId, title, updatedAt }) => [sessionId, title, updatedAt]),
			[
				['a', 'Named', '2023-11-14T22:13:20.000Z'],
				['b', 'First words', undefined],
			],
		);
		assert.equal(nextCursor, 'more');
		assert.equal(wire.last('thread/list')['cursor'], 'here');
	});

	it('are closed, deleted, archived and named by its own methods', async () => {
		const wire = codexWire();
		const methods = [
			'thread/unsubscribe',
			'thread/archive',
			'thread/unarchive',
			'thread/name/set',
			'thread/delete',
		];
		for (const method of methods) wire.answers.set(method, () => ({}));
		const { agent } = await openCodex(wire);
		await agent.closeSession(threadId);
		await agent.archiveSession(threadId, true);
		await agent.archiveSession(threadId, false);
		assert.equal(await agent.setTitle(threadId, 'New'), 'New');
		await agent.deleteSession(threadId);
		assert.deepEqual(
			wire.sent.map(({ method }) => method).filter((method) => methods.includes(method)),
			methods,
		);
	});
});

describe('The login to Codex', () => {
	const address = 'https://auth.example/login';

	async function loggedOut(
		visit: (url: string) => 'accept' | 'cancel',
	): Promise<{ wire: GatewayWire; agent: TurnAgent; visited: string[] }> {
		const wire = codexWire();
		const visited: string[] = [];
		wire.answers.set('account/read', () => ({ account: null, requiresOpenaiAuth: true }));
		wire.answers.set('account/login/start', () => ({ type: 'chatgpt', loginId: 'l1', authUrl: address }));
		wire.answers.set('account/login/cancel', () => ({}));
		const agent = await connectCodex(wire, {
			clientInfo: { name: 'acp-host', title: 'ACP Host', version: '1.0.0' },
			log: () => undefined,
			wait: () => Promise.resolve(),
			tools: noBytes,
			isLocal: true,
			newId: () => 'm',
			offer: { forms: true, urls: true },
			askUser: async ({ mode }) => {
				const url = mode.type === 'url' ? mode.url : '';
				visited.push(url);
				return { type: visit(url) };
			},
		});
		return { wire, agent, visited };
	}

	it('is asked for before a thread is opened', async () => {
		const { agent } = await loggedOut(() => 'cancel');
		await assert.rejects(
			agent.newSession(setup),
			(error) => AgentError.is(error, 'answered') && error.code === -32000,
		);
	});

	it('leads to its page, and is done when Codex says so', async () => {
		const { wire, agent, visited } = await loggedOut(() => 'accept');
		const login = agent.authenticate('chatgpt');
		await new Promise(setImmediate);
		wire.tell('account/login/completed', { loginId: 'l1', success: true, error: null });
		await login;
		assert.deepEqual(visited, [address]);
	});

	it('fails in the words of Codex', async () => {
		const { wire, agent } = await loggedOut(() => 'accept');
		const login = agent.authenticate('chatgpt');
		await new Promise(setImmediate);
		wire.tell('account/login/completed', { loginId: 'l1', success: false, error: 'No seat' });
		await assert.rejects(login, /No seat/u);
	});

	it('is withdrawn when the user does not go there, or stops it', async () => {
		const { wire, agent } = await loggedOut(() => 'cancel');
		await assert.rejects(agent.authenticate('chatgpt'), (error) => AgentError.is(error, 'cancelled'));
		assert.deepEqual(wire.last('account/login/cancel'), { loginId: 'l1' });
		const stopped = await loggedOut(() => 'accept');
		const controller = new AbortController();
		const login = stopped.agent.authenticate('chatgpt', controller.signal);
		await new Promise(setImmediate);
		controller.abort();
		await assert.rejects(login, (error) => AgentError.is(error, 'cancelled'));
	});

	it('that is stopped before it has begun is withdrawn when it does', async () => {
		const { wire, agent, visited } = await loggedOut(() => 'accept');
		const answer = Promise.withResolvers<unknown>();
		wire.answers.set('account/login/start', () => answer.promise);
		const controller = new AbortController();
		const login = agent.authenticate('chatgpt', controller.signal);
		const withdrawn = assert.rejects(login, (error) => AgentError.is(error, 'cancelled'));
		controller.abort();
		answer.resolve({ type: 'chatgpt', loginId: 'l1', authUrl: address });
		await new Promise(setImmediate);
		assert.deepEqual(wire.last('account/login/cancel'), { loginId: 'l1' });
		assert.deepEqual(visited, []);
		await withdrawn;
	});

	it('ends with the gateway', async () => {
		const { agent } = await loggedOut(() => 'accept');
		const login = agent.authenticate('chatgpt');
		await new Promise(setImmediate);
		agent.dispose();
		await assert.rejects(login, (error) => AgentError.is(error, 'exited'));
	});

	it('tells who is logged in', async () => {
		const { wire, agent } = await loggedOut(() => 'accept');
		wire.answers.set('account/read', () => ({
			account: { type: 'chatgpt', email: 'ada@example.com', planType: 'plus' },
			requiresOpenaiAuth: true,
		}));
		assert.deepEqual(await agent.authStatus(), {
			state: 'authenticated',
			accounts: [{ label: 'ada@example.com', isActive: true, email: 'ada@example.com' }],
		});
	});
});
