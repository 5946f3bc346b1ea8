/** The last look as it is kept for the next engine. */
import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { LastLook } from '../../../../src/node/changes/lastLook.ts';
import type { ScannedFile, Scan } from '../../../../src/node/changes/scan.ts';

const scanned = (size: number): ScannedFile => ({
	type: 'file',
	mode: 0o644,
	size,
	mtimeMs: 1,
	ctimeMs: 1,
	ino: 1,
	isYoung: false,
});

describe('a look that is being written', () => {
	it('has what was put back meanwhile', (t) => {
		const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'acp-host-look-')));
		t.after(() => rmSync(folder, { recursive: true, force: true }));
		const say = (line: string): void => assert.fail(line);
		const look = new LastLook(folder, ['/ws'], say);
		const names = Array.from({ length: 3_000 }, (_, index) => `/ws/${index}`);
		const scan: Scan = {
			manifest: new Map(names.map((name) => [name, scanned(1)])),
			changed: [],
			kept: 0,
			isWhole: true,
			skipped: new Set(),
			folders: new Set(),
			startedAt: Date.now(),
		};
		look.note([{ type: 'turn', id: 't', turn: { session: 's', turn: 't' }, from: Date.now() }]);
		for (const _ of look.save(scan, new Map())) void 0;
		// So much is added that all of it is written anew.
		for (let round = 0; round < 20; round++) {
			for (const name of names) look.touch(name);
			look.add(scan, new Map());
		}
		const again = look.save(scan, new Map());
		assert.equal(again.next().done, false);
		scan.manifest.set('/ws/0', scanned(2));
		look.touch('/ws/0');
		look.addTouched(scan, new Map());
		for (const _ of again) void 0;
		look.add(scan, new Map());
		const { before } = new LastLook(folder, ['/ws'], say);
		assert.equal(before?.scan.manifest.get('/ws/0')?.size, 2);
	});
});
