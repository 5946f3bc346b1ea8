import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MessageEntry } from '../../../../src/core/session/model/entry.ts';
import { promptName } from '../../../../src/host/changes/entryNames.ts';
import { entriesOf, promptHash } from '../../../../src/host/checkpoints/promptMatches.ts';
import { openFakeSession } from '../../core/session/driver/fakeAgentPort.ts';

describe('the messages of checkpoints', () => {
	it('are told by when they were sent, whatever others say the same', async () => {
		const { session, agent, clock } = openFakeSession();
		const sent: MessageEntry[] = [];
		for (let n = 0; n < 3; n++) {
			clock.advance(1);
			void session.prompt([{ type: 'text', text: 'go on' }]);
			await agent.prompted();
			// Nobody has sent what an agent says of the user by itself.
			agent.say({
				type: 'message',
				role: 'user',
				messageId: `m${n}`,
				content: [{ type: 'text', text: 'go on ' }],
			});
			agent.endTurn('end_turn');
			await new Promise((resolve) => setImmediate(resolve));
			const mine = [...session.state.entries.values()].filter(
				(entry) => entry.type === 'message' && entry.origin === 'user',
			);
			sent.push(mine.at(-1) as MessageEntry);
		}
		const [first, second, third] = sent;
		assert.ok(first && second && third);
		// No checkpoint was taken of the last one.
		const checkpoints = [first, second].map((entry) => ({
			id: promptName(entry),
			prompt: promptHash('go on'),
		}));
		const found = entriesOf(checkpoints, session.state.entries.values());
		assert.deepEqual([...found.values()].toSorted(), [first.id, second.id].toSorted());
		session.dispose();
	});

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
