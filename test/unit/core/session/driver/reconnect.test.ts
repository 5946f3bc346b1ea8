/** The line to an agent at an address breaks: how it comes back, and what the user is told and can do meanwhile. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AgentError } from '../../../../../src/core/base/errors.ts';
import * as limits from '../../../../../src/core/base/limits.ts';
import type { AgentEvent } from '../../../../../src/core/session/model/agentEvents.ts';
import type { NoticeEntry } from '../../../../../src/core/session/model/entry.ts';
import type { Session } from '../../../../../src/core/session/driver/session.ts';
import { noticeWords } from '../../../../../src/core/view/sayings.ts';
import { offeredActions } from '../../../../../src/core/view/project.ts';
import { transcriptLines, user } from '../reducer/historyRig.ts';
import { type FakeSessionOptions, openFakeSession } from './fakeAgentPort.ts';
import { text } from './play.ts';
import { entriesOf, settle } from './transcript.ts';

const cut = (): AgentError => new AgentError('disconnected', 'The cable was pulled.');
const away = (): AgentError => new AgentError('unreachable', 'Nobody is there.');

const said = (value: string, messageId: string): AgentEvent => ({
	type: 'message_chunk',
	role: 'agent',
	messageId,
	content: text(value),
});

/** An open session whose agent has been there for long. */
async function open(options: FakeSessionOptions = {}) {
	const opened = openFakeSession({ loadSession: true, random: () => 0.5, ...options });
	await opened.session.start();
	opened.clock.advance(limits.reconnectSteadyMs);
	return opened;
}

function lastNotice(session: Session): NoticeEntry {
	return entriesOf(session, 'notice').at(-1) ?? assert.fail('nothing was said');
}

/** How long it is until the next try, in milliseconds. */
function pauseOf({ session, clock }: Pick<Awaited<ReturnType<typeof open>>, 'session' | 'clock'>): number {
	const { agent } = session.state;
	assert.ok(agent.type === 'exited' && agent.retry !== undefined, `no try follows: ${agent.type}`);
	return agent.retry.at - clock.now();
}

