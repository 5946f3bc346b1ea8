/** A prompt that goes out now, and what the agent makes of the turn that stops for it. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { AgentError } from '../../../../../src/core/base/errors.ts';
import { agent as says, transcriptLines } from '../reducer/historyRig.ts';
import { openFakeSession } from './fakeAgentPort.ts';
import { text } from './play.ts';

it('stands after the line that says that the turn was stopped, where the agent answers that with an error', async () => {
	const { session, agent } = openFakeSession();
	const first = session.prompt([text('One')]);
	await agent.prompted();
	agent.say(says('1'));
	void session.prompt([text('Two')]);
	session.sendNow(session.state.queue[0]?.id ?? '');
	agent.failTurn(new AgentError('answered', 'cancelled'));
	await first;
	assert.deepEqual(transcriptLines(session.state), ['user: One', 'agent: 1', 'notice: Stopped', 'user: Two']);
});
