/**
 * The window's part of what watches changes: it reads the code of the rest once an agent is ready, and starts it with the
 * first prompt, or when it finds that something waits from before a reload. A window without agents loads nothing.
 */
import { existsSync } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { Emitter } from '../../core/base/emitter.ts';
import * as limits from '../../core/base/limits.ts';
import type { ForgottenSessions } from '../../node/changes/changeEngine.ts';
import { lazyBundle } from '../common/lazyBundle.ts';
import { workspaceFolders } from '../common/workspaceFolders.ts';
import type { HostedSession } from '../sessions/hostedSession.ts';
import { answerWithin, atMost } from '../../node/deadline.ts';
import type { ChangeGate } from './changeGate.ts';
import type { ChangeReview, ChangeTracking } from './changeReview.ts';
import type * as ReviewBundle from '../review/reviewBundle.ts';

type Parts = Omit<ReviewBundle.ReviewParts, 'storeFolder' | 'folders' | 'exclude' | 'since' | 'bounds'>;

export class WindowChanges implements ChangeTracking, ChangeGate, Disposable {
	readonly #parts: Parts;
	readonly #storeFolder: string;
	readonly #store = new DisposableStore();
	readonly #sessions = new Map<HostedSession, DisposableStore>();
	/** Where sessions have worked since the window is open. */
	readonly #folders = new Set<string>();
	readonly #started = this.#store.add(new Emitter<ChangeReview>());
	readonly #ended = this.#store.add(new Emitter<void>());
	#starting: Promise<void> | undefined;
	/** When the first turn began that nothing has watched yet. */
	#since = Infinity;
	#work: ReviewBundle.ReviewAtWork | undefined;
	#isCodeRead = false;
	#forgetting: Promise<void> = Promise.resolve();

	readonly onDidStart = this.#started.event;
	readonly onDidEnd = this.#ended.event;

	constructor(parts: Parts) {
		const { storageUri, globalStorageUri } = parts.context;
		this.#parts = parts;
		this.#storeFolder = path.join((storageUri ?? globalStorageUri).fsPath, 'changes');
		const renew = (): void => void (this.#starting === undefined ? undefined : this.#start());
		this.#store.add(vscode.workspace.onDidChangeWorkspaceFolders(renew));
		this.#store.add(
			vscode.workspace.onDidChangeConfiguration((event) => {
				if (['changes', 'checkpoints'].some((name) => event.affectsConfiguration(`acpHost.${name}`))) renew();
			}),
		);
		// Something waits from before a reload of the window.
		void access(path.join(this.#storeFolder, 'waiting')).then(
			() => this.#start(),
			() => undefined,
		);
	}

	get review(): ChangeReview | undefined {
		return this.#work?.review;
	}

	/** Follows a session; the first turn of any starts all of it. */
	watch(hosted: HostedSession): Disposable {
		const store = new DisposableStore();
		this.#sessions.set(hosted, store);
		store.add({ dispose: () => this.#sessions.delete(hosted) });
		const { state, onDidChange } = hosted.session;
		store.add(
			onDidChange(() => {
				if (state.agent.type === 'ready') this.#readCode();
				if (state.turn.type === 'idle' || this.#folders.has(state.cwd)) return;
				this.#folders.add(state.cwd);
				this.#since = Math.min(this.#since, Date.now());
				void this.#start();
			}),
		);
		if (this.#work !== undefined) store.add(this.#work.follow(hosted));
		return store;
	}

	/** Starts before any turn: what earlier windows have stored of that folder is asked for. Never rejects. */
	start(folder: string): Promise<void> {
		this.#folders.add(folder);
		return this.#start();
	}

	begun(): Promise<void> {
		const begun = async (): Promise<void> => {
			await this.#starting;
			await this.#work?.begun();
		};
		return atMost(limits.changeBeginMs, begun());
	}

	/** The text of a file before a call changed it; undefined where it was not seen, or nothing is watched. */
	textBefore(session: string, call: string, path: string): Promise<string | undefined> {
		const found = async (): Promise<string | undefined> => {
			await this.#starting;
			return this.#work?.textBefore(session, call, path);
		};
		// A diff waits for it, which opens without it as well.
		return answerWithin(limits.changeBeginMs, found());
	}

	async beforeWrite(session: string, file: string): Promise<void> {
		await this.begun();
		await this.#work?.beforeWrite(session, file);
	}

	written(session: string, file: string, text: string): void {
		this.#work?.written(session, file, text);
	}

	/**
	 * Lets go of the checkpoints of sessions, with the copies that nothing else needs. Never rejects.
	 * @param sessions their keys
	 */
	forget(sessions: ForgottenSessions): Promise<void> {
		const before = Promise.all([this.#starting, this.#forgetting]);
		const forgotten = before
			.then(() => this.#forget(sessions))
			.catch((error: unknown) => this.#parts.log.error(`Checkpoints cannot be deleted: ${String(error)}`));
		this.#forgetting = forgotten;
		return atMost(limits.changeBeginMs, forgotten);
	}

	async #forget(sessions: ForgottenSessions): Promise<void> {
		if (this.#work !== undefined) return this.#work.forget(sessions);
		// Nothing was ever kept, or the window goes.
		if (this.#store.isDisposed || !existsSync(path.join(this.#storeFolder, 'journal'))) return;
		await reviewBundle().forgetStored({ ...this.#parts, storeFolder: this.#storeFolder }, sessions);
	}

	dispose(): void {
		this.#work?.dispose();
		this.#store.dispose();
	}

	/** While the user writes the first prompt, which then does not wait for it. */
	#readCode(): void {
		if (this.#isCodeRead) return;
		this.#isCodeRead = true;
		setImmediate(reviewBundle);
	}

	/** The prompt that starts it goes out first. Never rejects. */
	#start(): Promise<void> {
		const before = this.#starting ?? new Promise<void>((resolve) => setImmediate(resolve));
		// Two threads would take the store from each other.
		const free = this.#forgetting;
		this.#starting = before
			.then(() => free)
			.then(() => this.#renew())
			.catch((error: unknown) => this.#parts.log.error(`Changes cannot be watched: ${String(error)}`));
		return this.#starting;
	}

	/** What waits is in the store: what watches can be made anew at any time. */
	async #renew(): Promise<void> {
		const settings = vscode.workspace.getConfiguration('acpHost.changes');
		const isOn = settings.get('enabled', true) && !this.#store.isDisposed;
		const exclude = settings.get<readonly string[]>('exclude', []);
		const folders = [...workspaceFolders(), ...this.#folders];
		const since = this.#since;
		this.#since = Infinity;
		const bounds = isOn ? reviewBundle().changeBounds() : undefined;
		if (bounds !== undefined && this.#work?.watches(folders, exclude, bounds) === true) return;
		const wasShown = (this.#work?.review.files.length ?? 0) > 0;
		await this.#work?.end();
		this.#work = undefined;
		this.#ended.fire();
		// What was there goes by that, and the place where it would be asked for.
		if (!isOn && wasShown && !this.#store.isDisposed)
			reviewBundle().saySwitchedOff('acpHost.changes.enabled');
		if (bounds === undefined || this.#store.isDisposed) return;
		const { createChangeReview } = reviewBundle();
		const storeFolder = this.#storeFolder;
		const work = createChangeReview({ ...this.#parts, storeFolder, folders, exclude, since, bounds });
		this.#work = work;
		for (const [hosted, store] of this.#sessions) store.add(work.follow(hosted));
		this.#started.fire(work.review);
	}
}

function reviewBundle(): typeof ReviewBundle {
	return lazyBundle<typeof ReviewBundle>('./changeReview.cjs');
}
