/** Every method of version 2 with a peer whose wire is not ours: the SDK's agents, alone and behind its router. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { cancelRequest, clientNotifications } from '../../../src/core/acp/methods.ts';
import { sentByClientV2 } from '../core/acp/sentByClient.ts';
import { AgentError } from '../../../src/core/base/errors.ts';
import type { AgentEvent } from '../../../src/core/session/model/agentEvents.ts';
import type { OpenedSession } from '../../../src/core/session/model/agentPort.ts';
import { FakeTarget } from '../core/acp/support.ts';
import { until } from '../node/support.ts';
import { fullSetup } from './everyIntent.ts';
import { assertWire, methodsOf } from './peer.ts';
import { SdkPeer } from './sdkPeer.ts';
import {
	asksQuestions,
	assertAllAnswered,
	changesProviders,
	everyContent,
	heardEveryContent,
	heardOf,
	logsInAndOut,
	managesSessions,
	optionOf,
	servedTo,
	type Talk,
	withdrawsLogin,
	withdrawsPermission,
} from './sdkSteps.ts';

const isEnd = (event: AgentEvent): boolean => event.type === 'work' && event.work.type === 'idle';

for (const [name, ...args] of [
	['the agent of the SDK for version 2', 'sdkV2Agent.ts'],
	['the same behind the router of the SDK', 'sdkRouterAgent.ts', 'both'],
	['the same alone behind that router', 'sdkRouterAgent.ts', 'v2'],
] as const) {
	describe(name, () => {
		let peer: SdkPeer;
		let talk: Talk;
		let opened: OpenedSession;

		/** What the agent says back to a prompt, once its work is over. */
		async function say(text: string): Promise<unknown> {
			const { agent, target } = peer;
			const from = target.events.length;
			const answer = await agent.prompt(opened.sessionId, [{ type: 'text', text }]);
			assert.equal(answer.type, 'taken');
			await until(() => target.events.slice(from).some(isEnd));
			const spoken = target.events
				.slice(from)
				.flatMap((event) => (event.type === 'message' && event.role === 'agent' ? (event.content ?? []) : []))
				.flatMap((content) => (content.type === 'text' ? [content.text] : []));
			return JSON.parse(spoken.join(''));
		}

		before(async () => {
			peer = await SdkPeer.start(args, 2);
			talk = { peer, say };
			opened = await peer.agent.newSession(fullSetup);
			peer.agent.attach(opened.sessionId, peer.target);
		});

		// Here and not at the end of the file: by then nothing may be left.
		after(() => peer.stop());

		it('speaks version 2 and offers all there is [acp C201]', () => {
			assert.equal(peer.version, 2);
			const { capabilities, info } = peer.agent;
			assert.equal(info.name, 'sdk-v2-agent');
			const missing = Object.entries(capabilities).flatMap(([one, isThere]) =>
				isThere === true ? [] : [one],
			);
			// There is no such transport any more, and steering is no part of the protocol.
			assert.deepEqual(missing, ['mcpSse', ...(capabilities.logout ? [] : ['logout']), 'steering']);
			assert.deepEqual(
				opened.commands?.map((command) => command.name),
				['tidy'],
			);
		});

		it('opens, resumes with and without history, and copies sessions with all there is to give [acp C216] [acp C217] [acp C218]', async () => {
			const { agent } = peer;
			const old = new FakeTarget();
			agent.attach('old', old);
			const [setup] = (await heardOf(talk, 'session/new')) as [
				{
					cwd: string;
					additionalDirectories: string[];
					mcpServers: { type: string }[];
					systemPrompt: object;
				},
			];
			assert.equal(setup.cwd, '/work');
			assert.deepEqual(setup.additionalDirectories, ['/other']);
			assert.deepEqual(
				setup.mcpServers.map(({ type }) => type),
				['stdio', 'http', 'acp'],
			);
			assert.ok('systemPrompt' in setup);
			assert.equal((await agent.loadSession('old', fullSetup)).sessionId, 'old');
			assert.ok(old.events.some((event) => event.type === 'message'));
			const count = old.events.length;
			assert.equal((await agent.resumeSession('old', fullSetup)).sessionId, 'old');
			assert.ok(!old.events.slice(count).some((event) => event.type === 'message'));
			assert.equal((await agent.forkSession('old', fullSetup)).sessionId, 'copy');
			const params = { ...setup, sessionId: 'old' };
			const replayed = { ...params, replayFrom: { type: 'start' } };
			assert.deepEqual(await heardOf(talk, 'session/resume'), [replayed, params]);
			assert.deepEqual(await heardOf(talk, 'session/fork'), [params]);
		});

		it('lists, renames, archives, closes and deletes them', () => managesSessions(talk));

		it('takes options, each value with its type', async () => {
			const { sessionId } = opened;
			const bigger = await peer.agent.setOption(sessionId, optionOf(opened, 'model'), 'big');
			assert.equal(bigger.configOptions?.[0]?.current, 'big');
			const faster = await peer.agent.setOption(sessionId, optionOf(opened, 'fast'), true);
			assert.equal(faster.configOptions?.[1]?.current, true);
			assert.deepEqual(await heardOf(talk, 'session/set_config_option'), [
				{ sessionId, configId: 'model', type: 'id', value: 'big' },
				{ sessionId, configId: 'fast', type: 'boolean', value: true },
			]);
		});

		it('logs in, asks during the login, tells who is there, logs out', () =>
			logsInAndOut(talk, { login: 'auth/login', logout: 'auth/logout' }));

		it('withdraws a login that takes too long', () => withdrawsLogin(talk, 'auth/login'));

		it('changes its model providers', () => changesProviders(talk));

		it('gets a prompt with every kind of content [acp C227]', async () => {
			const { agent, target } = peer;
			const from = target.events.length;
			await agent
				.prompt(opened.sessionId, everyContent)
				.catch((error: unknown) => assert.fail(String(error)));
			await until(() => target.events.slice(from).some(isEnd));
			await heardEveryContent(talk);
		});

		it('holds a prompt while it works, gives it back when asked to, and stops [acp C228] [acp C231] [acp C238]', async () => {
			const { agent, target } = peer;
			const from = target.events.length;
			await agent.prompt(opened.sessionId, [{ type: 'text', text: 'wait' }]);
			await until(() => JSON.stringify(target.events.slice(from)).includes('waiting'));
			const controller = new AbortController();
			const held = agent.prompt(
				opened.sessionId,
				[{ type: 'text', text: 'awaiting_login' }],
				controller.signal,
			);
			await until(() => methodsOf(peer.seen.out).at(-1) === 'session/prompt');
			controller.abort();
			await assert.rejects(held, (error) => AgentError.is(error, 'refused') && error.code === -32_800);
			agent.cancel(opened.sessionId);
			await until(() => target.events.slice(from).some(isEnd));
			const end = target.events.slice(from).find(isEnd);
			assert.deepEqual(end?.type === 'work' ? end.end?.reason : undefined, 'cancelled');
		});

		it('stops one tool call and one terminal, which say that they can be [acp C259] [acp C260] [acp C261]', async () => {
			const { agent, target } = peer;
			await say('stoppable');
			await agent.cancelToolCall(opened.sessionId, 'c2');
			await agent.cancelTerminal(opened.sessionId, 't1');
			await until(() => target.events.some(({ type }) => type === 'terminal_exited'));
			assert.ok(
				target.events.some(
					(event) => event.type === 'tool_call_update' && event.fields.status === 'cancelled',
				),
			);
		});

		it('asks for permission, and may withdraw it [acp C241] [acp C252]', async () => {
			const { target } = peer;
			target.outcome = () => Promise.resolve({ type: 'selected', optionId: 'n' });
			const answer = { outcome: { outcome: 'selected', optionId: 'n' } };
			assert.deepEqual(await say('permission'), answer);
			assert.deepEqual(await say('command'), answer);
			assert.deepEqual(
				target.asked.map(({ title, subject }) => [title, subject.type]),
				[
					['Edit a file', 'tool_call'],
					['Run make', 'command'],
				],
			);
			await withdrawsPermission(talk);
		});

		it('asks by form and by address, and says when the address is done', () => asksQuestions(talk));

		it('calls a tool server of this window', async () => {
			assert.deepEqual(await say('mcp'), { result: { tools: [], from: 'd1 tools/list' } });
		});

		it('learns that a method of its own is none of ours', async () => {
			assert.deepEqual(await say('unknown method'), { code: -32601 });
		});

		it('was every method there is, in both directions', () => {
			assert.deepEqual(new Set(methodsOf(peer.seen.out)), sentByClientV2);
			const requests = ['session/request_permission', 'elicitation/create', 'mcp/message'];
			assert.deepEqual(
				servedTo(peer),
				new Set([...requests, ...Object.values(clientNotifications), cancelRequest]),
			);
		});

		it('fits the schema, unknown keys forbidden, and no id was used twice [acp C203] [acp C208]', () => {
			// The first message speaks to agents of both versions (docs/protocol.md#versions).
			const [initialize, ...rest] = peer.seen.out;
			assert.equal(initialize?.['method'], 'initialize');
			assertWire({ ...peer.seen, out: rest }, 'v2unstable');
			const requests = peer.seen.out.filter((message) => 'id' in message && 'method' in message);
			assert.equal(new Set(requests.map(({ id }) => id)).size, requests.length);
			assert.ok(requests.every(({ id }) => id !== null));
		});

		it('gave every request of the agent one answer, and nothing was odd', () => assertAllAnswered(peer));
	});
}

