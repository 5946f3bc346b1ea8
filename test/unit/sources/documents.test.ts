/** Documents that repeat tables of the tests repeat them as they are. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { documents, readDocument } from '../../tools/documents.ts';
import { parseSource } from '../../tools/sourceTree.ts';
import { tagsInTitles } from '../../tools/taggedTests.ts';

describe('the written documents', async () => {
	for (const { file, text } of await documents()) {
		it(`have ${file} as the tables say (npm run documents)`, () => assert.equal(readDocument(file), text));
	}

	it('count a tag in the title of a test or of a group, and none that is only quoted', async () => {
		const source = `describe('a [hazard A1]', () => {
			it(\`b \${c} [hazard A2]\`, () => passed('[hazard A3]'));
			hostTest('d [acp C1]' + e + '[hazard A4]', run);
			it.skip('f [hazard A5]');
			const row = { name: '[hazard A6]' };
		});`;
		const file = { name: 'a.test.ts', text: source, tree: await parseSource(source) };
		assert.deepEqual(tagsInTitles(file, 'hazard'), ['A1', 'A2', 'A4']);
		assert.deepEqual(tagsInTitles(file, 'acp'), ['C1']);
	});
});
