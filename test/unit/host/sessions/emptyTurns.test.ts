/** A turn that ends without a word says so (pi-acp on a refused key), and one that is only late does not. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import * as limits from '../../../../src/core/base/limits.ts';
import type { AgentEvent } from '../../../../src/core/session/model/agentEvents.ts';
import { watchEmptyTurns } from '../../../../src/host/sessions/emptyTurns.ts';
import { openFakeSession } from '../../core/session/driver/fakeAgentPort.ts';
import { hostedFake } from '../hostedFake.ts';
import { said } from '../../../../src/core/view/sayings.ts';

const word: AgentEvent = { type: 'message_chunk', role: 'agent', content: { type: 'text', text: 'Hi' } };

async function afterTurn(t: TestContext, ...words: readonly AgentEvent[]) {
	t.mock.timers.enable({ apis: ['setTimeout'] });
	const { session, agent } = openFakeSession();
	const watching = watchEmptyTurns(hostedFake(session));
	await session.start();
	const prompting = session.prompt([{ type: 'text', text: 'go' }]);
	for (const event of words) agent.say(event);
	agent.sent.at(-1)?.answer.resolve({ type: 'ended', end: { reason: 'end_turn' } });
	await prompting;
	const told = (): string[] =>
		[...session.state.entries.values()].flatMap((entry) =>
			entry.type === 'notice' ? [said(entry.title)] : [],
		);
	return { session, agent, told, watching };
}

describe('a turn that ends without a word', () => {
	it('says so, once', async (t) => {
		const { told, session } = await afterTurn(t);
		assert.deepEqual(told(), []);
		t.mock.timers.tick(limits.emptyTurnMs);
		t.mock.timers.tick(10 * limits.emptyTurnMs);
		assert.deepEqual(told(), ['Fake Agent ended its turn without a word']);
		session.dispose();
	});

	it('says nothing where the agent did something', async (t) => {
		const call: AgentEvent = { type: 'tool_call', toolCallId: 't1', fields: { title: 'Look' } };
		for (const said of [word, call]) {
			const { told, session } = await afterTurn(t, said);
			t.mock.timers.tick(limits.emptyTurnMs);
			assert.deepEqual(told(), []);
			session.dispose();
			t.mock.timers.reset();
		}
	});

	it('says nothing where the words come after the answer to the prompt', async (t) => {
		const { told, agent, session } = await afterTurn(t);
		t.mock.timers.tick(limits.emptyTurnMs / 2);
		agent.say(word);
		t.mock.timers.tick(limits.emptyTurnMs);
		assert.deepEqual(told(), []);
		session.dispose();
	});

	it('says nothing where the next turn runs, nor of a session that is gone', async (t) => {
		const { told, session, watching } = await afterTurn(t);
		void session.prompt([{ type: 'text', text: 'again' }]);
		t.mock.timers.tick(limits.emptyTurnMs);
		assert.deepEqual(told(), []);
		watching.dispose();
		session.dispose();
	});

	it('says nothing of a turn that the user stopped', async (t) => {
		t.mock.timers.enable({ apis: ['setTimeout'] });
		const { session, agent } = openFakeSession();
		watchEmptyTurns(hostedFake(session));
		await session.start();
		const prompting = session.prompt([{ type: 'text', text: 'go' }]);
		session.stop();
		agent.sent.at(-1)?.answer.resolve({ type: 'ended', end: { reason: 'cancelled' } });
		await prompting;
		t.mock.timers.tick(limits.emptyTurnMs);
		const titles = [...session.state.entries.values()].map((entry) =>
			entry.type === 'notice' ? said(entry.title) : '',
		);
		assert.deepEqual(
			titles.filter((title) => title.includes('without a word')),
			[],
		);
		session.dispose();
	});
});
