/** Turns of agents of every shape: prompted, answered, stopped, failed (docs/protocol.md#turn-shapes). */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AgentError } from '../../../../../src/core/base/errors.ts';
import { openFakeSession } from './fakeAgentPort.ts';
import { text } from './play.ts';
import { idle, shapes, statefulShapes, userMessage, working } from './shapes.ts';
import { bubbles, settle, transcript } from './transcript.ts';

const prompt = (value: number | string): [{ type: 'text'; text: string }] => [text(String(value))];

for (const { name, take, end, reportsWork } of shapes) {
	describe(`a turn of ${name}`, () => {
		it('ends with the word of the agent, and shows the prompt once [acp C51] [acp C228] [acp C229] [acp C230]', async () => {
			const { session, agent } = openFakeSession();
			for (const at of [0, 1]) {
				const done = session.prompt(prompt(at));
				await settle();
				assert.equal(session.state.turn.type, 'running');
				take(agent, at);
				await settle();
				assert.equal(session.state.turn.type, 'running');
				end(agent, at);
				await settle();
				assert.equal(session.state.turn.type, 'idle');
				assert.equal(await done, 'done');
			}
			assert.deepEqual(bubbles(session.state), ['user: 0', 'user: 1']);
			assert.equal(session.state.turnCount, 2);
			assert.deepEqual(session.state.turnPrompts, []);
			assert.equal(session.state.expectedEchoes.size, 0);
		});

		it('ends when everything the agent says comes in one piece [acp C228] [acp C230]', async () => {
			const { session, agent } = openFakeSession();
			const done = session.prompt(prompt(0));
			await settle();
			take(agent, 0);
			end(agent, 0);
			await settle();
			assert.equal(session.state.turn.type, 'idle');
			assert.equal(await done, 'done');
			assert.deepEqual(bubbles(session.state), ['user: 0']);
		});

		it('is over once when it was stopped, and says so once [acp C51] [acp C60]', async () => {
			const { session, agent } = openFakeSession();
			const done = session.prompt(prompt(0));
			await settle();
			take(agent, 0);
			await settle();
			session.stop();
			assert.equal(session.state.turn.type, 'stopping');
			end(agent, 0, { reason: 'cancelled' });
			if (reportsWork) agent.say(idle('cancelled'), idle('cancelled'));
			assert.equal(await done, 'done');
			assert.equal(session.state.turn.type, 'idle');
			assert.deepEqual(
				transcript(session.state).filter((line) => line.startsWith('notice')),
				['notice: Stopped'],
			);
		});

		it('that was not reported to be over says nothing wrong [acp C235]', async () => {
			const { session, agent } = openFakeSession();
			const done = session.prompt(prompt(0));
			await settle();
			take(agent, 0);
			await settle();
			end(agent, 0, { reason: 'not_reported' });
			assert.equal(await done, 'done');
			assert.equal(session.state.turn.type, 'idle');
			assert.ok(transcript(session.state).every((line) => !line.startsWith('notice')));
			assert.deepEqual(bubbles(session.state), ['user: 0']);
		});

		it('that was not reported to be over lets the next prompt go, whether it was stopped or not [acp C235]', async () => {
			for (const isStopped of [false, true]) {
				const { session, agent } = openFakeSession();
				const first = session.prompt(prompt(0));
				await settle();
				take(agent, 0);
				await settle();
				if (isStopped) session.stop();
				const second = session.prompt(prompt(1));
				if (reportsWork) agent.say({ type: 'work', work: { type: 'idle' } });
				else end(agent, 0, { reason: 'not_reported' });
				assert.equal(await first, 'done');
				await settle();
				assert.equal(agent.sent.length, 2);
				assert.equal(session.state.queuePause, undefined);
				take(agent, 1);
				await settle();
				end(agent, 1);
				assert.equal(await second, 'done');
			}
		});

		it('that failed says why, and the prompt counts as sent [acp C232]', async () => {
			const { session, agent } = openFakeSession();
			const done = session.prompt(prompt(0));
			await settle();
			take(agent, 0);
			await settle();
			end(agent, 0, { reason: 'error', message: 'No credits left' });
			assert.equal(await done, 'done');
			const notice = [...session.state.entries.values()].at(-1);
			assert.ok(notice?.type === 'notice' && notice.detail === 'No credits left');
			assert.deepEqual(bubbles(session.state), ['user: 0']);
		});

		it('whose prompt is refused before it is taken up leaves it unsent and gives it back [acp C232]', async () => {
			const { session, agent } = openFakeSession();
			const done = session.prompt(prompt(0));
			await settle();
			agent.failTurn(new AgentError('refused', 'No such model', { code: -32602 }));
			assert.equal(await done, 'refused');
			assert.equal(session.state.turn.type, 'idle');
			assert.deepEqual(transcript(session.state), [
				'user (unsent): 0',
				'notice: Fake Agent did not accept the request',
			]);
		});

		for (const code of [-32_603, -32_602]) {
			it(`that fails with the error ${code} after its first words was taken, and no refusal [acp C232]`, async () => {
				const { session, agent } = openFakeSession();
				const done = session.prompt(prompt(0));
				await settle();
				if (reportsWork) agent.say(working());
				agent.say({ type: 'message_chunk', role: 'agent', messageId: 'a0', content: text('Half a') });
				agent.failTurn(new AgentError('refused', 'The model is gone', { code }));
				await settle();
				if (reportsWork) agent.say(idle('end_turn'));
				assert.equal(await done, 'done');
				assert.equal(session.state.turn.type, 'idle');
				assert.deepEqual(transcript(session.state), [
					'user: 0',
					'agent: Half a',
					'notice: Fake Agent reported an error',
				]);
				const second = session.prompt(prompt(1));
				await settle();
				take(agent, 1);
				await settle();
				end(agent, 1);
				assert.equal(await second, 'done');
			});
		}

		it('is over for whoever waits when the agent exits [acp C61] [hazard B3]', async () => {
			const { session, agent } = openFakeSession();
			const done = session.prompt(prompt(0));
			await settle();
			take(agent, 0);
			await settle();
			agent.exit(new AgentError('exited', 'gone'));
			assert.equal(await done, 'done');
			assert.equal(session.state.turn.type, 'idle');
			assert.equal(session.state.work.type, 'none');
		});

		for (const way of ['detach', 'dispose', 'close'] as const) {
			it(`is over for whoever waits after ${way}, although the agent never answers`, async () => {
				const { session } = openFakeSession();
				const done = session.prompt(prompt(0));
				const queued = session.prompt(prompt(1));
				await settle();
				void session[way]();
				assert.equal(await done, 'done');
				assert.equal(await queued, 'withdrawn');
			});
		}
	});
}

