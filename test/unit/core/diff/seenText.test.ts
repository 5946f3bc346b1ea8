/** What an agent was given of a text, and whether it has seen what makes another one of it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hasSeenChange, isSeenWhole, seeAll, seeLines } from '../../../../src/core/diff/seenText.ts';
import { randomIntegers, seed } from '../../../tools/seeded.ts';

const lines = (count: number): string[] => Array.from({ length: count }, (_, at) => `line ${at}\n`);

describe('what an agent has seen of a text [hazard D4]', () => {
	it('is what it was given, whatever the line breaks are', () => {
		const saved = 'a\r\nb\r\nc\r\n';
		assert.equal(hasSeenChange(undefined, saved, 'a\nb\nc\n'), true);
		assert.equal(hasSeenChange(seeLines(undefined, 'a\r\nB\r\nc\r\n', 2, 1), saved, 'a\nB\nc\n'), true);
		assert.equal(hasSeenChange(seeLines(undefined, 'a\nB\nc\n', 1, 1), saved, 'a\nB\nc\n'), false);
		assert.equal(hasSeenChange(seeLines(undefined, 'a\nB\nc\n', 3), saved, 'a\nB\nc\n'), false);
		assert.equal(hasSeenChange(undefined, saved, 'a\nB\nc\n'), false);
	});

	it('is all of it once its parts join', () => {
		const text = lines(9).join('');
		let seen = seeLines(undefined, text, 4, 3);
		assert.equal(isSeenWhole(seen), false);
		seen = seeLines(seen, text, 1, 3);
		seen = seeLines(seen, text, 7);
		assert.equal(isSeenWhole(seen), true);
		assert.equal(isSeenWhole(seeAll('')), true);
	});

	it('holds no place where something was taken out since, even once both sides were given again', () => {
		const before = lines(9);
		const after = before.toSpliced(4, 1);
		const [saved, now] = [before.join(''), after.join('')];
		let seen = seeAll(saved);
		assert.equal(hasSeenChange(seen, saved, now), false);
		seen = seeLines(seen, now, 1, 2);
		seen = seeLines(seen, now, 7);
		assert.equal(hasSeenChange(seen, saved, now), false);
		assert.equal(hasSeenChange(seeLines(seen, now, 4, 2), saved, now), true);
	});

	it('does not hold one of several lines that are the same, unless all of them were given', () => {
		const saved = 'x\n'.repeat(5);
		const now = 'x\n'.repeat(6);
		assert.equal(hasSeenChange(seeLines(undefined, now, 5), saved, now), false);
		assert.equal(hasSeenChange(seeLines(undefined, now, 1, 2), saved, now), false);
		assert.equal(hasSeenChange(seeAll(now), saved, now), true);
	});

	it('never holds a line that it was not given, in any order of edits and reads', () => {
		const random = randomIntegers(seed);
		for (let run = 0; run < 2000; run++) {
			const saved = lines(1 + random(6)).map((line) => (random(3) === 0 ? 'same\n' : line));
			let now: readonly string[] = saved;
			let seen: ReturnType<typeof seeAll> | undefined;
			const given = new Set<string>();
			for (let step = 0; step < 6; step++) {
				if (random(2) === 0) {
					const typed = [`typed ${run}.${step}\n`].slice(random(3) === 0 ? 1 : 0);
					now = now.toSpliced(random(now.length + 1), typed.length === 0 ? 1 : 0, ...typed);
				} else {
					const [line, limit] = [1 + random(now.length + 1), random(4)];
					seen = seeLines(seen, now.join(''), line, limit);
					for (const one of now.slice(line - 1, line - 1 + limit)) given.add(one);
				}
			}
			if (!hasSeenChange(seen, saved.join(''), now.join(''))) continue;
			const unseen = now.filter((line) => line.startsWith('typed') && !given.has(line));
			assert.deepEqual(unseen, [], `SEED=${seed}, run ${run}`);
			// Whole, it is always seen.
			assert.equal(hasSeenChange(seeAll(now.join('')), saved.join(''), now.join('')), true);
		}
	});
});
