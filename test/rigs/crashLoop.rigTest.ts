/**
 * An agent that exits again and again: only the user starts it again, and the third time a notice says that it is a
 * crash loop.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { AgentError } from '../../src/core/base/errors.ts';
import * as limits from '../../src/core/base/limits.ts';
import { CrashLoopDetector } from '../../src/core/session/driver/agentFailure.ts';
import { tempDir, until } from '../unit/node/support.ts';
import { FakeClock } from '../unit/core/session/driver/fakeAgentPort.ts';
import { RealSession } from './realSession.ts';
import { noticeWords, said } from '../../src/core/view/sayings.ts';

const folder = tempDir();
const crash = new AgentError('exited', 'Fake ended with exit code 3.');

describe('an agent that exits again and again', () => {
	it('is started by prompts only, and named as what it is at the third time, with the log [hazard B4]', async () => {
		const real = new RealSession({
			folder,
			script: () => ({
				on: { 'session/prompt': [{ stderr: 'no memory\n' }, { die: { code: 3 } }] },
			}),
		});
		const told = (): ReturnType<typeof noticeWords>[] => real.entries('notice').map(noticeWords);
		const titles = (): string[] => told().map(({ title }) => title);
		for (let n = 1; n <= limits.crashCount; n++) {
			await real.prompt(`try ${n}`);
			await until(() => titles().filter((title) => title.startsWith('Fake exited')).length === n);
			// Nothing but the next prompt starts it again.
			await sleep(300);
			assert.equal(real.starts, n);
			assert.equal(real.session.state.agent.type, 'exited');
		}
		const exits = told().filter(({ title }) => title.startsWith('Fake exited'));
		assert.deepEqual(
			exits.map(({ title }) => title),
			['Fake exited', 'Fake exited', 'Fake exited 3 times within 3 minutes'],
		);
		assert.match(exits[2]?.detail ?? '', /exit code 3.*no memory/su);
		assert.deepEqual(real.entries('notice').at(-1)?.actions, ['show_log', 'restart']);
		await real.close();
	});

	it('that exits now and then is not in a loop [hazard B4]', () => {
		const clock = new FakeClock();
		const crashes = new CrashLoopDetector(clock);
		for (let n = 0; n < 10; n++) {
			assert.equal(said(crashes.noticeOf('Fake', crash).title), 'Fake exited');
			clock.advance(limits.crashWindowMs / 2);
		}
		assert.equal(said(crashes.noticeOf('Fake', crash).title), 'Fake exited');
		clock.advance(1000);
		assert.equal(said(crashes.noticeOf('Fake', crash).title), 'Fake exited 3 times within 3 minutes');
	});

	it('is told apart from one that reports errors [hazard B4]', () => {
		const crashes = new CrashLoopDetector(new FakeClock());
		for (let n = 0; n < 10; n++) {
			const { title } = crashes.noticeOf('Fake', new AgentError('answered', 'no quota'));
			assert.equal(said(title), 'Fake reported an error');
		}
	});
});
