import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as limits from '../../../../src/core/base/limits.ts';
import { editsOf, linesOf } from '../../../../src/core/changes/lines.ts';
import {
	agentChanged,
	type Hunk,
	hunksOf,
	keepHunk,
	type Reviewed,
	type ReviewTexts,
	undoAll,
	undoHunk,
	withUserEdits,
} from '../../../../src/core/changes/review.ts';
import { segmentsOf, textOf } from '../../../../src/core/changes/segments.ts';
import { shortestEdits } from '../../../../src/core/changes/shortestEdits.ts';
import { type Random, randomIntegers } from '../../../tools/seeded.ts';
import { randomText, uniqueLines } from './texts.ts';
import { sized } from '../../../tools/sized.ts';

/** Everything as it is now is accepted. */
const keepAll = (live: string): ReviewTexts => ({ base: live, agent: live });

const seeds = Array.from({ length: sized(400, 100) }, (_, n) => n + 1);

function done(answer: ReturnType<typeof keepHunk>): Reviewed {
	assert.ok(answer.type === 'done');
	return answer;
}

function first(texts: ReviewTexts, live: string): Hunk {
	return hunksOf(texts, live)[0] ?? assert.fail('no hunk');
}

describe('lines', () => {
	it('are the text again when joined, and edits lead from one list to the other', () => {
		for (const seed of seeds) {
			const random = randomIntegers(seed);
			const [a, b] = [randomText(random, 20), randomText(random, 20)];
			const [before, after] = [linesOf(a), linesOf(b)];
			assert.equal(before.join(''), a);
			const most = [0, 2, 1_000][seed % 3];
			let [result, at]: [string[], number] = [[], 0];
			for (const { start, end, from, to } of editsOf(before, after, most)) {
				assert.ok(start >= at && (start < end || from < to), `seed ${seed}`);
				result.push(...before.slice(at, start), ...after.slice(from, to));
				at = end;
			}
			result = [...result, ...before.slice(at)];
			assert.equal(result.join(''), b, `seed ${seed}`);
		}
	});

	it('removed and added are as few as can be', () => {
		for (const seed of seeds) {
			const random = randomIntegers(seed);
			const [before, after] = [linesOf(randomText(random, 12)), linesOf(randomText(random, 12))];
			const edits = shortestEdits(before, after, 1_000) ?? assert.fail();
			const count = edits.reduce((sum, { start, end, from, to }) => sum + (end - start) + (to - from), 0);
			assert.equal(count, before.length + after.length - 2 * commonLines(before, after), `seed ${seed}`);
			assert.equal(shortestEdits(before, after, count - 1), undefined, `seed ${seed}`);
		}
	});

	it('of hostile texts are told in no time, and the same each time [hazard A11]', () => {
		const random = randomIntegers(1);
		const lines = (of: (at: number) => string): string =>
			Array.from({ length: limits.changeTextLines }, (_, at) => of(at)).join('');
		const coin = (): string => (random(2) === 0 ? 'a\n' : 'b\n');
		const hostile: readonly [string, ReviewTexts, string][] = [
			[
				'equal',
				{ base: lines(() => 'x\n'), agent: lines(() => 'x\n').slice(0, -2_000) },
				lines(() => 'x\nx\n'),
			],
			[
				'alternating',
				{ base: lines((at) => 'ab'.charAt(at % 2)), agent: lines((at) => 'ba\n'.charAt(at % 3)) },
				'',
			],
			['of two kinds', { base: lines(coin), agent: lines(coin) }, lines(coin)],
			[
				'far apart',
				{ base: lines(String), agent: lines((at) => `${at % 99}\n`) },
				lines((at) => `${at % 98}\n`),
			],
		];
		for (const [name, texts, live] of hostile) {
			const start = process.cpuUsage();
			const hunks = hunksOf(texts, live);
			const { user } = process.cpuUsage(start);
			assert.ok(user < 1_000_000, `${name}: ${user} us`);
			assert.deepEqual(hunksOf(texts, live), hunks, name);
		}
	});

	it('of three texts are cut so that each side is whole', () => {
		for (const seed of seeds) {
			const random = randomIntegers(seed);
			const [origin, ours, theirs] = [randomText(random), randomText(random), randomText(random)];
			const segments = segmentsOf(origin, ours, theirs);
			assert.equal(
				textOf(segments, (one) => one.origin),
				origin,
				`seed ${seed}`,
			);
			assert.equal(
				textOf(segments, (one) => one.ours),
				ours,
				`seed ${seed}`,
			);
			assert.equal(
				textOf(segments, (one) => one.theirs),
				theirs,
				`seed ${seed}`,
			);
		}
	});
});

