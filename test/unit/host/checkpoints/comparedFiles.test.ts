import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PlannedFile } from '../../../../src/core/changes/checkpoints/checkpoint.ts';
import type { FileState } from '../../../../src/core/changes/record.ts';
import {
	changedBetween,
	changedSince,
	type ComparedFile,
	type ComparedSide,
} from '../../../../src/host/checkpoints/comparedFiles.ts';

const absent: FileState = { type: 'absent' };
const text = (hash: string): FileState => ({ type: 'file', mode: 0o644, size: 1, hash });

function planned(
	...parts: readonly (readonly [path: string, now: FileState, target: FileState])[]
): PlannedFile {
	return {
		path: parts[0]?.[0] ?? '',
		parts: parts.map(([path, now, target]) => ({ path, now, target })),
		state: { type: 'agent' },
		isTicked: true,
	};
}

const sideText = (side: ComparedSide): string =>
	side.type === 'none' ? '-' : `${side.type === 'live' ? 'file ' : ''}${side.path}=${side.hash ?? '?'}`;
const shown = (files: readonly ComparedFile[]): readonly string[] =>
	files.map(({ before, after }) => `${sideText(before)} | ${sideText(after)}`);

describe('a comparison', () => {
	it('leaves folders out', () => {
		const files = [planned(['/made', { type: 'folder' }, absent]), planned(['/a', text('2'), text('1')])];
		assert.deepEqual(shown(changedSince(files)), ['/a=1 | file /a=2']);
		assert.deepEqual(shown(changedBetween(files, [])), ['/a=1 | file /a=2']);
	});

	it('has on the right the files as they are now, and on the left what was there', () => {
		const files = [
			planned(['/a', text('2'), text('1')]),
			planned(['/made', text('2'), absent]),
			planned(['/gone', absent, text('1')]),
			planned(['/secret', { type: 'file', mode: 0o644, size: 1 }, { type: 'file', mode: 0o644, size: 1 }]),
			// What an editor would show is another file.
			planned(['/link', { type: 'link', hash: '2' }, { type: 'link', hash: '1' }]),
		];
		assert.deepEqual(shown(changedSince(files)), [
			'/a=1 | file /a=2',
			'- | file /made=2',
			'/gone=1 | -',
			'/secret=? | file /secret=?',
			'/link=1 | /link=2',
		]);
	});

	it('shows a file that was moved as one', () => {
		const moved = planned(['/old', absent, text('1')], ['/new', text('2'), absent]);
		assert.deepEqual(shown(changedSince([moved])), ['/old=1 | file /new=2']);
	});

	it('of two points has what is another thing at the later one, and the file itself where that is now', () => {
		const older = [
			planned(['/both', text('3'), text('1')]),
			planned(['/first', text('2'), text('1')]),
			planned(['/same', text('2'), text('1')]),
		];
		const newer = [
			planned(['/both', text('3'), text('2')]),
			planned(['/same', text('2'), text('1')]),
			planned(['/back', text('1'), text('2')]),
		];
		assert.deepEqual(shown(changedBetween(older, newer)), [
			'/both=1 | /both=2',
			'/first=1 | file /first=2',
			'file /back=1 | /back=2',
		]);
	});
});