describe('a line that breaks', () => {
	it('in a turn interrupts it, and comes back with the history of the agent; the prompt is sent once [hazard B12]', async () => {
		const opened = await open({});
		const { session, agent, clock } = opened;
		agent.capabilities = { resumeSession: true };
		const turn = session.prompt([text('Count')]);
		await agent.prompted();
		agent.say(said('one ', 'm1'));
		agent.exit(cut());
		await turn;
		assert.equal(session.state.turn.type, 'idle');
		assert.equal(session.state.lastEnd?.reason, 'error');
		assert.deepEqual(noticeWords(lastNotice(session)), {
			title: 'The connection to Fake Agent broke',
			detail: 'The cable was pulled.',
		});
		assert.deepEqual(offeredActions(session.state, lastNotice(session)), ['reconnect', 'show_log']);
		agent.replay = [user('Count'), said('one two three', 'm1')];
		clock.advance(pauseOf(opened));
		await settle();
		assert.equal(session.isOpen, true);
		// Loaded, although it could be taken up without its history: the rest of the turn is in it.
		assert.deepEqual(agent.calls, ['newSession', 'prompt', 'loadSession']);
		assert.deepEqual(transcriptLines(session.state), [
			...['user: Count', 'agent: one two three'],
			'notice: The connection to Fake Agent broke',
		]);
		assert.deepEqual(offeredActions(session.state, lastNotice(session)), ['show_log']);
	});

	it('between turns comes back without the history, which is all here', async () => {
		const opened = await open();
		const { session, agent, clock } = opened;
		agent.capabilities = { resumeSession: true };
		const turn = session.prompt([text('Hello')]);
		await agent.prompted();
		agent.say(said('Hi.', 'm1'));
		agent.endTurn('end_turn');
		await turn;
		agent.exit(cut());
		clock.advance(pauseOf(opened));
		await settle();
		assert.deepEqual(agent.calls, ['newSession', 'prompt', 'resumeSession']);
	});

	it('is tried again with pauses that double from 0.5 s to 10 s, each 20 % longer or shorter at most, ten times', async () => {
		for (const random of [0, 0.5, 1]) {
			const opened = await open({ random: () => random });
			const { session, agent, clock } = opened;
			agent.exit(cut());
			const pauses: number[] = [];
			for (let n = 0; n < limits.reconnectAttempts; n++) {
				pauses.push(pauseOf(opened));
				agent.failNextAcquire(away());
				clock.advance(pauses.at(-1) ?? 0);
				await settle();
			}
			const usual = [500, 1000, 2000, 4000, 8000, 10_000, 10_000, 10_000, 10_000, 10_000];
			assert.deepEqual(
				pauses,
				usual.map((ms) => Math.round(ms * (0.8 + 0.4 * random))),
			);
			// Then it is given up, once, with what to do.
			assert.deepEqual(session.state.agent, { type: 'exited' });
			assert.deepEqual(noticeWords(lastNotice(session)), {
				title: 'Fake Agent cannot be reached',
				detail: 'Nobody is there.\nIt was tried 10 times. Your next message tries again.',
			});
			assert.deepEqual(offeredActions(session.state, lastNotice(session)), [
				...['reconnect', 'open_settings', 'show_log'],
			]);
			assert.equal(entriesOf(session, 'notice').length, 2);
			clock.advance(60 * limits.reconnectMaxMs);
			await settle();
			assert.deepEqual(agent.calls, ['newSession']);
		}
	});

	it('again and again right after it is back is given up, too', async () => {
		const opened = await open();
		const { session, agent, clock } = opened;
		agent.exit(cut());
		for (let n = 0; n < limits.reconnectAttempts; n++) {
			clock.advance(pauseOf(opened));
			await settle();
			assert.equal(session.isOpen, true);
			agent.exit(cut());
		}
		assert.deepEqual(session.state.agent, { type: 'exited' });
		assert.match(noticeWords(lastNotice(session)).detail ?? '', /It was tried 10 times/u);
	});

	it('comes back at once when the user wants it, or sends a prompt', async () => {
		for (const isPrompt of [false, true]) {
			const opened = await open();
			const { session, agent, clock } = opened;
			agent.exit(cut());
			assert.ok(pauseOf(opened) > 0);
			if (isPrompt) {
				const turn = session.prompt([text('Go on')]);
				await agent.prompted();
				agent.endTurn('end_turn');
				await turn;
			} else {
				assert.equal(await session.start(), true);
			}
			const calls = [...agent.calls];
			// The try that was to come has nothing left to do.
			clock.advance(10 * limits.reconnectMaxMs);
			await settle();
			assert.deepEqual(agent.calls, calls);
			assert.equal(agent.sent.length, isPrompt ? 1 : 0);
		}
	});

	it('is not tried again where that would end the same way: the reason is told', async () => {
		const opened = await open();
		const { session, agent, clock } = opened;
		agent.exit(cut());
		agent.failNextAcquire(new AgentError('rejected', 'It has expired.', { code: 401 }));
		clock.advance(pauseOf(opened));
		await settle();
		assert.deepEqual(session.state.agent, { type: 'exited' });
		assert.deepEqual(noticeWords(lastNotice(session)), {
			title: 'There is no connection to Fake Agent',
			detail: 'It has expired.',
		});
	});

	it('is not tried again once the session is let go of or closed', async () => {
		for (const end of [
			(one: Session) => one.detach(),
			(one: Session) => void one.close(),
			(one: Session) => one.dispose(),
		]) {
			const { session, agent, clock } = await open();
			agent.exit(cut());
			end(session);
			clock.advance(10 * limits.reconnectMaxMs);
			await settle();
			assert.deepEqual(agent.calls, ['newSession']);
		}
	});

	it('of a program is not a line: nothing is started again without the user [hazard B4]', async () => {
		const { session, agent, clock } = await open();
		agent.exit(new AgentError('exited', 'It exited with code 1'));
		assert.deepEqual(session.state.agent, { type: 'exited' });
		clock.advance(10 * limits.reconnectMaxMs);
		await settle();
		assert.deepEqual(agent.calls, ['newSession']);
	});
});

describe('an agent at an address that was never reached', () => {
	it('is not tried again by itself, and the reason is told with a way to try', async () => {
		const { session, agent, clock } = openFakeSession();
		agent.failNextAcquire(away());
		assert.equal(await session.start(), false);
		assert.deepEqual(session.state.agent, { type: 'exited' });
		assert.deepEqual(offeredActions(session.state, lastNotice(session)), [
			'reconnect',
			'open_settings',
			'show_log',
		]);
		clock.advance(10 * limits.reconnectMaxMs);
		await settle();
		assert.deepEqual(agent.calls, []);
	});
});
