/** Every method of the protocol with a peer whose wire is not ours: the SDK's agent, as a child process. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { cancelRequest, clientNotifications, clientRequests } from '../../../src/core/acp/methods.ts';
import { sentByClient } from '../core/acp/sentByClient.ts';
import type { TurnEnd } from '../../../src/core/session/model/turnState.ts';
import type { OpenedSession, PromptAnswer } from '../../../src/core/session/model/agentPort.ts';
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

let peer: SdkPeer;
let talk: Talk;
let opened: OpenedSession;

/** What the agent says back to a prompt. */
async function say(text: string): Promise<unknown> {
	const { agent, target } = peer;
	const from = target.events.length;
	assert.deepEqual(await agent.prompt(opened.sessionId, [{ type: 'text', text }]), ended('end_turn'));
	const texts = target.events
		.slice(from)
		.flatMap((event) =>
			event.type === 'message_chunk' && event.content.type === 'text' ? [event.content.text] : [],
		);
	return JSON.parse(texts.join(''));
}

function ended(reason: TurnEnd['reason']): PromptAnswer {
	return { type: 'ended', end: { reason } };
}

describe('the agent of the SDK', () => {
	before(async () => {
		peer = await SdkPeer.start(['sdkFullAgent.ts'], 1);
		talk = { peer, say };
		opened = await peer.agent.newSession(fullSetup);
		peer.agent.attach(opened.sessionId, peer.target);
	});

	// Here and not at the end of the file: by then nothing may be left.
	after(() => peer.stop());

	describe('asked by us', () => {
		it('opens, loads, resumes and copies sessions with all there is to give [acp C39] [acp C44]', async () => {
			const { agent } = peer;
			const [setup] = (await heardOf(talk, 'session/new')) as [
				{ cwd: string; additionalDirectories: string[]; mcpServers: object[] },
			];
			assert.equal(setup.cwd, '/work');
			assert.deepEqual(setup.additionalDirectories, ['/other']);
			assert.equal(setup.mcpServers.length, 4);
			assert.equal((await agent.loadSession('old', fullSetup)).sessionId, 'old');
			assert.equal((await agent.resumeSession('old', fullSetup)).sessionId, 'old');
			assert.equal((await agent.forkSession('old', fullSetup)).sessionId, 'copy');
			for (const method of ['session/load', 'session/resume', 'session/fork']) {
				const params = { ...setup, sessionId: 'old' };
				assert.deepEqual((await heardOf(talk, method)).at(-1), params, method);
			}
		});

		it('lists, renames, archives, closes and deletes them [acp C41] [acp C42]', () => managesSessions(talk));

		it('takes options, modes and models, each by its own request [acp C83]', async () => {
			const { agent } = peer;
			const { modes, models } = opened.options;
			assert.ok(modes !== undefined && models !== undefined);
			const bigger = await agent.setOption(opened.sessionId, optionOf(opened, 'model'), 'big');
			assert.equal(bigger.configOptions?.[0]?.current, 'big');
			const faster = await agent.setOption(opened.sessionId, optionOf(opened, 'fast'), true);
			assert.equal(faster.configOptions?.[1]?.current, true);
			await agent.setOption(opened.sessionId, modes, 'code');
			await agent.setOption(opened.sessionId, models, 'm2');
			const { sessionId } = opened;
			assert.deepEqual(await heardOf(talk, 'session/set_mode'), [{ sessionId, modeId: 'code' }]);
			assert.deepEqual(await heardOf(talk, 'session/set_model'), [{ sessionId, modelId: 'm2' }]);
		});

		it('logs in, asks during the login, tells who is there, logs out', () =>
			logsInAndOut(talk, { login: 'authenticate', logout: 'logout' }));

		it('withdraws a login that takes too long [acp C113]', () => withdrawsLogin(talk, 'authenticate'));

		it('changes its model providers', () => changesProviders(talk));

		it('gets a prompt with every kind of content, and stops when it is asked to [acp C48] [acp C49] [acp C56]', async () => {
			const { agent, target } = peer;
			await agent.prompt(opened.sessionId, everyContent);
			await heardEveryContent(talk);
			const turn = agent.prompt(opened.sessionId, [{ type: 'text', text: 'wait' }]);
			await until(() => JSON.stringify(target.events.at(-1)).includes('waiting'));
			agent.cancel(opened.sessionId);
			assert.deepEqual(await turn, ended('cancelled'));
		});
	});

	describe('asking us', () => {
		it('reads and writes files [acp C86]', async () => {
			peer.target.run = (name) => (name === 'read' ? 'text' : undefined);
			assert.deepEqual(await say('files'), { content: 'text' });
			assert.deepEqual(peer.target.calls.splice(0), [
				['write', '/work/a', 'x'],
				['read', '/work/a', 2, 3],
			]);
		});

		it('runs commands, with all five methods [acp C90] [acp C92]', async () => {
			peer.target.run = (name) => (name === 'create' ? 't1' : undefined);
			assert.deepEqual(await say('terminals'), {
				id: 't1',
				output: { output: 'out', truncated: false },
				exit: { exitCode: 0, signal: null },
			});
			assert.deepEqual(peer.target.calls.splice(0), [
				['create', { command: 'make', args: ['-k'], env: {}, cwd: '/work' }],
				['output', 't1'],
				['wait', 't1'],
				['kill', 't1'],
				['release', 't1'],
			]);
		});

		it('asks for permission, and may withdraw it [acp C74] [acp C77] [acp C110]', async () => {
			peer.target.outcome = () => Promise.resolve({ type: 'selected', optionId: 'n' });
			assert.deepEqual(await say('permission'), { outcome: { outcome: 'selected', optionId: 'n' } });
			await withdrawsPermission(talk);
		});

		it('asks by form and by address, and says when the address is done [acp C95] [acp C105]', () =>
			asksQuestions(talk));

		it('calls a tool server of this window', async () => {
			assert.deepEqual(await say('mcp'), { result: { tools: [], from: 'd1 tools/list' } });
		});

		it('learns that a method of its own is none of ours [acp C116]', async () => {
			assert.deepEqual(await say('unknown method'), { code: -32601 });
		});
	});

	describe('all of it together', () => {
		it('was every method there is, in both directions', () => {
			assert.deepEqual(new Set(methodsOf(peer.seen.out)), sentByClient);
			assert.deepEqual(
				servedTo(peer),
				new Set([...Object.values(clientRequests), ...Object.values(clientNotifications), cancelRequest]),
			);
		});

		it('fits the schema, unknown keys forbidden [acp C1] [acp C11]', () => {
			assertWire(peer.seen, 'unstable');
			assert.ok(peer.seen.out.every((message) => message['jsonrpc'] === '2.0'));
		});

		it('gave every request of the agent one answer, and nothing was odd [acp C8]', () =>
			assertAllAnswered(peer));
	});
});
