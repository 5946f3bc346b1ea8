import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, test } from 'node:test';
import type { V1Agent } from '../../../../src/core/acp/v1/v1Agent.ts';
import { connectV1 } from '../../core/acp/connectV1.ts';
import { AgentError } from '../../../../src/core/base/errors.ts';
import * as limits from '../../../../src/core/base/limits.ts';
import { AgentSessions, type ListingAgents } from '../../../../src/host/sessionsView/agentSessions.ts';
import { clientInfo, connected, decoder, fullOffer } from '../../core/acp/support.ts';
import type { MemoryWire } from '../../core/acp/memoryWire.ts';
import { tempDir, until } from '../../node/support.ts';
import { it } from '../../protocol/eachCarrier.ts';
import { startScripted } from '../../protocol/scriptedAgent.ts';

const folder = tempDir();
const able = { agentCapabilities: { sessionCapabilities: { list: {}, archive: {} } } };
const info = (sessionId: string, cwd = folder): object => ({ sessionId, cwd });

/** Agents of which the one named `A` runs, or is started by the first who needs it. */
class FakeAgents implements ListingAgents {
	agent: V1Agent;
	isRunning: boolean;
	starts = 0;

	constructor(agent: V1Agent, isRunning = true) {
		this.agent = agent;
		this.isRunning = isRunning;
	}

	running(name: string): V1Agent | undefined {
		return this.isRunning && name === 'A' ? this.agent : undefined;
	}

	sourceFor(): ReturnType<ListingAgents['sourceFor']> {
		return {
			commandLine: () => 'a',
			isApproved: () => true,
			acquire: () => {
				this.starts++;
				this.isRunning = true;
				return Promise.resolve({
					port: this.agent,
					onExit: () => ({ dispose: () => undefined }),
					dispose: () => undefined,
				});
			},
		};
	}
}

interface Listed {
	readonly kept: AgentSessions;
	readonly agents: FakeAgents;
	readonly wire: MemoryWire;
	/** Parameters of each `session/list` so far. */
	readonly asked: () => Record<string, unknown>[];
}

async function listing(
	pages: readonly (object | AgentError)[],
	options: { answer?: object; isRunning?: boolean; folders?: readonly string[]; unstable?: boolean } = {},
): Promise<Listed> {
	const { wire, agent } = await connected(
		options.answer ?? able,
		options.unstable === true ? { unstable: new Set(['archive'] as const) } : {},
	);
	const rest = [...pages];
	wire.answers.set('session/list', () => {
		const page = rest.length > 1 ? rest.shift() : rest[0];
		if (page instanceof AgentError) throw page;
		return page;
	});
	const agents = new FakeAgents(agent, options.isRunning);
	const kept = new AgentSessions(agents, () => options.folders ?? [folder]);
	const asked = (): Record<string, unknown>[] =>
		wire.sent.flatMap(({ method, params }) =>
			method === 'session/list' ? [params as Record<string, unknown>] : [],
		);
	return { kept, agents, wire, asked };
}

const idsOf = (kept: AgentSessions): string[] => kept.of('A').sessions.map(({ sessionId }) => sessionId);
const settled = (kept: AgentSessions): Promise<void> => until(() => kept.of('A').type !== 'loading');

