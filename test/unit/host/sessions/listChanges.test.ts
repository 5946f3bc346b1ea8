/** When the lists of sessions are brought up to date. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { SessionState } from '../../../../src/core/session/model/sessionState.ts';
import { createSessionState } from '../../../../src/core/session/reducer/createSessionState.ts';
import { ListChanges, workShownMs } from '../../../../src/host/sessions/listChanges.ts';

const seed = {
	key: 'one',
	sessionId: undefined,
	title: '',
	agentName: 'A',
	agentTitle: 'A',
	cwd: '/ws',
	createdAt: 1,
};
const idle: SessionState = { ...createSessionState(seed), agent: { type: 'ready' } };
const running: SessionState = { ...idle, turn: { type: 'running', startedAt: 1 } };
const waiting: SessionState = { ...running, pendingPermissions: ['p'] };

/** @returns how often the lists were told, with the states of a session given one by one */
function listen(t: TestContext) {
	t.mock.timers.enable({ apis: ['setTimeout'] });
	const changes = new ListChanges();
	let told = 0;
	changes.onDidChange(() => told++);
	changes.sessionChanged(idle);
	t.mock.timers.tick(50);
	t.after(() => changes.dispose());
	return {
		changes,
		tellOf: (state: SessionState) => changes.sessionChanged(state),
		toldAfter: (ms: number): number => {
			told = 0;
			t.mock.timers.tick(ms);
			return told;
		},
	};
}

describe('the lists of sessions', () => {
	it('hear nothing of what they do not show', (t) => {
		const { tellOf, toldAfter } = listen(t);
		tellOf({ ...idle, usage: { used: 1, size: 2 } });
		tellOf({ ...idle, commands: [] });
		assert.equal(toldAfter(workShownMs), 0);
	});

	it('hear of a new name, and once of many in a moment', (t) => {
		const { tellOf, toldAfter } = listen(t);
		for (const title of ['a', 'b', 'c']) tellOf({ ...idle, title });
		assert.equal(toldAfter(50), 1);
	});

	it('hear of a turn that goes on, and of a short one only when it is over', (t) => {
		const { tellOf, toldAfter } = listen(t);
		tellOf(running);
		assert.equal(toldAfter(workShownMs - 1), 0);
		assert.equal(toldAfter(1), 1);
		tellOf(idle);
		assert.equal(toldAfter(50), 1);
		tellOf(running);
		assert.equal(toldAfter(100), 0);
		tellOf(idle);
		assert.equal(toldAfter(workShownMs), 1);
	});

	it('hear at once that a session waits for its user, and that it does no more', (t) => {
		const { tellOf, toldAfter } = listen(t);
		tellOf(running);
		tellOf(waiting);
		assert.equal(toldAfter(50), 1);
		tellOf(running);
		assert.equal(toldAfter(50), 1);
	});

	it('hear of a session that took the place of a forgotten one', (t) => {
		const { changes, tellOf, toldAfter } = listen(t);
		changes.forget(idle.key);
		tellOf(idle);
		assert.equal(toldAfter(50), 1);
		changes.sessionsChanged();
		assert.equal(toldAfter(50), 1);
	});
});
