/** What cards of calls say of files that several calls have changed, and what is answered there. */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { ViewFileReview } from '../../../../src/core/view/viewChanges.ts';
import type { ViewChange } from '../../../../src/core/view/viewEntry.ts';
import { AnsweredReview } from '../../../../src/host/changes/answeredReview.ts';
import type { ChangedFile } from '../../../../src/host/changes/changeReview.ts';
import { CallCards } from '../../../../src/host/changesInChat/callCards.ts';
import type { CardChange } from '../../../../src/host/changesInChat/callParts.ts';
import { FileReviewDecisions } from '../../../../src/host/changesInChat/fileReviewDecisions.ts';
import { only } from '../../only.ts';
import { FakeReview, MemoryTexts } from '../review/fakeReview.ts';

const path = '/ws/a';
const [base, one, two] = ['a\nb\nc\nd\n', 'a\nB\nc\nd\n', 'a\nB\nc\nD\nDD\n'];

const change = (call: string): CardChange => ({
	session: 's',
	call,
	entryId: call,
	index: 0,
	item: { type: 'diff', path, oldText: base, newText: one },
});
const view = only<ViewChange>({ added: 3, removed: 2 });

describe('the cards of two calls on one file', () => {
	let live: MemoryTexts;
	let fake: FakeReview;
	let cards: CallCards;
	let answers: FileReviewDecisions;
	let told: string[];

	beforeEach(() => {
		live = new MemoryTexts();
		fake = new FakeReview(live);
		live.write(path, two);
		fake.put(path, base, two);
		fake.calls.set('first', { before: base, after: one });
		fake.calls.set('second', { before: one, after: two });
		const review = new AnsweredReview(fake);
		answers = new FileReviewDecisions();
		review.onDidAnswer((all) => {
			for (const answer of all) answers.note(answer, 0);
		});
		told = [];
		cards = new CallCards(review, answers, ({ call }) => void told.push(call));
	});

	const now = (call: string): ViewFileReview | undefined => {
		const file = fake.file(path);
		return file === undefined ? cards.answered(change(call)) : cards.waits(change(call), file, view);
	};
	/** As the card says it once that is known. */
	const shown = async (call: string): Promise<ViewFileReview | undefined> => {
		now(call);
		await new Promise((resolve) => setImmediate(resolve));
		return now(call);
	};
	const answer = (type: 'keep' | 'undo', call: string): Promise<void> => {
		const file = fake.file(path);
		assert.ok(file);
		return cards.answer(type, [{ change: change(call), file }]);
	};
	const waits = (added: number, removed: number) =>
		({ type: 'waits', path, added, removed, isUndoable: true, reach: 'call' }) as const;

	it('count the lines of their own call, as soon as that is known, and are told of it once', async () => {
		assert.deepEqual(now('first'), { ...waits(3, 2), reach: 'call' });
		assert.deepEqual(await shown('first'), waits(1, 1));
		assert.deepEqual(await shown('second'), waits(2, 1));
		assert.deepEqual(told, ['first', 'second']);
		await shown('first');
		assert.deepEqual(told, ['first', 'second']);
	});

	it('are kept and undone by themselves, and say so', async () => {
		await answer('undo', 'first');
		assert.equal(live.read(path), 'a\nb\nc\nD\nDD\n');
		assert.deepEqual(await shown('first'), { type: 'undone' });
		assert.deepEqual(await shown('second'), waits(2, 1));
		await answer('keep', 'second');
		assert.equal(fake.file(path), undefined);
		assert.deepEqual([await shown('first'), await shown('second')], [{ type: 'undone' }, { type: 'kept' }]);
		assert.deepEqual(fake.asked, [`undoCall ${path}`, `keepCall ${path}`]);
	});

	it('wait again where the editor’s own undo brings their lines back', async () => {
		await answer('undo', 'first');
		assert.deepEqual(await shown('first'), { type: 'undone' });
		live.write(path, two);
		fake.edited(path);
		assert.deepEqual(await shown('first'), waits(1, 1));
		assert.equal(answers.ofCall(JSON.stringify(['s', 'first', 0])), undefined);
	});

	it('say that lines were kept elsewhere, and nothing of what nobody was seen to answer', async () => {
		const [hunk] = fake.file(path)?.hunks ?? [];
		assert.ok(hunk);
		await fake.keepHunk(path, hunk);
		assert.equal(await shown('first'), undefined);
		answers.note({ type: 'kept', file: fake.file(path) ?? assert.fail(), hunks: [hunk], isAll: false }, 0);
		assert.deepEqual(await shown('first'), { type: 'kept' });
	});

	it('are about the whole file where the lines of the call cannot be told, and say so', async () => {
		fake.calls.clear();
		assert.deepEqual(await shown('first'), waits(3, 2));
		const file = fake.file(path) ?? assert.fail();
		const few = only<ViewChange>({ added: 1, removed: 1 });
		assert.deepEqual(cards.waits(change('first'), file, few), { ...waits(1, 1), reach: 'file' });
		await answer('keep', 'first');
		assert.deepEqual(fake.asked, [`keepFiles ${path}`]);
	});

	it('keep nothing of another file that comes while the lines of the first are kept [hazard D14]', async () => {
		const created = '/ws/b';
		fake.put(created, '', 'as it was shown', { type: 'whole', kind: 'created' });
		const keepCall = fake.keepCall.bind(fake);
		// A look that was running finds what a later call made of it.
		fake.keepCall = (...args) => {
			fake.put(created, '', 'written anew', { type: 'whole', kind: 'created' });
			return keepCall(...args);
		};
		const waiting = [path, created].map((one) => fake.file(one) ?? assert.fail());
		fake.calls.set('both', { before: base, after: two });
		const callPart = fake.callPart.bind(fake);
		fake.callPart = (one, called) => (one === created ? Promise.resolve(undefined) : callPart(one, called));
		await cards.answer(
			'keep',
			waiting.map((file) => ({ change: change('both'), file })),
		);
		assert.deepEqual(
			fake.files.map((file) => file.path),
			[created],
		);
	});

	it('keep a file as a whole where the lines of one of its changes cannot be told', async () => {
		const file = fake.file(path) ?? assert.fail();
		const unknown = { ...change('unknown'), index: 1 };
		await cards.answer('keep', [
			{ change: change('first'), file },
			{ change: unknown, file },
		]);
		assert.deepEqual(fake.asked, [`keepFiles ${path}`]);
		assert.deepEqual(fake.files, []);
	});

	it('say so of a file that is kept and undone as a whole, of which no lines are known', () => {
		const whole: ChangedFile = {
			...(fake.file(path) ?? assert.fail()),
			type: 'whole',
			hunks: [],
			added: 0,
			removed: 0,
		};
		const few = only<ViewChange>({ added: 1, removed: 1 });
		assert.deepEqual(cards.waits(change('first'), whole, few), { ...waits(1, 1), reach: 'file' });
	});
});
