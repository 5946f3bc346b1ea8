import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ChangeHistory } from '../../../../../src/core/changes/checkpoints/changeHistory.ts';
import type { Checkpoint } from '../../../../../src/core/changes/checkpoints/checkpoint.ts';
import { formatLine, parseLines } from '../../../../../src/core/changes/journalLine.ts';
import type { ChangeRecord } from '../../../../../src/core/changes/record.ts';

const recordOf = (path: string, at: number, fields: Partial<ChangeRecord> = {}): ChangeRecord => ({
	...{ path, before: { type: 'absent' }, after: { type: 'special' }, at },
	...{ author: 'agent', evidence: ['command'] },
	...fields,
});
const prompt = (id: string, at: number, session = 's'): Checkpoint => ({ type: 'prompt', id, session, at });
const pathsSince = (history: ChangeHistory, id: string, session = 's'): readonly string[] | undefined =>
	history.since(session, id)?.map(({ path }) => path);
const day = 24 * 60 * 60_000;

describe('the history of changes', () => {
	it('tells what changed since each checkpoint, also after it was written and read', () => {
		const history = new ChangeHistory({ maxRecords: 10 });
		history.place(prompt('1', 1));
		history.add(recordOf('a', 2));
		history.place(prompt('2', 3));
		history.add(recordOf('b', 4));
		const read = new ChangeHistory({ maxRecords: 10 });
		for (const line of history.lines().map(formatLine).flatMap(parseLines)) read.take(line);
		for (const one of [history, read]) {
			assert.deepEqual(pathsSince(one, '1'), ['a', 'b']);
			assert.deepEqual(pathsSince(one, '2'), ['b']);
			assert.equal(pathsSince(one, '3'), undefined);
			assert.equal(pathsSince(one, '1', 'other'), undefined);
		}
	});

	it('moves a checkpoint that is placed again', () => {
		const history = new ChangeHistory({ maxRecords: 10 });
		history.place(prompt('1', 1));
		history.add(recordOf('before the look', 2));
		history.place(prompt('1', 1));
		history.add(recordOf('a', 3));
		assert.deepEqual(pathsSince(history, '1'), ['a']);
	});

	it('keeps what changed since the last checkpoint, such as by a large restore, and bounds that as well', () => {
		const history = new ChangeHistory({ maxRecords: 4 });
		history.place(prompt('1', 1));
		for (let n = 0; n < 3; n++) history.add(recordOf(`a${n}`, 2));
		history.place({ ...prompt('back', 3), type: 'restore' });
		for (let n = 0; n < 10; n++) history.add(recordOf(`b${n}`, 4));
		assert.equal(pathsSince(history, '1'), undefined);
		assert.equal(pathsSince(history, 'back')?.length, 10);
		const read = new ChangeHistory({ maxRecords: 4 });
		read.merge(history.lines());
		assert.equal(pathsSince(read, 'back')?.length, 10);
		for (let n = 0; n < 10; n++) history.add(recordOf(`c${n}`, 4));
		assert.equal(pathsSince(history, 'back'), undefined);
		history.place(prompt('2', 5));
		for (let n = 0; n < 20; n++) {
			history.add(recordOf(`d${n}`, 6));
			history.place(prompt(`${n + 3}`, 6));
		}
		assert.equal(history.records.length, 4);
	});

	it('lets go of checkpoints that it cannot tell the changes of, that are too many, or too old', () => {
		const history = new ChangeHistory({ maxRecords: 4, maxCheckpoints: 3 });
		history.place(prompt('old', 1));
		for (let n = 0; n < 3; n++) history.add(recordOf(`a${n}`, 2));
		history.place(prompt('1', 3));
		for (let n = 0; n < 2; n++) history.add(recordOf(`b${n}`, 4));
		assert.equal(pathsSince(history, 'old'), undefined);
		assert.deepEqual(pathsSince(history, '1'), ['b0', 'b1']);
		for (const id of ['2', '3', '4']) history.place(prompt(id, 5));
		history.place(prompt('1', 5, 'other'));
		assert.deepEqual(
			history.checkpoints('s').map(({ id }) => id),
			['2', '3', '4'],
		);
		history.place(prompt('5', 6 + 30 * day));
		assert.deepEqual(
			[...history.checkpoints('s'), ...history.checkpoints('other')].map(({ id }) => id),
			['5'],
		);
	});

	it('takes what another window has recorded in between, and once what both have seen', () => {
		const history = new ChangeHistory({ maxRecords: 10 });
		history.place(prompt('1', 1));
		history.add(recordOf('a', 4));
		history.place(prompt('2', 5));
		history.add(recordOf('b', 8));
		const other = new ChangeHistory({ maxRecords: 10 });
		other.add(recordOf('x', 2));
		other.place(prompt('1', 3, 'o'));
		other.place(prompt('1', 8));
		other.add(recordOf('b', 9, { author: 'unknown', evidence: ['outside_turns'] }));
		history.merge(other.lines());
		assert.deepEqual(pathsSince(history, '1'), ['x', 'a', 'b']);
		assert.deepEqual(pathsSince(history, '1', 'o'), ['a', 'b']);
		assert.deepEqual(pathsSince(history, '2'), ['b']);
	});
});
