import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseStoredSessions, type StoredSession } from '../../../../src/host/sessions/storedSessions.ts';
import { Random } from '../random.ts';

const good: StoredSession = {
	key: 's1',
	agentName: 'A',
	cwd: '/ws',
	sessionId: 'x',
	title: 'T',
	createdAt: 5,
	canLoad: true,
	wasRunning: true,
	draft: { text: 'half', attachments: [{ type: 'file', id: 'file:///a', name: 'a' }], lost: [] },
};

function assertShape(sessions: readonly StoredSession[]): void {
	for (const session of sessions) {
		for (const text of [session.key, session.agentName, session.cwd, session.title, session.draft.text]) {
			assert.equal(typeof text, 'string');
		}
		assert.equal(typeof session.createdAt, 'number');
		assert.equal(typeof session.canLoad, 'boolean');
		assert.equal(typeof session.wasRunning, 'boolean');
		assert.ok(['string', 'undefined'].includes(typeof session.sessionId));
		for (const { id, name } of session.draft.attachments)
			assert.equal(typeof id + typeof name, 'stringstring');
	}
}

describe('stored sessions', () => {
	it('come back as they were stored', () => {
		assert.deepEqual(parseStoredSessions(JSON.parse(JSON.stringify([good]))), [good]);
	});

	it('come back without what is missing, and not at all without their core', () => {
		const { key, agentName, cwd } = good;
		assert.deepEqual(parseStoredSessions([{ key, agentName, cwd }]), [
			{
				key,
				agentName,
				cwd,
				title: '',
				createdAt: 0,
				canLoad: false,
				wasRunning: false,
				draft: { text: '', attachments: [], lost: [] },
			},
		]);
		assert.deepEqual(
			parseStoredSessions([
				{ key, agentName },
				{ agentName, cwd },
				{ key, cwd },
			]),
			[],
		);
	});

	it('a broken one does not take its neighbours along [hazard G4]', () => {
		assert.deepEqual(parseStoredSessions([null, good, 7, { ...good, cwd: 1 }, good]), [good, good]);
	});

	it('never throw and never have another shape, whatever is stored [hazard G4]', () => {
		const random = new Random(20_261_121);
		const fields = Object.keys(good);
		let accepted = 0;
		for (let n = 0; n < 500; n++) {
			const mutated: Record<string, unknown> = { ...good };
			for (let m = 0; m <= random.below(4); m++) mutated[random.pick(fields)] = random.json();
			const blob = random.pick<unknown>([
				mutated,
				[mutated],
				[good, mutated],
				random.json(),
				[random.json()],
			]);
			const sessions = parseStoredSessions(blob);
			accepted += sessions.length;
			assertShape(sessions);
		}
		assert.ok(accepted > 50, `${accepted}`);
	});
});
