/** What agents repeat and name of prompts that they took into their turn: each stands there once, where they came to it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Session } from '../../../../../src/core/session/driver/session.ts';
import { openFakeSession } from './fakeAgentPort.ts';
import { text } from './play.ts';
import { idle, userChunk, userMessage, working } from './shapes.ts';
import { answer, places, prompts, running, says, steer, type Running } from './steeringRig.ts';
import { settle, transcript } from './transcript.ts';

describe('an agent that repeats what it took into its turn', () => {
	for (const [how, events] of Object.entries({
		'without a name': [userChunk('Two')],
		'in pieces': [userChunk('T'), userChunk('wo')],
		'by a name': [userChunk('Two', 'm2')],
		'as a whole': [userMessage('m2', [text('Two')])],
	}))
		it(`shows it once, ${how}, also after other words [acp C230]`, async () => {
			for (const isLater of [false, true]) {
				const { session, agent } = await running();
				void steer(session);
				await answer(agent, 'injected');
				if (isLater) agent.say(says('on'));
				agent.say(...events, says('2'));
				const shown = transcript(session.state).filter((line) => line.startsWith('user'));
				assert.deepEqual(shown, ['user: One', 'user: Two']);
			}
		});

	it('shows two of them once each, whichever comes first', async () => {
		const { session, agent } = await running();
		void steer(session);
		void steer(session, [text('Three')]);
		await answer(agent, 'injected', 0);
		await answer(agent, 'injected', 1);
		agent.say(userChunk('Two'), says('2'), userChunk('Three'), says('3'));
		const shown = transcript(session.state).filter((line) => line.startsWith('user'));
		assert.deepEqual(shown, ['user: One', 'user: Two', 'user: Three']);
	});

	it('shows it once when it repeats it before it answers', async () => {
		const { session, agent } = await running();
		const second = steer(session);
		agent.say(userChunk('Two', 'm2'), says('2'));
		await answer(agent, 'injected');
		agent.endTurn('end_turn');
		assert.equal(await second, 'done');
		assert.deepEqual(transcript(session.state), ['user: One', 'agent: 1', 'user: Two', 'agent: 2']);
	});
});

describe('an agent that names the messages that it comes to', () => {
	async function atWork(): Promise<Running> {
		const { session, agent, clock } = openFakeSession();
		agent.capabilities = { steering: true };
		const first = session.prompt([text('One')]);
		await agent.prompted();
		agent.sent[0]?.answer.resolve({ type: 'taken', messageId: 'm1' });
		await settle();
		agent.say(userMessage('m1', [text('One')]), working(), says('1'));
		return { session, agent, clock, first };
	}
	const steerNow = (session: Session, content = [text('Two')]): Promise<string> =>
		session.prompt(content, true);

	it('has the message stand where it names it, not where it accepted it [hazard C10]', async () => {
		const { session, agent, first } = await atWork();
		const second = steerNow(session);
		await answer(agent, 'injected');
		assert.deepEqual(places(session), ['steered']);
		agent.say(says(' and on'), userChunk('Two', 'm2'), says('2'), idle());
		assert.deepEqual(await Promise.all([first, second]), ['done', 'done']);
		assert.deepEqual(transcript(session.state), ['user: One', 'agent: 1 and on', 'user: Two', 'agent: 2']);
	});

	it('has it stand there also where it begins with what is attached', async () => {
		const { session, agent } = await atWork();
		const image = { type: 'image', mimeType: 'image/png', data: 'AAAA' } as const;
		void session.prompt([image, text('Two')], true);
		await answer(agent, 'injected');
		agent.say(
			{ type: 'message_chunk', role: 'user', messageId: 'm2', content: image },
			userChunk('Two', 'm2'),
		);
		const shown = transcript(session.state).filter((line) => line.startsWith('user'));
		assert.deepEqual([shown.length, session.state.queue.length], [2, 0]);
	});

	it('gives it back with Stop, where it has not come to it', async () => {
		const { session, agent } = await atWork();
		const second = steerNow(session);
		await answer(agent, 'injected');
		session.stop();
		agent.say(idle('cancelled'));
		assert.equal(await second, 'withdrawn');
		assert.ok(!transcript(session.state).includes('user: Two'));
	});

	it('leaves it in the queue when the turn fails before that, and in the turn when it ends well', async () => {
		for (const reason of ['error', 'end_turn'] as const) {
			const { session, agent } = await atWork();
			void steerNow(session);
			await answer(agent, 'injected');
			agent.say(idle(reason));
			await settle();
			const isThere = transcript(session.state).includes('user: Two');
			assert.deepEqual([isThere, places(session)], reason === 'error' ? [false, ['here']] : [true, []]);
			assert.deepEqual(prompts(agent), ['One']);
		}
	});
});
