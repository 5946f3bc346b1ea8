/**
 * The files of which something waits, as the engine tells them, kept up to date: what a look has found, what the user
 * types, saves, renames. Nothing is decided here; each file is made anew of its live text.
 */
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { Emitter } from '../../core/base/emitter.ts';
import * as limits from '../../core/base/limits.ts';
import type { Pending } from '../../core/changes/journalLine.ts';
import { type ChangeRecord, type FileState, isSameState } from '../../core/changes/record.ts';
import type { ChangeEngine, SnapshotReport } from '../../node/changes/changeEngine.ts';
import type { CheckpointEngine, RestorePoint } from '../../node/changes/checkpoints/checkpointEngine.ts';
import type { Gap } from '../../node/changes/gaps.ts';
import { textOfBytes } from '../../node/fileProbe.ts';
import { canonicalPath } from '../../node/pathGuard.ts';
import { changedFile, lineCount } from './changedFile.ts';
import type { ChangedFile } from './changeReview.ts';
import { unsavedTextOf } from './liveTexts.ts';

type Engine = Pick<ChangeEngine, 'pending' | 'records' | 'review' | 'content'> &
	Pick<CheckpointEngine, 'restores'>;

const filesAtOnce = 16;

export class PendingFiles implements Disposable {
	readonly #engine: Engine;
	readonly #maxFileBytes: number;
	readonly #onError: (error: unknown) => void;
	readonly #store = new DisposableStore();
	readonly #changed = new Emitter<readonly string[]>();
	readonly #files = new Map<string, ChangedFile>();
	#sorted: readonly ChangedFile[] | undefined;
	#pending: ReadonlyMap<string, Pending> = new Map();
	readonly #records = new Map<string, ChangeRecord[]>();
	#areRecordsRead = false;
	/** Files whose editors or contents have changed since they were made. */
	readonly #stale = new Set<string>();
	#timer: NodeJS.Timeout | undefined;
	#last: Promise<unknown> = Promise.resolve();
	#isEnded = false;
	gaps: readonly Gap[] = [];
	restores: readonly RestorePoint[] = [];

	readonly onDidChange = this.#changed.event;

	/** Nothing is watched any more. */
	get isEnded(): boolean {
		return this.#isEnded;
	}

	/** @param maxFileBytes of a file that is copied */
	constructor(engine: Engine, maxFileBytes: number, onError: (error: unknown) => void) {
		this.#engine = engine;
		this.#maxFileBytes = maxFileBytes;
		this.#onError = onError;
		const touch = (uri: vscode.Uri): void => this.touch(uri);
		this.#store.add(vscode.workspace.onDidChangeTextDocument(({ document }) => touch(document.uri)));
		this.#store.add(vscode.workspace.onDidSaveTextDocument(({ uri }) => touch(uri)));
		this.#store.add(vscode.workspace.onDidCloseTextDocument(({ uri }) => touch(uri)));
	}

	get files(): readonly ChangedFile[] {
		this.#sorted ??= [...this.#files.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
		return this.#sorted;
	}

	file(path: string): ChangedFile | undefined {
		return this.#files.get(path);
	}

	/** What of the file waits, as the engine keeps it. */
	pending(path: string): Pending | undefined {
		return this.#pending.get(path);
	}

