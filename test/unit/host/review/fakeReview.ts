/** A review of texts in memory, answered by the same pure functions as the real one. */
import { isDeepStrictEqual } from 'node:util';
import { Emitter } from '../../../../src/core/base/emitter.ts';
import type { FileState } from '../../../../src/core/changes/record.ts';
import type { CheckpointSummary } from '../../../../src/node/changes/checkpoints/checkpointEngine.ts';
import {
	callPart,
	type CallPart,
	type CallTexts,
	keepCall,
	undoCall,
} from '../../../../src/core/changes/callPart.ts';
import {
	hunksOf,
	keepHunk,
	type Hunk,
	type HunkAnswer,
	type ReviewTexts,
	undoAll,
	undoHunk,
} from '../../../../src/core/changes/review.ts';
import type {
	CalledItem,
	CallOutcome,
	ChangedFile,
	ChangeReview,
	RestoredFiles,
	ReviewAnswer,
	ReviewOutcome,
	SeenFiles,
} from '../../../../src/host/changes/changeReview.ts';

/** The live texts, such as those of editors. */
export interface LiveTexts {
	read(path: string): string;
	write(path: string, text: string): Promise<void> | void;
}

/** Live texts of a test that needs no editor. */
export class MemoryTexts implements LiveTexts {
	readonly #texts = new Map<string, string>();

	read(path: string): string {
		return this.#texts.get(path) ?? '';
	}

	write(path: string, text: string): void {
		this.#texts.set(path, text);
	}
}

const details = {
	kind: 'modified',
	isUndoable: true,
	isUndeclared: false,
	turns: [],
	commands: [],
} as const;

function stateOf(text: string): FileState {
	return { type: 'file', mode: 0o644, size: text.length, hash: text };
}

interface Waiting {
	readonly texts: ReviewTexts;
	readonly more: Partial<ChangedFile>;
}

/** What waits is what `put` said, as the live texts are now. */
export class FakeReview implements ChangeReview {
	gaps: ChangeReview['gaps'] = [];
	restores: ChangeReview['restores'] = [];
	namesOf: NonNullable<ChangeReview['namesOf']> = () => undefined;
	refreshes = 0;
	/** What calls have made of the file that they are asked about, by the call. */
	readonly calls = new Map<string, CallTexts>();
	/** What was asked for, in order. */
	readonly asked: string[] = [];
	readonly #live: LiveTexts;
	readonly #waiting = new Map<string, Waiting>();
	readonly #changed = new Emitter<readonly string[]>();
	readonly onDidChange = this.#changed.event;
	/** Silent: what tells of answers is another review around this one. */
	readonly onDidAnswer = new Emitter<readonly ReviewAnswer[]>().event;
	readonly onDidSeeChanges = new Emitter<void>().event;
	readonly onDidRestore = new Emitter<RestoredFiles>().event;

	/** By session. */
	readonly summaries = new Map<string, readonly CheckpointSummary[]>();

	constructor(live: LiveTexts = new MemoryTexts()) {
		this.#live = live;
	}

	/** An agent changed a file: the live text is to be the agent's already, or with edits of the user. */
	put(path: string, base: string, agent: string, more: Partial<ChangedFile> = {}): void {
		this.#waiting.set(path, { texts: { base, agent }, more });
		this.#changed.fire([path]);
	}

	/** The live text is another one now. */
	edited(path: string): void {
		this.#changed.fire([path]);
	}

