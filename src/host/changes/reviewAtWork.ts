/** Connects the engine of changes with the window: what it is told, when it looks, and what becomes of what it finds. */
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { type Disposable, DisposableStore, toDisposable } from '../../core/base/disposable.ts';
import * as limits from '../../core/base/limits.ts';
import type { Evidence } from '../../core/changes/attribution.ts';
import type { TurnId } from '../../core/changes/record.ts';
import type { EntryId } from '../../core/session/model/entry.ts';
import type {
	CallId,
	ChangeEngine,
	ForgottenSessions,
	SnapshotReport,
} from '../../node/changes/changeEngine.ts';
import type { CheckpointEngine } from '../../node/changes/checkpoints/checkpointEngine.ts';
import { ChangesThread } from '../../node/changes/changesThread.ts';
import { looksBinary } from '../../node/fileProbe.ts';
import { isBelow } from '../../node/pathRules.ts';
import { canonical } from '../../node/changes/roots.ts';
import type { CheckpointCommandId } from '../checkpoints/checkpointCommandIds.ts';
import type * as Checkpoints from '../checkpoints/checkpointsBundle.ts';
import { promptHash, promptText } from '../checkpoints/promptMatches.ts';
import { lazyBundle } from '../common/lazyBundle.ts';
import { findOpenDocument } from '../files/editorFiles.ts';
import type { OwnEdits } from '../files/ownEdits.ts';
import { decodeFile } from '../files/textEncoding.ts';
import type { HostedSession } from '../sessions/hostedSession.ts';
import { AnsweredReview } from './answeredReview.ts';
import { atMost } from '../../node/deadline.ts';
import type { ChangeBounds } from './changeBounds.ts';
import type * as GapNotices from './gapNotices.ts';
import type { ChangeGate } from './changeGate.ts';
import type { TurnNames } from './changeReview.ts';
import { CommittedFiles } from './committedFiles.ts';
import { Looks } from './looks.ts';
import { unsavedFile } from './liveTexts.ts';
import { PendingFiles } from './pendingFiles.ts';
import { type EvidenceTaker, SessionEvidence } from './sessionEvidence.ts';
import { turnNames } from './entryNames.ts';
import { UnsavedMerges } from './unsavedMerges.ts';
import { watchUser } from './userEvidence.ts';
import { WaitingMark } from './waitingMark.ts';
import { WindowReview } from './windowReview.ts';
import { writtenHash } from './writtenHash.ts';

export interface ReviewParts {
	readonly context: vscode.ExtensionContext;
	readonly ownEdits: OwnEdits;
	readonly log: vscode.LogOutputChannel;
	/** Absolute; made where it is not there. */
	readonly storeFolder: string;
	/** Absolute folders of the workspace and of sessions. */
	readonly folders: readonly string[];
	/** Folders that are not watched, in the words of `.gitignore`. */
	readonly exclude: readonly string[];
	/** When the first turn began, in milliseconds since 1970. */
	readonly since?: number;
	readonly bounds: ChangeBounds;
}

export class ReviewAtWork implements ChangeGate {
	readonly review: AnsweredReview;
	/** Answers here are not told on. */
	readonly #inner: WindowReview;
	readonly #parts: ReviewParts;
	/** Without links, as the paths that are written. */
	readonly #realFolders: readonly string[];
	readonly #store = new DisposableStore();
	readonly #thread: ChangesThread;
	readonly #engine: ChangeEngine & CheckpointEngine;
	readonly #files: PendingFiles;
	readonly #looks: Looks;
	readonly #merges: UnsavedMerges;
	readonly #commits: CommittedFiles;
	readonly #mark: WaitingMark;
	readonly #sessions = new Map<string, SessionEvidence>();
	readonly #hosted = new Map<string, HostedSession>();
	/** Commands of agents that run. */
	readonly #commands = new Set<string>();
	readonly #settling = new Set<NodeJS.Timeout>();
	#checkpoints: Checkpoints.CheckpointActions | undefined;
	#isEnded = false;

