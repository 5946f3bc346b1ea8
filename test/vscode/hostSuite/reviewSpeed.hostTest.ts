/** Many changes at once: the host's thread is never held up for long, and the tree is there at once. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import * as vscode from 'vscode';
import { Emitter } from '../../../src/core/base/emitter.ts';
import type { ChangedFile, ChangeReview } from '../../../src/host/changes/changeReview.ts';
import { registerReviewSurfaces } from '../../../src/host/review/reviewSurfaces.ts';
import { FakeReview, MemoryTexts } from '../../unit/host/review/fakeReview.ts';
import { hostTest } from './registry.ts';
import { memoryOf } from './reviewRig.ts';
import { put, withScratch } from './scratch.ts';

/** Promised are 20 ms; a test on a machine with other work holds twice as much. */
const mostMs = 2 * 20;
/** Other work only adds: the quietest of so many counts. */
const rounds = 8;

/** 500 files with 10 changes each; the one at `shown` is there. */
function manyFiles(shown: string, base: string, agent: string): readonly ChangedFile[] {
	const texts = new MemoryTexts();
	const review = new FakeReview(texts);
	for (let n = 0; n < 500; n++) {
		const file = n === 0 ? shown : path.join(path.dirname(shown), `gone${n}.py`);
		texts.write(file, agent);
		review.put(file, base, agent);
	}
	return review.files;
}

hostTest('500 files with 5,000 changes hold up no key', () =>
	withScratch(async (folder) => {
		const lines = Array.from({ length: 20 }, (_, n) => `line ${n}\n`);
		const agent = lines.map((line, n) => (n % 2 === 0 ? `new ${line}` : line)).join('');
		const shown = await put(folder, 'shown.py', agent);
		const all = manyFiles(shown, lines.join(''), agent);
		const byPath = new Map(all.map((file) => [file.path, file]));
		const changed = new Emitter<readonly string[]>();
		const idle = new FakeReview(new MemoryTexts());
		const review: ChangeReview = {
			files: all,
			gaps: [],
			onDidChange: changed.event,
			onDidAnswer: (listener) => idle.onDidAnswer(listener),
			file: (one) => byPath.get(one),
			baseText: () => Promise.resolve(lines.join('')),
			keepHunk: (...args) => idle.keepHunk(...args),
			undoHunk: (...args) => idle.undoHunk(...args),
			keepFiles: (paths) => idle.keepFiles(paths),
			undoFiles: (paths) => idle.undoFiles(paths),
			refresh: () => idle.refresh(),
		};
		assert.equal(all.flatMap(({ hunks }) => hunks).length, 5000);
		await vscode.window.showTextDocument(vscode.Uri.file(shown));
		await vscode.commands.executeCommand('workbench.view.extension.acpHost');
		const context = { workspaceState: memoryOf() } as vscode.ExtensionContext;
		const surfaces = registerReviewSurfaces(review, context);
		const longest: number[] = [];
		try {
			for (let round = 0; round < rounds; round++) {
				const delays = monitorEventLoopDelay({ resolution: 1 });
				await sleep(200);
				delays.enable();
				changed.fire(all.map((file) => file.path));
				await sleep(500);
				delays.disable();
				longest.push(delays.max / 1e6);
			}
		} finally {
			surfaces.dispose();
		}
		assert.ok(Math.min(...longest) < mostMs, `${longest.join()} ms at a stretch`);
	}),
);
