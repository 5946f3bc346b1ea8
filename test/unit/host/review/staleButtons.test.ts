/** Buttons that were drawn before the text changed: whatever was changed meanwhile, none does anything wrong. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { linesOf } from '../../../../src/core/changes/lines.ts';
import type { Hunk } from '../../../../src/core/changes/review.ts';
import { randomIntegers, type Random } from '../../../tools/seeded.ts';
import { uniqueLines } from '../../core/changes/texts.ts';
import { FakeReview, MemoryTexts } from './fakeReview.ts';

const path = '/a';

/** A text of which some lines are others. */
function edited(random: Random, text: string, mark: string): string {
	const lines = linesOf(text).map((line) => {
		const dice = random(12);
		if (dice === 0) return '';
		if (dice === 1) return `${mark} ${line}`;
		return dice === 2 ? `${line}${mark} new\n` : line;
	});
	return lines.join('');
}

const appliedTo = (live: string, { liveStart, added }: Hunk, lines: readonly string[]): string =>
	linesOf(live)
		.toSpliced(liveStart, added.length, ...lines)
		.join('');

describe('a button that is behind the text', () => {
	it('does what it says, or nothing: 1,000 races [hazard D14]', async () => {
		let [applied, refused] = [0, 0];
		for (let seed = 1; seed <= 1000; seed++) {
			const random = randomIntegers(seed);
			const base = uniqueLines('line', 20).join('');
			const agent = edited(random, base, 'agent');
			const texts = new MemoryTexts();
			const review = new FakeReview(texts);
			texts.write(path, agent);
			review.put(path, base, agent);
			const drawn = review.file(path)?.hunks ?? [];
			const hunk = drawn[random(Math.max(drawn.length, 1))];
			if (hunk === undefined) continue;
			// The user types, an agent writes, or another change is answered before the button is pressed.
			const live = random(2) === 0 ? edited(random, agent, 'user') : agent;
			texts.write(path, live);
			const other = drawn[random(drawn.length)];
			if (random(2) === 0 && other !== undefined) await review.keepHunk(path, other);
			const before = texts.read(path);
			const baseBefore = await review.baseText(path);
			const answer = random(2) === 0 ? 'keep' : 'undo';
			const outcome =
				answer === 'keep' ? await review.keepHunk(path, hunk) : await review.undoHunk(path, hunk);
			const baseAfter = await review.baseText(path);
			if (outcome !== 'done') {
				refused++;
				assert.deepEqual([texts.read(path), baseAfter], [before, baseBefore], `seed ${seed}`);
				continue;
			}
			applied++;
			const expected = answer === 'undo' ? appliedTo(before, hunk, hunk.removed) : before;
			assert.equal(texts.read(path), expected, `seed ${seed}`);
			assert.deepEqual(
				linesOf(before).slice(hunk.liveStart, hunk.liveStart + hunk.added.length),
				hunk.added,
				`seed ${seed}: what was on the button is not what is there`,
			);
		}
		assert.ok(applied > 150 && refused > 150, `${applied} applied, ${refused} refused`);
	});
});
