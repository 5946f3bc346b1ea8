/** Which version of the protocol is asked for, from the first start of an agent to the next. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isJsonObject } from '../../../src/core/base/json.ts';
import type { FakeAgentScript, Step } from '../../agents/fakeAgentScript.ts';
import { longTest } from '../../tools/longTest.ts';
import { eventually, fakeAgents, processesOf, receivedBy, startSession } from './fakeAgents.ts';
import type { Workbench } from './workbench.ts';

const hello: readonly Step[] = [
	{
		update: {
			sessionUpdate: 'agent_message_chunk',
			messageId: 'm1',
			content: { type: 'text', text: 'Hello from the agent' },
		},
	},
];

const info = { name: '@agentclientprotocol/claude-agent-acp', title: 'Known', version: '0.100.0' };

/** Speaks the version that it is asked for, and is known to do 2 well. */
const known: FakeAgentScript = {
	on: {
		initialize: [
			{
				respond: {
					protocolVersion: '$params.protocolVersion',
					info,
					agentInfo: info,
					capabilities: { session: {} },
					agentCapabilities: {},
				},
			},
		],
		'session/prompt': hello,
	},
};

/** Speaks 1 whatever it is asked for. */
const older: FakeAgentScript = { on: { 'session/prompt': hello } };

const agents = fakeAgents({ Known: known, Older: older });

export const protocolVersionAgents = { ...agents, Older: { ...Object(agents['Older']), protocol: 2 } };

async function askedFor(workbench: Workbench, agent: string): Promise<unknown[]> {
	const received = await receivedBy(workbench, agent);
	return received.flatMap(({ method, params }) =>
		method === 'initialize' && isJsonObject(params) ? [params['protocolVersion']] : [],
	);
}

/** Sends a prompt and waits until the answer stands there, `count` in all. */
async function chats({ chat }: Workbench, count: number): Promise<void> {
	await chat.send('hi');
	await eventually(
		async () => (await chat.transcriptText()).split('Hello from the agent').length - 1,
		(found) => found === count,
	);
	await chat.waitForStatus('Ready');
}

/** @param open the window; its agents are those above */
export function describeProtocolVersion(open: () => Workbench): void {
	describe('the version of the protocol', () => {
		it('is 1 at the first start of an agent that is known to speak 2 well, and 2 at the next', async () => {
			const workbench = open();
			await startSession(workbench, 'Known');
			await chats(workbench, 1);
			assert.deepEqual(await askedFor(workbench, 'Known'), [1]);
			await workbench.runCommand('ACP: Restart Agent');
			await chats(workbench, 2);
			assert.deepEqual(await askedFor(workbench, 'Known'), [1, 2]);
			await workbench.screenshot('protocol-remembered');
		});

		longTest(
			'falls back to 1 in a second process when the agent set to 2 speaks no other: one start for the user',
			async () => {
				const workbench = open();
				await startSession(workbench, 'Older');
				await chats(workbench, 1);
				assert.deepEqual(await askedFor(workbench, 'Older'), [2, 1]);
				assert.equal(await processesOf(workbench, 'Older'), 2);
				await workbench.screenshot('protocol-fallback');
			},
		);
	});
}
