/** The second try of `npm test`: it may forgive what passes alone, and must not hide that, nor anything else. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { filesToTryAgain, mergeTries, mostFailures } from '../../tools/secondTry.ts';
import type { TestResult } from '../../tools/testResult.ts';

const passed = (name: string, file = 'a.ts'): TestResult => ({ suite: 'x', name, file, state: 'passed' });
const failed = (name: string, file = 'a.ts', error = `${name} broke`): TestResult => ({
	suite: 'x',
	name,
	file,
	state: 'failed',
	error,
});

describe('files to try again', () => {
	it('are those with failures, each once', () => {
		const results = [
			failed('one'),
			passed('two'),
			failed('three'),
			passed('four', 'b.ts'),
			failed('five', 'c.ts'),
		];
		assert.deepEqual(filesToTryAgain(results), ['a.ts', 'c.ts']);
		assert.deepEqual(filesToTryAgain([passed('one')]), []);
	});

	it('are none when more failed than unsteadiness explains', () => {
		const failures = Array.from({ length: mostFailures + 1 }, (_item, index) => failed(`test ${index}`));
		assert.deepEqual(filesToTryAgain(failures), []);
		assert.deepEqual(filesToTryAgain(failures.slice(1)), ['a.ts']);
	});

	it('include one whose every test failed for the same reason, such as a window that did not open', () => {
		const failures = Array.from({ length: mostFailures + 1 }, (_item, index) =>
			failed(`test ${index}`, 'a.ts', 'No window'),
		);
		assert.deepEqual(filesToTryAgain(failures), ['a.ts']);
	});

	it('are none when a failure cannot be tried again', () => {
		const { file: _, ...broken } = failed('all of x');
		assert.deepEqual(filesToTryAgain([failed('one'), broken]), []);
	});
});

describe('two tries', () => {
	it('leave each test once: passed and unsteady when it passed once, failed when it never did', () => {
		const first = [failed('once'), failed('twice'), passed('other', 'b.ts')];
		assert.deepEqual(mergeTries(first, [passed('once'), failed('twice', 'a.ts', 'later')]), [
			{ ...passed('once'), unsteady: 'once broke' },
			failed('twice'),
			passed('other', 'b.ts'),
		]);
	});

	it('do not hide that a test passed first and failed then', () => {
		assert.deepEqual(mergeTries([passed('one')], [failed('one')]), [
			{ ...passed('one'), unsteady: 'one broke' },
		]);
	});

	it('do not forgive a test that did not run again, was skipped then, or ran only then', () => {
		assert.deepEqual(mergeTries([failed('one')], []), [failed('one')]);
		assert.deepEqual(mergeTries([failed('one')], [{ ...passed('one'), state: 'skipped' }]), [failed('one')]);
		assert.deepEqual(mergeTries([passed('one')], [failed('two')]), [passed('one'), failed('two')]);
	});

	it('tell tests of one name apart by their file and order', () => {
		const first = [failed('one'), passed('one'), failed('one', 'b.ts')];
		const second = [failed('one'), passed('one'), passed('one', 'b.ts')];
		assert.deepEqual(mergeTries(first, second), [
			failed('one'),
			passed('one'),
			{ ...passed('one', 'b.ts'), unsteady: 'one broke' },
		]);
	});

	it('call a file unsteady that failed as a whole in one of them', () => {
		const broken = failed('a.ts');
		const unsteady = { ...passed('a.ts'), unsteady: 'a.ts broke' };
		assert.deepEqual(mergeTries([broken], [passed('one')]), [unsteady, passed('one')]);
		assert.deepEqual(mergeTries([passed('one')], [passed('one'), broken]), [passed('one'), unsteady]);
		assert.deepEqual(mergeTries([broken], [broken]), [broken]);
	});
});
