import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { entriesOf, promptHash } from '../../../../src/host/checkpoints/promptMatches.ts';
import { openFakeSession } from '../../core/session/driver/fakeAgentPort.ts';

describe('the messages of checkpoints', () => {
	it('are told by their text, whatever their ids are by now', async () => {
		const { session, agent } = openFakeSession();
		for (const text of ['go on', 'first', 'go on']) {
			void session.prompt([{ type: 'text', text }]);
			await agent.prompted();
			agent.endTurn('end_turn');
			await new Promise((resolve) => setImmediate(resolve));
		}
		const ids = [...session.state.entries.values()]
			.filter((entry) => entry.type === 'message' && entry.role === 'user')
			.map(({ id }) => id);
		assert.equal(ids.length, 3);
		const named = (id: string, text: string): { id: string; prompt: string } => ({
			id,
			prompt: promptHash(text),
		});
		// The first one is not kept any more, and a restore has no message.
		const checkpoints = [named('x', 'first'), { id: 'r' }, named('y', 'go on'), named('z', 'gone')];
		const found = entriesOf(checkpoints, session.state.entries.values());
		assert.deepEqual(Object.fromEntries(found), { x: ids[1], y: ids[2] });
		session.dispose();
	});
});