	constructor(parts: ReviewParts) {
		const { context, log, storeFolder, folders, bounds } = parts;
		this.#parts = parts;
		this.#realFolders = folders.map(canonical);
		const onError = (error: unknown): void => {
			if (!this.#isEnded) log.error(`Changes: ${String(error)}`);
		};
		this.#thread = new ChangesThread({
			...parts,
			roots: folders,
			home: homedir(),
			script: context.asAbsolutePath('dist/changesWorker.cjs'),
			log: (line) => log.info(line),
			onFailure: (reason) => this.#onFailure(reason),
		});
		const { engine } = this.#thread;
		this.#engine = engine;
		this.#files = this.#store.add(new PendingFiles(engine, bounds.maxFileBytes, onError));
		const note = (evidence: readonly Evidence[]): void => this.#note(evidence);
		const user = this.#store.add(watchUser(parts.ownEdits, note));
		this.#looks = this.#store.add(
			new Looks({
				engine,
				before: () => user.settled(),
				onReport: (report) => this.#onReport(report),
				onError,
			}),
		);
		this.#merges = this.#store.add(new UnsavedMerges(engine, onError));
		this.#commits = this.#store.add(
			new CommittedFiles(
				(paths) => void this.#keepCommitted(paths),
				() => this.#isAgentWorking,
			),
		);
		this.#mark = this.#store.add(new WaitingMark(storeFolder, this.#files, () => this.#isAgentWorking));
		this.#store.add(this.#watchDisk());
		const inner = new WindowReview({ engine, looks: this.#looks, files: this.#files, note, log }, (turn) =>
			this.#namesOf(turn),
		);
		this.#inner = inner;
		this.review = this.#store.add(new AnsweredReview(inner));
		void this.#files.update().then(() => this.#mark.update());
		void this.#resume().catch(onError);
	}

	/** What changed around an end in the middle of a turn is seen before the user's own edits. */
	async #resume(): Promise<void> {
		if (await this.#engine.isResumed()) await this.#looks.now();
	}

	/** True where these folders are watched, these are not, and with these bounds. */
	watches(folders: readonly string[], exclude: readonly string[], bounds: ChangeBounds): boolean {
		const now = this.#parts;
		const isWatched = (folder: string): boolean => now.folders.some((root) => isBelow(root, folder));
		const isSame = JSON.stringify([exclude, bounds]) === JSON.stringify([now.exclude, now.bounds]);
		return isSame && folders.every(isWatched);
	}

	/** Takes up something that ends with this. */
	own(part: Disposable): void {
		this.#store.add(part);
	}

	/**
	 * A command about the checkpoints of a session. What does it loads with the first of them.
	 * @param prompt whose checkpoint it is about; asked for if absent
	 * @returns the message to write again, where that was asked for
	 */
	goBack(id: CheckpointCommandId, session: string, prompt?: string): Promise<EntryId | undefined> {
		const { CheckpointActions } = lazyBundle<typeof Checkpoints>('./checkpoints.cjs');
		this.#checkpoints ??= this.#store.add(
			new CheckpointActions({
				engine: this.#engine,
				looks: this.#looks,
				log: this.#parts.log,
				sessionOf: (key) => this.#hosted.get(key)?.session,
				onRestored: (restored) => this.review.noteRestore(restored),
			}),
		);
		return this.#checkpoints.run(id, session, prompt);
	}

	/** Follows a session: its turns, calls and commands. */
	follow(hosted: HostedSession): Disposable {
		const { key } = hosted.session.state;
		this.#hosted.set(key, hosted);
		const evidence = new SessionEvidence(hosted, this.#taker(key));
		this.#sessions.set(key, evidence);
		return this.#store.add(
			toDisposable(() => {
				this.#sessions.delete(key);
				this.#hosted.delete(key);
				evidence.dispose();
				if (!this.#isEnded) this.#restIfQuiet();
			}),
		);
	}

	begun(): Promise<void> {
		return this.#isEnded ? Promise.resolve() : this.#looks.begun();
	}

	/** The text of a file before a call changed it, where that was seen; the path is as the agent writes it. */
	async textBefore(session: string, call: string, path: string): Promise<string | undefined> {
		const change = this.#isEnded ? undefined : await this.#engine.callChange({ session, call }, path);
		if (change?.before === undefined || looksBinary(change.before)) return undefined;
		const uri = vscode.Uri.file(path);
		return decodeFile(change.before, uri, findOpenDocument(uri)?.encoding);
	}

	async beforeWrite(session: string, path: string): Promise<void> {
		const turn = this.#sessions.get(session)?.turn;
		if (this.#isEnded || turn === undefined) return;
		this.#note([{ type: 'write', turn, path, at: Date.now() }]);
		const isInside = this.#realFolders.some((root) => isBelow(root, path));
		// The user allowed it, or it would not be written.
		const copying = isInside ? this.#engine.capture([path]) : this.#engine.allow(path);
		// A thread that fails says so itself, and holds up no agent.
		await atMost(limits.changeBeginMs, copying);
	}

	written(session: string, path: string, text: string): void {
		const turn = this.#sessions.get(session)?.turn;
		if (turn === undefined) return;
		const at = Date.now();
		void writtenHash(path, text, this.#parts.bounds.maxFileBytes).then(
			(hash) => {
				this.#note([{ type: 'write', turn, path, at, ...(hash === undefined ? {} : { hash }) }]);
				this.#looks.soon();
			},
			() => this.#looks.soon(),
		);
	}

	/**
	 * Looks a last time and lets go of the store. Nothing is shown any more. What takes its place waits for it: a thread
	 * that hangs, as on a disk that is gone, holds that up for a few seconds only.
	 */
	async end(): Promise<void> {
		if (!this.#isEnded) await atMost(limits.changeBeginMs, this.#looks.now());
		this.#stop();
		await atMost(limits.changeBeginMs, this.#thread.end());
	}

	/** The window goes: what is in the store can be read after an end at any moment. */
	dispose(): void {
		this.#stop();
		this.#thread.dispose();
	}

	#stop(): void {
		this.#isEnded = true;
		for (const timer of this.#settling) clearTimeout(timer);
		this.#store.dispose();
	}

	#taker(session: string): EvidenceTaker {
		return {
			note: (evidence) => this.#note(evidence),
			onPrompt: ({ turn: id }, entry = '') => {
				if (!this.#isEnded) {
					const text = promptText(this.#hosted.get(session)?.session.state.entries.get(entry));
					const prompt = text === undefined ? {} : { prompt: promptHash(text) };
					const checkpoint = { type: 'prompt', id, session, at: Date.now(), ...prompt } as const;
					this.#engine.checkpoint(checkpoint).catch(() => undefined);
				}
				this.#commits.followGit();
				this.#looks.begin();
				this.#mark.update();
			},
			onTurnEnd: () => {
				void this.#looks.now();
				const timer = setTimeout(() => {
					this.#settling.delete(timer);
					void this.#looks.now();
					this.#restIfQuiet();
					// A timer may fire a moment early: this look has to begin when the turn does not count any more.
				}, limits.changeSettleMs + 10);
				this.#settling.add(timer);
			},
			onCommandStart: (id) => void this.#commands.add(id),
			onCommandEnd: (id) => {
				const wasRunning = this.#commands.delete(id);
				// A window that goes has not seen what the command did: its mark stays, and the next one looks.
				if (!wasRunning || this.#isEnded || this.#commands.size > 0) return;
				void this.#looks.now();
				this.#restIfQuiet();
			},
			onCallFiles: (call, paths) => {
				void this.#beginCall({ session, call }, paths).catch(() => undefined);
			},
			onCallEnd: (call, late) => {
				if (!this.#isEnded) this.#engine.endCall({ session, call }, late).catch(() => undefined);
			},
			onEdited: () => this.#looks.soon(),
		};
	}

	/** Where nothing is unsaved it is asked at once: the call may write in a moment. */
	async #beginCall(call: CallId, paths: readonly string[]): Promise<void> {
		if (this.#isEnded) return;
		const isAllSaved = vscode.workspace.textDocuments.every(({ isDirty }) => !isDirty);
		const files = isAllSaved ? paths.map((path) => ({ path })) : await Promise.all(paths.map(unsavedFile));
		await this.#engine.beginCall(call, files);
	}

	/** A turn or a command of an agent runs, or a turn ended a moment ago. */
	get #isAgentWorking(): boolean {
		const isInTurn = [...this.#hosted.values()].some(({ session }) => session.state.turn.type !== 'idle');
		return isInTurn || this.#commands.size > 0 || this.#settling.size > 0;
	}

	#restIfQuiet(): void {
		if (this.#isAgentWorking) return;
		void this.#commits.rest();
		this.#mark.update();
	}

	/** The engine takes what it is told in order: what is noted before a look counts for it. */
	#note(evidence: readonly Evidence[]): void {
		// A thread that fails says so itself.
		if (evidence.length > 0 && !this.#isEnded) this.#engine.note(evidence).catch(() => undefined);
	}

	async #onReport(report: SnapshotReport): Promise<void> {
		await this.#files.update(report);
		if (report.records.length > 0) this.review.noteChanges();
		this.#merges.offerAll(report.records);
		if (report.gaps.length > 0)
			gapNotices().sayGaps(report.gaps, () => this.#looks.withCopies().then(() => this.#files.gaps));
		this.#commits.followGit();
	}

	/** Lets go of the checkpoints of sessions, with the copies that nothing else needs. */
	async forget(sessions: ForgottenSessions): Promise<void> {
		if (!this.#isEnded) await this.#engine.forget(sessions);
	}

	#namesOf(turn: TurnId): TurnNames | undefined {
		const hosted = this.#hosted.get(turn.session);
		return hosted === undefined ? undefined : turnNames(hosted, turn);
	}

	/** Only hints, of which VS Code drops many: looks at the disk find all of it. */
	#watchDisk(): Disposable {
		const watcher = vscode.workspace.createFileSystemWatcher('**/*');
		const touch = (uri: vscode.Uri): void => {
			if (this.#files.pending(uri.fsPath) === undefined) return;
			this.#files.touch(uri);
			this.#looks.soon(limits.changeSettleMs);
		};
		watcher.onDidCreate(touch);
		watcher.onDidChange(touch);
		// Of a file that is gone nothing tells when it went: it is looked at before the next turn begins.
		watcher.onDidDelete(() => this.#looks.soon(limits.changeSettleMs));
		return watcher;
	}

	async #keepCommitted(paths: readonly string[]): Promise<void> {
		await this.#looks.now();
		// What an agent wrote since the commit is not in it, and may be what the look has found.
		if (this.#isAgentWorking) return;
		const waiting = paths.filter((path) => this.#files.file(path) !== undefined);
		if (waiting.length > 0) await this.#inner.keepFiles(waiting);
	}

	#onFailure(reason: string | undefined): void {
		this.#isEnded = true;
		this.#files.end();
		gapNotices().sayEnded(reason);
	}
}

function gapNotices(): typeof GapNotices {
	return lazyBundle<typeof GapNotices>('./gapNotices.cjs');
}
