import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { growth } from '../../../tools/growth.ts';
import type { ChangedFile } from '../../../../src/host/changes/changeReview.ts';
import {
	type ChangeNode,
	type Grouping,
	nodeId,
	nodesIn,
	rootNodes,
	type ShownChanges,
} from '../../../../src/host/review/changesTreeNodes.ts';
import { inOrder, changeTargetOf } from '../../../../src/host/review/changeTarget.ts';
import { FakeReview, MemoryTexts } from './fakeReview.ts';

const one = { session: 's1', turn: 'p1' };
const two = { session: 's1', turn: 'p2' };
const other = { session: 's2', turn: 'p1' };

function reviewOf(files: Readonly<Record<string, Partial<ChangedFile>>>): FakeReview {
	const live = new MemoryTexts();
	const review = new FakeReview(live);
	for (const [path, more] of Object.entries(files)) {
		live.write(path, 'one\n2\nthree\n');
		review.put(path, '1\n2\n3\n', 'one\n2\nthree\n', more);
	}
	return review;
}

const shown = (review: FakeReview): ShownChanges => ({
	files: review.files,
	gaps: review.gaps,
	restores: review.restores,
	namesOf: review.namesOf,
});

function labelOf(node: ChangeNode): string {
	switch (node.type) {
		case 'group':
			return `${node.label}|${node.description}`;
		case 'file':
			return node.file.path;
		case 'hunk':
			return `@${node.hunk.liveStart}`;
		case 'restore':
			return `before going back ${node.restore.id}`;
		case 'gap':
			return node.text;
	}
}

/** The rows with those inside, as they are shown. */
function rows(review: FakeReview, grouping: Grouping): string[] {
	const down = (node: ChangeNode, depth: number): string[] => [
		'  '.repeat(depth) + labelOf(node),
		...nodesIn(node).flatMap((inner) => down(inner, depth + 1)),
	];
	return rootNodes(shown(review), grouping).flatMap((node) => down(node, 0));
}