describe('what an agent keeps', () => {
	test('is asked of an agent that runs and can list, once [acp C36]', async () => {
		const { kept, asked } = await listing([{ sessions: [info('a')] }]);
		kept.ensure('A');
		kept.ensure('A');
		await settled(kept);
		kept.ensure('A');
		assert.deepEqual(idsOf(kept), ['a']);
		assert.deepEqual(asked(), [{ cwd: folder }]);
	});

	test('is told session by session as it is read: those that are open here may be called by it', async () => {
		const { kept } = await listing([
			{ sessions: [{ ...info('a'), title: 'First' }, info('b'), info('c', '/elsewhere')] },
		]);
		const told: unknown[] = [];
		kept.onDidList(({ agentName, session }) => void told.push([agentName, session.sessionId, session.title]));
		kept.ensure('A');
		await settled(kept);
		assert.deepEqual(told, [
			['A', 'a', 'First'],
			['A', 'b', undefined],
		]);
	});

	test('is not asked of one that does not run, nor of one that cannot list [acp C36]', async () => {
		const asleep = await listing([{ sessions: [] }], { isRunning: false });
		asleep.kept.ensure('A');
		const unable = await listing([{ sessions: [] }], { answer: {} });
		unable.kept.ensure('A');
		assert.equal(await unable.kept.show('A'), false);
		for (const { kept, asked, agents } of [asleep, unable]) {
			assert.deepEqual(asked(), []);
			assert.equal(agents.starts, 0);
			assert.equal(kept.of('A').type, 'unknown');
		}
	});

	test('starts the agent when the user wants to see it', async () => {
		const { kept, agents } = await listing([{ sessions: [info('a')] }], { isRunning: false });
		assert.equal(await kept.show('A'), true);
		assert.equal(agents.starts, 1);
		assert.deepEqual(idsOf(kept), ['a']);
	});

	test('comes with as many calls as there are pages, none by itself [acp C41] [acp C42]', async () => {
		const cursor = '"%00 é\t';
		const pages = [
			{ sessions: [info('a')], nextCursor: cursor },
			{ sessions: [info('b')], nextCursor: null },
		];
		const { kept, asked } = await listing(pages);
		await kept.show('A');
		assert.equal(asked().length, 1);
		assert.equal(kept.of('A').hasMore, true);
		await kept.more('A');
		assert.deepEqual(idsOf(kept), ['a', 'b']);
		assert.equal(kept.of('A').hasMore, false);
		assert.deepEqual(asked(), [{ cwd: folder }, { cwd: folder, cursor }]);
	});

	test('goes on by itself over pages that show nothing, within bounds', async () => {
		const empty = await listing([
			{ sessions: [], nextCursor: '1' },
			{ sessions: [info('x', '/')], nextCursor: '2' },
			{ sessions: [info('a')] },
		]);
		await empty.kept.show('A');
		assert.deepEqual(idsOf(empty.kept), ['a']);
		const endless = await listing([{ sessions: [], nextCursor: 'again' }]);
		await endless.kept.show('A');
		assert.equal(endless.asked().length, limits.sessionPages);
		assert.equal(endless.kept.of('A').hasMore, true);
	});

	test('leaves out sessions of other folders, whatever the agent reports [hazard D1]', async () => {
		const { kept } = await listing([
			{ sessions: [info('a'), info('root', '/'), info('up', path.dirname(folder))] },
		]);
		await kept.show('A');
		assert.deepEqual(idsOf(kept), ['a']);
	});

	test('is asked for each folder of the workspace, and shows each session once', async () => {
		const other = tempDir();
		const { kept, asked } = await listing([{ sessions: [info('a'), info('b', other)] }], {
			folders: [folder, other],
		});
		await kept.show('A');
		assert.deepEqual(idsOf(kept), ['a', 'b']);
		assert.deepEqual(asked(), [{ cwd: folder }, { cwd: other }]);
	});

	test('is read anew from a process that was started again: cursors of the old one mean nothing to it [acp C40] [acp C42]', async () => {
		const { kept, agents, asked } = await listing([
			{ sessions: [info('old')], nextCursor: 'of the old one' },
		]);
		await kept.show('A');
		const fresh = await listing([{ sessions: [info('new')], nextCursor: 'of the new one' }]);
		agents.agent = fresh.agents.agent;
		await kept.more('A');
		assert.equal(asked().length, 1);
		assert.deepEqual(fresh.asked(), [{ cwd: folder }]);
		assert.deepEqual(idsOf(kept), ['new']);
		await kept.more('A');
		assert.deepEqual(fresh.asked()[1], { cwd: folder, cursor: 'of the new one' });
	});

	test('says why it could not be had, and can be asked again', async () => {
		const { kept } = await listing([
			new AgentError('answered', 'Log in first', { code: -32000 }),
			{ sessions: [info('a')] },
		]);
		await kept.show('A');
		assert.equal(kept.of('A').type, 'failed');
		assert.equal(kept.of('A').error, 'Log in first');
		await kept.more('A');
		assert.deepEqual(idsOf(kept), ['a']);
	});

	test('is read anew from the first page, without what was there before [acp C40]', async () => {
		const { kept, asked } = await listing([
			{ sessions: [{ ...info('a'), additionalDirectories: ['/one', '/two'] }], nextCursor: 'n' },
			{ sessions: [{ ...info('a'), additionalDirectories: ['/one'] }] },
		]);
		await kept.show('A');
		kept.refresh();
		await settled(kept);
		assert.deepEqual(
			kept.of('A').sessions.map(({ additionalDirectories }) => additionalDirectories),
			[['/one']],
		);
		assert.equal('cursor' in (asked()[1] ?? {}), false);
	});

	test('has archived sessions only when they are wanted', async () => {
		const { kept, asked } = await listing([{ sessions: [{ ...info('a'), archived: true }] }], {
			unstable: true,
		});
		await kept.show('A');
		kept.showArchived(true);
		await settled(kept);
		assert.deepEqual(
			asked().map(({ archived }) => archived),
			[undefined, 'include'],
		);
		assert.equal(kept.of('A').sessions[0]?.isArchived, true);
	});

	it('is read over the wire, two pages with two calls [acp C41]', async () => {
		const heard: string[] = [];
		const cursor = 'page/2?"é';
		const { process, connection } = await startScripted(
			{
				on: {
					'session/list#1': [{ respond: { sessions: [info('a')], nextCursor: cursor } }],
					'session/list#2': [{ respond: { sessions: [info('b')] } }],
				},
			},
			{ hear: (text) => heard.push(text) },
		);
		const log = (): void => undefined;
		const agent = await connectV1(connection, {
			clientInfo,
			decoder,
			offer: fullOffer,
			unstable: new Set(),
			log,
		});
		const kept = new AgentSessions(new FakeAgents(agent), () => [folder]);
		await kept.show('A');
		await kept.more('A');
		assert.deepEqual(idsOf(kept), ['a', 'b']);
		const received = heard.map((text) => JSON.parse(text) as { method: string; params: object });
		const lists = received.filter(({ method }) => method === 'session/list').map(({ params }) => params);
		assert.deepEqual(lists, [{ cwd: folder }, { cwd: folder, cursor }]);
		kept.dispose();
		agent.dispose();
		await process.stop();
	});
});