for (const { name, take, end } of statefulShapes) {
	describe(`an agent of ${name}`, () => {
		it('may say that it is idle again: a turn ends once [acp C234]', async () => {
			const { session, agent } = openFakeSession();
			const done = session.prompt(prompt(0));
			await settle();
			take(agent, 0);
			await settle();
			end(agent, 0, { reason: 'max_tokens' });
			agent.say(idle('max_tokens'), idle('max_tokens', []));
			await done;
			const second = session.prompt(prompt(1));
			await settle();
			// On its way since before the prompt was sent.
			agent.say(idle('max_tokens', []));
			assert.equal(session.state.turn.type, 'running');
			take(agent, 1);
			await settle();
			end(agent, 1);
			await second;
			const notices = transcript(session.state).filter((line) => line.startsWith('notice'));
			assert.deepEqual(notices, ['notice: The answer reached the limit of tokens']);
			assert.equal(session.state.turnCount, 2);
		});

		it('ends a turn that it stopped before it began to work', async () => {
			const { session, agent } = openFakeSession();
			const done = session.prompt(prompt(0));
			await settle();
			agent.sent[0]?.answer.resolve({ type: 'taken' });
			await settle();
			session.stop();
			agent.say(idle('cancelled'));
			assert.equal(await done, 'done');
			assert.equal(session.state.turn.type, 'idle');
		});
	});
}

describe('an agent that answers a prompt when its work is over', () => {
	for (const answer of [{ type: 'taken' }, { type: 'taken', messageId: 'm0' }] as const) {
		for (const isNamed of [true, false]) {
			it(`with ${JSON.stringify(answer)}, ${isNamed ? 'after' : 'without'} the user message, leaves nothing running`, async () => {
				const { session, agent } = openFakeSession();
				const done = session.prompt(prompt(0));
				await settle();
				agent.say(working());
				if (isNamed) agent.say(userMessage('m0', prompt(0)));
				agent.say(idle());
				await settle();
				agent.sent[0]?.answer.resolve(answer);
				assert.equal(await done, 'done');
				assert.equal(session.state.turn.type, 'idle');
				assert.deepEqual(transcript(session.state), ['user: 0']);
			});
		}
	}

	it('although it has said why it stopped, ends the turn once', async () => {
		const { session, agent } = openFakeSession();
		const done = session.prompt(prompt(0));
		await settle();
		agent.say(working(), userMessage('m0', prompt(0)), idle('refusal'));
		agent.endTurn('refusal');
		assert.equal(await done, 'done');
		assert.equal(transcript(session.state).filter((line) => line.startsWith('notice')).length, 1);
	});

	it('without a reason, and without ever reporting its work, ends the turn [acp C229] [acp C235]', async () => {
		const { session, agent } = openFakeSession();
		const done = session.prompt(prompt(0));
		await settle();
		agent.say({ type: 'message_chunk', role: 'agent', messageId: 'a', content: text('hello') });
		agent.sent[0]?.answer.resolve({ type: 'taken' });
		assert.equal(await done, 'done');
		assert.equal(session.state.turn.type, 'idle');
	});
});

