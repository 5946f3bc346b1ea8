import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { attribute, type Evidence, goneHash } from '../../../../src/core/changes/attribution.ts';
import { EvidenceLog } from '../../../../src/core/changes/evidenceLog.ts';
import { type Observed, withMoves } from '../../../../src/core/changes/observed.ts';
import type { FileState } from '../../../../src/core/changes/record.ts';

const turn = { session: 's', turn: '1' };
const other = { session: 'other', turn: '7' };
const file = (hash: string, size = 3): FileState => ({ type: 'file', mode: 0o644, size, hash });
const absent: FileState = { type: 'absent' };
const path = '/ws/a.ts';
const changed: Observed = { path, before: file('old'), after: file('new'), changedAt: 500 };
const between = { from: 0, to: 1_000 };
const running: Evidence = { type: 'turn', id: 't', turn, from: 100 };

function verdict(evidence: readonly Evidence[], observed: Observed = changed): unknown {
	const { author, evidence: names, turn: whose, command } = attribute(observed, between, evidence);
	return [author, names.join(), whose?.session, ...(command === undefined ? [] : [command])];
}

describe('a change on the disk', () => {
	const write = (hash?: string, whose = turn): Evidence => ({
		type: 'write',
		turn: whose,
		path,
		at: 400,
		...(hash === undefined ? {} : { hash }),
	});
	const diff = (hash?: string): Evidence => ({ ...write(hash), type: 'diff' }) as Evidence;
	const save = (hash?: string): Evidence => ({
		type: 'save',
		path,
		at: 450,
		...(hash === undefined ? {} : { hash }),
	});
	const command: Evidence = { type: 'command', id: 'c', turn, command: 'make', from: 400, to: 600 };
	const rows: readonly [string, readonly Evidence[], readonly unknown[]][] = [
		['is the agent’s where its write left these bytes', [running, write('new')], ['agent', 'bytes', 's']],
		['… also when an editor saved them for it', [write('new'), save('new')], ['agent', 'bytes', 's']],
		['… of the session whose bytes they are', [write('x'), write('new', other)], ['agent', 'bytes', 'other']],
		['is the agent’s where its write names the file', [write()], ['agent', 'named', 's']],
		['… and where a diff does within a turn', [running, diff()], ['agent', 'named', 's']],
		['… or a command, which may outlive its turn', [command, diff()], ['agent', 'named', 's']],
		['is nobody’s where a diff does and no agent works', [diff()], ['unknown', 'named', undefined]],
		['… of no session where two name it', [write(), write('x', other)], ['agent', 'named', undefined]],
		['is the user’s where an editor saved these bytes', [running, save('new')], ['user', 'bytes', undefined]],
		['… also while a command ran', [running, command, save('new')], ['user', 'bytes', undefined]],
		['is the user’s where an editor saved the file', [running, save()], ['user', 'saved', undefined]],
		[
			'… not where the user saved something else',
			[write('new'), save('x')],
			['unknown', 'bytes,saved', undefined],
		],
		['is nobody’s where both changed it', [write(), save('x')], ['unknown', 'named,saved', undefined]],
		['… and where the user saved over it', [write('x'), save('new')], ['unknown', 'bytes,named', undefined]],
		[
			'… and where a command changed what was saved',
			[command, save('x')],
			['unknown', 'saved,command', undefined],
		],
		[
			'is nobody’s where the user had saved the bytes that an agent tells of',
			[running, save('new'), { ...write('new'), at: 460 } as Evidence],
			['unknown', 'bytes,saved', undefined],
		],
		[
			'… or an editor saved what an agent had told before, which may have read it there',
			[running, diff('new'), save('new')],
			['unknown', 'bytes,saved', undefined],
		],
		[
			'… and where other bytes than were saved are there within a turn',
			[running, save('x')],
			['unknown', 'saved,undeclared', undefined],
		],
		[
			'is the user’s where other bytes than were saved are there outside of turns',
			[save('x')],
			['user', 'saved', undefined],
		],
		['is the agent’s within the time of its command', [running, command], ['agent', 'command', 's', 'make']],
		['… and not after it', [running, { ...command, to: 460 }], ['unknown', 'undeclared', 's']],
		[
			'is nobody’s where the user ran a command as well',
			[command, { type: 'user_command', id: 'u', from: 0 }],
			['unknown', 'command,user_command', undefined],
		],
		[
			'is nobody’s within the commands of two sessions',
			[command, { ...command, turn: other }],
			['unknown', 'command', undefined],
		],
		['in a turn is undeclared without a word of it', [running], ['unknown', 'undeclared', 's']],
		[
			'is the user’s in the time of a task',
			[{ type: 'user_command', id: 'u', from: 0 }],
			['user', 'user_command', undefined],
		],
		[
			'outside of turns belongs to none',
			[{ type: 'turn', id: 't', turn, from: 600 }],
			['unknown', 'outside_turns', undefined],
		],
	];
	for (const [title, evidence, expected] of rows) {
		it(title, () => assert.deepEqual(verdict(evidence), expected));
	}

	it('that is gone is the user’s where an editor removed it, also while a command ran', () => {
		const gone: Observed = { path, before: file('old'), after: absent };
		assert.deepEqual(verdict([running, command, save()], gone), ['user', 'bytes', undefined]);
		assert.deepEqual(verdict([running, command], gone), ['agent', 'command', 's', 'make']);
	});

	it('that the user saved since the last look is theirs, whatever an agent told before that look', () => {
		const later = { from: 480, to: 1_000 };
		const told: Evidence = { type: 'write', turn, path, at: 400, hash: 'old' };
		const saved = { ...save('new'), at: 490 } as Evidence;
		const { author } = attribute(changed, later, [running, told, saved]);
		assert.equal(author, 'user');
		const again: Evidence = { ...told, at: 485 };
		assert.equal(attribute(changed, later, [running, again, saved]).author, 'unknown');
		assert.equal(attribute(changed, later, [running, told]).author, 'agent');
		const other = { ...saved, hash: 'x' } as Evidence;
		assert.equal(attribute(changed, later, [running, told, other]).author, 'unknown');
	});

	it('is the user’s where an editor deleted the file, whatever ran meanwhile', () => {
		const gone: Observed = { path, before: file('old'), after: absent };
		assert.deepEqual(verdict([running, command, save(goneHash)], gone), ['user', 'bytes', undefined]);
		assert.deepEqual(verdict([running, command, save('x')], gone), ['unknown', 'saved,command', undefined]);
	});

	it('by a command is told with no more of it than is read', () => {
		const long = { ...command, command: 'x'.repeat(1_000_000) };
		assert.equal(attribute(changed, between, [long]).command?.length, 1_000);
	});

	it('that only is said, and not on the disk, is none: another path proves nothing', () => {
		assert.deepEqual(verdict([{ ...write('new'), path: '/ws/b.ts' } as Evidence, running]), [
			'unknown',
			'undeclared',
			's',
		]);
	});
});

