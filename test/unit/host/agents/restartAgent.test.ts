import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { detachForRestart } from '../../../../src/host/agents/endAgent.ts';
import { openFakeSession } from '../../core/session/driver/fakeAgentPort.ts';
import { text } from '../../core/session/driver/play.ts';
import { said } from '../../../../src/core/view/sayings.ts';

function notices({ session }: ReturnType<typeof openFakeSession>): string[] {
	return [...session.state.entries.values()].flatMap((entry) =>
		entry.type === 'notice' ? [said(entry.title)] : [],
	);
}

describe('a session whose agent is started anew', () => {
	it('says that its turn ended with it [hazard B3]', async () => {
		const fake = openFakeSession();
		void fake.session.prompt([text('work')]);
		await fake.agent.prompted();
		detachForRestart(fake.session);
		assert.equal(fake.session.state.turn.type, 'idle');
		assert.deepEqual(notices(fake), ['The agent was restarted, and the turn ended with it']);
	});

	it('says nothing when there was none', async () => {
		const fake = openFakeSession();
		await fake.session.start();
		detachForRestart(fake.session);
		assert.deepEqual(notices(fake), []);
	});
});
