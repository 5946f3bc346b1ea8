/** Sessions on the wire: what goes out only with its capability, pages, directories. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AgentError } from '../../../../src/core/base/errors.ts';
import { type UnstableFeature, unstableFeatures } from '../../../../src/core/session/model/capabilities.ts';
import type { AgentPort } from '../../../../src/core/session/model/agentPort.ts';
import { attached, type Connected, connected, setup } from './support.ts';

const stable = {
	agentCapabilities: {
		loadSession: true,
		sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {}, additionalDirectories: {} },
	},
};
const drafts = {
	agentCapabilities: { sessionCapabilities: { fork: {}, archive: {}, status: {}, title: {} } },
};
const notFound = (): never => {
	throw new AgentError('answered', 'Unknown session', { code: -32002 });
};
const sentBy = ({ wire }: Connected, method: string): unknown[] =>
	wire.sent.filter((message) => message.method === method).map(({ params }) => params);

/** Each call with the method that it sends. */
const guardedCalls: readonly (readonly [string, string, (agent: AgentPort) => Promise<unknown>])[] = [
	['[acp C33]', 'session/load', (agent) => agent.loadSession('s1', setup('/work'))],
	['[acp C34]', 'session/resume', (agent) => agent.resumeSession('s1', setup('/work'))],
	['[acp C35]', 'session/close', (agent) => agent.closeSession('s1')],
	['[acp C36]', 'session/list', (agent) => agent.listSessions({})],
	['[acp C37]', 'session/delete', (agent) => agent.deleteSession('s1')],
];
const draftCalls: readonly (readonly [UnstableFeature, string, (agent: AgentPort) => Promise<unknown>])[] = [
	['fork', 'session/fork', (agent) => agent.forkSession('s1', setup('/work'))],
	['archive', 'session/archive', (agent) => agent.archiveSession('s1', true)],
	['archive', 'session/unarchive', (agent) => agent.archiveSession('s1', false)],
	['sessionStatus', 'session/status', (agent) => agent.sessionStatus('s1')],
	['setTitle', 'session/set_title', (agent) => agent.setTitle('s1', 'T')],
];

describe('session methods', () => {
	for (const [tag, method, call] of guardedCalls) {
		it(`${method} goes out with its capability only ${tag}`, async () => {
			const bare = await connected();
			await assert.rejects(call(bare.agent), (error) => AgentError.is(error, 'unsupported'));
			assert.deepEqual(
				bare.wire.sent.map((message) => message.method),
				['initialize'],
			);
			const able = await connected(stable);
			able.wire.answers.set(method, () => ({ sessions: [] }));
			await call(able.agent);
			assert.equal(sentBy(able, method).length, 1);
		});
	}

	for (const [feature, method, call] of draftCalls) {
		it(`${method} goes out only if the agent offers it and the user switched it on [acp C128]`, async () => {
			const others = new Set(unstableFeatures.filter((other) => other !== feature));
			for (const refused of [
				await connected(drafts, { unstable: others }),
				await connected({}, { unstable: new Set([feature]) }),
			]) {
				await assert.rejects(call(refused.agent), (error) => AgentError.is(error, 'unsupported'));
				assert.deepEqual(sentBy(refused, method), []);
			}
			const able = await connected(drafts, { unstable: new Set([feature]) });
			able.wire.answers.set(method, () => ({ sessionId: 's2', status: 'open', title: 'Taken' }));
			await call(able.agent);
			assert.equal(sentBy(able, method).length, 1);
		});
	}

	it('come after initialize, and a prompt after the session is there [acp C32]', async () => {
		const connection = await attached();
		await connection.agent.prompt('s1', [{ type: 'text', text: 'hi' }]);
		const methods = connection.wire.sent.map(({ method }) => method);
		assert.deepEqual(methods, ['initialize', 'session/new', 'session/prompt']);
	});

	it('accept null for a result where nothing has to be in it [acp C47]', async () => {
		const { wire, agent } = await connected(stable);
		for (const method of [
			'session/load',
			'session/resume',
			'session/close',
			'session/delete',
			'session/list',
		]) {
			wire.answers.set(method, () => null);
		}
		assert.deepEqual(await agent.loadSession('s1', setup('/work')), { sessionId: 's1', options: {} });
		assert.deepEqual(await agent.resumeSession('s1', setup('/work')), { sessionId: 's1', options: {} });
		await agent.closeSession('s1');
		await agent.deleteSession('s1');
		assert.deepEqual(await agent.listSessions({}), { sessions: [] });
	});

	it('close and delete count a session that the agent does not know as gone [acp C120]', async () => {
		const { wire, agent } = await connected(stable);
		wire.answers.set('session/close', notFound).set('session/delete', notFound);
		await agent.closeSession('s1');
		await agent.deleteSession('s1');
		wire.answers.set('session/delete', () => {
			throw new AgentError('answered', 'Not yours', { code: -32603 });
		});
		await assert.rejects(agent.deleteSession('s1'), /Not yours/u);
	});

	it('show the title and the state as the agent took them', async () => {
		const { wire, agent } = await connected(drafts, { unstable: new Set(unstableFeatures) });
		wire.answers.set('session/set_title', () => ({ title: 'Shorter' }));
		assert.equal(await agent.setTitle('s1', 'Much too long'), 'Shorter');
		wire.answers.set('session/set_title', () => ({}));
		assert.equal(await agent.setTitle('s1', 'As it is'), 'As it is');
		wire.answers.set('session/status', () => ({ status: 'open' }));
		assert.equal(await agent.sessionStatus('s1'), 'open');
		wire.answers.set('session/status', () => ({ status: 'frozen' }));
		assert.equal(await agent.sessionStatus('s1'), 'saved');
	});
});

