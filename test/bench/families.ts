/**
 * What a family costs: `node test/bench/families.ts [rounds]`. An agent of ACP and an app-server of Codex say 1 MB in
 * chunks of 20 bytes over stdio, in turn; printed is the time until all of it has become events, and what Codex takes of
 * the time of ACP. With `--agent acp|codex` it is that agent.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { negotiate } from '../../src/core/acp/negotiate.ts';
import type { AgentEvent } from '../../src/core/session/model/agentEvents.ts';
import type { AgentPort } from '../../src/core/session/model/agentPort.ts';
import { noBytes } from '../unit/core/turns/gatewayWire.ts';
import { connectCodex } from '../../src/core/turns/connectTurns.ts';
import { AgentConnection } from '../../src/node/connection.ts';
import { StreamTransport } from '../../src/node/transport/streamTransport.ts';
import { negotiateOptions } from '../unit/core/acp/negotiateOptions.ts';
import { FakeTarget } from '../unit/core/acp/support.ts';

const bytes = 1024 * 1024;
const text = 'twenty bytes of text';
const chunks = Math.ceil(bytes / text.length);
const goal = 1.3;
const setup = { cwd: '/work', additionalDirectories: [], mcpServers: [] };

type Family = 'acp' | 'codex';

const answers: Readonly<Record<string, unknown>> = {
	'session/new': { sessionId: 's1' },
	'session/prompt': { stopReason: 'end_turn' },
	'thread/start': { thread: { id: 's1', turns: [] } },
	'turn/start': { turn: { id: 't1' } },
};
const inTurn = { threadId: 's1', turnId: 't1' };
const floods: Readonly<Record<string, object>> = {
	'session/prompt': {
		jsonrpc: '2.0',
		method: 'session/update',
		params: {
			sessionId: 's1',
			update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
		},
	},
	'turn/start': {
		method: 'item/agentMessage/delta',
		params: { ...inTurn, itemId: 'm1', delta: text },
		emittedAtMs: 1_700_000_000_000,
	},
};

function serve(): void {
	const send = async (message: unknown): Promise<void> => {
		if (!process.stdout.write(`${JSON.stringify(message)}\n`)) await once(process.stdout, 'drain');
	};
	createInterface({ input: process.stdin }).on('line', (line) => {
		const { id, method = '' } = JSON.parse(line) as { id?: number; method?: string };
		void (async () => {
			const initialized = { protocolVersion: 1, agentCapabilities: {}, userAgent: 'codex/1 (x)' };
			const result = method === 'initialize' ? initialized : (answers[method] ?? {});
			const flood = floods[method];
			if (method === 'turn/start') await send({ id, result });
			for (let n = flood === undefined ? chunks : 0; n < chunks; n++) await send(flood);
			if (method === 'turn/start')
				await send({
					method: 'turn/completed',
					params: { threadId: 's1', turn: { id: 't1', status: 'completed' } },
				});
			else if (id !== undefined) await send({ jsonrpc: '2.0', id, result });
		})();
	});
}

async function connect(family: Family, connection: AgentConnection): Promise<AgentPort> {
	if (family === 'codex')
		return connectCodex(connection, {
			clientInfo: { name: 'bench', title: 'Bench', version: '1' },
			log: () => undefined,
			wait: () => Promise.resolve(),
			tools: noBytes,
			isLocal: true,
			newId: () => 'm',
			offer: { forms: true, urls: true },
		});
	const negotiated = await negotiate(connection, negotiateOptions(), 1);
	if (negotiated.type !== 'connected') throw negotiated.reason;
	return negotiated.agent;
}

/** Knows when every chunk has come. */
class CountingTarget extends FakeTarget {
	readonly hasAll = Promise.withResolvers<void>();
	#count = 0;

	override onEvent({ type }: AgentEvent): void {
		if (type === 'message_chunk' && ++this.#count === chunks) this.hasAll.resolve();
	}
}

/** Milliseconds from the prompt to the last event. */
async function measure(family: Family): Promise<number> {
	const child = spawn(process.execPath, [fileURLToPath(import.meta.url), '--agent', family], {
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	const connection = new AgentConnection({
		transport: new StreamTransport({ input: child.stdout, output: child.stdin }),
	});
	try {
		const agent = await connect(family, connection);
		await agent.newSession(setup);
		const target = new CountingTarget();
		agent.attach('s1', target);
		const began = performance.now();
		await agent.prompt('s1', [{ type: 'text', text: 'go' }]);
		await target.hasAll.promise;
		return performance.now() - began;
	} finally {
		connection.dispose();
		child.kill();
	}
}

function median(times: readonly number[]): number {
	return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

if (process.argv.includes('--agent')) serve();
else {
	const rounds = Number(process.argv[2] ?? 5);
	const times: Record<Family, number[]> = { acp: [], codex: [] };
	for (let round = 0; round < rounds; round++)
		for (const family of ['acp', 'codex'] as const) times[family].push(await measure(family));
	const ratio = median(times.codex) / median(times.acp);
	for (const [family, all] of Object.entries(times))
		console.log(`${family}: ${median(all).toFixed(0)} ms (${all.map((one) => one.toFixed(0)).join(' ')})`);
	console.log(`${ratio.toFixed(2)}x, goal <= ${goal}x: ${ratio <= goal ? 'met' : 'MISSED'}`);
	process.exit(0);
}