describe('the rows of what waits', () => {
	it('are files with their changes', () => {
		const review = reviewOf({ '/a': {}, '/b': { type: 'whole', kind: 'created' } });
		assert.deepEqual(rows(review, 'file'), ['/a', '  @0', '  @2', '/b']);
	});

	it('are prompts with each file that they had a part in, and those of none at the end', () => {
		const review = reviewOf({ '/a': { turns: [one, two] }, '/b': { turns: [two] }, '/c': {} });
		review.namesOf = ({ turn }) => (turn === 'p1' ? { session: 'Fix it', prompt: 'Please fix' } : undefined);
		assert.deepEqual(
			rows(review, 'prompt').filter((row) => !row.includes('@')),
			['Please fix|Fix it', '  /a', 'Prompt 2|', '  /a', '  /b', 'Of no prompt|', '  /c'],
		);
	});

	it('are sessions, each file once in each', () => {
		const review = reviewOf({ '/a': { turns: [one, two, other] }, '/b': { turns: [other] } });
		review.namesOf = ({ session }) => ({ session: `Session of ${session}`, prompt: '' });
		assert.deepEqual(
			rows(review, 'session').filter((row) => !row.includes('@')),
			['Session of s1|', '  /a', 'Session of s2|', '  /a', '  /b'],
		);
	});

	it('are of sessions that are in the window about their checkpoints, with restores below, the newest first', () => {
		const review = reviewOf({ '/a': { turns: [one, two] }, '/b': { turns: [other] } });
		review.namesOf = ({ session }) => (session === 's1' ? { session: 'Fix it', prompt: '' } : undefined);
		review.restores = ['r1', 'r2'].flatMap((id, at) =>
			['s1', 's2'].map((session) => ({ id, session, at, isRedo: id === 'r2' })),
		);
		const about = (grouping: Grouping): readonly unknown[] =>
			rootNodes(shown(review), grouping).map((node) =>
				node.type === 'group' ? [node.acpHostSession, node.acpHostPrompt] : node.type,
			);
		assert.deepEqual(about('file'), ['file', 'file']);
		assert.deepEqual(about('prompt'), [
			['s1', 'p1'],
			['s1', 'p2'],
			[undefined, undefined],
		]);
		assert.deepEqual(about('session'), [
			['s1', undefined],
			[undefined, undefined],
		]);
		assert.deepEqual(
			rows(review, 'session').filter((row) => !row.includes('@')),
			['Fix it|', '  /a', '  before going back r2', '  before going back r1', 'Session 2|', '  /b'],
		);
		assert.ok(!rows(review, 'prompt').some((row) => row.includes('before')));
	});

	it('name what is not covered at the end, and say of nothing that it is clean', () => {
		const review = reviewOf({ '/a': {} });
		review.gaps = [
			{ reason: 'ignored', count: 2, paths: ['/ws/node_modules', '/ws/out'] },
			{ reason: 'secret', count: 1, paths: ['/ws/.env'] },
		];
		assert.deepEqual(rows(review, 'file').slice(-2), [
			'Not watched: ignored by Git (2)',
			'Seen, but cannot be undone: secrets, by their name (1)',
		]);
	});

	it('have ids that no other row has, and keep them', () => {
		const review = reviewOf({ '/a': { turns: [one, two] }, '/b': { turns: [one] } });
		const ids = (): string[] => {
			const down = (node: ChangeNode): string[] => [nodeId(node), ...nodesIn(node).flatMap(down)];
			return rootNodes(shown(review), 'prompt').flatMap(down);
		};
		const before = ids();
		assert.equal(new Set(before).size, before.length);
		assert.deepEqual(ids(), before);
	});

	it('take time in proportion to the changes that wait, those that are unfolded as well', () => {
		const base = Array.from({ length: 20 }, (_, n) => `${n}\n`);
		const agent = base.map((line, n) => (n % 2 === 0 ? `new ${line}` : line)).join('');
		const live = new MemoryTexts();
		const review = new FakeReview(live);
		for (let n = 0; n < 500; n++) {
			live.write(`/ws/${n}`, agent);
			review.put(`/ws/${n}`, base.join(''), agent, { turns: [one] });
		}
		const { files } = review;
		const unfold = (count: number) =>
			rootNodes({ ...shown(review), files: files.slice(0, count) }, 'prompt')
				.flatMap(nodesIn)
				.flatMap(nodesIn);
		assert.equal(unfold(500).length, 5000);
		assert.ok(growth(unfold, 62) < 24);
	});
});

describe('what Keep and Undo are about', () => {
	const review = reviewOf({ '/a': { turns: [one] }, '/b': { turns: [one] } });
	const [group] = rootNodes(shown(review), 'prompt');
	const files = group === undefined ? [] : nodesIn(group);
	const hunks = files.flatMap(nodesIn);

	it('is told by the row', () => {
		const [first] = hunks;
		assert.ok(first?.type === 'hunk');
		assert.deepEqual(changeTargetOf(group), { type: 'files', paths: ['/a', '/b'] });
		assert.deepEqual(changeTargetOf(files[0]), { type: 'files', paths: ['/a'] });
		assert.deepEqual(changeTargetOf(first), { type: 'hunk', path: '/a', hunk: first.hunk });
		assert.deepEqual(changeTargetOf(changeTargetOf(first)), changeTargetOf(first));
	});

	it('is nothing for what is no row: any command can be called with anything', () => {
		const gap = { type: 'gap', id: '', text: '', paths: ['/a'] };
		const halves = [{ type: 'hunk', path: '/a' }, { type: 'hunk', path: 7, hunk: {} }, { type: 'files' }];
		for (const value of [undefined, null, 7, 'selected', [], {}, gap, ...halves]) {
			assert.equal(changeTargetOf(value), undefined);
		}
	});

	it('is the last change of a file first, since an answer moves what stands below it', () => {
		const targets = hunks.flatMap((node) => changeTargetOf(node) ?? []);
		const places = inOrder(targets).map((target) => target.type === 'hunk' && target.hunk.liveStart);
		assert.deepEqual(places, [2, 2, 0, 0]);
	});

	it('is a file once, and none of its changes beside it', () => {
		const [first, , third] = hunks.map((node) => changeTargetOf(node));
		const file = changeTargetOf(files[0]);
		assert.ok(first && third && file);
		assert.deepEqual(inOrder([first, file, third, file]), [third, { type: 'files', paths: ['/a'] }]);
	});
});
