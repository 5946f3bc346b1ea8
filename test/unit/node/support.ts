/** What the tests of src/node share. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { after } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { AgentConnection, type ConnectionOptions } from '../../../src/node/connection.ts';
import { StreamTransport } from '../../../src/node/transport/streamTransport.ts';
import { AgentProcess, exitError } from '../../../src/node/agentProcess.ts';
import { childEnv } from '../../../src/node/childEnv.ts';
import type { FakeAgentScript } from '../../agents/fakeAgentScript.ts';
import type { AgentsHere } from '../../agents/agentsHere.ts';
import type { Transport } from '../../../src/node/transport/transport.ts';
import { agentsAtAddresses, carrierOfTest } from '../protocol/eachCarrier.ts';
import { GreetingTransport, greeting, LaterTransport } from './laterTransport.ts';
import { until } from './until.ts';
import { fakeAgentCommand } from '../../agents/fakeAgentCommand.ts';

export { until } from './until.ts';
export { randomIntegers, seed } from '../../tools/seeded.ts';

export type Json = Record<string, unknown>;

/** An agent in memory, or at an address where the test says so (`eachCarrier.ts`): write lines to it with `say`, read what the client sent in `heard`. */
export class MemoryAgent {
	readonly stdout = new PassThrough();
	readonly stdin = new PassThrough();
	readonly heard: Json[] = [];
	readonly bytes: Buffer[] = [];
	readonly log: string[] = [];
	readonly connection: AgentConnection;
	readonly #pings = new Map<unknown, () => void>();
	#rest = '';

	constructor(options: Partial<ConnectionOptions> = {}) {
		this.stdin.on('data', (chunk: Buffer) => this.#hear(chunk));
		const log = (line: string): void => void this.log.push(line);
		const agents = agentsAtAddresses();
		const transport =
			agents === undefined
				? new StreamTransport({ input: this.stdout, output: this.stdin })
				: new LaterTransport(this.#atAddress(agents));
		this.connection = new AgentConnection({ transport, log, ...options });
	}

	say(...values: (object | string)[]): void {
		const lines = values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)) + '\n');
		this.stdout.write(lines.join(''));
	}

	/** Proves that both directions work: a request of the agent is answered. */
	async ping(): Promise<void> {
		const id = `ping-${Math.random()}`;
		this.say({ jsonrpc: '2.0', id, method: '_test/ping', params: {} });
		const isAnswered = new Promise<boolean>((resolve) => this.#pings.set(id, () => resolve(true)));
		const timeout = new AbortController();
		const isLate = sleep(2000, false, { signal: timeout.signal }).catch(() => false);
		if (!(await Promise.race([isAnswered, isLate]))) throw new Error('the ping was not answered');
		timeout.abort();
	}

	/** Each line of ours is a message there, and each message that comes is a line here. */
	async #atAddress(serving: Promise<AgentsHere>): Promise<Transport> {
		const agents = await serving;
		const url = agents.urlFor(
			(wire) => {
				this.stdout.on('data', (bytes: Buffer) => wire.write(bytes));
				wire.read(
					({ id }) => {
						if (id === greeting.id) wire.write(Buffer.from(`${JSON.stringify(greeting.answer)}\n`));
					},
					() => undefined,
				);
			},
			(text) => {
				if (text !== greeting.text) this.stdin.write(`${text}\n`);
			},
		);
		const { openLineTo } = await import('../agents/openLine.ts');
		const { transport } = await openLineTo(url);
		return carrierOfTest() === 'http' ? new GreetingTransport(transport) : transport;
	}

	#hear(chunk: Buffer): void {
		this.bytes.push(chunk);
		const lines = (this.#rest + chunk.toString()).split('\n');
		this.#rest = lines.pop() ?? '';
		for (const line of lines) {
			const message = JSON.parse(line) as Json;
			this.heard.push(message);
			this.#pings.get(message['id'])?.();
		}
	}
}

/** Answers with this id that the client sent, errors of ours with id null included. */
export function answersTo(agent: MemoryAgent, id: unknown): Json[] {
	return agent.heard.filter((message) => message['id'] === id && !('method' in message));
}

/** The error code of an answer. */
export function codeOf(message: Json | undefined): unknown {
	return (message?.['error'] as Json | undefined)?.['code'];
}

/** Lets everything that is under way arrive. */
export async function settle(agent: MemoryAgent): Promise<void> {
	await agent.ping();
	await new Promise((resolve) => setImmediate(resolve));
}

export interface RunningAgent {
	readonly process: AgentProcess;
	readonly connection: AgentConnection;
}

/** The fake agent as a real process with a connection; killed when the test file ends, if not before. */
export async function startFake(
	script: FakeAgentScript | string,
	record?: string,
	options: Partial<ConnectionOptions> = {},
): Promise<RunningAgent> {
	const { command, args, env } = fakeAgentCommand(script, record);
	const agent = await AgentProcess.start({ command, args, cwd: tmpdir(), env: childEnv(process.env, env) });
	running.add(agent);
	const connection = new AgentConnection({
		transport: new StreamTransport({ input: agent.stdout, output: agent.stdin }),
		...options,
	});
	agent.onExit((exit) => {
		running.delete(agent);
		connection.close(exitError('Fake', exit));
	});
	return { process: agent, connection };
}

const running = new Set<AgentProcess>();

/** A directory of the test file's own, removed at its end. */
export function tempDir(): string {
	const path = mkdtempSync(join(tmpdir(), 'acp-host-unit-'));
	after(() => rmSync(path, { recursive: true, force: true }));
	return path;
}

/** Runs something `count` times, `atOnce` at a time. Rejects with the first failure. */
export async function inTurns(
	count: number,
	atOnce: number,
	run: (n: number) => Promise<void>,
): Promise<void> {
	let next = 0;
	const line = async (): Promise<void> => {
		while (next < count) await run(next++);
	};
	await Promise.all(Array.from({ length: atOnce }, line));
}

/** True for a process that lives and is no zombie. */
export function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
	} catch {
		return false;
	}
	if (process.platform !== 'linux') return true;
	try {
		return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
	} catch {
		return false;
	}
}

/** Numbers of the processes below this one, as far as they are children of it. */
export function ownChildren(): number[] {
	if (process.platform !== 'linux') return [];
	return readdirSync('/proc').flatMap((name) => {
		if (!/^\d+$/.test(name) || !isAlive(Number(name))) return [];
		try {
			const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
			return stat.slice(stat.lastIndexOf(')')).split(' ')[2] === String(process.pid) ? [Number(name)] : [];
		} catch {
			return [];
		}
	});
}

// Nothing may be left behind, also by tests that failed.
const surprises: unknown[] = [];
process.on('unhandledRejection', (reason) => surprises.push(reason));
after(async () => {
	for (const agent of running) agent.kill();
	await until(() => ownChildren().length === 0, 3000, 'a child process was left behind');
	if (surprises.length > 0) throw new Error(`unhandled rejections: ${surprises.map(String).join('; ')}`);
});
