/** Contents that another window of the workspace stores while this one runs. */
import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { ContentStore, hashOf } from '../../../../src/node/changes/contentStore.ts';

describe('a content that another window has stored since this one began', () => {
	it('is kept here as well, and counts', (t) => {
		const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'acp-host-store-')));
		t.after(() => rmSync(folder, { recursive: true, force: true }));
		const options = { folder, maxBytes: 10_000, maxFileBytes: 1_000, isPinned: () => false };
		const [here, there] = [1, 2].map(() => new ContentStore({ ...options, log: () => undefined }));
		assert.ok(here !== undefined && there !== undefined);
		const bytes = Buffer.from('from there\n');
		const hash = hashOf(bytes);
		assert.ok(!here.has(hash));
		assert.equal(there.put(hash, bytes), 'stored');
		assert.ok(here.has(hash));
		assert.equal(here.usedBytes, there.usedBytes);
		assert.equal(here.put(hash, bytes), 'stored');
		assert.equal(here.usedBytes, there.usedBytes);
		assert.ok(!here.has('../../elsewhere'));
	});
});
