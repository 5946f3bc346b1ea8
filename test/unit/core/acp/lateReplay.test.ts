import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as limits from '../../../../src/core/base/limits.ts';
import { connected, FakeTarget, setup } from './support.ts';

const gemini = { agentCapabilities: { loadSession: true }, agentInfo: { name: 'gemini-cli', version: '1' } };
const chunk = (text: string): object => ({
	sessionUpdate: 'agent_message_chunk',
	content: { type: 'text', text },
});

describe('a history that comes after the answer', () => {
	it('is waited for until the agent falls silent: gemini sends it late [acp C46]', async () => {
		const pauses: number[] = [];
		let more: () => void = () => undefined;
		const pause = async (ms: number): Promise<void> => {
			pauses.push(ms);
			if (pauses.length <= 3) more();
		};
		const { wire, agent } = await connected(gemini, { pause });
		const target = new FakeTarget();
		agent.attach('old', target);
		more = () => wire.update('old', chunk(`late ${pauses.length}`));
		await agent.loadSession('old', setup('/work'));
		assert.equal(target.events.length, 3);
		assert.deepEqual(pauses, Array(4).fill(limits.lateReplayQuietMs));
	});

	it('is waited for only so long', async () => {
		let count = 0;
		const { wire, agent } = await connected(gemini, {
			pause: async () => {
				count++;
				wire.update('old', chunk('x'));
			},
		});
		await agent.loadSession('old', setup('/work'));
		assert.equal(count, limits.lateReplayMaxMs / limits.lateReplayQuietMs);
	});

	it('costs other agents no time', async () => {
		let count = 0;
		const pause = async (): Promise<void> => void count++;
		const { agent } = await connected({ ...gemini, agentInfo: { name: 'other', version: '1' } }, { pause });
		await agent.loadSession('old', setup('/work'));
		assert.equal(count, 0);
	});
});
