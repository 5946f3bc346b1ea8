import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AgentError } from '../../../../src/core/base/errors.ts';
import { forceStop } from '../../../../src/host/agents/endAgent.ts';
import { hostedFake } from '../hostedFake.ts';
import { openFakeSession } from '../../core/session/driver/fakeAgentPort.ts';
import { text } from '../../core/session/driver/play.ts';
import { noticeWords } from '../../../../src/core/view/sayings.ts';

function stopping() {
	const opened = openFakeSession();
	const hosted = hostedFake(opened.session);
	const killed: string[] = [];
	const agents = { kill: (...about: [string, string]) => void killed.push(about.join(' in ')) };
	const noticesOf = ({ entries } = opened.session.state) =>
		[...entries.values()].flatMap((entry) => (entry.type === 'notice' ? [entry] : []));
	return { ...opened, hosted, killed, agents, noticesOf };
}

describe('Force Stop', () => {
	it('ends the process and the turn, and its exit is no error [hazard B6]', async () => {
		const { session, agent, hosted, killed, agents, noticesOf } = stopping();
		const done = session.prompt([text('hi')]);
		await agent.prompted();
		session.stop();
		forceStop({ all: [hosted] }, agents, session);
		assert.deepEqual(killed, [`${session.state.agentName} in ${session.state.cwd}`]);
		agent.exit(new AgentError('exited', 'A ended by signal SIGKILL.'));
		agent.failTurn(new AgentError('exited', 'A ended by signal SIGKILL.'));
		await done;
		assert.deepEqual([session.state.turn.type, session.state.agent.type], ['idle', 'exited']);
		assert.deepEqual(
			noticesOf().map((entry) => [entry.severity, noticeWords(entry).title]),
			[['info', 'Ended']],
		);
	});

	it('tells another session of that process that lost its turn, and none that had no turn [hazard B6]', async () => {
		const { session, agent, hosted, agents, killed } = stopping();
		const working = stopping();
		const quiet = stopping();
		const turns = [session.prompt([text('hi')]), working.session.prompt([text('hi')])];
		await agent.prompted();
		await working.agent.prompted();
		session.stop();
		forceStop({ all: [hosted, working.hosted, quiet.hosted] }, agents, session);
		for (const end of [agent, working.agent]) end.failTurn(new AgentError('exited', 'gone'));
		await Promise.all(turns);
		assert.equal(killed.length, 1);
		const [told] = working.noticesOf().map(noticeWords);
		assert.match(told?.detail ?? '', /from another session/u);
		assert.equal(working.noticesOf().length, 1);
		assert.deepEqual(quiet.noticesOf(), []);
	});

	it('does nothing when the turn that it was offered for is over', () => {
		const { session, hosted, killed, agents } = stopping();
		forceStop({ all: [hosted] }, agents, session);
		assert.deepEqual(killed, []);
	});
});
