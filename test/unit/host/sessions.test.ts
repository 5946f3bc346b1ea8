/** What of the sessions is stored, and how often. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { type Draft, emptyDraft } from '../../../src/host/hostedSession.ts';
import { Sessions } from '../../../src/host/sessions.ts';
import { parseStoredSessions, type StoredSession } from '../../../src/host/storedSessions.ts';

const unused = (): never => {
	throw new Error('not used here');
};

const services: ConstructorParameters<typeof Sessions>[1] = () => ({
	clock: { now: () => 1, setTimer: unused },
	provide: unused,
	source: { commandLine: () => 'a', isApproved: () => true, acquire: unused },
	createBackend: () => ({
		files: { readTextFile: unused, writeTextFile: unused },
		terminals: { create: unused, output: unused, waitForExit: unused, kill: unused, release: unused },
		killCommands: () => undefined,
		releaseCommands: () => undefined,
		dispose: () => undefined,
	}),
});

function stored(t: TestContext) {
	t.mock.timers.enable({ apis: ['setTimeout'] });
	const kept = new Map<string, unknown>();
	const saves: StoredSession[][] = [];
	const storage = {
		keys: () => [...kept.keys()],
		get: (key: string): never => kept.get(key) as never,
		update: (key: string, value: unknown) => {
			kept.set(key, value);
			if (key === 'acpHost.sessions') saves.push(parseStoredSessions(value));
			return Promise.resolve();
		},
	};
	const sessions = new Sessions(storage, services, []);
	const hosted = sessions.create('A', '/ws');
	saves.length = 0;
	const draft = (text: string): Draft => ({ ...emptyDraft, text });
	const flood = (): void => {
		for (let n = 1; n <= 100; n++) hosted.session.dispatch({ type: 'renamed', title: `Title ${n}` });
	};
	return { sessions, hosted, saves, draft, flood };
}

describe('the sessions of a window', () => {
	it('are stored once for many changes of a moment, as they are after the last one', (t) => {
		const { saves, flood, sessions } = stored(t);
		flood();
		assert.equal(saves.length, 0);
		t.mock.timers.tick(250);
		assert.deepEqual(
			saves.map(([session]) => session?.localTitle),
			['Title 100'],
		);
		flood();
		t.mock.timers.tick(250);
		assert.equal(saves.length, 2);
		sessions.dispose();
	});

	it('are stored at once when the user writes, with what waited to be stored [hazard G2]', (t) => {
		const { saves, flood, sessions, hosted, draft } = stored(t);
		flood();
		sessions.setDraft(hosted, draft('typed'));
		assert.deepEqual(
			saves.map(([session]) => [session?.localTitle, session?.draft.text]),
			[['Title 100', 'typed']],
		);
		t.mock.timers.tick(1000);
		assert.equal(saves.length, 1);
		sessions.dispose();
	});

	it('are stored a last time when the window goes, drafts too, and not after that [hazard G2]', (t) => {
		const { saves, flood, sessions, hosted, draft } = stored(t);
		sessions.setDraft(hosted, draft('typed'));
		flood();
		sessions.dispose();
		assert.deepEqual(
			saves.map(([session]) => [session?.localTitle, session?.draft.text]),
			[
				[undefined, 'typed'],
				['Title 100', 'typed'],
			],
		);
		t.mock.timers.tick(1000);
		assert.equal(saves.length, 2);
	});
});
