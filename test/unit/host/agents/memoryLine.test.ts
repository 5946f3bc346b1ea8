/** An agent that no process carries: all above the seam of transports works as with one. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AgentError } from '../../../../src/core/base/errors.ts';
import * as limits from '../../../../src/core/base/limits.ts';
import { RunningAgent, type StartOptions } from '../../../../src/host/agents/runningAgent.ts';
import { pruneSchemas } from '../../../../build/pruneSchemas.ts';
import { clientInfo, fullOffer } from '../../core/acp/support.ts';
import { type MemoryMessage, MemoryTransport } from '../../node/memoryTransport.ts';
import { ownChildren, tempDir, until } from '../../node/support.ts';
import { only } from '../../only.ts';
import { startSession } from '../../protocol/sessionPeer.ts';

const schemaFolder = tempDir();
pruneSchemas(schemaFolder);

const results: Readonly<Record<string, unknown>> = {
	initialize: { protocolVersion: 1, agentCapabilities: {} },
	'session/new': { sessionId: 'one' },
};

/** Its prompts say that many chunks, and end only where `ends` says so. */
function agentThat(chunks: number, ends = true) {
	return ({ id, method = '' }: MemoryMessage, transport: MemoryTransport): void => {
		if (id === undefined) return;
		if (method !== 'session/prompt') return transport.say({ id, result: results[method] ?? {} });
		for (let n = 0; n < chunks; n++) {
			const content = { type: 'text', text: `${n} ` };
			const update = { sessionUpdate: 'agent_message_chunk', content };
			transport.say({ method: 'session/update', params: { sessionId: 'one', update } });
		}
		if (ends) transport.say({ id, result: { stopReason: 'end_turn' } });
	};
}

async function start(transport: MemoryTransport) {
	const events: string[] = [];
	const running = await RunningAgent.start({
		definition: {
			type: 'program',
			name: 'Memory',
			command: '',
			args: [],
			env: {},
			protocol: 'auto',
			isBuiltIn: false,
		},
		openLine: async () => ({
			transport,
			beginTurn: () => void events.push('turn'),
			stop: async () => void events.push('stop'),
			kill: () => void events.push('kill'),
			dispose: () => undefined,
		}),
		folder: '/work',
		clientInfo,
		schemaFolder,
		launchFolder: '/launch',
		ask: 1,
		signal: new AbortController().signal,
		log: only<StartOptions['log']>({ info: () => {}, warn: () => {}, error: () => {} }),
		offer: fullOffer,
		unstable: new Set(),
	});
	const peer = { agent: running.port, connection: { onClose: running.onExit } };
	const started = await startSession(peer, {}, () => running.stop());
	return { ...started, events };
}

function textOf({ state }: Awaited<ReturnType<typeof start>>['session']): string {
	return [...state.entries.values()].map((entry) => JSON.stringify(entry)).join('\n');
}

describe('a session whose messages no process carries', () => {
	it('starts, answers a prompt and ends, and no process is there', async () => {
		const transport = new MemoryTransport(agentThat(3));
		const { session, say, close, events } = await start(transport);
		await say('Hello');
		assert.match(textOf(session), /0 1 2 /u);
		assert.deepEqual(ownChildren(), []);
		await close();
		assert.deepEqual(events, ['turn', 'stop']);
		assert.deepEqual(
			transport.heard.map(({ method }) => method),
			['initialize', 'session/new', 'session/prompt'],
		);
	});

	it('takes no more than fits into its queue, and all of it in the end [hazard A7]', async () => {
		const count = limits.inboundHighWater * 3;
		const transport = new MemoryTransport((message, line) => {
			agentThat(count)(message, line);
			if (message.method === 'session/prompt') held.push(line.waiting);
		});
		const held: number[] = [];
		const { session, say, close } = await start(transport);
		await say('Flood');
		// The answer waits with them.
		assert.ok((held[0] ?? 0) > limits.inboundHighWater, String(held[0]));
		assert.ok(textOf(session).includes(` ${count - 1} `));
		assert.equal(transport.waiting, 0);
		await close();
	});

	it('loses its turn with the cause of the line when that is cut, and what was said before it is there [hazard B8]', async () => {
		const transport = new MemoryTransport(agentThat(2, false));
		const { session, say, close, events } = await start(transport);
		const turn = say('Hello');
		await until(() => events.includes('turn'), 2000, 'no turn');
		await until(() => textOf(session).includes('0 1 '), 2000, 'no text');
		transport.close(new AgentError('exited', 'The cable was pulled'));
		await turn;
		assert.equal(session.state.turn.type, 'idle');
		assert.ok(events.includes('stop'));
		assert.match(textOf(session), /0 1 /u);
		assert.match(textOf(session), /The cable was pulled/u);
		await close();
	});
});
