/** What of the changes that wait belongs to a session and its calls. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as limits from '../../../../src/core/base/limits.ts';
import type { Entry } from '../../../../src/core/session/model/entry.ts';
import type { SessionState } from '../../../../src/core/session/model/sessionState.ts';
import type { ChangedFile, ReviewAnswer } from '../../../../src/host/changes/changeReview.ts';
import { FileReviewDecisions } from '../../../../src/host/changesInChat/fileReviewDecisions.ts';
import { filesOf, isOfTurns, viewChanges } from '../../../../src/host/changesInChat/sessionChanges.ts';
import { only } from '../../only.ts';
import { openFakeSession } from '../../core/session/driver/fakeAgentPort.ts';

const file = (path: string, fields: Partial<ChangedFile> = {}): ChangedFile => ({
	path,
	kind: 'modified',
	type: 'text',
	hunks: [],
	added: 3,
	removed: 1,
	isUndoable: true,
	isUndeclared: false,
	turns: [],
	commands: [],
	...fields,
});

const turn = (session: string, prompt = 'e1') => ({ session, turn: prompt });

describe('the changes of a session', () => {
	it('are those in its folders, whoever made them, and its own elsewhere', () => {
		const files = [
			file('/ws/a.ts'),
			file('/ws/b.ts', { turns: [turn('other')] }),
			file('/elsewhere/c.ts', { turns: [turn('me')] }),
			file('/elsewhere/d.ts', { turns: [turn('other')] }),
			file('/ws-evil/e.ts'),
		];
		const paths = filesOf(files, { key: 'me', roots: ['/ws'] }).map(({ path }) => path);
		assert.deepEqual(paths, ['/ws/a.ts', '/ws/b.ts', '/elsewhere/c.ts']);
	});

	it('are counted in all, told of by no call and by other sessions apart, and named as far as there is room', () => {
		const many = Array.from({ length: 500 }, (_, n) => file(`/ws/${n}.ts`, { isUndeclared: n < 2 }));
		const files = [...many, file('/ws/x.ts', { turns: [turn('other'), turn('third')] })];
		const shared = file('/ws/y.ts', { turns: [turn('other'), turn('me')] });
		const gaps = [{ reason: 'ignored' as const, count: 3, paths: [] }];
		const shown = viewChanges({ gaps }, [...files, shared], 'me', (path) => path.slice(4));
		assert.equal(shown.count, 502);
		assert.equal(shown.added, 502 * 3);
		assert.equal(shown.undeclared, 2);
		assert.equal(shown.ofOthers, 1);
		assert.equal(shown.files.length, limits.shownChangedFiles);
		assert.deepEqual(shown.files[0]?.remarks, ['not told by any tool call']);
		assert.deepEqual(shown.gaps, ['Not watched: ignored by Git (3)']);
		assert.ok(JSON.stringify(shown).length < 8_000);
	});
});

describe('the changes of a call', () => {
	const { session } = openFakeSession();
	const { key } = session.state;
	const prompt = (id: string, startedAt: number): Entry =>
		only<Entry>({ type: 'message', role: 'user', id, startedAt });
	const call = (id: string): Entry => only<Entry>({ type: 'tool_call', id });
	const stateOf = (...entries: readonly Entry[]): SessionState => ({
		...session.state,
		entries: new Map(entries.map((entry) => [entry.id, entry])),
	});

	it('are those of turns whose prompt it came after', () => {
		const state = stateOf(prompt('e1', 100), call('e2'), prompt('e3', 300), call('e4'));
		const [first, second] = [turn(key, 'prompt 100'), turn(key, 'prompt 300')];
		assert.equal(isOfTurns(state, 'e2', [first]), true);
		assert.equal(isOfTurns(state, 'e2', [second]), false);
		assert.equal(isOfTurns(state, 'e4', [second]), true);
		assert.equal(isOfTurns(state, 'e4', [turn('other', 'prompt 100')]), false);
		assert.equal(isOfTurns(state, 'e4', [turn(key, 'gone')]), false);
		assert.equal(isOfTurns(state, 'e4', []), false);
	});

	it('are not those of a turn whose prompt had the same number in the transcript before', () => {
		const again = stateOf(prompt('e1', 900), call('e2'));
		assert.equal(isOfTurns(again, 'e2', [turn(key, 'prompt 100')]), false);
		assert.equal(isOfTurns(stateOf(prompt('e7', 100), call('e8')), 'e8', [turn(key, 'prompt 100')]), true);
	});

	it('are those of a turn as an earlier release named it, by the entry of its prompt', () => {
		assert.equal(isOfTurns(stateOf(prompt('e1', 100), call('e2')), 'e2', [turn(key, 'e1')]), true);
	});
});

describe('what was answered of a file', () => {
	const answer = (type: ReviewAnswer['type'], isAll: boolean): ReviewAnswer => ({
		type,
		file: file('/ws/a.ts'),
		hunks: [],
		isAll,
	});
	const typeOf = (answers: FileReviewDecisions): string | undefined =>
		answers.find('/ws/a.ts', () => true)?.type;

	it('is known when all of it was, and says whether that was one thing', () => {
		const answers = new FileReviewDecisions();
		answers.note(answer('kept', false), 1);
		assert.equal(typeOf(answers), undefined);
		answers.note(answer('kept', true), 2);
		assert.equal(typeOf(answers), 'kept');
		answers.note(answer('undone', false), 3);
		answers.note(answer('kept', true), 4);
		assert.equal(typeOf(answers), 'kept_and_undone');
		answers.note(answer('undone', true), 5);
		assert.equal(typeOf(answers), 'undone');
	});

	it('is not said of what went away unseen', () => {
		const answers = new FileReviewDecisions();
		answers.note(answer('kept', false), 1);
		answers.wentAway('/ws/a.ts');
		answers.waits('/ws/a.ts');
		assert.equal(typeOf(answers), undefined);
		answers.note(answer('undone', true), 2);
		assert.equal(typeOf(answers), 'undone');
	});

	it('is known in all its parts, although the file is gone a moment before the last of them is told', () => {
		const answers = new FileReviewDecisions();
		answers.note(answer('undone', false), 1);
		answers.waits('/ws/a.ts');
		answers.wentAway('/ws/a.ts');
		answers.note(answer('kept', true), 2);
		assert.equal(typeOf(answers), 'kept_and_undone');
	});
});
