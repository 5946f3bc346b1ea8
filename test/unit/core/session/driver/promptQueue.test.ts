/** Prompts that come while the agent works: held by the agent, or waiting here (docs/protocol.md#turn-shapes). */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AgentError } from '../../../../../src/core/base/errors.ts';
import type { Session } from '../../../../../src/core/session/driver/session.ts';
import { type FakeAgent, openFakeSession } from './fakeAgentPort.ts';
import { text } from './play.ts';
import { holdingShapes, idle, type Shape, shapes, userMessage, working } from './shapes.ts';
import { bubbles, settle, transcript } from './transcript.ts';

const withdrawn = (): AgentError => new AgentError('refused', 'Request cancelled', { code: -32800 });
const said = (agent: FakeAgent): string[] =>
	agent.sent.map(({ content: [part] }) => (part?.type === 'text' ? part.text : ''));
const places = ({ state }: Session): string[] => state.queue.map(({ place }) => place);

/** Prompts `0`, `1`, … sent at once, of which the agent has taken up the first. */
async function begun(
	take: Shape['take'],
	count: number,
): Promise<{ session: Session; agent: FakeAgent; sent: readonly Promise<string>[] }> {
	const { session, agent } = openFakeSession();
	const sent = Array.from({ length: count }, (_, at) => session.prompt([text(`${at}`)]));
	await settle();
	take(agent, 0);
	await settle();
	return { session, agent, sent };
}

/** Names the prompt and begins to work. */
const takeByName: Shape['take'] = (agent, at) => {
	agent.sent[at]?.answer.resolve({ type: 'taken', messageId: `m${at}` });
	agent.say(working());
};

for (const { name, take, end, agentQueuesPrompts } of shapes) {
	describe(`prompts that wait while ${name} works`, () => {
		it('go out, or are taken up, in their order [acp C52]', async () => {
			const { session, agent } = openFakeSession();
			const all = [0, 1, 2].map((at) => session.prompt([text(`${at}`)]));
			for (const at of [0, 1, 2]) {
				await settle();
				take(agent, at);
				await settle();
				assert.equal(session.state.turn.type, 'running');
				end(agent, at);
			}
			assert.deepEqual(await Promise.all(all), ['done', 'done', 'done']);
			await settle();
			assert.equal(session.state.turn.type, 'idle');
			assert.deepEqual(bubbles(session.state), ['user: 0', 'user: 1', 'user: 2']);
			assert.deepEqual(said(agent), ['0', '1', '2']);
			assert.deepEqual(session.state.queue, []);
		});

		it(`wait ${agentQueuesPrompts ? 'at the agent' : 'here'} once it is known`, async () => {
			const { session, agent, sent } = await begun(take, 1);
			void session.prompt([text('1')]);
			await settle();
			assert.deepEqual(places(session), [agentQueuesPrompts ? 'agent' : 'here']);
			assert.equal(agent.sent.length, agentQueuesPrompts ? 2 : 1);
			session.dispose();
			await Promise.all(sent);
		});

		for (const reason of ['error', 'refusal', 'cancelled'] as const) {
			it(`go on waiting when the turn ended by ${reason}, until the user says so`, async () => {
				const { session, agent, sent } = await begun(take, 3);
				const [first, ...others] = sent;
				end(agent, 0, { reason });
				assert.equal(await first, 'done');
				await settle();
				assert.equal(session.state.queuePause, 'failure');
				assert.equal(session.state.turn.type, 'idle');
				assert.deepEqual(said(agent), ['0']);
				session.resumeQueue();
				for (const at of [1, 2]) {
					await settle();
					take(agent, at);
					await settle();
					end(agent, at);
				}
				assert.deepEqual(await Promise.all(others), ['done', 'done']);
				assert.deepEqual(said(agent), ['0', '1', '2']);
				assert.equal(session.state.queuePause, undefined);
			});
		}

		it('let what the user sends meanwhile pass, and stay where they are', async () => {
			const { session, agent, sent } = await begun(take, 2);
			const [first, second] = sent;
			end(agent, 0, { reason: 'error' });
			await first;
			const between = session.prompt([text('again')]);
			await settle();
			take(agent, 1);
			await settle();
			end(agent, 1);
			assert.equal(await between, 'done');
			await settle();
			assert.deepEqual(said(agent), ['0', 'again']);
			assert.equal(session.state.queuePause, 'failure');
			session.withdraw(session.state.queue[0]?.id ?? '');
			assert.equal(await second, 'withdrawn');
			assert.equal(session.state.queuePause, undefined);
		});

		it('come back at Stop; what is sent after Stop goes out after the turn', async () => {
			const { session, agent, sent } = await begun(take, 2);
			const [first, second] = sent;
			session.stop();
			assert.equal(await second, 'withdrawn');
			const third = session.prompt([text('2')]);
			assert.deepEqual(places(session), ['here']);
			end(agent, 0, { reason: 'cancelled' });
			assert.equal(await first, 'done');
			await settle();
			assert.deepEqual(said(agent), ['0', '2']);
			take(agent, 1);
			await settle();
			end(agent, 1);
			assert.equal(await third, 'done');
		});
	});
}

