/** What real agents answered when more than version 1 was asked for, through the real connection and negotiation. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { negotiate, type Negotiated } from '../../../src/core/acp/negotiate.ts';
import { AgentConnection } from '../../../src/node/connection.ts';
import { StreamTransport } from '../../../src/node/transport/streamTransport.ts';
import { negotiateOptions } from '../core/acp/negotiateOptions.ts';
import { recordings, type Recording } from '../core/acp/support.ts';
import { type Pace, ReplayAgent } from './replayAgent.ts';

/** Agents that speak version 2; all others answered 1, whatever they were asked for. */
const speakingV2 = ['claude-agent-acp', 'sdk-dual'];

for (const recording of recordings('init')) {
	const isV2 = speakingV2.some((agent) => recording.name.startsWith(agent));
	const name = isV2 ? 'is spoken to in version 2 [acp C201]' : 'is started anew for version 1 [acp C206]';
	it(`${recording.name}: ${name}`, async () => {
		for (const pace of ['burst', 'torn'] as const) {
			const { result, surplus } = await answered(recording, pace);
			assert.deepEqual(surplus, 0, 'nothing is sent but initialize');
			if (isV2) assert.ok(result.type === 'connected' && result.version === 2);
			else assert.ok(result.type === 'respawn' && result.ask === 1);
		}
	});
}

it('each recorded agent was asked for 2 and for 99', () => {
	assert.equal(recordings('init').length, 10);
});

async function answered(recording: Recording, pace: Pace): Promise<{ result: Negotiated; surplus: number }> {
	const agent = new ReplayAgent(recording, pace);
	const connection = new AgentConnection({
		transport: new StreamTransport({ input: agent.stdout, output: agent.stdin }),
	});
	const asked = negotiate(connection, negotiateOptions(), 2);
	await agent.play({ act: () => Promise.resolve(true) });
	const result = await asked;
	connection.dispose();
	return { result, surplus: agent.surplus.length };
}
