/** What single calls have made of the changes that wait, where several changed one file. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { callPart, type CallTexts, keepCall, undoCall } from '../../../../src/core/changes/callPart.ts';
import { linesOf } from '../../../../src/core/changes/lines.ts';
import { hunksOf, type ReviewTexts, undoAll } from '../../../../src/core/changes/review.ts';
import { randomIntegers } from '../../../tools/seeded.ts';
import { randomText, uniqueLines } from './texts.ts';
import { sized } from '../../../tools/sized.ts';

const seeds = Array.from({ length: sized(400, 100) }, (_, n) => n + 1);

const lines = (...all: readonly string[]): string => all.map((line) => `${line}\n`).join('');

type Answered = Extract<ReturnType<typeof keepCall>, { type: 'done' }>;

function done(answer: ReturnType<typeof keepCall>): Answered {
	assert.ok(answer.type === 'done', answer.type);
	return answer;
}

/** Texts of a file that calls have changed one after the other, and what each of them did. */
function calls(...texts: readonly string[]): {
	texts: ReviewTexts;
	live: string;
	made: readonly CallTexts[];
} {
	const [base = ''] = texts;
	const live = texts.at(-1) ?? '';
	const made = texts.slice(1).map((after, at) => ({ before: texts[at] ?? '', after }));
	return { texts: { base, agent: live }, live, made };
}

function two(...texts: readonly [string, string, string]): {
	texts: ReviewTexts;
	live: string;
	first: CallTexts;
	second: CallTexts;
} {
	const { made, ...both } = calls(...texts);
	const [first, second] = made;
	assert.ok(first !== undefined && second !== undefined);
	return { ...both, first, second };
}

const apart = two(
	lines('a', 'b', 'c', 'd', 'e'),
	lines('a', 'B', 'c', 'd', 'e'),
	lines('a', 'B', 'c', 'D', 'D2', 'e'),
);
const beside = two(lines('a', 'b', 'c', 'd'), lines('a', 'B', 'c', 'd'), lines('a', 'B', 'C', 'd'));
const over = two(lines('a', 'b', 'c'), lines('a', 'B', 'c'), lines('a', 'BB', 'c'));

describe('of two calls that changed one file', () => {
	it('each has its own lines, and what it has counts until it is answered', () => {
		const { texts, live, first, second } = apart;
		assert.deepEqual(callPart(texts, live, first), { added: 1, removed: 1, isMixed: false });
		assert.deepEqual(callPart(texts, live, second), { added: 2, removed: 1, isMixed: false });
		const kept = done(keepCall(texts, live, second));
		assert.deepEqual(callPart(kept.texts, live, second), {
			added: 0,
			removed: 0,
			isMixed: false,
			settled: 'kept',
		});
		assert.deepEqual(callPart(kept.texts, live, first), { added: 1, removed: 1, isMixed: false });
		const undone = done(undoCall(texts, live, first));
		assert.equal(callPart(undone.texts, undone.live, first).settled, 'undone');
	});

	it('one is undone and the lines of the other stay, also right beside them', () => {
		for (const { texts, live, first, second } of [apart, beside]) {
			const undone = done(undoCall(texts, live, second));
			assert.equal(undone.live, first.after);
			assert.equal(undone.texts.base, texts.base);
			assert.equal(done(undoCall(undone.texts, undone.live, first)).live, texts.base);
		}
		assert.equal(done(undoCall(beside.texts, beside.live, beside.first)).live, lines('a', 'b', 'C', 'd'));
	});

	it('one is kept and the other waits, also right beside it', () => {
		const { texts, live, first, second } = beside;
		const kept = done(keepCall(texts, live, first));
		assert.equal(kept.live, live);
		assert.equal(kept.texts.base, lines('a', 'B', 'c', 'd'));
		assert.deepEqual(
			hunksOf(kept.texts, live).map(({ removed, added }) => [removed, added]),
			[[['c\n'], ['C\n']]],
		);
		assert.equal(done(undoCall(kept.texts, live, second)).live, kept.texts.base);
	});

	it('what is undone beside a change that waits makes its Undo ask for no edits of the user', () => {
		const { texts, live, first } = beside;
		const undone = done(undoCall(texts, live, first));
		const all = undoAll(undone.texts, undone.live);
		assert.deepEqual([all.live, all.conflicts], [texts.base, []]);
	});

	it('comes back by the editor’s own undo, and waits again', () => {
		for (const { texts, live, first, second } of [apart, beside]) {
			for (const call of [first, second]) {
				const undone = done(undoCall(texts, live, call));
				const { added, removed } = callPart(undone.texts, live, call);
				assert.ok(added + removed > 0);
			}
		}
	});
});

describe('lines that two calls have written', () => {
	it('are those of the first one again when the second is undone, and wait', () => {
		const { texts, live, first, second } = over;
		const undone = done(undoCall(texts, live, second));
		assert.equal(undone.live, first.after);
		const [hunk] = hunksOf(undone.texts, undone.live);
		assert.deepEqual([hunk?.added, hunk?.hasUserEdits], [['B\n'], false]);
		// The editor's own undo brings them back, and nothing is accepted by that.
		assert.deepEqual(hunksOf(undone.texts, live)[0]?.added, ['BB\n']);
	});

	it('are undone for the first one only with those of the second, after a question', () => {
		const { texts, live, first } = over;
		assert.deepEqual(callPart(texts, live, first), { added: 1, removed: 1, isMixed: true });
		assert.deepEqual(undoCall(texts, live, first), { type: 'conflict' });
		assert.equal(done(undoCall(texts, live, first, 'discard')).live, texts.base);
	});

	it('are kept as the one left them, and what the other made of them waits', () => {
		const { texts, live, first, second } = over;
		assert.equal(done(keepCall(texts, live, first)).texts.base, first.after);
		assert.equal(done(keepCall(texts, live, second)).texts.base, second.after);
	});

	it('are kept with all of their change where nothing tells the lines apart', () => {
		const { texts, live, second } = two(
			lines('a', 'b', 'c', 'd'),
			lines('a', 'B', 'C', 'd'),
			lines('a', 'B', 'X', 'd'),
		);
		assert.equal(done(keepCall(texts, live, second)).texts.base, live);
	});
});

