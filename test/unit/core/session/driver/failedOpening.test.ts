/** An agent that tells its history, and is gone before the session is open. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AgentError } from '../../../../../src/core/base/errors.ts';
import type { AgentEvent } from '../../../../../src/core/session/model/agentEvents.ts';
import type { ConfigOption } from '../../../../../src/core/session/model/config.ts';
import type { Session } from '../../../../../src/core/session/driver/session.ts';
import { agent as says, user } from '../reducer/historyRig.ts';
import { type FakeAgent, openFakeSession } from './fakeAgentPort.ts';
import { text } from './play.ts';

const choices = [
	{ value: 'ask', name: 'Ask' },
	{ value: 'auto', name: 'Auto' },
];
const modes: ConfigOption = {
	...{ id: 'mode', name: 'Mode', via: 'mode', type: 'select', current: 'ask' },
	groups: [{ choices }],
};

/** It exits when the mode is to be set that the user had chosen. */
function exitsAfter(replay: readonly AgentEvent[]): { session: Session; agent: FakeAgent } {
	const earlierChoices = [{ optionId: 'mode', value: 'auto' }];
	const { session, agent } = openFakeSession({
		loadSession: true,
		seed: { sessionId: 'old', earlierChoices },
	});
	agent.replay = replay;
	agent.broughtBack = { modes };
	const acquire = agent.acquire.bind(agent);
	const gone = new AgentError('exited', 'gone');
	agent.acquire = async () => {
		const lease = await acquire();
		const setOption = (): Promise<never> => {
			agent.exit(gone);
			return Promise.reject(gone);
		};
		return { ...lease, port: { ...lease.port, setOption } };
	};
	return { session, agent };
}

const working: AgentEvent = { type: 'work', work: { type: 'running' } };

describe('an agent that exits after its history, before the session is open', () => {
	it('leaves no turn behind: the prompt comes back as not sent [acp C51] [hazard B4]', async () => {
		for (const turns of [1, 2, 5]) {
			const replay = Array.from({ length: turns }, (_, n) => [user(`Prompt ${n}`), says(`Answer ${n}.`)]);
			const { session } = exitsAfter(replay.flat());
			assert.equal(await session.prompt([text('Next')]), 'refused');
			assert.equal(session.state.agent.type, 'exited');
			assert.equal(session.state.turn.type, 'idle');
			const prompt = [...session.state.entries.values()].findLast(({ type }) => type === 'message');
			assert.ok(prompt?.type === 'message' && prompt.isUnsent === true);
		}
	});

	it('ends the work that it had told of', async () => {
		const { session } = exitsAfter([user('One'), says('1'), working]);
		await session.start();
		assert.equal(session.state.agent.type, 'exited');
		assert.equal(session.state.turn.type, 'idle');
		assert.deepEqual(session.state.lastEnd, { reason: 'error' });
	});

	it('ends the work that it had told of when a prompt began it, which is given back', async () => {
		const { session } = exitsAfter([user('One'), says('1'), working]);
		assert.equal(await session.prompt([text('Next')]), 'refused');
		assert.equal(session.state.turn.type, 'idle');
		assert.deepEqual(session.state.turnPrompts, []);
	});
});
