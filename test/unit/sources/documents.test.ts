/** Documents that repeat tables of the tests, or limits of the code, repeat them as they are. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as limits from '../../../src/core/base/limits.ts';
import { documents, readDocument } from '../../tools/documents.ts';
import { parseSource } from '../../tools/sourceTree.ts';
import { tagsInTitles } from '../../tools/taggedTests.ts';

describe('documents', async () => {
	for (const { file, text } of await documents()) {
		it(`have ${file} as the tables say (npm run documents)`, () => assert.equal(readDocument(file), text));
	}

	it('promise the limits that the code has', () => {
		const [kib, mib, dayMs] = [1024, 1024 * 1024, 24 * 60 * 60_000];
		const promised: Readonly<Record<string, readonly string[]>> = {
			'SECURITY.md': [
				`at most ${limits.unrequestedPaths} files and ${limits.unrequestedBytes / mib} MiB of a tool call`,
			],
			'docs/changes.md': [
				`more than ${limits.changeFiles.toLocaleString('en')} files`,
				`the last ${limits.changeCheckpoints} checkpoints are kept, for ${limits.changeCheckpointMs / dayMs} days`,
			],
			'docs/decisions/changes.md': [
				`Texts of more than ${limits.changeTextLines.toLocaleString('en')} lines`,
			],
			'docs/decisions/agents-at-an-address.md': [
				`Every ${limits.socketPingMs / 1000} s a ping goes out`,
				`opened again after ${limits.reconnectMinMs / 1000} s`,
				`up to ${limits.reconnectMaxMs / 1000} s`,
			],
			'docs/chunk.md': [
				`paused from ${limits.inboundHighWater.toLocaleString('en')} waiting ones on, until fewer than ${limits.inboundLowWater} are left`,
				`${limits.flushMs} ms after the last post`,
				`of more than ${limits.floodChars / kib} Ki characters`,
				`${limits.floodMs} ms after it`,
				`the newest ${limits.viewEntries} entries`,
			],
			'docs/conversations.md': [
				`not texts above ${limits.storedTextChars / kib} KiB`,
				`more than ${limits.storedOutputChars / kib} KiB of the output of a command`,
				`images above ${limits.storedMediaChars / kib} KiB`,
				`At most ${limits.conversationLogBytes / mib} MiB of a conversation`,
				`${limits.conversationLogs} conversations or ${limits.conversationLogsBytes / mib} MiB in all`,
			],
		};
		for (const [file, sentences] of Object.entries(promised))
			for (const sentence of sentences)
				assert.ok(readDocument(file).includes(sentence), `${file}: ${sentence}`);
	});

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
