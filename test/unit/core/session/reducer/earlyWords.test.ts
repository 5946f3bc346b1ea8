/** What an agent says while a prompt waits for its session to be opened is not about that prompt. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AgentError } from '../../../../../src/core/base/errors.ts';
import type { AgentEvent } from '../../../../../src/core/session/model/agentEvents.ts';
import { openFakeSession } from '../driver/fakeAgentPort.ts';
import { text } from '../driver/play.ts';
import { idle, shapes, userChunk, userMessage, working } from '../driver/shapes.ts';
import { settle, transcript } from '../driver/transcript.ts';

const greeting: AgentEvent = { type: 'message_chunk', role: 'agent', content: text('Welcome.') };

const early: readonly { readonly name: string; readonly events: readonly AgentEvent[] }[] = [
	{ name: 'a greeting', events: [greeting] },
	{ name: 'a greeting, and that it is idle', events: [greeting, idle('end_turn', [])] },
	{ name: 'that it works, and has ended', events: [working(), greeting, idle()] },
];

for (const { name, take, end, reportsWork } of shapes) {
	describe(`the first prompt to an agent of ${name}`, () => {
		for (const { name: what, events } of early.slice(0, reportsWork ? undefined : 1)) {
			it(`is one bubble in one turn after ${what} [acp C220] [acp C228] [acp C230]`, async () => {
				const { session, agent } = openFakeSession();
				agent.early = events;
				const done = session.prompt([text('0')]);
				await settle();
				assert.equal(session.state.turn.type, 'running');
				take(agent, 0);
				await settle();
				assert.equal(session.state.turn.type, 'running');
				assert.equal(session.state.turnPrompts.length, 1);
				end(agent, 0);
				assert.equal(await done, 'done');
				assert.equal(session.state.turn.type, 'idle');
				const lines = transcript(session.state);
				const expected = lines.includes('agent: answer 0') ? ['agent: answer 0'] : [];
				assert.deepEqual(lines, ['user: 0', 'agent: Welcome.', ...expected]);
			});
		}

		it('that it refuses after a greeting is unsent [acp C232]', async () => {
			const { session, agent } = openFakeSession();
			agent.early = [greeting];
			const done = session.prompt([text('0')]);
			await settle();
			agent.failTurn(new AgentError('refused', 'No such model', { code: -32602 }));
			assert.equal(await done, 'refused');
			assert.equal(transcript(session.state)[0], 'user (unsent): 0');
		});
	});
}

describe('a prompt that waits for its session', () => {
	it('does not become a message that the agent repeats of before [acp C230]', async () => {
		const { session, agent } = openFakeSession();
		agent.early = [idle(), userMessage('old', [text('what was asked before')]), userChunk('and that')];
		const done = session.prompt([text('new')]);
		await settle();
		agent.say(userMessage('m0', [text('new')]), working());
		agent.sent[0]?.answer.resolve({ type: 'taken', messageId: 'm0' });
		agent.say(idle());
		assert.equal(await done, 'done');
		assert.deepEqual(transcript(session.state), [
			'user: new',
			'user: what was asked before',
			'user: and that',
		]);
	});

	it('does not go out after Stop, although the agent has ended something before [hazard B6]', async () => {
		const { session, agent } = openFakeSession();
		agent.early = [working(), idle('cancelled')];
		const done = session.prompt([text('new')]);
		session.stop();
		assert.equal(await done, 'withdrawn');
		assert.deepEqual(agent.sent, []);
		assert.equal(session.state.turn.type, 'idle');
		assert.deepEqual(transcript(session.state), ['user (unsent): new', 'notice: Stopped']);
	});

	it('has an answer of its own, apart from what the agent said before [acp C53]', async () => {
		const { session, agent } = openFakeSession();
		agent.early = [greeting];
		const done = session.prompt([text('new')]);
		await settle();
		agent.say({ type: 'message_chunk', role: 'agent', content: text('Answer.') });
		agent.endTurn('end_turn');
		await done;
		assert.deepEqual(transcript(session.state), ['user: new', 'agent: Welcome.', 'agent: Answer.']);
	});
});
