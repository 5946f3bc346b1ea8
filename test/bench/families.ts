/**
 * What a family costs: `node test/bench/families.ts [rounds]`. An agent of ACP and a gateway say 1 MB in chunks of 20
 * bytes, in turn: Codex over stdio, Pioneer over a WebSocket, ACP over both. Printed is the time until all of it has
 * become events, and what each gateway takes of the time of ACP over the same carrier. With `--agent family carrier` it
 * is that agent.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { negotiate } from '../../src/core/acp/negotiate.ts';
import type { AgentEvent } from '../../src/core/session/model/agentEvents.ts';
import type { AgentPort } from '../../src/core/session/model/agentPort.ts';
import { connectCodex, connectPioneer } from '../../src/core/turns/connectTurns.ts';
import { systemClock } from '../../src/host/common/systemClock.ts';
import { AgentConnection } from '../../src/node/connection.ts';
import { openWebSocket } from '../../src/node/transport/openWebSocket.ts';
import { noProxySettings } from '../../src/node/transport/proxy.ts';
import { StreamTransport } from '../../src/node/transport/streamTransport.ts';
import type { EndedTransport } from '../../src/node/transport/transport.ts';
import { WebSocketTransport } from '../../src/node/transport/webSocketTransport.ts';
import { negotiateOptions } from '../unit/core/acp/negotiateOptions.ts';
import { FakeTarget } from '../unit/core/acp/support.ts';
import { noBytes } from '../unit/core/turns/gatewayWire.ts';
import { type Carrier, chunks, type Family, serve } from './familyAgents.ts';

const goal = 1.3;
const setup = { cwd: '/work', additionalDirectories: [], mcpServers: [] };
/** Each gateway with ACP over its carrier. */
const pairs = [
	{ carrier: 'stdio', gateway: 'codex' },
	{ carrier: 'socket', gateway: 'pioneer' },
] as const;

type Child = ChildProcessByStdio<Writable, Readable, null>;

async function transportTo(child: Child, carrier: Carrier): Promise<EndedTransport | StreamTransport> {
	if (carrier === 'stdio') return new StreamTransport({ input: child.stdout, output: child.stdin });
	const [line] = (await once(child.stdout, 'data')) as [Buffer];
	const url = line.toString().trim();
	const { signal } = new AbortController();
	const opened = await openWebSocket({ url, headers: {}, proxy: noProxySettings, signal, wasLetIn: false });
	return new WebSocketTransport({ ...opened, url, clock: systemClock, redact: (text) => text });
}

async function connect(family: Family, connection: AgentConnection): Promise<AgentPort> {
	if (family !== 'acp') {
		const connectTurns = family === 'codex' ? connectCodex : connectPioneer;
		return connectTurns(connection, {
			clientInfo: { name: 'bench', title: 'Bench', version: '1' },
			log: () => undefined,
			wait: () => Promise.resolve(),
			tools: noBytes,
			isLocal: true,
			newId: () => 'm',
			offer: { forms: true, urls: true },
		});
	}
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
async function measure(family: Family, carrier: Carrier): Promise<number> {
	const child = spawn(process.execPath, [fileURLToPath(import.meta.url), '--agent', family, carrier], {
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	const connection = new AgentConnection({ transport: await transportTo(child, carrier) });
	try {
		const agent = await connect(family, connection);
		const { sessionId } = await agent.newSession(setup);
		const target = new CountingTarget();
		agent.attach(sessionId, target);
		const began = performance.now();
		await agent.prompt(sessionId, [{ type: 'text', text: 'go' }]);
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

const agentAt = process.argv.indexOf('--agent');
if (agentAt === -1) {
	const rounds = Number(process.argv[2] ?? 5);
	for (const { carrier, gateway } of pairs) {
		const times: Record<string, number[]> = { acp: [], [gateway]: [] };
		for (let round = 0; round < rounds; round++)
			for (const family of ['acp', gateway] as const) times[family]?.push(await measure(family, carrier));
		for (const [family, all] of Object.entries(times))
			console.log(
				`${carrier}, ${family}: ${median(all).toFixed(0)} ms (${all.map((one) => one.toFixed(0)).join(' ')})`,
			);
		const ratio = median(times[gateway] ?? []) / median(times['acp'] ?? []);
		console.log(`${ratio.toFixed(2)}x, goal <= ${goal}x: ${ratio <= goal ? 'met' : 'MISSED'}`);
	}
	process.exit(0);
} else serve(process.argv[agentAt + 1] as Family, process.argv[agentAt + 2] as Carrier);