describe('a prompt that the agent gives back', () => {
	const givenBack = (): AgentError => new AgentError('refused', 'Request cancelled', { code: -32800 });

	it('after Stop, and after it was idle, keeps the session at work until then [acp C231]', async () => {
		const { session, agent } = openFakeSession();
		const first = session.prompt(prompt('one'));
		await settle();
		agent.say(working());
		session.stop();
		agent.say(idle('cancelled'));
		assert.equal(session.state.turn.type, 'running');
		const second = session.prompt(prompt('two'));
		await settle();
		assert.equal(agent.sent.length, 1);
		agent.sent[0]?.answer.reject(givenBack());
		assert.equal(await first, 'withdrawn');
		await settle();
		assert.equal(agent.sent.length, 2);
		assert.equal(session.state.turn.type, 'running');
		assert.deepEqual(transcript(session.state), ['user (unsent): one', 'notice: Stopped', 'user: two']);
		agent.endTurn('end_turn');
		assert.equal(await second, 'done');
	});

	it('when nothing else was to stop, is unsent without a word [acp C231]', async () => {
		const { session, agent } = openFakeSession();
		const done = session.prompt(prompt('one'));
		await settle();
		session.stop();
		agent.sent[0]?.answer.reject(givenBack());
		assert.equal(await done, 'withdrawn');
		assert.equal(session.state.turn.type, 'idle');
		assert.deepEqual(transcript(session.state), ['user (unsent): one']);
	});

	it('is told of although the agent was idle before Stop reached it', async () => {
		const { session, agent } = openFakeSession();
		const done = session.prompt(prompt('one'));
		await settle();
		agent.say(working());
		const subject = { type: 'tool_call', toolCallId: 't' } as const;
		void agent.ask({ subject, options: [{ optionId: 'yes', name: 'Allow', kind: 'allow_once' }] });
		session.stop();
		agent.say(idle());
		await settle();
		assert.equal(agent.calls.at(-1), 'cancel');
		agent.sent[0]?.answer.reject(givenBack());
		assert.equal(await done, 'withdrawn');
		assert.equal(session.state.turn.type, 'idle');
	});

	it('or not: one that it takes up, and stops before it begins to work, is over', async () => {
		const { session, agent } = openFakeSession();
		const done = session.prompt(prompt('one'));
		await settle();
		session.stop();
		agent.say(idle('cancelled'));
		agent.sent[0]?.answer.resolve({ type: 'taken', messageId: 'm' });
		assert.equal(await done, 'done');
		assert.equal(session.state.turn.type, 'idle');
	});
});

describe('a prompt on its way', () => {
	it('is unsent when the agent, which says what it takes up, is gone before that', async () => {
		const { session, agent } = openFakeSession();
		const first = session.prompt(prompt('one'));
		await settle();
		agent.sent[0]?.answer.resolve({ type: 'taken', messageId: 'm1' });
		await settle();
		agent.say(working(), idle());
		await first;
		const second = session.prompt(prompt('two'));
		await settle();
		agent.exit(new AgentError('exited', 'gone'));
		assert.equal(await second, 'withdrawn');
		assert.deepEqual(bubbles(session.state), ['user: one', 'user (unsent): two']);
	});
});

describe('Stop before the prompt has gone out', () => {
	it('sends nothing and gives the prompt back', async () => {
		const { session, agent } = openFakeSession();
		const done = session.prompt(prompt('one'));
		session.stop();
		assert.equal(await done, 'withdrawn');
		assert.deepEqual(agent.calls, ['newSession']);
		assert.equal(session.state.turn.type, 'idle');
		assert.deepEqual(transcript(session.state), ['user (unsent): one', 'notice: Stopped']);
	});
});

describe('a prompt without content', () => {
	it('is not sent [acp C226]', async () => {
		const { session, agent } = openFakeSession();
		assert.equal(await session.prompt([]), 'refused');
		await settle();
		assert.deepEqual(agent.calls, []);
		assert.equal(session.state.entries.size, 0);
	});
});
