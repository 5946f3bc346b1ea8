/** A scripted agent with a connection: in this process where its script allows it, in one of its own where it needs it. */
import { AgentConnection, type ConnectionOptions } from '../../../src/node/connection.ts';
import { exitError } from '../../../src/node/agentProcess.ts';
import { StreamTransport } from '../../../src/node/transport/streamTransport.ts';
import { canRunHere, readScript, startAgentHere } from '../../agents/fakeAgentHere.ts';
import type { FakeAgentScript } from '../../agents/fakeAgentScript.ts';
import { startFake } from '../node/support.ts';

export interface ScriptedAgent {
	readonly process: { stop(): Promise<void> };
	readonly connection: AgentConnection;
}

export async function startScripted(
	source: FakeAgentScript | string,
	options: Partial<ConnectionOptions>,
): Promise<ScriptedAgent> {
	const script = readScript(source);
	if (!canRunHere(script)) return startFake(source, undefined, options);
	const agent = startAgentHere(script);
	const connection = new AgentConnection({
		transport: new StreamTransport({ input: agent.stdout, output: agent.stdin }),
		...options,
	});
	void agent.exited.then((code) =>
		connection.close(exitError('Fake', { code, signal: null, stderrTail: '' })),
	);
	return { process: agent, connection };
}
