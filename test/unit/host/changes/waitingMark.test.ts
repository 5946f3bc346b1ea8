/** The mark by which the next window sees that something waits: of all windows that share a store. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { Emitter } from '../../../../src/core/base/emitter.ts';
import type { ChangedFile } from '../../../../src/host/changes/changeReview.ts';
import { WaitingMark } from '../../../../src/host/changes/waitingMark.ts';
import { closedMark } from '../../../../src/node/changes/journalFiles.ts';
import { only } from '../../only.ts';

describe('the mark that something waits', () => {
	let store: string;
	let mark: string;

	beforeEach(() => {
		store = mkdtempSync(path.join(tmpdir(), 'acp-host-mark-'));
		mark = path.join(store, 'waiting');
		mkdirSync(path.join(store, 'journal'));
	});

	afterEach(() => rmSync(store, { recursive: true }));

	/** A window with so many files that wait, and whether its agent works. */
	const windowWith = (count: number, isAgentWorking = false): WaitingMark => {
		const files = Array.from({ length: count }, () => only<ChangedFile>({}));
		const onDidChange = new Emitter<readonly string[]>().event;
		return new WaitingMark(store, { files, isEnded: false, onDidChange }, () => isAgentWorking);
	};
	/** What writes or takes away a mark does so in a few steps of the file system. */
	const settled = async (): Promise<boolean> => {
		for (let step = 0; step < 20; step++) await new Promise((resolve) => setTimeout(resolve, 2));
		return existsSync(mark);
	};
	/** The journal of another window whose process runs. */
	const journal = (): void =>
		writeFileSync(path.join(store, 'journal', `changes-${Date.now()}-${process.ppid}.jsonl`), '');

	it('stays where nothing waits in a window, but another one still has the store [hazard D13]', async () => {
		windowWith(1).update();
		assert.equal(await settled(), true);
		journal();
		windowWith(0).update();
		assert.equal(await settled(), true);
		// That has ended: a window that has taken over what waited there takes the mark away.
		writeFileSync(closedMark(path.join(store, 'journal'), process.ppid), '');
		windowWith(0).update();
		assert.equal(await settled(), false);
	});

	it('is there while something waits or an agent works, and goes with it', async () => {
		for (const [count, isWorking] of [
			[1, false],
			[0, true],
		] as const) {
			windowWith(count, isWorking).update();
			assert.equal(await settled(), true);
			if (process.platform !== 'win32') assert.equal(statSync(mark).mode & 0o777, 0o600);
			windowWith(0).update();
			assert.equal(await settled(), false);
		}
	});
});