describe('hunks of an agent', () => {
	it('kept and undone in any order end with the lines that were chosen', () => {
		for (const seed of seeds) {
			const random = randomIntegers(seed);
			const { pieces, base, agent } = changedText(random);
			const choices = new Map(pieces.map(({ after }) => [after.join(''), random(2) === 0]));
			const expected = pieces.map(({ before, after }) => (choices.get(after.join('')) ? after : before));
			let texts: ReviewTexts = { base, agent };
			let live = agent;
			for (let hunks = hunksOf(texts, live); hunks.length > 0; hunks = hunksOf(texts, live)) {
				const hunk = hunks[random(hunks.length)] ?? assert.fail();
				const isKept = choices.get(hunk.added.join('')) ?? assert.fail(`seed ${seed}: no such change`);
				({ texts, live } = done((isKept ? keepHunk : undoHunk)(texts, live, hunk)));
			}
			assert.equal(live, expected.flat().join(''), `seed ${seed}`);
			assert.deepEqual(texts, keepAll(live), `seed ${seed}`);
		}
	});

	it('leave the live text alone when kept and the base alone when undone, with texts of any kind', () => {
		for (const seed of seeds) {
			const random = randomIntegers(seed);
			let texts: ReviewTexts = { base: randomText(random), agent: randomText(random) };
			let live = texts.agent;
			for (let hunks = hunksOf(texts, live); hunks.length > 0; hunks = hunksOf(texts, live)) {
				const hunk = hunks[random(hunks.length)] ?? assert.fail();
				const isKept = random(2) === 0;
				const next = done((isKept ? keepHunk : undoHunk)(texts, live, hunk));
				if (isKept) assert.equal(next.live, live, `seed ${seed}`);
				else assert.equal(next.texts.base, texts.base, `seed ${seed}`);
				({ texts, live } = next);
			}
			assert.equal(live, texts.base, `seed ${seed}`);
		}
	});

	it('all undone are the text before, and all kept the text after', () => {
		for (const seed of seeds) {
			const random = randomIntegers(seed);
			const [base, agent] = [randomText(random), randomText(random)];
			const undone = undoAll({ base, agent }, agent);
			assert.equal(undone.live, base, `seed ${seed}`);
			assert.deepEqual(undone.conflicts, []);
			assert.deepEqual(hunksOf(undone.texts, undone.live), []);
			assert.deepEqual(hunksOf(keepAll(agent), agent), []);
		}
	});

	it('say where they are, and when only line ends differ', () => {
		const texts = { base: 'a\nb\nc\n', agent: 'a\nB\nc\nd\n' };
		assert.deepEqual(
			hunksOf(texts, texts.agent).map(({ baseStart, removed, liveStart, added }) => [
				baseStart,
				removed,
				liveStart,
				added,
			]),
			[
				[1, ['b\n'], 1, ['B\n']],
				[3, [], 3, ['d\n']],
			],
		);
		assert.equal(first({ base: 'a\nb\n', agent: 'a\r\nb\r\n' }, 'a\r\nb\r\n').isLineEndsOnly, true);
		assert.equal(first({ base: 'a', agent: 'a\n' }, 'a\n').isLineEndsOnly, true);
		assert.equal(first(texts, texts.agent).isLineEndsOnly, false);
	});

	it('that are not those of the live text any more are refused', () => {
		const texts = { base: 'a\nb\nc\n', agent: 'a\nB\nc\n' };
		const hunk = first(texts, texts.agent);
		for (const live of ['x\na\nB\nc\n', 'a\nb\nc\n', 'a\nBB\nc\n', '']) {
			assert.equal(undoHunk(texts, live, hunk).type, 'drifted', live);
			assert.equal(keepHunk(texts, live, hunk).type, 'drifted', live);
			assert.equal(undoHunk(texts, live, { ...hunk, hasUserEdits: true }).type, 'drifted', live);
		}
	});

	it('too different to be told line by line are one', () => {
		const [base, agent] = [uniqueLines('old', 4_000).join(''), uniqueLines('new', 4_000).join('')];
		assert.equal(hunksOf({ base: `a\n${base}z\n`, agent: `a\n${agent}z\n` }, `a\n${agent}z\n`).length, 1);
	});
});