	get files(): readonly ChangedFile[] {
		return [...this.#waiting.keys()].toSorted().flatMap((path) => this.file(path) ?? []);
	}

	file(path: string): ChangedFile | undefined {
		const waiting = this.#waiting.get(path);
		if (waiting === undefined) return undefined;
		const { texts, more } = waiting;
		const isWhole = more.type === 'whole';
		const hunks = isWhole ? [] : hunksOf(texts, this.#live.read(path));
		if (!isWhole && hunks.length === 0) return undefined;
		const lines = (of: (hunk: Hunk) => readonly string[]): number =>
			hunks.reduce((sum, hunk) => sum + of(hunk).length, 0);
		const counts = { added: lines(({ added }) => added), removed: lines(({ removed }) => removed) };
		return { path, type: 'text', hunks, ...counts, ...details, ...more };
	}

	checkpoints(session: string): Promise<readonly CheckpointSummary[]> {
		return Promise.resolve(this.summaries.get(session) ?? []);
	}

	baseText(path: string): Promise<string | undefined> {
		return Promise.resolve(this.#waiting.get(path)?.texts.base);
	}

	keepHunk(path: string, hunk: Hunk): Promise<ReviewOutcome> {
		return this.#answer('keepHunk', path, (texts, live) => keepHunk(texts, live, hunk));
	}

	undoHunk(path: string, hunk: Hunk): Promise<ReviewOutcome> {
		return this.#answer('undoHunk', path, (texts, live) => undoHunk(texts, live, hunk));
	}

	keepFiles(paths: readonly string[], seen = this.seen(paths)): Promise<ReviewOutcome> {
		this.asked.push(`keepFiles ${paths.join(' ')}`);
		const now = this.seen(paths);
		const kept = paths.filter((path) => isDeepStrictEqual(seen.get(path), now.get(path)));
		for (const path of kept) this.#waiting.delete(path);
		this.#changed.fire(paths);
		return Promise.resolve(kept.length === paths.length ? 'done' : 'drifted');
	}

	seen(paths: readonly string[]): SeenFiles {
		return new Map(
			paths.map((path) => {
				const texts = this.#waiting.get(path)?.texts;
				return [path, texts && { path, base: stateOf(texts.base), agent: stateOf(texts.agent) }];
			}),
		);
	}

	async undoFiles(paths: readonly string[]): Promise<ReviewOutcome> {
		this.asked.push(`undoFiles ${paths.join(' ')}`);
		for (const path of paths) {
			const waiting = this.#waiting.get(path);
			if (waiting === undefined) continue;
			await this.#live.write(path, undoAll(waiting.texts, this.#live.read(path)).live);
			if (waiting.more.type === 'whole') this.#waiting.delete(path);
		}
		this.#changed.fire(paths);
		return 'done';
	}

	callPart(path: string, { call }: CalledItem): Promise<CallPart | undefined> {
		const [waiting, texts] = [this.#waiting.get(path), this.calls.get(call)];
		const isText = waiting !== undefined && texts !== undefined;
		return Promise.resolve(isText ? callPart(waiting.texts, this.#live.read(path), texts) : undefined);
	}

	keepCall(path: string, { call }: CalledItem): Promise<CallOutcome> {
		return this.#answerCall('keepCall', path, call, keepCall);
	}

	undoCall(path: string, { call }: CalledItem): Promise<CallOutcome> {
		return this.#answerCall('undoCall', path, call, undoCall);
	}

	refresh(): Promise<void> {
		this.refreshes++;
		return Promise.resolve();
	}

	async #answerCall(name: string, path: string, call: string, answer: typeof keepCall): Promise<CallOutcome> {
		this.asked.push(`${name} ${path}`);
		const [waiting, made] = [this.#waiting.get(path), this.calls.get(call)];
		if (waiting === undefined || made === undefined) return { outcome: 'drifted', hunks: [] };
		const answered = answer(waiting.texts, this.#live.read(path), made);
		if (answered.type !== 'done') return { outcome: 'cancelled', hunks: [] };
		this.#waiting.set(path, { ...waiting, texts: answered.texts });
		await this.#live.write(path, answered.live);
		this.#changed.fire([path]);
		return { outcome: 'done', hunks: answered.hunks };
	}

	async #answer(
		name: string,
		path: string,
		answer: (texts: ReviewTexts, live: string) => HunkAnswer,
	): Promise<ReviewOutcome> {
		this.asked.push(`${name} ${path}`);
		const waiting = this.#waiting.get(path);
		if (waiting === undefined) return 'drifted';
		const before = this.#live.read(path);
		const answered = answer(waiting.texts, before);
		if (answered.type === 'drifted') this.#changed.fire([path]);
		if (answered.type !== 'done') return answered.type === 'drifted' ? 'drifted' : 'cancelled';
		// Undo moves the text and nothing else: taken back by the editor's own undo, the change waits again.
		if (answered.live === before) this.#waiting.set(path, { ...waiting, texts: answered.texts });
		else await this.#live.write(path, answered.live);
		this.#changed.fire([path]);
		return 'done';
	}
}
