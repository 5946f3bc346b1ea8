import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { linesOf } from '../../../../src/core/changes/lines.ts';
import { merged } from '../../../../src/core/changes/segments.ts';
import { randomIntegers } from '../../../tools/seeded.ts';
import { randomText, uniqueLines } from './texts.ts';
import { sized } from '../../../tools/sized.ts';

const seeds = Array.from({ length: sized(500, 100) }, (_, n) => n + 1);

describe('an unsaved text, under which an agent wrote', () => {
	it('gets what the agent wrote beside the edits of the user', () => {
		assert.deepEqual(merged('a\nb\nc\n', 'mine\nb\nc\n', 'a\nb\nC\nd\n'), {
			text: 'mine\nb\nC\nd\n',
			conflicts: [],
		});
	});

	it('keeps the lines of the user where both changed the same, and names that', () => {
		assert.deepEqual(merged('a\nb\nc\n', 'a\nmine\nc\n', 'a\ntheirs\nc\n'), {
			text: 'a\nmine\nc\n',
			conflicts: [{ start: 1, ours: ['mine\n'], theirs: ['theirs\n'] }],
		});
		assert.deepEqual(merged('a\n', 'a\nmine\n', 'a\ntheirs\n').conflicts.length, 1);
		assert.deepEqual(merged('a\nb\n', 'a\nsame\n', 'a\nsame\n'), { text: 'a\nsame\n', conflicts: [] });
	});

	it('is the other one where only one changed, whatever the lines and their ends', () => {
		for (const seed of seeds) {
			const random = randomIntegers(seed);
			const [base, other] = [randomText(random), randomText(random)];
			assert.deepEqual(merged(base, base, other), { text: other, conflicts: [] }, `seed ${seed}`);
			assert.deepEqual(merged(base, other, base), { text: other, conflicts: [] }, `seed ${seed}`);
			assert.deepEqual(merged(base, other, other), { text: other, conflicts: [] }, `seed ${seed}`);
		}
	});

	it('may have a million lines [hazard A11]', () => {
		const [base, theirs] = ['\n'.repeat(1_000_000), 'agent\n'.repeat(1_000_000)];
		assert.equal(merged(base, base, theirs).text, theirs);
	});

	it('loses no line that the user typed', () => {
		for (const seed of seeds) {
			const random = randomIntegers(seed);
			const base = uniqueLines('base', 10);
			const edited = (name: string): string => {
				const lines = [...base];
				for (let n = 0; n < 3; n++) lines.splice(random(lines.length + 1), random(2), `${name} ${n}\n`);
				return lines.join('');
			};
			const [ours, theirs] = [edited('user'), edited('agent')];
			const { text, conflicts } = merged(base.join(''), ours, theirs);
			for (const line of linesOf(ours)) {
				if (line.startsWith('user')) assert.ok(text.includes(line), `seed ${seed}: ${line}`);
			}
			const named = conflicts.flatMap((conflict) => conflict.theirs);
			for (const line of linesOf(theirs)) {
				const isThere = text.includes(line) || named.includes(line);
				if (line.startsWith('agent')) assert.ok(isThere, `seed ${seed}: ${line}`);
			}
			for (const { start, ours: lines } of conflicts) {
				assert.deepEqual(linesOf(text).slice(start, start + lines.length), lines, `seed ${seed}`);
			}
		}
	});
});
