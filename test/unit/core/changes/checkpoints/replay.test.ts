import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Replay, type Track } from '../../../../../src/core/changes/checkpoints/replay.ts';
import { planOf } from '../../../../../src/core/changes/checkpoints/restorePlan.ts';
import type { ChangeRecord, FileState } from '../../../../../src/core/changes/record.ts';
import { isSameState } from '../../../../../src/core/changes/record.ts';

/** A file whose content is its hash. */
const file = (text: string, mode = 0o644): FileState => ({
	type: 'file',
	mode,
	size: text.length,
	hash: text,
});
const absent: FileState = { type: 'absent' };
const text = (...lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

type Who = 's' | 'o' | 'user' | 'unknown' | 'restore';

function change(
	who: Who,
	path: string,
	before: FileState,
	after: FileState,
	movedFrom?: string,
): ChangeRecord {
	const turn = { session: who === 'o' ? 'o' : 's', turn: '1' };
	const verdicts: Record<Who, Pick<ChangeRecord, 'author' | 'evidence' | 'turn'>> = {
		s: { author: 'agent', evidence: ['bytes'], turn },
		o: { author: 'agent', evidence: ['bytes'], turn },
		user: { author: 'user', evidence: ['bytes'] },
		unknown: { author: 'unknown', evidence: ['undeclared'], turn },
		restore: { author: 'user', evidence: ['restored'], turn },
	};
	return { path, before, after, at: 1, ...(movedFrom === undefined ? {} : { movedFrom }), ...verdicts[who] };
}

function replayed(...all: readonly ChangeRecord[]): readonly Track[] {
	const replay = new Replay('s', (state) => (state.type === 'file' ? state.hash : undefined));
	for (const one of all) replay.add(one);
	return replay.tracks;
}

function told(tracks: readonly Track[]): readonly string[] {
	const placed = tracks.map((track) => {
		const { target } = track;
		return { track, target: target.type === 'state' ? target.state : file(target.text, target.mode) };
	});
	return planOf(placed, ({ now, target }) => isSameState(now, target)).map(
		({ parts, state, isTicked }) =>
			`${isTicked ? 'x' : '-'} ${state.type}: ${parts
				.map(
					({ path, target }) =>
						`${path}=${target.type === 'file' ? (target.hash ?? '').trim().replaceAll('\n', ',') : target.type}`,
				)
				.join(' ')}`,
	);
}

describe('what files would be without what a session has changed', () => {
	it('is how they were, where nobody else has changed them', () => {
		const [one, two] = [file(text('1')), file(text('2'))];
		assert.deepEqual(told(replayed(change('s', 'a', one, two), change('s', 'b', absent, two))), [
			'x agent: a=1',
			'x agent: b=absent',
		]);
		assert.deepEqual(told(replayed(change('s', 'a', one, two), change('s', 'a', two, one))), []);
	});

	it('has the lines of the user, before and after those of the session', () => {
		const states = [
			file(text('1', '2', '3')),
			file(text('1', '2', '3', 'mine')),
			file(text('s', '1', '2', '3', 'mine')),
			file(text('s', '1', 'mine too', '2', '3', 'mine')),
		] as const;
		const records = (['user', 's', 'user'] as const).map((who, at) =>
			change(who, 'a', states[at] ?? absent, states[at + 1] ?? absent),
		);
		assert.deepEqual(told(replayed(...records)), ['x merged: a=1,mine too,2,3,mine']);
		// Nobody looked while it was written.
		assert.deepEqual(
			told(replayed(...records.filter((_, at) => at !== 2), change('s', 'a', states[3], states[2]))),
			['x merged: a=1,mine too,2,3,mine'],
		);
	});

	it('asks where the user has written into lines of the session', () => {
		const states = [file(text('1', '2')), file(text('1', 's')), file(text('1', 'mine'))] as const;
		const asked = replayed(change('s', 'a', states[0], states[1]), change('user', 'a', states[1], states[2]));
		assert.deepEqual(told(asked), ['- conflict: a=1,2']);
		const made = replayed(change('s', 'a', absent, states[1]), change('user', 'a', states[1], states[2]));
		assert.deepEqual(told(made), ['- conflict: a=absent']);
		const gone = replayed(change('s', 'a', states[0], states[1]), change('user', 'a', states[1], absent));
		assert.deepEqual(told(gone), ['- conflict: a=1,2']);
	});

	it('leaves what only others have changed, and what another session has', () => {
		const [one, two] = [file(text('1', '2')), file(text('1', '2', 'o'))];
		assert.deepEqual(told(replayed(change('user', 'a', one, two), change('o', 'b', one, two))), []);
		assert.deepEqual(
			told(
				replayed(
					change('s', 'a', one, file(text('s', '1', '2'))),
					change('o', 'a', file(text('s', '1', '2')), file(text('s', '1', '2', 'o'))),
				),
			),
			['x merged: a=1,2,o'],
		);
	});

	it('is not ticked where nothing tells whose it is', () => {
		assert.deepEqual(told(replayed(change('unknown', 'a', file('1'), file('2')))), ['- unknown: a=1']);
	});

	it('goes with a file that was moved, and with what the user wrote there', () => {
		const [one, two] = [file(text('1', '2')), file(text('1', '2', 'mine'))];
		const moved = change('s', 'b', one, one, 'a');
		assert.deepEqual(told(replayed(moved)), ['x agent: a=1,2 b=absent']);
		assert.deepEqual(told(replayed(moved, change('user', 'b', one, two))), ['x merged: a=1,2,mine b=absent']);
		assert.deepEqual(told(replayed(moved, change('s', 'c', one, one, 'b'))), ['x agent: a=1,2 c=absent']);
	});

	it('merges the right to run it as well', () => {
		const [one, two] = [file(text('1')), file(text('1', 's'))];
		const tracks = replayed(
			change('s', 'a', one, two),
			change('user', 'a', two, file(text('1', 's'), 0o755)),
		);
		assert.deepEqual(
			tracks.map(({ target }) => target),
			[{ type: 'text', text: text('1'), mode: 0o755 }],
		);
		assert.deepEqual(told(tracks), ['x merged: a=1']);
	});

	it('holds no great number of files with the same contents against each other', () => {
		const count = 3_000;
		const states = ['1', '2', '3'].map((one) => file(text(one)));
		const records = [0, 1].flatMap((at) =>
			Array.from({ length: count }, (_, n) =>
				change('s', `f${n}`, states[at] ?? absent, states[at + 1] ?? absent),
			),
		);
		const placed = replayed(...records).map((track) => ({ track, target: states[0] ?? absent }));
		const files = planOf(placed, () => false);
		assert.equal(files.filter(({ isTicked }) => isTicked).length, count);
		assert.ok(files.every(({ parts }) => parts.every(({ holds = [] }) => holds.length === 0)));
	});

	it('goes over restores in both directions', () => {
		const [one, two, three] = [file(text('1')), file(text('1', 's')), file(text('1', 's', 'more'))];
		const back = change('restore', 'a', three, one);
		assert.deepEqual(told(replayed(change('s', 'a', two, three), back)), ['x agent: a=1,s']);
		assert.deepEqual(told(replayed(back)), ['x agent: a=1,s,more']);
	});
});