describe('edits of the user', () => {
	it('beside hunks survive when all is undone, and wait for nothing', () => {
		for (const seed of seeds) {
			const random = randomIntegers(seed);
			const { pieces, base, agent } = changedText(random);
			const touched = pieces.map((piece, n) =>
				piece.before === piece.after && random(3) === 0 ? { ...piece, user: [`user ${n}\n`] } : piece,
			);
			const live = touched.flatMap(({ after, user }) => user ?? after).join('');
			const expected = touched.flatMap(({ before, user }) => user ?? before).join('');
			const undone = undoAll({ base, agent }, live);
			assert.equal(undone.live, expected, `seed ${seed}`);
			assert.deepEqual(undone.conflicts, [], `seed ${seed}`);
			const folded = withUserEdits({ base, agent }, live);
			assert.equal(folded.base, expected, `seed ${seed}`);
			assert.deepEqual(hunksOf(folded, live).map(contentOf), hunksOf({ base, agent }, agent).map(contentOf));
		}
	});

	it('are never lost, whatever is kept and undone, however an agent goes on beside them', () => {
		for (const seed of seeds) {
			const random = randomIntegers(seed);
			let texts = keepAll(uniqueLines('base', 8).join(''));
			let live = texts.base;
			const own = new Set<string>();
			for (let step = 0; step < 30; step++) {
				const lines = [...linesOf(live)];
				const at = random(lines.length + 1);
				switch (random(4)) {
					case 0:
						own.add(`user ${seed} ${step}\n`);
						lines.splice(at, 0, `user ${seed} ${step}\n`);
						live = lines.join('');
						break;
					case 1: {
						// An agent may do anything but remove lines of the user.
						const removed = lines[at]?.startsWith('user') === true ? 0 : random(2);
						lines.splice(at, removed, `agent ${step}\n`);
						texts = agentChanged(texts, live, lines.join(''));
						live = lines.join('');
						break;
					}
					case 2:
						({ texts, live } = undoAll(texts, live));
						break;
					default: {
						const hunks = hunksOf(texts, live);
						const hunk = hunks[random(Math.max(hunks.length, 1))];
						if (hunk === undefined) break;
						const answer = (random(2) === 0 ? keepHunk : undoHunk)(texts, live, hunk);
						assert.equal(answer.type === 'conflict', answer.type !== 'done', `seed ${seed}`);
						if (answer.type === 'conflict') assert.equal(hunk.hasUserEdits, true);
						if (answer.type === 'done') ({ texts, live } = answer);
					}
				}
				const there = linesOf(live).filter((line) => line.startsWith('user'));
				assert.equal(there.length, own.size, `seed ${seed}, step ${step}`);
			}
		}
	});

	it('in a hunk make Undo ask, and only a user who was asked loses them', () => {
		const texts = { base: 'a\nb\nc\n', agent: 'a\nB\nc\n' };
		const live = 'a\nB of mine\nc\n';
		const hunk = first(texts, live);
		assert.equal(hunk.hasUserEdits, true);
		assert.deepEqual(undoHunk(texts, live, hunk), { type: 'conflict', hunk });
		assert.deepEqual(undoAll(texts, live), { texts, live, conflicts: [hunk] });
		assert.equal(done(undoHunk(texts, live, hunk, 'discard')).live, texts.base);
		assert.deepEqual(done(keepHunk(texts, live, hunk)).texts, keepAll(live));
	});

	it('in a hunk still make Undo ask after the agent has written over them', () => {
		const before = { base: 'a\nb\nc\n', agent: 'a\nB\nc\n' };
		const texts = agentChanged(before, 'a\nB of mine\nc\n', 'a\nB of the agent\nc\n');
		assert.equal(first(texts, 'a\nB of the agent\nc\n').hasUserEdits, true);
	});

	it('that an agent wrote over come back with Undo', () => {
		const texts = agentChanged(keepAll('a\nb\nc\n'), 'a\nmine\nc\n', 'a\nagent\nc\n');
		assert.equal(undoAll(texts, 'a\nagent\nc\n').live, 'a\nmine\nc\n');
	});

	it('that nothing tells from those of an agent make each Undo ask', () => {
		const texts = { base: 'a\nb\nc\n', agent: 'a\nB\nc\nd\n', isShared: true };
		const hunks = hunksOf(texts, texts.agent);
		assert.deepEqual(undoAll(texts, texts.agent), { texts, live: texts.agent, conflicts: hunks });
		const [hunk] = hunks;
		assert.ok(hunk !== undefined);
		assert.equal(undoHunk(texts, texts.agent, hunk).type, 'conflict');
		assert.equal(done(undoHunk(texts, texts.agent, hunk, 'discard')).live, 'a\nb\nc\nd\n');
		assert.equal(undoAll(texts, texts.agent, 'discard').live, texts.base);
		assert.deepEqual(undoAll(texts, texts.agent, 'discard').conflicts, []);
		assert.equal(done(keepHunk(texts, texts.agent, hunk)).texts.isShared, true);
	});

	it('go from many hunks at once in no more time than it takes to tell them', () => {
		const lines = uniqueLines('line', 20_000);
		const base = lines.join('');
		const agent = lines.map((line, at) => (at % 40 === 0 ? `agent ${at}\n` : line)).join('');
		const start = process.cpuUsage();
		assert.equal(undoAll({ base, agent, isShared: true }, agent, 'discard').live, base);
		const { user } = process.cpuUsage(start);
		assert.ok(user < 2_000_000, `${user} us`);
	});

	it('that undo a hunk by hand leave nothing that waits', () => {
		const texts = { base: 'a\nb\nc\n', agent: 'a\nB\nc\n' };
		assert.deepEqual(hunksOf(texts, texts.base), []);
		assert.deepEqual(withUserEdits(texts, texts.base), keepAll(texts.base));
	});

	it('where the agent removed lines make Undo ask: nothing tells which come first', () => {
		const texts = { base: 'a\nb\nc\n', agent: 'a\nc\n' };
		const live = 'a\nmine\nc\n';
		assert.equal(undoHunk(texts, live, first(texts, live)).type, 'conflict');
		assert.equal(undoAll(texts, live).live, live);
	});

	it('behind a last line without an end never become a part of it', () => {
		const texts = { base: 'a\nb', agent: 'a\nB\nc\n' };
		const live = 'a\nB\nc\nmine\n';
		assert.deepEqual(undoAll(texts, live).conflicts.length, 1);
		assert.equal(undoAll(texts, live).live, live);
	});
});

