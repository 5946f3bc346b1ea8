/** A line to an agent at an address ends in a turn: what the agent may have is not sent again unasked. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AgentError, type AgentErrorReason } from '../../../../../src/core/base/errors.ts';
import { openFakeSession } from './fakeAgentPort.ts';
import { text } from './play.ts';
import { prompts, says, steer } from './steeringRig.ts';
import { settle, transcript } from './transcript.ts';

/** A turn that runs, with one prompt that waits, and one that was sent into the turn. */
async function steering() {
	const opened = openFakeSession({ isRemote: true, loadSession: true, random: () => 0.5 });
	const { session, agent } = opened;
	agent.capabilities = { steering: true };
	void session.prompt([text('One')]);
	await agent.prompted();
	agent.say(says('1'));
	void steer(session);
	void session.prompt([text('Later')]);
	await settle();
	return opened;
}

const ended = (reason: AgentErrorReason): AgentError => new AgentError(reason, 'It ended.');
const reasons: readonly AgentErrorReason[] = ['disconnected', 'rejected', 'tooLarge', 'protocol'];

describe('a line to an address that ends in a turn', () => {
	it('leaves prompts that the agent may have in doubt, whatever ended it [hazard C10]', async () => {
		for (const reason of reasons) {
			const { session, agent } = await steering();
			agent.exit(ended(reason));
			await settle();
			const queue = session.state.queue.map(({ place, isDoubtful }) => [place, isDoubtful === true]);
			const expected = [
				['here', true],
				['here', false],
			];
			assert.deepEqual(queue, expected, reason);
			assert.notEqual(session.state.queuePause, undefined);
			await session.start();
			await settle();
			assert.deepEqual(prompts(agent), ['One'], reason);
		}
	});

	it('is cut for the history of the agent, which may have gone on; only a broken one is sought again by itself', async () => {
		for (const reason of reasons) {
			const { session, agent } = await steering();
			agent.capabilities = { resumeSession: true };
			agent.exit(ended(reason));
			assert.equal(session.state.lastEnd?.isCut, true, reason);
			const { agent: line } = session.state;
			assert.equal(line.type === 'exited' && line.retry !== undefined, reason === 'disconnected', reason);
			await session.start();
			assert.equal(agent.calls.at(-1), 'loadSession', reason);
		}
	});

	it('does not call a prompt unsent that was sent', async () => {
		const { session, agent } = openFakeSession({ isRemote: true, loadSession: true });
		agent.onPrompt = () => Promise.resolve({ type: 'taken', messageId: 'p1' });
		void session.prompt([text('One')]);
		await settle();
		agent.say({ type: 'work', work: { type: 'running' } }, { type: 'work', work: { type: 'idle' } });
		await settle();
		agent.onPrompt = () => new Promise(() => undefined);
		const second = session.prompt([text('Two')]);
		await settle();
		assert.equal(session.state.agentQueuesPrompts, true);
		agent.exit(ended('disconnected'));
		assert.equal(await second, 'done');
		assert.deepEqual(
			transcript(session.state).filter((line) => line.startsWith('user')),
			['user: One', 'user: Two'],
		);
	});
});
