/** What was undone, as a chip of the draft. */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { ViewContext } from '../../../../src/core/view/viewAttachment.ts';
import { AnsweredReview } from '../../../../src/host/changes/answeredReview.ts';
import { UndoneChips } from '../../../../src/host/changesInChat/undoneChips.ts';
import { type HostedSession, replaceDraft } from '../../../../src/host/sessions/hostedSession.ts';
import { FakeReview, MemoryTexts } from '../review/fakeReview.ts';
import { hostedFake } from '../hostedFake.ts';

const base = 'one\ntwo\nthree\nfour\nfive\n';
const agent = 'ONE\ntwo\nthree\nfour\nFIVE\n';

describe('the chip of what was undone', () => {
	let live: MemoryTexts;
	let fake: FakeReview;
	let review: AnsweredReview;
	let hosted: HostedSession;
	let replaced: string[];
	let ofRestores: Pick<UndoneChips, 'addRestored' | 'takeBackRestored'>;

	beforeEach(() => {
		live = new MemoryTexts();
		fake = new FakeReview(live);
		review = new AnsweredReview(fake);
		hosted = hostedFake();
		replaced = [];
		hosted.draftReplaced.event(({ before }) => replaced.push(before.text));
		const chips = new UndoneChips({
			sessions: () => ({ all: [hosted], setDraft: replaceDraft }),
			review: fake,
			label: (path) => path.replace('/ws/', ''),
		});
		ofRestores = chips;
		review.onDidAnswer((answers) => {
			const undone = answers.filter(({ type }) => type === 'undone');
			if (undone.length > 0) chips.add(hosted, undone);
		});
		review.onDidChange((paths) => chips.takeBack(paths));
		put('/ws/a.ts');
	});

	function put(path: string): void {
		live.write(path, agent);
		fake.put(path, base, agent);
	}

	const chips = (): readonly ViewContext[] =>
		hosted.draft.attachments.filter((one): one is ViewContext => one.type === 'undone');
	const names = (): readonly string[] => chips().map(({ name }) => name);
	const undo = async (at: number): Promise<void> => {
		const hunk = fake.file('/ws/a.ts')?.hunks[at];
		assert.ok(hunk);
		assert.equal(await review.undoHunk('/ws/a.ts', hunk), 'done');
	};

	it('comes with the first undo, and later ones join it', async () => {
		hosted.draft = { text: 'typed', attachments: [] };
		await undo(1);
		assert.deepEqual(names(), ['Undone: 1 change in a.ts']);
		const [first] = chips();
		await undo(0);
		assert.deepEqual(names(), ['Undone: 2 changes in a.ts']);
		assert.equal(chips()[0]?.id, first?.id);
		assert.equal(hosted.draft.text, 'typed');
		assert.deepEqual(replaced, ['typed', 'typed']);
		assert.match(chips()[0]?.text ?? '', /-five\n\+FIVE\n[^]*-one\n\+ONE\n/u);
	});

	it('names files that went back to a checkpoint beside what was undone, until they go forth again', async () => {
		await undo(1);
		ofRestores.addRestored(hosted, ['/ws/b.ts', '/ws/c.ts']);
		ofRestores.addRestored(hosted, ['/ws/b.ts']);
		assert.deepEqual(names(), ['Undone: 3 changes in 3 files']);
		assert.match(
			chips()[0]?.text ?? '',
			/-five\n\+FIVE\n[^]*The file b\.ts: your work on it since an earlier message is undone\.\n\nThe file c\.ts: /u,
		);
		ofRestores.takeBackRestored(hosted, ['/ws/b.ts', '/ws/c.ts']);
		assert.deepEqual(names(), ['Undone: 1 change in a.ts']);
		await undo(0);
		assert.deepEqual(names(), ['Undone: 2 changes in a.ts']);
	});

	it('is gone when all that went back goes forth again, also of more files than it names', () => {
		const many = Array.from({ length: 45 }, (_, n) => `/ws/${n}.ts`);
		ofRestores.addRestored(hosted, many);
		assert.equal(chips().length, 1);
		ofRestores.takeBackRestored(hosted, many);
		assert.deepEqual(names(), []);
		ofRestores.addRestored(hosted, ['/ws/b.ts']);
		ofRestores.takeBackRestored(hosted, ['/ws/b.ts']);
		assert.deepEqual(names(), []);
		ofRestores.takeBackRestored(hosted, ['/ws/b.ts']);
		assert.deepEqual(names(), []);
	});

	it('counts each file once, also where it names not all of them and they go back again', () => {
		const many = Array.from({ length: 25 }, (_, n) => `/ws/${n}.ts`);
		ofRestores.addRestored(hosted, many);
		assert.deepEqual(names(), ['Undone: 25 changes in 25 files']);
		assert.match(chips()[0]?.text ?? '', /\n\n\(5 more are left out\.\)$/u);
		ofRestores.addRestored(hosted, many);
		ofRestores.addRestored(hosted, many.slice(0, 7));
		assert.deepEqual(names(), ['Undone: 25 changes in 25 files']);
		ofRestores.addRestored(hosted, ['/ws/another.ts', ...many]);
		assert.deepEqual(names(), ['Undone: 26 changes in 26 files']);
		assert.match(chips()[0]?.text ?? '', /\n\n\(6 more are left out\.\)$/u);
		ofRestores.takeBackRestored(hosted, many.slice(0, 10));
		assert.deepEqual(names(), ['Undone: 16 changes in 16 files']);
		assert.doesNotMatch(chips()[0]?.text ?? '', /more are left out/u);
		ofRestores.takeBackRestored(hosted, many);
		assert.deepEqual(names(), ['Undone: 1 change in another.ts']);
	});

	it('says nothing of what was kept', async () => {
		const [hunk] = fake.file('/ws/a.ts')?.hunks ?? [];
		assert.ok(hunk);
		await review.keepHunk('/ws/a.ts', hunk);
		await review.keepFiles(['/ws/a.ts']);
		assert.deepEqual(names(), []);
	});

	it('is one for many files', async () => {
		put('/ws/b.ts');
		await review.undoFiles(['/ws/a.ts', '/ws/b.ts']);
		assert.deepEqual(names(), ['Undone: 4 changes in 2 files']);
	});

	it('loses what comes back, and goes when all has', async () => {
		await undo(1);
		await undo(0);
		live.write('/ws/a.ts', agent.replace('FIVE', 'five'));
		fake.put('/ws/a.ts', base, agent);
		assert.deepEqual(names(), ['Undone: 1 change in a.ts']);
		assert.doesNotMatch(chips()[0]?.text ?? '', /ONE/u);
		live.write('/ws/a.ts', agent);
		fake.put('/ws/a.ts', base, agent);
		assert.deepEqual(names(), []);
		assert.equal(hosted.offered.size, 0);
	});

	it('may be named by a view that heard of it late', async () => {
		await undo(0);
		const [chip] = chips();
		assert.ok(chip);
		assert.deepEqual(hosted.offered.get(chip.id), chip);
	});

	it('is a new one after a prompt, and joins the one of an earlier window', async () => {
		await undo(1);
		const [sent] = chips();
		hosted.draft = { text: '', attachments: [] };
		await undo(0);
		assert.notEqual(chips()[0]?.id, sent?.id);
		assert.deepEqual(names(), ['Undone: 1 change in a.ts']);
	});
});