interface Piece {
	readonly before: readonly string[];
	/** The same list as before where nothing is changed. */
	readonly after: readonly string[];
	readonly user?: readonly string[];
}

/** Pieces of unlike lines, of which every second may be changed by the agent: removed lines are replaced, never bare. */
function changedText(random: Random): { pieces: Piece[]; base: string; agent: string } {
	const pieces = Array.from({ length: 3 + random(12) }, (_, n): Piece => {
		const before = uniqueLines(`line ${n}`, 1 + random(3));
		if (n % 2 === 0 || random(3) === 0) return { before, after: before };
		const removed = random(3) === 0 ? [] : before;
		return { before: removed, after: uniqueLines(`agent ${n}`, 1 + random(3)) };
	});
	const text = (side: 'before' | 'after'): string => pieces.flatMap((piece) => piece[side]).join('');
	return { pieces, base: text('before'), agent: text('after') };
}

/** How many lines the longest list has that both contain, in order. */
function commonLines(a: readonly string[], b: readonly string[]): number {
	let row = Array.from({ length: b.length + 1 }, () => 0);
	for (const line of a) {
		const next = [0];
		for (const [at, other] of b.entries()) {
			next.push(line === other ? (row[at] ?? 0) + 1 : Math.max(next[at] ?? 0, row[at + 1] ?? 0));
		}
		row = next;
	}
	return row.at(-1) ?? 0;
}

function contentOf({ removed, added }: Hunk): unknown {
	return [removed, added];
}
