/** Every method of the protocol with a peer whose wire is not ours: the SDK's agent, as a child process. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '../../../src/core/acp/json.ts';
import {
	cancelRequest,
	clientNotifications,
	clientRequests,
	sentByClient,
} from '../../../src/core/acp/methods.ts';
import type { V1Agent } from '../../../src/core/acp/v1/v1Agent.ts';
import { connectV1 } from '../acp/connectV1.ts';
import { AgentError } from '../../../src/core/base/errors.ts';
import type { AuthStatus } from '../../../src/core/session/auth.ts';
import type { ConfigOption } from '../../../src/core/session/config.ts';
import type { ElicitationRequest } from '../../../src/core/session/elicitation.ts';
import type { TurnEnd } from '../../../src/core/session/turnState.ts';
import type {
	OpenedSession,
	PermissionOutcome,
	PermissionRequest,
	PromptAnswer,
} from '../../../src/core/session/ports.ts';
import { AgentConnection } from '../../../src/node/connection.ts';
import { AgentProcess } from '../../../src/node/agentProcess.ts';
import { childEnv } from '../../../src/node/childEnv.ts';
import { allUnstable, clientInfo, decoder, FakeTarget, fullOffer } from '../acp/support.ts';
import { tempDir, until } from '../node/support.ts';
import { fullSetup } from './everyIntent.ts';
import { answersTo, assertWire, methodsOf, type Seen } from './peer.ts';

const program = fileURLToPath(new URL('../../agents/sdkFullAgent.ts', import.meta.url));
const seen: Seen = { out: [], in: [] };
const logged: string[] = [];
const target = new FakeTarget();
const loginQuestions: ElicitationRequest[] = [];
const statuses: AuthStatus[] = [];
let running: AgentProcess;
let connection: AgentConnection;
let agent: V1Agent;
let opened: OpenedSession;

/** What the agent says back to a prompt. */
async function say(text: string): Promise<unknown> {
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

/** What the agent heard of a method, the newest last. */
async function heard(method: string): Promise<unknown[]> {
	const all = (await say('heard')) as [string, unknown][];
	return all.filter(([name]) => name === method).map(([, params]) => params);
}

describe('the agent of the SDK', () => {
	before(async () => {
		running = await AgentProcess.start({
			command: process.execPath,
			args: [program],
			cwd: tempDir(),
			env: childEnv(process.env),
		});
		const log = (line: string): void => void logged.push(line);
		connection = new AgentConnection({
			input: running.stdout,
			output: running.stdin,
			log,
			tap: (direction, message) => void seen[direction].push(message as JsonObject),
		});
		agent = await connectV1(connection, {
			clientInfo,
			decoder,
			log,
			offer: fullOffer,
			unstable: allUnstable,
			elicit: (request) => {
				loginQuestions.push(request);
				return Promise.resolve({ type: 'accept', content: { name: 'Ada' } });
			},
			mcp: ({ serverId, method }) => Promise.resolve({ tools: [], from: `${serverId} ${method}` }),
		});
		agent.onAuthStatus((status) => statuses.push(status));
		opened = await agent.newSession(fullSetup);
		agent.attach(opened.sessionId, target);
	});

	// Here and not at the end of the file: by then nothing may be left.
	after(() => running.stop());

	describe('asked by us', () => {
		it('opens, loads, resumes and copies sessions with all there is to give [acp C39] [acp C44]', async () => {
			const [setup] = (await heard('session/new')) as [
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
				assert.deepEqual((await heard(method)).at(-1), params, method);
			}
		});

		it('lists, renames, archives, closes and deletes them [acp C41] [acp C42]', async () => {
			const first = await agent.listSessions({ cwd: '/work', archived: 'include' });
			assert.deepEqual([first.nextCursor, first.sessions[0]?.title], ['more', 'first']);
			const second = await agent.listSessions({ cwd: '/work', cursor: 'more' });
			assert.deepEqual([second.nextCursor, second.sessions[0]?.title], [undefined, 'more']);
			assert.equal(await agent.setTitle('old', 'new'), 'NEW');
			assert.equal(await agent.sessionStatus('old'), 'open');
			await agent.archiveSession('old', true);
			await agent.archiveSession('old', false);
			await agent.closeSession('old');
			await agent.deleteSession('old');
			for (const name of ['archive', 'unarchive', 'close', 'delete']) {
				assert.deepEqual(await heard(`session/${name}`), [{ sessionId: 'old' }]);
			}
		});

		it('takes options, modes and models, each by its own request [acp C83]', async () => {
			const { configOptions = [], modes, models } = opened.options;
			const option = (id: string): ConfigOption =>
				configOptions.find((one) => one.id === id) ?? assert.fail(id);
			assert.ok(modes !== undefined && models !== undefined);
			const bigger = await agent.setOption(opened.sessionId, option('model'), 'big');
			assert.equal(bigger.configOptions?.[0]?.current, 'big');
			const faster = await agent.setOption(opened.sessionId, option('fast'), true);
			assert.equal(faster.configOptions?.[1]?.current, true);
			await agent.setOption(opened.sessionId, modes, 'code');
			await agent.setOption(opened.sessionId, models, 'm2');
			const { sessionId } = opened;
			assert.deepEqual(await heard('session/set_mode'), [{ sessionId, modeId: 'code' }]);
			assert.deepEqual(await heard('session/set_model'), [{ sessionId, modelId: 'm2' }]);
		});

		it('logs in, asks during the login, tells who is there, logs out', async () => {
			await agent.authenticate('web');
			assert.deepEqual(
				loginQuestions.map(({ message }) => message),
				['Your name?'],
			);
			assert.deepEqual(await heard('asked at login'), [{ action: 'accept', content: { name: 'Ada' } }]);
			assert.equal((await agent.authStatus()).state, 'authenticated');
			await say('status');
			assert.deepEqual(
				statuses.map(({ state }) => state),
				['authenticated'],
			);
			await agent.logout();
			assert.deepEqual(await heard('logout'), [{}]);
		});

		it('withdraws a login that takes too long [acp C113]', async () => {
			const controller = new AbortController();
			const login = agent.authenticate('never', controller.signal);
			await until(() => methodsOf(seen.out).filter((method) => method === 'authenticate').length === 2);
			controller.abort();
			await assert.rejects(login, (error) => AgentError.is(error, 'cancelled'));
		});

		it('changes its model providers', async () => {
			assert.deepEqual(await agent.listProviders(), [
				{ providerId: 'p', supported: ['openai'], isRequired: false },
			]);
			const choice = { providerId: 'p', apiType: 'openai', baseUrl: 'https://p.test', headers: { a: 'b' } };
			await agent.setProvider(choice);
			await agent.disableProvider('p');
			assert.deepEqual(await heard('providers/set'), [choice]);
			assert.deepEqual(await heard('providers/disable'), [{ providerId: 'p' }]);
		});

		it('gets a prompt with every kind of content, and stops when it is asked to [acp C48] [acp C49] [acp C56]', async () => {
			await agent.prompt(opened.sessionId, [
				{ type: 'image', mimeType: 'image/png', data: 'AAAA' },
				{ type: 'audio', mimeType: 'audio/wav', data: 'AAAA' },
				{ type: 'resource', uri: 'file:///work/a', text: 'a' },
				{ type: 'resource_link', uri: 'file:///work/a', name: 'a' },
				{ type: 'text', text: 'all' },
			]);
			const [blocks] = (await heard('session/prompt')) as [{ type: string }[]];
			assert.deepEqual(
				blocks.map(({ type }) => type),
				['image', 'audio', 'resource', 'resource_link', 'text'],
			);
			const turn = agent.prompt(opened.sessionId, [{ type: 'text', text: 'wait' }]);
			await until(() => JSON.stringify(target.events.at(-1)).includes('waiting'));
			agent.cancel(opened.sessionId);
			assert.deepEqual(await turn, ended('cancelled'));
		});
	});

	describe('asking us', () => {
		it('reads and writes files [acp C86]', async () => {
			target.run = (name) => (name === 'read' ? 'text' : undefined);
			assert.deepEqual(await say('files'), { content: 'text' });
			assert.deepEqual(target.calls.splice(0), [
				['write', '/work/a', 'x'],
				['read', '/work/a', 2, 3],
			]);
		});

		it('runs commands, with all five methods [acp C90] [acp C92]', async () => {
			target.run = (name) => (name === 'create' ? 't1' : undefined);
			assert.deepEqual(await say('terminals'), {
				id: 't1',
				output: { output: 'out', truncated: false },
				exit: { exitCode: 0, signal: null },
			});
			assert.deepEqual(target.calls.splice(0), [
				['create', { command: 'make', args: ['-k'], env: {}, cwd: '/work' }],
				['output', 't1'],
				['wait', 't1'],
				['kill', 't1'],
				['release', 't1'],
			]);
		});

		it('asks for permission, and may withdraw it [acp C74] [acp C77] [acp C110]', async () => {
			target.outcome = () => Promise.resolve({ type: 'selected', optionId: 'n' });
			assert.deepEqual(await say('permission'), { outcome: { outcome: 'selected', optionId: 'n' } });
			// Nobody answers: it ends because the agent withdraws it.
			target.requestPermission = (_request: PermissionRequest, signal?: AbortSignal) =>
				new Promise<PermissionOutcome>((resolve) => {
					signal?.addEventListener('abort', () => resolve({ type: 'cancelled' }));
				});
			assert.deepEqual(await say('withdraw'), { outcome: { outcome: 'cancelled' } });
		});

		it('asks by form and by address, and says when the address is done [acp C95] [acp C105]', async () => {
			for (const [outcome, answer] of [
				[
					{ type: 'accept', content: { name: 'Ada' } },
					{ action: 'accept', content: { name: 'Ada' } },
				],
				[{ type: 'decline' }, { action: 'decline' }],
				[{ type: 'cancel' }, { action: 'cancel' }],
			] as const) {
				target.answer = () => Promise.resolve(outcome);
				assert.deepEqual(await say('form'), answer);
			}
			target.answer = () => Promise.resolve({ type: 'accept' });
			assert.deepEqual(await say('url'), { action: 'accept' });
			assert.deepEqual(target.completed, ['e1']);
		});

		it('calls a tool server of this window', async () => {
			assert.deepEqual(await say('mcp'), { result: { tools: [], from: 'd1 tools/list' } });
		});

		it('learns that a method of its own is none of ours [acp C116]', async () => {
			assert.deepEqual(await say('unknown method'), { code: -32601 });
		});
	});

	describe('all of it together', () => {
		it('was every method there is, in both directions', () => {
			assert.deepEqual(new Set(methodsOf(seen.out)), sentByClient);
			const served = new Set(methodsOf(seen.in));
			served.delete('_vendor/unknown');
			assert.deepEqual(
				served,
				new Set([...Object.values(clientRequests), ...Object.values(clientNotifications), cancelRequest]),
			);
		});

		it('fits the schema, unknown keys forbidden [acp C1] [acp C11]', () => {
			assertWire(seen, 'unstable');
			assert.ok(seen.out.every((message) => message['jsonrpc'] === '2.0'));
		});

		it('gave every request of the agent one answer, and nothing was odd [acp C8]', () => {
			for (const message of seen.in) {
				if ('method' in message && 'id' in message) assert.equal(answersTo(seen, message['id']).length, 1);
			}
			assert.deepEqual(logged, ['Refused request "_vendor/unknown"']);
		});
	});
});