describe('a call', () => {
	it('whose lines are not there any more has nothing that waits', () => {
		const { texts, live, first } = two(lines('a', 'b'), lines('a', 'B'), lines('a', 'b'));
		assert.equal(callPart(texts, live, first).added, 0);
		assert.deepEqual(undoCall(texts, live, first), { type: 'nothing' });
		assert.deepEqual(keepCall(texts, live, first), { type: 'nothing' });
	});

	it('is undone with lines of the user in it only after a question, and never those beside it', () => {
		const { texts, first } = apart;
		const inside = apart.live.replace('B\n', 'B mine\n');
		assert.equal(undoCall(texts, inside, first).type, 'conflict');
		const besideIt = apart.live.replace('B\n', 'B\nmine\n');
		assert.equal(done(undoCall(texts, besideIt, first)).live, lines('a', 'b', 'mine', 'c', 'D', 'D2', 'e'));
	});

	it('is undone without what the user saved between its two texts [hazard D14]', () => {
		const call = { before: lines('1', '2', '3', '4'), after: lines('1', 'mine', '4') };
		const texts = { base: lines('1', '2', 'mine', '4'), agent: call.after };
		assert.equal(callPart(texts, call.after, call).isMixed, false);
		assert.equal(done(undoCall(texts, call.after, call)).live, texts.base);
	});

	it('is undone after a question where nothing tells the lines of the user apart', () => {
		const texts = { ...apart.texts, isShared: true };
		assert.equal(undoCall(texts, apart.live, apart.first).type, 'conflict');
		assert.equal(
			done(undoCall(texts, apart.live, apart.first, 'discard')).live,
			lines('a', 'b', 'c', 'D', 'D2', 'e'),
		);
	});

	it('says which lines it was about when it is undone', () => {
		const { hunks } = done(undoCall(apart.texts, apart.live, apart.second));
		assert.deepEqual(
			hunks.map(({ removed, added, liveStart }) => [removed, added, liveStart]),
			[[['d\n'], ['D\n', 'D2\n'], 3]],
		);
	});

	it('never joins two lines where the last one has no end', () => {
		for (const [base, one, other] of [
			['a\nb', 'a\nb\nc\n', 'a\nb\nc\nd\n'],
			['a\nb', 'a\nb\n', 'a\nb\nc\n'],
			['a\n', 'a\nb', 'a\nb\nc'],
		] as const) {
			const { texts, live, first, second } = two(base, one, other);
			const known = new Set([base, one, other].flatMap((text) => [...text.split('\n')]));
			for (const call of [first, second]) {
				const results = [
					done(undoCall(texts, live, call, 'discard')).live,
					done(keepCall(texts, live, call)).texts.base,
				];
				for (const text of results)
					for (const line of text.split('\n')) assert.ok(known.has(line), JSON.stringify(text));
			}
		}
	});
});

describe('many calls on one file', () => {
	it('undone one after the other, the last one first, end where each began', () => {
		for (const seed of seeds) {
			const random = randomIntegers(seed);
			const all = [uniqueLines('base', 12).join('')];
			for (let call = 0; call < 4; call++) all.push(edited(all.at(-1) ?? '', `call ${call}`, random));
			let { texts, live } = calls(...all);
			for (const made of calls(...all).made.toReversed()) {
				const answer = undoCall(texts, live, made);
				({ texts, live } = done(answer));
				assert.equal(live, made.before, `seed ${seed}`);
			}
		}
	});

	it('kept one after the other, in any order, all are accepted and nothing waits', () => {
		for (const seed of seeds) {
			const random = randomIntegers(seed);
			const all = [uniqueLines('base', 12).join('')];
			for (let call = 0; call < 3; call++) all.push(edited(all.at(-1) ?? '', `call ${call}`, random));
			const { texts: begun, live, made } = calls(...all);
			let texts = begun;
			for (const call of made) {
				const answer = keepCall(texts, live, call);
				if (answer.type === 'done') ({ texts } = answer);
			}
			assert.deepEqual(hunksOf(texts, live), [], `seed ${seed}`);
		}
	});

	it('with texts of any kind undo no line of the user unasked, and accept only what is there or was', () => {
		for (const seed of seeds) {
			const random = randomIntegers(seed);
			const [base, one, other] = [randomText(random, 10), randomText(random, 10), randomText(random, 10)];
			const { texts, made } = calls(base, one, other);
			const live = linesOf(other).toSpliced(random(6), 0, 'user\n').join('');
			for (const call of made) {
				const undone = undoCall(texts, live, call);
				if (undone.type === 'done') assert.match(undone.live, /user/u, `seed ${seed}`);
				const kept = keepCall(texts, live, call);
				if (kept.type === 'done') assert.equal(kept.live, live);
			}
		}
	});
});

/** With some lines put in at one place, or in the place of others. */
function edited(text: string, name: string, random: (below: number) => number): string {
	const all = linesOf(text);
	return all.toSpliced(random(all.length), random(3), ...uniqueLines(name, 1 + random(2))).join('');
}
