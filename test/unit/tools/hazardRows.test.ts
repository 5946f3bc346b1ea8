/** The tool behind `npm run hazards`: it must not call shown what nothing showed. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hazardGroups } from '../../hazards/all.ts';
import { hazard, type Hazard } from '../../hazards/hazard.ts';
import { figuresIn } from '../../tools/figure.ts';
import { differences, figureName, formatHazard, hazardRows, isComplete } from '../../tools/hazardRows.ts';
import type { TestResult } from '../../tools/testResult.ts';

const passed = (name: string, more: Partial<TestResult> = {}): TestResult => ({
	suite: 'unit',
	name,
	state: 'passed',
	...more,
});

const stateOf = (one: Hazard, ...results: TestResult[]): string | undefined =>
	hazardRows([one], results)[0]?.state;

describe('the table of hazards', () => {
	it('says missing where no test passed, and failed where one did', () => {
		assert.equal(stateOf(hazard('A1', 'x')), 'MISSING');
		assert.equal(stateOf(hazard('A1', 'x'), passed('[hazard A1]', { state: 'skipped' })), 'MISSING');
		assert.equal(stateOf(hazard('A1', 'x'), passed('[hazard A1]')), 'shown');
		const failed = passed('other [hazard A1]', { state: 'failed' });
		assert.equal(stateOf(hazard('A1', 'x'), passed('[hazard A1]'), failed), 'FAILED');
	});

	it('counts the tag of a group for each of its tests', () => {
		const row = hazard('A1', 'x', { least: 2 });
		const inGroup = (name: string): TestResult => passed(name, { group: 'outer [hazard A1]: inner' });
		assert.equal(stateOf(row, inGroup('one')), 'PARTLY');
		assert.equal(stateOf(row, inGroup('one'), inGroup('two')), 'shown');
	});

	it('calls a row incomplete that has a gap, or a number that nobody printed', () => {
		assert.equal(stateOf(hazard('A1', 'x', { gap: 'not on Sundays' }), passed('[hazard A1]')), 'PARTLY');
		const measured = hazard('A1', 'x', { isMeasured: true });
		assert.equal(stateOf(measured, passed('[hazard A1]')), 'PARTLY');
		const figure: TestResult = { suite: 'unit', name: figureName('A1'), state: 'figure', figure: '7 k/s' };
		assert.equal(stateOf(measured, passed('[hazard A1]'), figure), 'shown');
		assert.equal(stateOf(measured, figure), 'MISSING');
		const [row = assert.fail()] = hazardRows([measured], [passed('[hazard A1]'), figure]);
		assert.match(formatHazard(row).join('\n'), /^A1 +shown +1 +x\n +measured: 7 k\/s$/u);
		assert.equal(isComplete([row]), true);
	});

	it('says where what ran is not what titles say', () => {
		const named = new Map([
			['A1', ['a.test.ts', 'quoted.test.ts']],
			['A2', ['a.test.ts']],
		]);
		const results = [
			passed('[hazard A1]', { file: 'a.test.ts' }),
			passed('one', { group: 'all [hazard A2]', file: 'a.test.ts' }),
			passed('[hazard A1]', { file: 'quoted.test.ts', state: 'skipped' }),
			passed('[hazard B1]', { file: 'b.test.ts' }),
		];
		assert.deepEqual(differences(named, results), [
			'A1: no test of quoted.test.ts with this tag passed',
			'B1: b.test.ts has its tag in no title',
		]);
	});

	it('finds figures in what tests print', () => {
		assert.deepEqual(
			figuresIn('x\nfigure [hazard A7] 214 k/s\nfigure [hazard D1]  168 paths\n figure [hazard A1] y'),
			[
				{ hazard: 'A7', text: '214 k/s' },
				{ hazard: 'D1', text: ' 168 paths' },
			],
		);
	});

	it('knows each row once, and says what is promised', () => {
		const rows = hazardGroups.flatMap(({ hazards }) => hazards);
		const counts = { A: 12, B: 12, C: 13, D: 15, E: 11, F: 12, G: 7 };
		const ids = Object.entries(counts).flatMap(([letter, count]) =>
			Array.from({ length: count }, (_, index) => `${letter}${index + 1}`),
		);
		assert.deepEqual(
			rows.map(({ id }) => id),
			ids,
		);
		assert.ok(rows.every(({ promise }) => promise !== '' && promise.length < 110));
	});
});
