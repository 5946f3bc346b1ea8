/** What a session of version 2 is given: tool servers and instructions. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { McpServer } from '../../../../../src/core/session/model/mcp.ts';
import { leftOutNotice } from '../../../../../src/core/session/driver/openingNotices.ts';
import type { Provided, SessionSetup } from '../../../../../src/core/session/model/agentPort.ts';
import { everyCapabilityV2 } from '../../../../agents/everyCapability.ts';
import { allUnstable, setup } from '../support.ts';
import { connectedV2, sentBy, type V2Setup } from './supportV2.ts';
import { noticeWords } from '../../../../../src/core/view/sayings.ts';

const stdio = { type: 'stdio', name: 'a', command: '/bin/a', args: ['-x'], env: { A: '1' } } as const;
const http = { type: 'http', name: 'b', url: 'https://b.test', headers: { h: 'v' } } as const;
const sse = { type: 'sse', name: 'c', url: 'https://c.test', headers: {} } as const;
const hosted = { type: 'acp', name: 'd', serverId: 'd1' } as const;

const wireStdio = { ...stdio, env: [{ name: 'A', value: '1' }] };
const wireHttp = { ...http, headers: [{ name: 'h', value: 'v' }] };

const withMcp = (mcp: unknown): V2Setup => ({
	answer: { capabilities: { session: { mcp } } },
	unstable: allUnstable,
});

/** The servers as they are sent, by every request that names them. */
async function sentServers(options: V2Setup, mcpServers: readonly McpServer[]): Promise<unknown> {
	const connection = await connectedV2(options);
	const wanted = { ...setup('/work'), mcpServers };
	await connection.agent.newSession(wanted);
	await connection.agent.loadSession('old', wanted);
	await connection.agent.resumeSession('old', wanted);
	const sent = [...sentBy(connection, 'session/new'), ...sentBy(connection, 'session/resume')];
	const [first, ...others] = sent.map((params) => Object(params).mcpServers as unknown);
	for (const other of others) assert.deepEqual(other, first);
	assert.equal(others.length, 2);
	return first;
}

/** What the user is told of the servers. */
async function told(options: V2Setup, mcpServers: readonly McpServer[]): Promise<string | undefined> {
	const { agent } = await connectedV2(options);
	const provided: Provided = { additionalDirectories: [], mcpServers, problems: [] };
	const notice = leftOutNotice('Fake', provided, agent);
	return notice === undefined ? undefined : noticeWords(notice).detail;
}

describe('tool servers in version 2', () => {
	const kinds: readonly [mcp: unknown, sent: readonly unknown[], told: RegExp | undefined][] = [
		[undefined, [], /a \(stdio\), b \(http\), c \(sse\)/u],
		[{}, [], /a \(stdio\), b \(http\), c \(sse\)/u],
		[{ stdio: null, http: true }, [], /a \(stdio\), b \(http\), c \(sse\)/u],
		[{ stdio: {} }, [wireStdio], /: b \(http\), c \(sse\)/u],
		[{ http: {} }, [wireHttp], /: a \(stdio\), c \(sse\)/u],
		[{ stdio: {}, http: {}, sse: {}, acp: {} }, [wireStdio, wireHttp, hosted], /: c \(sse\)/u],
	];
	for (const [mcp, sent, sentence] of kinds) {
		it(`go out with their type, as far as ${JSON.stringify(mcp)} takes them; the rest the user hears of [acp C217]`, async () => {
			const servers = [stdio, http, sse, hosted];
			assert.deepEqual(await sentServers(withMcp(mcp), servers), sent);
			assert.match((await told(withMcp(mcp), servers)) ?? '', sentence ?? /^$/u);
		});
	}

	it('go out once for each name, and the user hears which did not [acp C225]', async () => {
		const all = withMcp({ stdio: {}, http: {} });
		const twin = { ...http, name: 'a' };
		assert.deepEqual(await sentServers(all, [stdio, twin, http]), [wireStdio, wireHttp]);
		const detail = await told(all, [stdio, twin, { ...twin, url: 'https://c.test' }, http]);
		assert.equal(detail, 'Several tool servers are named a: only the first of them is used.');
		assert.equal(await told(all, [stdio, http]), undefined);
	});

	it('of one name do not stand in the way of each other when only one can be taken [acp C225]', async () => {
		const onlyHttp = withMcp({ http: {} });
		const twin = { ...http, name: 'a' };
		assert.deepEqual(await sentServers(onlyHttp, [stdio, twin]), [{ ...wireHttp, name: 'a' }]);
		assert.equal(
			await told(onlyHttp, [stdio, twin]),
			'Fake does not take tool servers of this kind: a (stdio).',
		);
	});
});

describe('instructions of the user in version 2', () => {
	const append = { mode: 'append', text: 'Be brief.' } as const;
	const override = { mode: 'override', text: 'Be brief.' } as const;
	const sentAs = (mode: string): object => ({ mode, content: [{ type: 'text', text: 'Be brief.' }] });
	const cases: readonly [
		capability: unknown,
		prompt: NonNullable<SessionSetup['systemPrompt']>,
		sent: object | undefined,
	][] = [
		[undefined, append, undefined],
		[null, append, undefined],
		[true, append, undefined],
		[{}, append, sentAs('append')],
		[{}, { mode: 'append', text: ' \n' }, undefined],
		[{}, override, undefined],
		[{ mode: {} }, override, undefined],
		[{ mode: { override: null } }, override, undefined],
		[{ mode: { override: {} } }, override, sentAs('override')],
		[{ mode: { override: {} } }, append, sentAs('append')],
	];
	for (const [systemPrompt, prompt, sent] of cases) {
		const name = `${JSON.stringify(prompt)} for ${JSON.stringify(systemPrompt)}`;
		it(`${name}: ${sent === undefined ? 'not sent' : 'sent as text'} [acp C275]`, async () => {
			const capabilities = { session: { systemPrompt, fork: {} } };
			const connection = await connectedV2({ answer: { capabilities }, unstable: allUnstable });
			const { agent, wire } = connection;
			wire.answers.set('session/fork', () => ({ sessionId: 's2' }));
			const wanted: SessionSetup = { ...setup('/work'), systemPrompt: prompt };
			await agent.newSession(wanted);
			await agent.loadSession('old', wanted);
			await agent.resumeSession('old', wanted);
			await agent.forkSession('old', wanted);
			const found = wire.sent.map(({ params }) => Object(params).systemPrompt as unknown);
			assert.deepEqual(found, Array(4).fill(sent));
		});
	}

	it('are not sent unless the user switched the draft on [acp C275]', async () => {
		const connection = await connectedV2({ answer: { capabilities: everyCapabilityV2 } });
		await connection.agent.newSession({ ...setup('/work'), systemPrompt: append });
		assert.deepEqual(sentBy(connection, 'session/new'), [{ cwd: '/work', mcpServers: [] }]);
	});
});
