/** Tool servers, notices without a request, `_meta`, trace context, telemetry: what comes and goes beside the talk. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { it } from './eachCarrier.ts';
import { childEnv } from '../../../src/node/childEnv.ts';
import { AgentProcess } from '../../../src/node/agentProcess.ts';
import { fakeAgentCommand } from '../../agents/fakeAgentCommand.ts';
import { setup } from '../core/acp/support.ts';
import { tempDir } from '../node/support.ts';
import { mcpServers } from './everyIntent.ts';
import { closePeer, connectPeer, openPeer, paramsOf } from './peer.ts';
import { openSession } from './sessionPeer.ts';
import { entriesOf, spokenText } from '../core/session/driver/transcript.ts';
import { noticeWords } from '../../../src/core/view/sayings.ts';

describe('tool servers', () => {
	for (const [capabilities, names] of [
		[{}, ['a']],
		[{ http: true }, ['a', 'b']],
		[{ sse: true }, ['a', 'c']],
		[{ http: true, sse: true, acp: true }, ['a', 'b', 'c']],
	] as const) {
		const kinds = Object.keys(capabilities).join(', ');
		it(`go to an agent that takes ${kinds || 'no other kind'}: ${names.join(', ')} [acp C43] [acp C44]`, async () => {
			const { session, peer, close } = await openSession(
				{ capabilities: { mcpCapabilities: capabilities } },
				{ mcpServers },
			);
			const [sent] = paramsOf(peer.seen.out, 'session/new');
			const servers = sent?.['mcpServers'] as { name: string }[];
			assert.deepEqual(
				servers.map(({ name }) => name),
				names,
			);
			const [notice] = entriesOf(session, 'notice').map(noticeWords);
			for (const { name, type } of mcpServers) {
				// The user did not configure the server of this window, so no notice says that it is left out.
				const isLeftOut = type !== 'acp' && !(names as readonly string[]).includes(name);
				assert.equal(notice?.detail?.includes(`${name} (${type})`) ?? false, isLeftOut);
			}
			await close();
		});
	}
});

it('notices and compaction are shown even from an agent that may not send them, one without title is ignored [acp C69] [acp C70]', async () => {
	const notice = { sessionUpdate: 'notice', severity: 'warning', title: 'Slow', description: 'Busy' };
	const compaction = { sessionUpdate: 'compaction_update', compactionId: 'k' };
	const { session, say, close } = await openSession({
		on: {
			'session/prompt': [
				{ text: 'before' },
				{ update: notice },
				{ update: { ...notice, title: '' } },
				{ update: { ...notice, title: null } },
				{ update: { sessionUpdate: 'notice', severity: 'doom', title: 'Odd' } },
				{ update: { ...compaction, status: 'in_progress' } },
				{
					update: {
						sessionUpdate: 'compaction_summary_chunk',
						compactionId: 'k',
						content: { type: 'text', text: 'short' },
					},
				},
				{ update: { ...compaction, status: 'completed' } },
				{ text: ' after' },
			],
		},
	});
	assert.equal(await say('go'), 'done');
	assert.equal(spokenText(session), 'before after');
	assert.deepEqual(
		session.state.agentNotices.map(({ title, severity }) => [title, severity]),
		[
			['Slow', 'warning'],
			['Odd', 'info'],
		],
	);
	assert.deepEqual(
		entriesOf(session, 'compaction').map(({ status, summary }) => [status, summary]),
		[['completed', [{ type: 'text', text: 'short' }]]],
	);
	// Not a part of the conversation: nothing of it is in the transcript.
	assert.ok([...session.state.entries.values()].every((entry) => !JSON.stringify(entry).includes('Slow')));
	await close();
});

const traceKeys = ['traceparent', 'tracestate', 'baggage'];
const trace = {
	traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
	tracestate: 'vendor=secret',
	baggage: 'user=alice',
};
const meta = {
	'vendor.test/deep': { list: [1, null, { x: 'ä' }], __proto: 1 },
	constructor: 'c',
	terminal_color: 'red',
};

describe('_meta', () => {
	it('is kept as it is where a tool call is kept [acp C119]', async () => {
		const { session, say, close } = await openSession({
			on: {
				'session/prompt': [
					{
						update: {
							sessionUpdate: 'tool_call',
							toolCallId: 'c1',
							title: 'T',
							_meta: { ...meta, ...trace },
						},
					},
				],
			},
		});
		await say('go');
		assert.deepEqual(entriesOf(session, 'tool_call')[0]?.meta, { ...meta, ...trace });
		await close();
	});

	it('changes nothing else: the same with it everywhere, without it, and with nonsense in it [acp C119]', async () => {
		const shapes = [undefined, meta, {}, null].map((_meta) => (_meta === undefined ? {} : { _meta }));
		const shown: unknown[] = [];
		for (const extra of shapes) {
			const { session, say, close } = await openSession({
				on: {
					'session/prompt': [
						{
							update: {
								sessionUpdate: 'agent_message_chunk',
								content: { type: 'text', text: 'hi', ...extra },
								...extra,
							},
						},
						{ update: { sessionUpdate: 'tool_call', toolCallId: 'c1', title: 'T', ...extra } },
						{
							update: {
								sessionUpdate: 'plan',
								entries: [{ content: 'a', priority: 'low', status: 'pending', ...extra }],
								...extra,
							},
						},
						{ respond: { stopReason: 'end_turn', ...extra } },
					],
				},
			});
			assert.equal(await say('go'), 'done');
			assert.equal(spokenText(session), 'hi');
			const entries = [...session.state.entries.values()].map((entry) => ({
				...entry,
				meta: undefined,
				at: 0,
				startedAt: 0,
				endedAt: 0,
			}));
			shown.push([entries, session.state.turn]);
			await close();
		}
		for (const one of shown) assert.deepEqual(one, shown[0]);
	});

	it('of traces leaves no trace in what we send [acp C118]', async () => {
		const peer = await openPeer({
			on: {
				'session/new': [{ respond: { sessionId: 's1', _meta: trace } }],
				'session/prompt': [
					{ update: { sessionUpdate: 'tool_call', toolCallId: 'c1', title: 'T', _meta: trace } },
					{
						request: {
							method: 'session/request_permission',
							params: {
								sessionId: 's1',
								toolCall: { toolCallId: 'c1', _meta: trace },
								options: [{ optionId: 'a', name: 'A', kind: 'allow_once', _meta: trace }],
								_meta: trace,
							},
						},
					},
					{
						request: {
							method: 'fs/read_text_file',
							params: { sessionId: 's1', path: '/work/a', _meta: trace },
						},
					},
				],
			},
		});
		await peer.agent.prompt('s1', [{ type: 'text', text: 'go' }]);
		await peer.agent.prompt('s1', [{ type: 'text', text: 'again' }]);
		await closePeer(peer);
		const sent = JSON.stringify(peer.seen.out);
		for (const part of [...traceKeys, ...Object.values(trace)]) assert.ok(!sent.includes(part), part);
	});
});

test('no code of ours reads or writes the keys of trace context [acp C118]', () => {
	const root = path.join(import.meta.dirname, '../../../src');
	const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
		file.endsWith('.ts'),
	);
	assert.ok(files.length > 100);
	for (const file of files) {
		const text = readFileSync(path.join(root, file), 'utf8');
		for (const key of traceKeys) assert.ok(!text.includes(key), `${key} in ${file}`);
	}
});

it("the user's OTEL variables reach the agent as they are, and we set none [acp C126]", async () => {
	const own = {
		OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.test:4317',
		OTEL_SERVICE_NAME: 'mine',
		OTEL_ODD: '',
	};
	const inherited = Object.fromEntries(
		Object.entries(process.env).filter(([name]) => !name.startsWith('OTEL_')),
	);
	const file = path.join(tempDir(), 'env.json');
	for (const variables of [own, {}]) {
		const { command, args, env } = fakeAgentCommand({ start: [{ dumpEnv: file }, { die: { code: 0 } }] });
		const agent = await AgentProcess.start({
			command,
			args,
			cwd: path.dirname(file),
			env: childEnv({ ...inherited, ...variables }, env),
		});
		await agent.exited;
		const seen = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
		assert.deepEqual(
			Object.fromEntries(Object.entries(seen).filter(([name]) => name.startsWith('OTEL_'))),
			variables,
		);
	}
});

test('the settings of an agent may still choose its OTEL variables [acp C126]', () => {
	const env = childEnv(
		{ OTEL_SERVICE_NAME: 'mine', OTEL_LOGS: 'a' },
		{ OTEL_SERVICE_NAME: 'chosen' },
		'linux',
	);
	assert.deepEqual(env, { OTEL_SERVICE_NAME: 'chosen', OTEL_LOGS: 'a' });
});

it('methods on the wire are those of the protocol, ours would begin with _ [acp C115]', async () => {
	const peer = await connectPeer({});
	await peer.agent.newSession(setup('/work'));
	await closePeer(peer);
	for (const { method } of peer.seen.out) {
		assert.match(String(method), /^(?:_.+|initialize|session\/[a-z_]+)$/u);
	}
});
