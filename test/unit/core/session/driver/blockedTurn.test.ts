/** A turn that needs something before it can go on: it says what, and goes on when the user says so. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AgentError } from '../../../../../src/core/base/errors.ts';
import type { NoticeEntry } from '../../../../../src/core/session/model/entry.ts';
import type { Session } from '../../../../../src/core/session/driver/session.ts';
import type { TurnEnd } from '../../../../../src/core/session/model/turnState.ts';
import { offeredActions } from '../../../../../src/core/view/project.ts';
import { noticeWords } from '../../../../../src/core/view/sayings.ts';
import { type FakeAgent, openFakeSession } from './fakeAgentPort.ts';
import { text } from './play.ts';
import { idle, working } from './shapes.ts';
import { settle } from './transcript.ts';

const byRequest: TurnEnd = {
	reason: 'blocked',
	message: 'The disk is full.',
	needs: ['1 GB on /data', 'A restart of the worker'],
	resume: { type: 'request', resumeId: 'job-7' },
};

async function blocked(end: TurnEnd): Promise<{ session: Session; agent: FakeAgent }> {
	const { session, agent } = openFakeSession();
	void session.prompt([text('go')]);
	await agent.prompted();
	agent.sent.at(-1)?.answer.resolve({ type: 'ended', end });
	await settle();
	return { session, agent };
}

const noticesOf = ({ state }: Session): NoticeEntry[] =>
	[...state.entries.values()].filter((entry) => entry.type === 'notice');

function offered(session: Session): readonly string[] {
	return noticesOf(session).flatMap((notice) => offeredActions(session.state, notice));
}

describe('a turn that is blocked', () => {
	it('says what it needs, and offers to go on', async () => {
		const { session } = await blocked(byRequest);
		assert.equal(session.state.turn.type, 'idle');
		assert.deepEqual(session.state.lastEnd, byRequest);
		assert.deepEqual(noticesOf(session).map(noticeWords), [
			{
				title: 'Fake Agent cannot go on yet',
				detail: 'The disk is full.\n1 GB on /data\nA restart of the worker\nGo on when it has what it needs.',
			},
		]);
		assert.deepEqual(offered(session), ['resume_turn']);
	});

	it('goes on by the request that the agent named, once, and what the agent reports is the turn', async () => {
		const { session, agent } = await blocked(byRequest);
		const asked = session.resumeTurn();
		assert.deepEqual(offered(session), [], 'it is asked for');
		await Promise.all([asked, session.resumeTurn()]);
		assert.deepEqual(
			agent.calls.filter((call) => call.startsWith('resumeTurn')),
			['resumeTurn job-7'],
		);
		agent.say(working());
		assert.equal(session.state.turn.type, 'running');
		assert.deepEqual(offered(session), []);
		agent.say(idle('end_turn'));
		assert.equal(session.state.turn.type, 'idle');
		assert.deepEqual(offered(session), [], 'it is over');
		await session.resumeTurn();
		assert.equal(agent.calls.filter((call) => call.startsWith('resumeTurn')).length, 1);
	});

	it('can be asked for again when the agent refuses, and says so', async () => {
		const { session, agent } = await blocked(byRequest);
		agent.failures.set('resumeTurn', new AgentError('answered', 'Still full'));
		await session.resumeTurn();
		assert.match(noticeWords(noticesOf(session).at(-1) ?? assert.fail()).detail ?? '', /Still full/u);
		assert.ok(offered(session).includes('resume_turn'));
	});

	it('says once that the agent has ended while it was asked', async () => {
		const { session, agent } = await blocked(byRequest);
		const error = new AgentError('exited', 'It ended');
		agent.failures.set('resumeTurn', error);
		agent.onResumeTurn = () => agent.exit(error);
		const before = noticesOf(session).length;
		await session.resumeTurn();
		assert.equal(noticesOf(session).length - before, 1);
	});

	it('goes on by a prompt', async () => {
		const { session, agent } = await blocked({
			reason: 'blocked',
			resume: { type: 'prompt', text: 'Continue, please.' },
		});
		void session.resumeTurn();
		await settle();
		assert.deepEqual(agent.sent.at(-1)?.content, [{ type: 'text', text: 'Continue, please.' }]);
		assert.equal(session.state.turn.type, 'running');
	});

	it('offers nothing that the agent does not offer', async () => {
		const { session, agent } = await blocked({ reason: 'blocked' });
		assert.deepEqual(offered(session), []);
		assert.equal(noticesOf(session).length, 1);
		const calls = [...agent.calls];
		await session.resumeTurn();
		assert.deepEqual(agent.calls, calls);
	});

	it('sends nothing of the queue by itself', async () => {
		const { session, agent } = openFakeSession();
		void session.prompt([text('go')]);
		await agent.prompted();
		void session.prompt([text('and then')]);
		agent.sent.at(-1)?.answer.resolve({ type: 'ended', end: byRequest });
		await settle();
		assert.equal(agent.sent.length, 1);
		assert.equal(session.state.queuePause, 'failure');
	});
});