for (const { name, take, end } of holdingShapes) {
	const open = () => begun(take, 1);

	describe(`prompts that ${name} holds`, () => {
		it('may be taken up out of order, each in its own bubble', async () => {
			const { session, agent, sent } = await open();
			const all = [1, 2].map((at) => session.prompt([text(`${at}`)]));
			await settle();
			take(agent, 2);
			take(agent, 1);
			await settle();
			end(agent, 1);
			assert.deepEqual(await Promise.all([...sent, ...all]), ['done', 'done', 'done']);
			assert.deepEqual(bubbles(session.state), ['user: 0', 'user: 2', 'user: 1']);
			const names = [...session.state.entries.values()].flatMap((entry) =>
				entry.type === 'message' && entry.role === 'user' ? [entry.messageId] : [],
			);
			assert.deepEqual(names, ['m0', 'm2', 'm1']);
		});

		it('keep the session at work until the next one is taken up', async () => {
			const { session, agent, sent } = await open();
			const [first] = sent;
			const second = session.prompt([text('1')]);
			end(agent, 0);
			assert.equal(await first, 'done');
			assert.equal(session.state.turn.type, 'running');
			assert.deepEqual(bubbles(session.state), ['user: 0']);
			take(agent, 1);
			await settle();
			assert.deepEqual(bubbles(session.state), ['user: 0', 'user: 1']);
			end(agent, 1);
			assert.equal(await second, 'done');
			assert.equal(session.state.turn.type, 'idle');
		});

		it('come back quietly when they are withdrawn, and only then [acp C231]', async () => {
			const { session, agent, sent } = await open();
			const [first] = sent;
			const second = session.prompt([text('1')]);
			session.withdraw(session.state.queue[0]?.id ?? '');
			assert.deepEqual(places(session), ['withdrawing']);
			assert.equal(agent.sent[1]?.isWithdrawn, true);
			await settle();
			agent.sent[1]?.answer.reject(withdrawn());
			assert.equal(await second, 'withdrawn');
			assert.equal(session.state.turn.type, 'running');
			end(agent, 0);
			await first;
			assert.ok(transcript(session.state).every((line) => !line.startsWith('notice')));
		});

		it('stay when the agent took them up before it read the wish [acp C231]', async () => {
			const { session, agent } = await open();
			const second = session.prompt([text('1')]);
			session.withdraw(session.state.queue[0]?.id ?? '');
			take(agent, 1);
			await settle();
			end(agent, 1);
			assert.equal(await second, 'done');
			assert.deepEqual(bubbles(session.state), ['user: 0', 'user: 1']);
		});

		it('end the turn that waited for them alone when they come back', async () => {
			const { session, agent, sent } = await open();
			const [first] = sent;
			const second = session.prompt([text('1')]);
			end(agent, 0);
			await first;
			assert.equal(session.state.turn.type, 'running');
			session.withdraw(session.state.queue[0]?.id ?? '');
			agent.sent[1]?.answer.reject(withdrawn());
			assert.equal(await second, 'withdrawn');
			assert.equal(session.state.turn.type, 'idle');
		});

		it('come back with the reason when the agent refuses them [acp C232]', async () => {
			const { session, agent, sent } = await open();
			const [first] = sent;
			const second = session.prompt([text('1')]);
			agent.sent[1]?.answer.reject(new AgentError('refused', 'Too long', { code: -32602 }));
			assert.equal(await second, 'refused');
			assert.equal(session.state.turn.type, 'running');
			assert.equal(transcript(session.state).at(-1), 'notice: Fake Agent did not accept the request');
			end(agent, 0);
			assert.equal(await first, 'done');
		});

		for (const isIdleFirst of [true, false]) {
			it(`come back after Stop, ${isIdleFirst ? 'after' : 'before'} the agent is idle [acp C231]`, async () => {
				const { session, agent, sent } = await open();
				const held = [1, 2].map((at) => session.prompt([text(`${at}`)]));
				session.stop();
				assert.deepEqual(places(session), ['agent', 'agent']);
				const giveBack = (): void => agent.sent.slice(1).forEach(({ answer }) => answer.reject(withdrawn()));
				if (!isIdleFirst) giveBack();
				await settle();
				end(agent, 0, { reason: 'cancelled' });
				await settle();
				giveBack();
				assert.deepEqual(await Promise.all([...sent, ...held]), ['done', 'withdrawn', 'withdrawn']);
				assert.equal(session.state.turn.type, 'idle');
				assert.deepEqual(session.state.queue, []);
				assert.deepEqual(
					transcript(session.state).filter((line) => line.startsWith('notice')),
					['notice: Stopped'],
				);
			});
		}

		for (const way of ['exit', 'detach', 'close', 'dispose'] as const) {
			it(`come back, or wait here, at once at ${way}, and later answers change nothing`, async () => {
				const { session, agent, sent } = await open();
				const [first] = sent;
				const second = session.prompt([text('1')]);
				if (way === 'exit') agent.exit(new AgentError('exited', 'gone'));
				else void session[way]();
				if (way === 'exit') {
					assert.deepEqual([places(session), session.state.queuePause], [['here'], 'failure']);
					session.withdraw(session.state.queue[0]?.id ?? '');
				}
				assert.equal(await second, 'withdrawn');
				assert.equal(await first, 'done');
				assert.equal(agent.sent[1]?.isWithdrawn, true);
				agent.sent[1]?.answer.resolve({ type: 'taken', messageId: 'm1' });
				await settle();
				assert.deepEqual(bubbles(session.state), ['user: 0']);
				assert.deepEqual(session.state.queue, []);
			});
		}

		it('that want a login come back, and the session shows how', async () => {
			const { session, agent } = await open();
			const second = session.prompt([text('1')]);
			agent.sent[1]?.answer.reject(new AgentError('refused', 'Log in', { code: -32000 }));
			assert.equal(await second, 'refused');
			assert.equal(session.state.agent.type, 'login_required');
			session.dispose();
		});
	});
}

