/** Many changes at once: the host's thread is never held up for long, and the tree is there at once. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import * as vscode from 'vscode';
import * as limits from '../../../src/core/base/limits.ts';
import { Emitter } from '../../../src/core/base/emitter.ts';
import type { Entry, ToolCallEntry } from '../../../src/core/session/model/entry.ts';
import type { ViewChange } from '../../../src/core/view/viewEntry.ts';
import type { CardsOf } from '../../../src/host/changesInChat/changesInChat.ts';
import { ChangesInChat } from '../../../src/host/changesInChat/changesInChat.ts';
import type { Sessions } from '../../../src/host/sessions/sessions.ts';
import type { ChangedFile, ChangeReview } from '../../../src/host/changes/changeReview.ts';
import { registerReviewSurfaces } from '../../../src/host/review/reviewSurfaces.ts';
import { openFakeSession } from '../../unit/core/session/driver/fakeAgentPort.ts';
import { hostedFake } from '../../unit/host/hostedFake.ts';
import { only } from '../../unit/only.ts';
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

/** The longest that the thread was held up, in milliseconds, each time that all files change, until once it is short. */
async function stretches(change: () => void): Promise<readonly number[]> {
	const longest: number[] = [];
	for (let round = 0; round < rounds && !longest.some((ms) => ms < mostMs); round++) {
		const delays = monitorEventLoopDelay({ resolution: 1 });
		await sleep(200);
		delays.enable();
		change();
		await sleep(500);
		delays.disable();
		longest.push(delays.max / 1e6);
	}
	return longest;
}

hostTest('500 files with 5,000 changes hold up no key while their cards are drawn', () =>
	withScratch(async (folder) => {
		const lines = Array.from({ length: 20 }, (_, n) => `line ${n}\n`);
		const agent = lines.map((line, n) => (n % 2 === 0 ? `new ${line}` : line)).join('');
		const all = manyFiles(path.join(folder, 'shown.py'), lines.join(''), agent);
		const { session } = openFakeSession({ seed: { cwd: folder } });
		const hosted = hostedFake(session);
		const turn = { session: session.state.key, turn: 'prompt 1' };
		const calls = all.map(({ path: file }, n) =>
			only<ToolCallEntry>({
				type: 'tool_call',
				id: `e${n}`,
				toolCallId: `t${n}`,
				status: 'completed',
				startedAt: n,
				content: [{ type: 'diff', path: file, oldText: lines.join(''), newText: agent }],
			}),
		);
		const prompt = only<Entry>({ type: 'message', role: 'user', id: 'p', startedAt: 1 });
		const state = {
			...session.state,
			entries: new Map([prompt, ...calls].map((entry) => [entry.id, entry])),
		};
		let files = new Map<string, ChangedFile>();
		const changed = new Emitter<readonly string[]>();
		const idle = new FakeReview(new MemoryTexts());
		const review = Object.assign(Object.create(idle) as ChangeReview, {
			onDidChange: changed.event,
			callPart: () => Promise.resolve({ added: 10, removed: 10, isMixed: false }),
			file: (one: string) => files.get(one),
		});
		Object.defineProperty(review, 'files', { get: () => [...files.values()] });
		const sessions = (): Sessions => only<Sessions>({ all: [hosted], active: hosted });
		let drawn = 0;
		const dirty = new Set<string>();
		let timer: NodeJS.Timeout | undefined;
		const flush = (): void => {
			timer = undefined;
			for (const id of dirty) {
				const call = state.entries.get(id);
				const [item] = call?.type === 'tool_call' ? call.content : [];
				if (call?.type !== 'tool_call' || item?.type !== 'diff') continue;
				const view = only<ViewChange>({ path: item.path, index: 0, added: 10, removed: 10 });
				if (inChat.reviewOf(state, call, view)?.type === 'waits') drawn++;
			}
			dirty.clear();
			inChat.of(hosted);
		};
		// As what posts to a view does: once for all that comes within a frame.
		const draw = (cards: CardsOf): void => {
			for (const id of cards(state)) dirty.add(id);
			timer ??= setTimeout(flush, limits.flushMs);
		};
		const inChat: ChangesInChat = new ChangesInChat(review, sessions, draw);
		try {
			const longest = await stretches(() => {
				files = new Map(all.map((file) => [file.path, { ...file, turns: [turn] }]));
				changed.fire([...files.keys()]);
			});
			assert.ok(drawn >= longest.length * all.length, String(drawn));
			assert.ok(Math.min(...longest) < mostMs, `${longest.join()} ms at a stretch`);
		} finally {
			clearTimeout(timer);
			inChat.dispose();
			session.dispose();
		}
	}),
);

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
			restores: [],
			onDidChange: changed.event,
			onDidAnswer: (listener) => idle.onDidAnswer(listener),
			onDidSeeChanges: (listener) => idle.onDidSeeChanges(listener),
			onDidRestore: (listener) => idle.onDidRestore(listener),
			file: (one) => byPath.get(one),
			baseText: () => Promise.resolve(lines.join('')),
			checkpoints: (session) => idle.checkpoints(session),
			callPart: (...args) => idle.callPart(...args),
			keepCall: (...args) => idle.keepCall(...args),
			undoCall: (...args) => idle.undoCall(...args),
			keepHunk: (...args) => idle.keepHunk(...args),
			undoHunk: (...args) => idle.undoHunk(...args),
			keepFiles: (...args) => idle.keepFiles(...args),
			seen: (paths) => idle.seen(paths),
			undoFiles: (paths) => idle.undoFiles(paths),
			refresh: () => idle.refresh(),
		};
		assert.equal(all.flatMap(({ hunks }) => hunks).length, 5000);
		await vscode.window.showTextDocument(vscode.Uri.file(shown));
		await vscode.commands.executeCommand('workbench.view.extension.acpHost');
		const context = { workspaceState: memoryOf() } as vscode.ExtensionContext;
		const surfaces = registerReviewSurfaces(review, context);
		let longest: readonly number[] = [];
		try {
			longest = await stretches(() => changed.fire(all.map((file) => file.path)));
		} finally {
			surfaces.dispose();
		}
		assert.ok(Math.min(...longest) < mostMs, `${longest.join()} ms at a stretch`);
	}),
);
