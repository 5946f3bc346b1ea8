/**
 * An agent with a connection: a script in this process, or in one of its own where it needs it, and programs. At an
 * address where the test says so (`eachCarrier.ts`).
 */
import { tmpdir } from 'node:os';
import { AgentProcess, exitError } from '../../../src/node/agentProcess.ts';
import { childEnv } from '../../../src/node/childEnv.ts';
import { AgentConnection, type ConnectionOptions } from '../../../src/node/connection.ts';
import { StreamTransport } from '../../../src/node/transport/streamTransport.ts';
import type { FakeAgentCommand } from '../../agents/fakeAgentCommand.ts';
import { canRunHere, readScript, startAgentHere } from '../../agents/fakeAgentHere.ts';
import type { FakeAgentScript } from '../../agents/fakeAgentScript.ts';
import { serveBySdk } from '../../agents/sdkServer.ts';
import { serveCommandByWebSocket } from '../../agents/webSocketAgent.ts';
import { openLineTo } from '../agents/openLine.ts';
import { startFake } from '../node/support.ts';
import { agentsAtAddresses, carrierOfTest } from './eachCarrier.ts';

export interface ScriptedAgent {
	readonly process: { stop(): Promise<void> };
	readonly connection: AgentConnection;
}

interface Options extends Partial<ConnectionOptions> {
	/** Gets each message as it came to the agent, which then needs no process. */
	readonly hear?: (text: string) => void;
}

export async function startScripted(
	source: FakeAgentScript | string,
	{ hear, ...options }: Options,
): Promise<ScriptedAgent> {
	const script = readScript(source);
	const agents = agentsAtAddresses();
	if (agents !== undefined) return connectTo((await agents).urlOf(script, hear), options);
	if (!canRunHere(script)) return startFake(source, undefined, options);
	const agent = startAgentHere(script, hear);
	const connection = new AgentConnection({
		transport: new StreamTransport({ input: agent.stdout, output: agent.stdin }),
		...options,
	});
	void agent.exited.then((code) =>
		connection.close(exitError('Fake', { code, signal: null, stderrTail: '' })),
	);
	return { process: agent, connection };
}

/** A program that we did not write. */
export async function startCommand(
	agent: FakeAgentCommand,
	options: Partial<ConnectionOptions>,
): Promise<ScriptedAgent> {
	if (agentsAtAddresses() !== undefined) {
		const server = await serveCommand(agent);
		const { connection } = await connectTo(server.url, options);
		return { process: server, connection };
	}
	const { command, args, env } = agent;
	const child = await AgentProcess.start({ command, args, cwd: tmpdir(), env: childEnv(process.env, env) });
	const connection = new AgentConnection({
		transport: new StreamTransport({ input: child.stdout, output: child.stdin }),
		...options,
	});
	child.onExit((exit) => connection.close(exitError('Fake', exit)));
	return { process: child, connection };
}

async function serveCommand(
	agent: FakeAgentCommand,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
	if (carrierOfTest() === 'socket') return serveCommandByWebSocket(agent);
	const server = await serveBySdk(agent);
	return { url: server.httpUrl, stop: () => server.stop() };
}

async function connectTo(url: string, options: Partial<ConnectionOptions>): Promise<ScriptedAgent> {
	const line = await openLineTo(url);
	return { process: line, connection: new AgentConnection({ transport: line.transport, ...options }) };
}
