import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { limits } from '../../../src/core/base/limits.ts';
import { withNumbers } from '../../../build/inlineLimits.ts';

const imported = "import { limits } from '../core/base/limits.ts';\n";

describe('limits in a bundle', () => {
	it('are numbers where they are read, and the list is gone', () => {
		const source = `${imported}const most = 2 * limits.viewEntries;\n`;
		assert.equal(withNumbers(source), `const most = 2 * ${limits.viewEntries};\n`);
	});

	it('stay a list for who takes it apart, or asks for what is not in it', () => {
		for (const use of ['const { viewEntries } = limits;', 'limits.noSuchLimit;']) {
			assert.equal(withNumbers(`${imported}${use}\n`), `${imported}${use}\n`);
		}
	});

	it('leave other modules alone', () => {
		assert.equal(
			withNumbers('const limits = { a: 1 };\nlimits.a;\n'),
			'const limits = { a: 1 };\nlimits.a;\n',
		);
	});
});