describe('a prompt that is steered into running work', () => {
	it('joins the turn, which ends once for both', async () => {
		const { session, agent } = openFakeSession();
		const first = session.prompt([text('one')]);
		await settle();
		agent.sent[0]?.answer.resolve({ type: 'taken', messageId: 'm0' });
		agent.say(working());
		await settle();
		const second = session.prompt([text('two')]);
		agent.sent[1]?.answer.resolve({ type: 'taken', messageId: 'm1' });
		await settle();
		agent.say({ type: 'message_chunk', role: 'agent', messageId: 'a', content: text('ok') });
		agent.say(userMessage('m1', [text('two')]));
		assert.equal(session.state.turnCount, 1);
		agent.say(idle());
		assert.deepEqual(await Promise.all([first, second]), ['done', 'done']);
		assert.deepEqual(transcript(session.state), ['user: one', 'user: two', 'agent: ok']);
	});
});

describe('a prompt that the agent holds', () => {
	it('and words anew before it begins is over when the agent is idle [acp C230]', async () => {
		const { session, agent, sent } = await begun(takeByName, 1);
		const second = session.prompt([text('/clear')]);
		agent.say(idle(), userMessage('m1', [text('Cleared.')]));
		agent.sent[1]?.answer.resolve({ type: 'taken', messageId: 'm1' });
		await settle();
		agent.say(idle());
		assert.deepEqual(await Promise.all([...sent, second]), ['done', 'done']);
		assert.equal(session.state.turn.type, 'idle');
		assert.deepEqual(bubbles(session.state), ['user: 0', 'user: Cleared.']);
	});

	it('comes back without a word after Stop, whatever error the agent answers [acp C231]', async () => {
		const { session, agent, sent } = await begun(takeByName, 1);
		const second = session.prompt([text('1')]);
		session.stop();
		agent.say(idle('cancelled'));
		agent.sent[1]?.answer.reject(new AgentError('refused', 'Cancelled', { code: -32603 }));
		assert.deepEqual(await Promise.all([...sent, second]), ['done', 'withdrawn']);
		assert.equal(session.state.turn.type, 'idle');
		assert.deepEqual(transcript(session.state), ['user: 0', 'notice: Stopped']);
	});

	it('keeps the session at work when the turn before it fails by an error [acp C228]', async () => {
		const { session, agent } = openFakeSession();
		const first = session.prompt([text('0')]);
		await settle();
		agent.sent[0]?.answer.resolve({ type: 'taken', messageId: 'm0' });
		agent.say(working(), idle());
		await first;
		const second = session.prompt([text('1')]);
		await settle();
		agent.say(userMessage('m1', [text('1')]));
		const third = session.prompt([text('2')]);
		agent.sent[1]?.answer.reject(new AgentError('refused', 'Out of credits', { code: -32603 }));
		assert.equal(await second, 'done');
		assert.equal(session.state.turn.type, 'running');
		agent.say(userMessage('m2', [text('2')]), working());
		agent.sent[2]?.answer.resolve({ type: 'taken', messageId: 'm2' });
		agent.say(idle());
		assert.equal(await third, 'done');
		assert.equal(session.state.turn.type, 'idle');
		assert.deepEqual(bubbles(session.state), ['user: 0', 'user: 1', 'user: 2']);
	});
});