describe('the router of the SDK, asked for the version that it lacks', () => {
	const started: SdkPeer[] = [];
	after(() => Promise.all(started.map((peer) => peer.stop())));

	it('is spoken to in 1 when it was asked for 1 and has both', async () => {
		const peer = await SdkPeer.start(['sdkRouterAgent.ts', 'both'], 1);
		started.push(peer);
		assert.equal(peer.version, 1);
		assert.equal((await peer.agent.newSession(fullSetup)).sessionId, 'full');
		assert.equal(peer.agent.info.name, 'sdk-full-agent');
	});

	it('is spoken to in 2 when it was asked for 1 and has 2 alone [acp C205]', async () => {
		const peer = await SdkPeer.start(['sdkRouterAgent.ts', 'v2'], 1);
		started.push(peer);
		assert.equal(peer.version, 2);
		assert.equal((await peer.agent.newSession(fullSetup)).sessionId, 'full');
	});

	it('is started anew when it was asked for 2 and has 1 alone, and serves then [acp C206]', async () => {
		await assert.rejects(SdkPeer.start(['sdkRouterAgent.ts', 'v1'], 2), (error) =>
			AgentError.is(error, 'protocol'),
		);
		const peer = await SdkPeer.start(['sdkRouterAgent.ts', 'v1'], 1);
		started.push(peer);
		const { sessionId } = await peer.agent.newSession(fullSetup);
		peer.agent.attach(sessionId, peer.target);
		peer.target.run = (name) => (name === 'read' ? 'text' : undefined);
		await peer.agent.prompt(sessionId, [{ type: 'text', text: 'files' }]);
		assert.deepEqual(peer.target.calls[0], ['write', '/work/a', 'x']);
	});
});