describe('the list of sessions', () => {
	const info = (sessionId: string, more: object = {}): object => ({ sessionId, cwd: '/work', ...more });
	const oddCursor = 'p/2?x=%2F&"é\u2028 =';

	it('is read page by page, the cursor echoed as it came [acp C41] [acp C42]', async () => {
		const connection = await connected(stable);
		const { wire, agent } = connection;
		wire.answers.set('session/list', (params) =>
			(params as { cursor?: string }).cursor === undefined
				? { sessions: [info('a')], nextCursor: oddCursor }
				: { sessions: [info('b')], nextCursor: null },
		);
		const first = await agent.listSessions({ cwd: '/work' });
		assert.equal(first.nextCursor, oddCursor);
		const second = await agent.listSessions({ cwd: '/work', cursor: oddCursor });
		assert.deepEqual(Object.keys(second), ['sessions']);
		assert.deepEqual(sentBy(connection, 'session/list'), [
			{ cwd: '/work' },
			{ cwd: '/work', cursor: oddCursor },
		]);
	});

	for (const nextCursor of [undefined, null, '', 7]) {
		it('gives no title to a session that opencode lists under its time alone', async () => {
			const titles = ['New session - 2026-11-22T19:31:44.182Z', 'New session - parser', 'Mend the parser'];
			const titlesOf = async (name: string): Promise<unknown[]> => {
				const { wire, agent } = await connected({
					agentInfo: { name, version: '1' },
					agentCapabilities: { sessionCapabilities: { list: {} } },
				});
				const sessions = titles.map((title, at) => ({ sessionId: `s${at}`, cwd: '/work', title }));
				wire.answers.set('session/list', () => ({ sessions }));
				return (await agent.listSessions({})).sessions.map(({ title }) => title);
			};
			assert.deepEqual(await titlesOf('OpenCode'), [undefined, ...titles.slice(1)]);
			assert.deepEqual(await titlesOf('other'), titles);
		});

		it(`ends at a cursor of ${JSON.stringify(nextCursor)} [acp C41]`, async () => {
			const { wire, agent } = await connected(stable);
			wire.answers.set('session/list', () => ({ sessions: [info('a')], nextCursor }));
			assert.equal((await agent.listSessions({})).nextCursor, undefined);
		});
	}

	it('gives directories as reported now, not those of before [acp C40]', async () => {
		const { wire, agent } = await connected(stable);
		const pages = [['/a', '/b'], ['/a'], undefined];
		wire.answers.set('session/list', () => ({
			sessions: [info('s1', { additionalDirectories: pages.shift() })],
		}));
		for (const expected of [['/a', '/b'], ['/a'], []]) {
			const [listed] = (await agent.listSessions({})).sessions;
			assert.deepEqual(listed?.additionalDirectories, expected);
		}
	});

	it('leaves out what cannot be read, and keeps its neighbours', async () => {
		const { wire, agent, logged } = await connected(stable);
		wire.answers.set('session/list', () => ({
			sessions: [
				null,
				info('a', { title: null, updatedAt: '2026-01-02T03:04:05Z' }),
				{ cwd: '/work' },
				7,
				info('b', { title: 'B' }),
			],
		}));
		const { sessions } = await agent.listSessions({});
		assert.deepEqual(sessions, [
			{
				sessionId: 'a',
				cwd: '/work',
				additionalDirectories: [],
				updatedAt: '2026-01-02T03:04:05Z',
				isArchived: false,
			},
			{ sessionId: 'b', cwd: '/work', additionalDirectories: [], title: 'B', isArchived: false },
		]);
		assert.ok(logged.length > 0);
	});
});

describe('the directories of a session', () => {
	const roots = { ...setup('/work'), additionalDirectories: ['/other', '/third'] };
	const fork = {
		agentCapabilities: {
			sessionCapabilities: { ...stable.agentCapabilities.sessionCapabilities, fork: {} },
			loadSession: true,
		},
	};

	it('go out complete with every new, load, resume and fork [acp C39] [acp C38]', async () => {
		const connection = await connected(fork, { unstable: new Set(['fork']) });
		const { wire, agent } = connection;
		wire.answers.set('session/resume', () => null).set('session/fork', () => ({ sessionId: 's2' }));
		await agent.newSession(roots);
		await agent.loadSession('s1', roots);
		await agent.resumeSession('s1', roots);
		await agent.forkSession('s1', roots);
		for (const method of ['session/new', 'session/load', 'session/resume', 'session/fork']) {
			const [params] = sentBy(connection, method);
			const { cwd, additionalDirectories } = params as { cwd?: string; additionalDirectories?: string[] };
			assert.deepEqual([cwd, additionalDirectories], ['/work', ['/other', '/third']], method);
		}
	});

	it('stay here when the agent takes only one [acp C39]', async () => {
		const connection = await connected({ agentCapabilities: { loadSession: true } });
		await connection.agent.newSession(roots);
		await connection.agent.loadSession('s1', roots);
		for (const method of ['session/new', 'session/load']) {
			assert.ok(!('additionalDirectories' in (sentBy(connection, method)[0] as object)), method);
		}
	});
});