describe('evidence', () => {
	const command = { type: 'command', id: 'c', turn, command: 'make', from: 400 } as const;
	const write = (path: string, at: number): Evidence => ({ type: 'write', turn, path, at });

	it('is looked up by path, and a command until it has ended', () => {
		const log = new EvidenceLog();
		log.add([command, write(path, 1), write('/ws/b', 2), { ...command, to: 500 }]);
		assert.deepEqual(log.lookup()(changed), [{ ...command, to: 500 }, write(path, 1)]);
	});

	it('of both places speaks for a moved file', () => {
		const log = new EvidenceLog();
		log.add([write(path, 1), write('/ws/b', 2)]);
		const moved = { ...changed, movedFrom: '/ws/b' };
		assert.deepEqual(log.lookup()(moved), [write(path, 1), write('/ws/b', 2)]);
	});

	it('of a file speaks for one change, and not for one that was seen before it was said', () => {
		const log = new EvidenceLog();
		const first: Evidence = { ...write(path, 1), hash: 'new' } as Evidence;
		const [named, later] = [write(path, 2), write(path, 3)];
		log.add([first, named]);
		const said = log.count;
		log.add([later, { type: 'save', path, at: 4, hash: 'newer' }]);
		const evidenceOf = log.lookup();
		assert.deepEqual(evidenceOf({ ...changed, said }), [first, named]);
		// The editor saved what is there already.
		const next = { ...changed, before: file('newer'), after: file('newest') };
		assert.deepEqual(evidenceOf(next), [later]);
		assert.deepEqual(evidenceOf(next), []);
	});

	it('of two agents may have the same name', () => {
		const log = new EvidenceLog();
		log.add([command, { ...command, turn: other }]);
		assert.equal(log.lookup()(changed).length, 2);
	});

	it('is forgotten once it is over, and what runs is not', () => {
		const log = new EvidenceLog();
		log.add([command, { ...command, id: 'ended', to: 500 }, write(path, 500), write(path, 700)]);
		log.forget(600);
		assert.deepEqual(log.lookup()(changed), [command, write(path, 700)]);
	});

	it('without end is bounded: the oldest goes [hazard A7]', () => {
		const log = new EvidenceLog(3);
		for (let n = 0; n < 10; n++) log.add([{ ...command, id: String(n) }, write(path, n)]);
		const found = log.lookup()(changed);
		assert.deepEqual(
			found.map((one) => ('id' in one ? one.id : 'at' in one ? one.at : '')),
			['7', '8', '9', 7, 8, 9],
		);
	});
});

describe('a moved file', () => {
	const gone = (path: string, hash: string, size?: number): Observed => ({
		path,
		before: file(hash, size),
		after: absent,
	});
	const made = (path: string, hash: string, size?: number): Observed => ({
		path,
		before: absent,
		after: file(hash, size),
	});

	it('is one change, from where it was', () => {
		assert.deepEqual(withMoves([gone('/a', 'h'), changed, made('/b', 'h')]), [
			changed,
			{ path: '/b', movedFrom: '/a', before: file('h'), after: file('h') },
		]);
	});

	it('is none where the content could be that of another, or of any', () => {
		const twins = [gone('/a', 'h'), gone('/c', 'h'), made('/b', 'h')];
		assert.deepEqual(withMoves(twins), twins);
		const copies = [gone('/a', 'h'), made('/b', 'h'), made('/c', 'h')];
		assert.deepEqual(withMoves(copies), copies);
		const empty = [gone('/a', 'h', 0), made('/b', 'h', 0)];
		assert.deepEqual(withMoves(empty), empty);
	});
});
