/** A turn in which nothing happens: it is said, and nothing is done about it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as limits from '../../../../../src/core/base/limits.ts';
import type { AgentEvent } from '../../../../../src/core/session/model/agentEvents.ts';
import { openFakeSession } from './fakeAgentPort.ts';
import { text } from './play.ts';
import { working } from './shapes.ts';
import { settle } from './transcript.ts';

const word: AgentEvent = { type: 'message_chunk', role: 'agent', content: text('a word') };

async function running(): Promise<ReturnType<typeof openFakeSession> & { isSilent: () => unknown }> {
	const opened = openFakeSession();
	void opened.session.prompt([text('go')]);
	await settle();
	const { state } = opened.session;
	return { ...opened, isSilent: () => state.turn.type === 'running' && state.turn.isSilent === true };
}

describe('a turn in which nothing happens', () => {
	it('is called silent after 60 s, not before, and goes on for as long as it takes [hazard B5]', async () => {
		const { session, clock, isSilent } = await running();
		clock.advance(limits.silenceHintMs - 1);
		assert.equal(isSilent(), false);
		clock.advance(1);
		assert.equal(isSilent(), true);
		clock.advance(24 * 60 * 60_000);
		assert.equal(isSilent(), true);
		assert.equal(session.state.turn.type, 'running');
		assert.deepEqual(
			[...session.state.entries.values()].map(({ type }) => type),
			['message'],
		);
	});

	it('is not silent any more with the next word, and may be again [hazard B5]', async () => {
		const { agent, clock, isSilent } = await running();
		clock.advance(limits.silenceHintMs / 2);
		agent.say(word);
		clock.advance(limits.silenceHintMs / 2);
		assert.equal(isSilent(), false, 'half a minute is not silence');
		clock.advance(limits.silenceHintMs / 2);
		assert.equal(isSilent(), true);
		agent.say(word);
		assert.equal(isSilent(), false);
		clock.advance(limits.silenceHintMs);
		assert.equal(isSilent(), true);
	});

	it('is not one that waits for the user, or that has ended [hazard B5]', async () => {
		const { agent, session, clock, isSilent } = await running();
		agent.endTurn('end_turn');
		await settle();
		clock.advance(limits.silenceHintMs * 2);
		assert.equal(isSilent(), false);
		assert.equal(session.state.turn.type, 'idle');
		void session.prompt([text('again')]);
		await settle();
		agent.say(working('requires_action'));
		clock.advance(limits.silenceHintMs * 2);
		assert.equal(session.state.turn.type, 'requires_action');
		session.dispose();
	});
});
