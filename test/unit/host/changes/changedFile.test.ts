/** What a surface is told of a file that waits. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Pending } from '../../../../src/core/changes/journalLine.ts';
import type { ChangeRecord, FileState } from '../../../../src/core/changes/record.ts';
import { hunksOf } from '../../../../src/core/changes/review.ts';
import { changedFile, lineCount } from '../../../../src/host/changes/changedFile.ts';
import type { Review } from '../../../../src/node/changes/changeEngine.ts';

const file = (hash: string, mode = 0o644): FileState => ({ type: 'file', mode, size: 3, hash });
const absent: FileState = { type: 'absent' };
const path = '/ws/a.ts';
const none = { base: undefined, agent: undefined };

function textOf(base: string, agent: string, live = agent): Review {
	const texts = { base, agent };
	return { type: 'text', texts, live, hunks: hunksOf(texts, live) };
}

function pendingOf(base: FileState, agent: FileState, more: Partial<Pending> = {}): Pending {
	return { path, base, agent, ...more };
}

const whole = (pending: Pending): Review => ({ type: 'whole', pending, isUndoable: true });

function recordOf(before: string, after: string, more: Partial<ChangeRecord> = {}): ChangeRecord {
	const evidence = ['bytes'] as const;
	return { path, before: file(before), after: file(after), author: 'agent', evidence, at: 1, ...more };
}

describe('a file of which something waits', () => {
	it('has its hunks and their lines', () => {
		const found = changedFile(
			pendingOf(file('1'), file('2')),
			textOf('a\nb\nc\nd\n', 'a\nB\nB\nc\n'),
			[],
			none,
		);
		assert.deepEqual([found?.kind, found?.type, found?.added, found?.removed], ['modified', 'text', 2, 2]);
		assert.equal(found?.hunks.length, 2);
	});

	it('is none when the text is as it was accepted', () => {
		assert.equal(
			changedFile(pendingOf(file('1'), file('2')), textOf('a\n', 'b\n', 'a\n'), [], none),
			undefined,
		);
		assert.equal(changedFile(pendingOf(file('1'), file('2')), { type: 'nothing' }, [], none), undefined);
	});

	it('is created, deleted, moved, or has another mode', () => {
		const rows: readonly [Pending, string, number, number][] = [
			[pendingOf(absent, file('1')), 'created', 7, 0],
			[pendingOf(file('1'), absent), 'deleted', 0, 5],
			[pendingOf(file('1'), file('1'), { movedFrom: '/ws/b' }), 'moved', 0, 0],
			[pendingOf(file('1'), file('1', 0o755)), 'mode', 0, 0],
			[pendingOf(file('1'), file('2')), 'modified', 0, 0],
		];
		for (const [pending, kind, added, removed] of rows) {
			const found = changedFile(pending, whole(pending), [], { base: 5, agent: 7 });
			assert.deepEqual(
				[found?.kind, found?.type, found?.added, found?.removed],
				[kind, 'whole', added, removed],
			);
		}
	});

	it('that has no lines is told apart by its content', () => {
		const contents = [file('2'), file('3'), absent].map((agent) => {
			const pending = pendingOf(file('1'), agent);
			return changedFile(pending, whole(pending), [], none)?.content;
		});
		assert.deepEqual(contents, ['2', '3', undefined]);
		assert.equal(
			changedFile(pendingOf(file('1'), file('2')), textOf('a\n', 'b\n'), [], none)?.content,
			undefined,
		);
	});

	it('that is a notebook is kept or undone as a whole', () => {
		const pending = pendingOf(file('1'), file('2'), { path: '/ws/a.ipynb' });
		assert.equal(changedFile(pending, textOf('a\n', 'b\n'), [], none)?.type, 'whole');
		assert.equal(changedFile(pending, textOf('a\n', 'b\n', 'a\n'), [], none), undefined);
	});

	it('names the turn that made what went back and forth again', () => {
		const turn = { session: 's', turn: '1' };
		const restored = { author: 'user', evidence: ['restored'], turn: { session: 's', turn: 'r' } } as const;
		const records = [
			recordOf('1', '2', { turn }),
			recordOf('2', '1', restored),
			recordOf('1', '2', restored),
		];
		const found = changedFile(pendingOf(file('1'), file('2')), textOf('a\n', 'b\n'), records, none);
		assert.deepEqual(found?.turns, [turn]);
	});

	it('names the turns and commands since it was accepted, not those before', () => {
		const one = { session: 's', turn: '1' };
		const two = { session: 's', turn: '2' };
		const records = [
			recordOf('0', '1', { turn: { session: 's', turn: 'old' }, command: 'old' }),
			recordOf('1', '2', { turn: one, command: 'make', evidence: ['command'] }),
			recordOf('2', '3', { author: 'user', command: 'mine' }),
			recordOf('3', '4', { turn: two }),
			recordOf('4', '5', { turn: two, command: 'make' }),
		];
		const found = changedFile(pendingOf(file('1'), file('5')), textOf('a\n', 'b\n'), records, none);
		assert.deepEqual(found?.turns, [one, two]);
		assert.deepEqual(found?.commands, ['make']);
		assert.equal(found?.isUndeclared, false);
	});

	it('is undeclared where no word of an agent speaks for any of it', () => {
		const undeclared = recordOf('1', '2', { author: 'unknown', evidence: ['undeclared'] });
		const pending = pendingOf(file('1'), file('3'));
		const isUndeclared = (records: readonly ChangeRecord[]): boolean | undefined =>
			changedFile(pending, textOf('a\n', 'b\n'), records, none)?.isUndeclared;
		assert.equal(isUndeclared([undeclared]), true);
		assert.equal(isUndeclared([undeclared, recordOf('2', '3')]), false);
		assert.equal(isUndeclared([]), false);
	});

	it('has as many lines as an editor counts', () => {
		assert.deepEqual(['', 'a', 'a\n', 'a\nb'].map(lineCount), [0, 1, 1, 2]);
		assert.equal(lineCount(undefined), undefined);
	});
});