	/** Takes up what a look has found, or what was there before any. */
	update(report?: SnapshotReport): Promise<void> {
		return this.#run(async () => {
			if (!this.#areRecordsRead) {
				this.#areRecordsRead = true;
				this.#keep(await this.#engine.records());
			} else if (report !== undefined) this.#keep(report.records);
			if (report !== undefined) this.gaps = report.gaps;
			this.restores = await this.#engine.restores();
			await this.#remake(report?.records.map(({ path }) => path) ?? []);
		});
	}

	/** Makes these files anew, and all whose state in the engine is another one. */
	remake(paths: readonly string[]): Promise<void> {
		return this.#run(() => this.#remake(paths));
	}

	/** The file, or what its editor has of it, is another one: if something of it waits, it is made anew in a moment. */
	touch({ scheme, fsPath }: vscode.Uri): void {
		if (scheme === 'file' && this.#pending.size > 0) void this.#touch(fsPath);
	}

	/** Nothing is watched any more: nothing that may be wrong by now is shown. */
	end(): void {
		this.#isEnded = true;
		const paths = [...this.#files.keys()];
		this.#files.clear();
		this.#pending = new Map();
		this.gaps = [];
		this.#tell(paths);
	}

	dispose(): void {
		clearTimeout(this.#timer);
		this.#store.dispose();
		this.end();
		this.#changed.dispose();
	}

	/** The path of an editor may lead over links. */
	async #touch(fsPath: string): Promise<void> {
		const path = this.#pending.has(fsPath) ? fsPath : await canonicalPath(fsPath).catch(() => undefined);
		if (path === undefined || !this.#pending.has(path)) return;
		this.#stale.add(path);
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => {
			const paths = [...this.#stale];
			this.#stale.clear();
			void this.remake(paths);
		}, limits.changeSoonMs);
	}

	async #remake(paths: readonly string[]): Promise<void> {
		const before = this.#pending;
		const all = await this.#engine.pending();
		const pending = new Map(all.map((one) => [one.path, one]));
		const again = new Set(paths);
		const made = all.filter((one) => again.has(one.path) || !isSamePending(before.get(one.path), one));
		const changed = [...this.#files.keys()].filter((path) => !pending.has(path));
		const files = await this.#makeAll(made);
		if (this.#isEnded) return;
		this.#pending = pending;
		this.#forgetRecords();
		for (const path of changed) this.#files.delete(path);
		for (const [path, file] of files) {
			if (file === undefined && !this.#files.has(path)) continue;
			if (file === undefined) this.#files.delete(path);
			else this.#files.set(path, file);
			changed.push(path);
		}
		this.#tell(changed);
	}

	/** A few at a time, so that the answers for many do not come in one piece. */
	async #makeAll(all: readonly Pending[]): Promise<readonly (readonly [string, ChangedFile | undefined])[]> {
		const files: (readonly [string, ChangedFile | undefined])[] = [];
		for (let at = 0; at < all.length; at += filesAtOnce) {
			const some = all.slice(at, at + filesAtOnce);
			files.push(...(await Promise.all(some.map(async (one) => [one.path, await this.#made(one)] as const))));
		}
		return files;
	}

	async #made(pending: Pending): Promise<ChangedFile | undefined> {
		const { path, movedFrom, base, agent } = pending;
		const review = await this.#engine.review(path, await unsavedTextOf(path));
		const moved = movedFrom === undefined ? [] : (this.#records.get(movedFrom) ?? []);
		const own = this.#records.get(path) ?? [];
		const records = moved.length === 0 ? own : [...moved, ...own].toSorted((a, b) => a.at - b.at);
		const isWhole = review.type === 'whole';
		const counts = {
			base: isWhole && agent.type === 'absent' ? await this.#linesOf(base) : undefined,
			agent: isWhole && base.type === 'absent' ? await this.#linesOf(agent) : undefined,
		};
		return changedFile(pending, review, records, counts, this.#maxFileBytes);
	}

	async #linesOf(state: FileState): Promise<number | undefined> {
		if (state.type !== 'file' || state.hash === undefined || state.size > limits.changeTextBytes)
			return undefined;
		const bytes = await this.#engine.content(state.hash);
		return bytes === undefined ? undefined : lineCount(textOfBytes(bytes));
	}

	#keep(records: readonly ChangeRecord[]): void {
		for (const record of records) {
			const known = this.#records.get(record.path);
			if (known === undefined) this.#records.set(record.path, [record]);
			else known.push(record);
		}
	}

	/** Of what the user has answered no record is needed any more. */
	#forgetRecords(): void {
		const sources = new Set([...this.#pending.values()].map(({ movedFrom }) => movedFrom));
		for (const path of this.#records.keys()) {
			if (!this.#pending.has(path) && !sources.has(path)) this.#records.delete(path);
		}
	}

	#tell(paths: readonly string[]): void {
		this.#sorted = undefined;
		if (paths.length > 0) this.#changed.fire(paths);
	}

	/** One after the other. Never rejects. */
	#run(work: () => Promise<void>): Promise<void> {
		const next = this.#last.then(work).catch((error: unknown) => {
			if (!this.#isEnded) this.#onError(error);
		});
		this.#last = next;
		return next;
	}
}

/** True where the same of a file waits. */
export function isSamePending(left: Pending | undefined, right: Pending | undefined): boolean {
	if (left === undefined || right === undefined) return left === right;
	return (
		isSameShown(left.base, right.base) &&
		isSameShown(left.agent, right.agent) &&
		left.movedFrom === right.movedFrom &&
		left.hasUserEdits === right.hasUserEdits
	);
}

/** True where both look the same in a list. Of a content that is not kept, such as a secret, only the size counts. */
function isSameShown(left: FileState, right: FileState): boolean {
	if (isSameState(left, right)) return true;
	if (left.type !== right.type || 'hash' in left || 'hash' in right) return false;
	return (
		left.type !== 'file' || right.type !== 'file' || (left.mode === right.mode && left.size === right.size)
	);
}
