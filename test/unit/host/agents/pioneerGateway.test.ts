/** A whole session with a Pioneer gateway over a socket: the gateway is a strict one of ours (test/agents). */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { AgentError } from '../../../../src/core/base/errors.ts';
import type { MessageEntry, ToolCallEntry } from '../../../../src/core/session/model/entry.ts';
import { connectTurns } from '../../../../src/core/turns/connectTurns.ts';
import { openRemoteLine } from '../../../../src/host/agents/remoteLine.ts';
import { RunningAgent, type StartOptions } from '../../../../src/host/agents/runningAgent.ts';
import { noProxySettings } from '../../../../src/node/transport/proxy.ts';
import { PioneerGateway } from '../../../agents/pioneerGateway.ts';
import { clientInfo, fullOffer } from '../../core/acp/support.ts';
import { until } from '../../node/support.ts';
import { only } from '../../only.ts';
import { startSession } from '../../protocol/sessionPeer.ts';

const token = randomUUID();

async function start(
	url: string,
	{ bearer = token, sessionId }: { bearer?: string; sessionId?: string } = {},
) {
	const endpoint = { url, headers: { Authorization: `Bearer ${bearer}` } };
	const running = await RunningAgent.start({
		definition: {
			type: 'remote',
			name: 'Gateway',
			...endpoint,
			headerVariables: new Map(),
			protocol: 'pioneer',
			isBuiltIn: false,
		},
		openLine: (options, redactor) => openRemoteLine(endpoint, noProxySettings, options, redactor),
		connectTurns,
		folder: '/work',
		clientInfo,
		schemaFolder: '/nowhere',
		launchFolder: '/nowhere',
		ask: 1,
		signal: new AbortController().signal,
		log: only<StartOptions['log']>({ info: () => {}, warn: () => {}, error: () => {} }),
		offer: fullOffer,
		unstable: new Set(),
	});
	const peer = { agent: running.port, connection: { onClose: running.onExit } };
	return startSession(peer, { sessionId }, () => running.stop());
}

type Started = Awaited<ReturnType<typeof start>>;

function shown({ session: { state } }: Started): readonly string[] {
	return [...state.entries.values()].map((entry) => {
		if (entry.type === 'message') return `${entry.role}: ${textOf(entry)}`;
		return entry.type === 'tool_call' ? `call: ${callText(entry, state)}` : entry.type;
	});
}

function textOf({ content }: MessageEntry): string {
	return content.map((part) => (part.type === 'text' ? part.text : part.type)).join('');
}

function callText(
	{ title, status, toolCallId }: ToolCallEntry,
	{ terminals }: Started['session']['state'],
): string {
	return `${title}, ${status}, ${JSON.stringify(terminals.get(toolCallId)?.output)}`;
}

const answered = (prompt: string): readonly string[] => [
	`user: ${prompt}`,
	'thought: think',
	'call: npm test, completed, "ok\\n"',
	'agent: All green.',
];

describe('A session with a Pioneer gateway', () => {
	let gateway: PioneerGateway;
	before(async () => {
		gateway = await PioneerGateway.start({ token });
	});
	after(() => gateway.close());

	it('answers a prompt as any agent does, and another one after it', async () => {
		const started = await start(gateway.url);
		await started.say('Run the tests');
		await started.say('Again');
		assert.deepEqual(shown(started), [...answered('Run the tests'), ...answered('Again')]);
		await started.close();
	});

	it('stops a turn', async () => {
		const started = await start(gateway.url);
		const turn = started.say('slow');
		await until(() => shown(started).includes('thought: think'), 10_000, 'no thought');
		started.session.stop();
		await turn;
		assert.equal(started.session.state.lastEnd?.reason, 'cancelled');
		await started.close();
	});

	it('says in the words of the gateway why a turn failed', async () => {
		const started = await start(gateway.url);
		await started.say('fail');
		assert.equal(started.session.state.lastEnd?.message, 'the model is gone');
		await started.close();
	});

	it('is the same when it is loaded, told by its history', async () => {
		const first = await start(gateway.url);
		await first.say('Run the tests');
		const { sessionId } = first.session.state;
		await first.close();
		const second = await start(gateway.url, sessionId === undefined ? {} : { sessionId });
		assert.deepEqual(shown(second), answered('Run the tests'));
		await second.say('Again');
		assert.deepEqual(shown(second), [...answered('Run the tests'), ...answered('Again')]);
		await second.close();
	});

	it('does not begin without the token', async () => {
		await assert.rejects(start(gateway.url, { bearer: 'wrong' }), (error: AgentError) => error.code === 401);
	});

	it('was spoken to in no way that the gateway refuses', () => {
		assert.ok(gateway.heard.some(({ method }) => method === 'turn/start'));
		assert.deepEqual(
			gateway.refused.filter(({ method }) => method !== 'turn/timeline'),
			[],
		);
	});
});
