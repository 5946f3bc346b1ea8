/** What of the sessions is stored, and how often. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { Session } from '../../../../src/core/session/driver/session.ts';
import { noCapabilities } from '../../../../src/core/session/model/capabilities.ts';
import { sessionTitle } from '../../../../src/core/view/projectSession.ts';
import { type Draft, emptyDraft } from '../../../../src/host/sessions/hostedSession.ts';
import { deliver, moveToOutbox } from '../../../../src/host/prompt/promptDelivery.ts';
import { Sessions } from '../../../../src/host/sessions/sessions.ts';
import { unusedBackend } from '../../core/session/driver/backends.ts';
import { Random } from '../random.ts';
import { parseStoredSessions, type StoredSession } from '../../../../src/host/sessions/storedSessions.ts';

const unused = (): never => {
	throw new Error('not used here');
};

const createSession: ConstructorParameters<typeof Sessions>[1] = (seed) =>
	new Session(seed, {
		clock: { now: () => 1, setTimer: () => ({ dispose: () => undefined }) },
		provide: unused,
		source: { commandLine: () => 'a', isApproved: () => true, acquire: unused },
		createBackend: () => unusedBackend,
	});

function stored(t: TestContext) {
	t.mock.timers.enable({ apis: ['setTimeout'] });
	const kept = new Map<string, unknown>();
	const saves: (readonly StoredSession[])[] = [];
	const storage = {
		keys: () => [...kept.keys()],
		get: (key: string): never => kept.get(key) as never,
		update: (key: string, value: unknown) => {
			kept.set(key, value);
			if (key === 'acpHost.sessions') saves.push(parseStoredSessions(value));
			return Promise.resolve();
		},
	};
	const sessions = new Sessions(storage, createSession, []);
	const reopen = (): Sessions => {
		const next = new Sessions(storage, createSession, []);
		next.restore();
		return next;
	};
	/** The session as the next window finds it. */
	const reload = () => reopen().active;
	const hosted = sessions.create('A', '/ws');
	saves.length = 0;
	const draft = (text: string): Draft => ({ ...emptyDraft, text });
	const flood = (): void => {
		for (let n = 1; n <= 100; n++) hosted.session.dispatch({ type: 'renamed', title: `Title ${n}` });
	};
	return { sessions, hosted, saves, draft, flood, reload, reopen };
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

	it('have the name that the user gives them in each list at once, also at work', (t) => {
		const { sessions, hosted } = stored(t);
		t.mock.timers.tick(1_000);
		let told = 0;
		sessions.onDidChange(() => told++);
		hosted.session.dispatch({ type: 'prompt_submitted', content: [{ type: 'text', text: 'Go' }], at: 1 });
		assert.equal(hosted.session.state.turn.type, 'running');
		sessions.rename(hosted, 'Mine');
		t.mock.timers.tick(50);
		assert.equal(told, 1);
		sessions.dispose();
	});

	it('keep the name that their first prompt gave them', (t) => {
		const { sessions, hosted, reopen } = stored(t);
		hosted.session.dispatch({ type: 'replay_started' });
		const content = { type: 'text', text: 'Fix it' } as const;
		hosted.session.dispatch({ type: 'message_chunk', role: 'user', content });
		hosted.session.dispatch({ type: 'replay_ended' });
		t.mock.timers.tick(250);
		assert.equal(sessionTitle(hosted.session.state), 'Fix it');
		const again = reopen().all.map(({ session }) => session.state);
		assert.deepEqual(again.map(sessionTitle), ['Fix it']);
		assert.equal(again[0]?.title, '', 'the agent did not say it');
		sessions.dispose();
	});

	it('are called as their agent lists them, unless the user calls them otherwise', (t) => {
		const { sessions, hosted } = stored(t);
		hosted.session.dispatch({
			type: 'session_opened',
			sessionId: 'one',
			capabilities: noCapabilities,
			options: {},
		});
		const listed = { sessionId: 'one', cwd: '/ws', additionalDirectories: [], isArchived: false };
		const title = (): string => sessionTitle(hosted.session.state);
		sessions.takeListed('A', { ...listed, title: 'Listed' });
		assert.equal(title(), 'Listed');
		sessions.takeListed('A', { ...listed, title: ' ' });
		sessions.takeListed('A', listed);
		sessions.takeListed('B', { ...listed, title: 'Of another agent' });
		sessions.takeListed('A', { ...listed, sessionId: 'two', title: 'Another' });
		assert.equal(title(), 'Listed');
		sessions.rename(hosted, 'Mine');
		sessions.takeListed('A', { ...listed, title: 'Listed anew' });
		assert.equal(title(), 'Mine');
		sessions.rename(hosted, '');
		assert.equal(title(), 'Listed anew');
		sessions.dispose();
	});

	it('keep what counted of the options, for an agent that forgets it, until the agent says what counts', (t) => {
		const { sessions, hosted, reopen } = stored(t);
		const mode = (current: string) =>
			({ id: 'mode', name: 'Mode', via: 'option', type: 'select', current, groups: [] }) as const;
		const say = ({ session }: typeof hosted, current: string): void =>
			session.dispatch({ type: 'options', options: { configOptions: [mode(current)] } });
		const choices = (of: Sessions): unknown => of.active?.session.state.earlierChoices;
		say(hosted, 'ask');
		sessions.dispose();
		const next = reopen();
		assert.deepEqual(choices(next), [{ optionId: 'mode', value: 'ask' }]);
		// A window in which the agent has not said anything yet.
		next.dispose();
		const third = reopen();
		assert.deepEqual(choices(third), [{ optionId: 'mode', value: 'ask' }]);
		if (third.active !== undefined) say(third.active, 'plan');
		third.dispose();
		assert.deepEqual(choices(reopen()), [{ optionId: 'mode', value: 'plan' }]);
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

	it('all come back, however many there are, until they are closed [hazard G1]', (t) => {
		const { sessions, reopen } = stored(t);
		for (let n = 0; n < 150; n++) sessions.create('A', `/ws/${n}`);
		const all = sessions.all.map(({ session }) => session.state.key);
		sessions.dispose();
		const next = reopen();
		assert.deepEqual(
			next.all.map(({ session }) => session.state.key),
			all,
		);
		for (const hosted of next.all.slice(1)) next.remove(hosted);
		next.dispose();
		assert.deepEqual(
			reopen().all.map(({ session }) => session.state.key),
			all.slice(0, 1),
		);
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

	it('give back all that had not reached the agent, in order and once, after a reload [hazard G2]', (t) => {
		const { saves, sessions, hosted, draft, reload } = stored(t);
		const file = { type: 'file', id: 'file:///ws/a', name: 'a' } as const;
		for (const text of ['first', 'second', 'third'])
			moveToOutbox(sessions, hosted, { ...draft(text), attachments: [file] });
		sessions.setDraft(hosted, draft('typed'));
		for (const save of saves) {
			// However early the window goes, nothing that was sent by then is missing.
			assert.match(save[0]?.draft.text ?? '', /^first(\n\nsecond(\n\nthird(\n\ntyped)?)?)?$/u);
		}
		const again = reload();
		assert.equal(again?.draft.text, 'first\n\nsecond\n\nthird\n\ntyped');
		assert.deepEqual(again?.draft.attachments, [file]);
		assert.deepEqual(again?.outbox.undelivered, []);
		sessions.dispose();
	});

	it('have what comes back in one place at each moment [hazard G2]', async (t) => {
		const { saves, sessions, hosted, draft } = stored(t);
		const sent = moveToOutbox(sessions, hosted, draft('first'));
		await deliver(sessions, hosted, sent, () => Promise.resolve('withdrawn'));
		assert.ok(saves.length > 1);
		for (const save of saves) assert.equal(save[0]?.draft.text, 'first');
		assert.equal(hosted.draft.text, 'first');
		sessions.dispose();
	});

	it('come back as far as they can be read, with one line about the rest [hazard G4]', () => {
		const random = new Random(20_261_122);
		const good = { key: 's1', agentName: 'A', cwd: '/ws', title: 'T', draft: { text: 'x', attachments: [] } };
		let warned = 0;
		for (let n = 0; n < 100; n++) {
			const broken = { ...good, [random.pick(['key', 'agentName', 'cwd'])]: random.below(9) };
			const blobs = [[good, broken], { 0: good }, 'x', null, [random.json(), good], [[good]], 7] as const;
			const blob = random.pick<unknown>(blobs);
			const storage = {
				keys: () => [],
				get: (key: string): never => (key === 'acpHost.sessions' ? blob : random.json()) as never,
				update: () => Promise.resolve(),
			};
			const sessions = new Sessions(storage, createSession, []);
			const lines: string[] = [];
			sessions.restore((line) => lines.push(line));
			assert.ok(lines.length <= 1);
			warned += lines.length;
			const isHalf = Array.isArray(blob) && blob.includes(good);
			assert.equal(sessions.all.length, isHalf ? 1 : 0, JSON.stringify(blob));
			sessions.dispose();
		}
		assert.equal(warned, 100);
	});

	it('do not forget what comes back while the window goes [hazard G2]', async (t) => {
		const { sessions, hosted, draft, reload } = stored(t);
		const sent = moveToOutbox(sessions, hosted, draft('first'));
		let refuse: (outcome: 'withdrawn') => void = () => undefined;
		const delivery = deliver(sessions, hosted, sent, () => new Promise((resolve) => (refuse = resolve)));
		sessions.dispose();
		refuse('withdrawn');
		await delivery;
		assert.equal(reload()?.draft.text, 'first');
	});
});
