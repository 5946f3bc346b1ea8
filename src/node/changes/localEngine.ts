/** The engine itself, as it runs in its thread: one question after the other, and copies in between. */
import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import * as limits from '../../core/base/limits.ts';
import { attribute, type Evidence } from '../../core/changes/attribution.ts';
import { EvidenceLog } from '../../core/changes/evidenceLog.ts';
import { callPart, type CallPart, type CallTexts } from '../../core/changes/callPart.ts';
import type { Pending } from '../../core/changes/journalLine.ts';
import { type ChangeRecord, isOfFolder, isSameChange } from '../../core/changes/record.ts';
import type { ReviewTexts } from '../../core/changes/review.ts';
import { callTexts, sourcePath } from '../../core/diff/changeSides.ts';
import { isUnmoved } from '../pathGuard.ts';
import { isBelow } from '../pathRules.ts';
import { CallChanges } from './callChanges.ts';
import { Checkpoints } from './checkpoints/checkpoints.ts';
import { RestoreIntents } from './checkpoints/restoreIntents.ts';
import type {
	CallChange,
	CalledChange,
	CallId,
	ChangeEngine,
	EngineOptions,
	ForgottenSessions,
	NamedFile,
	RestoreAnswer,
	Review,
	SettleAnswer,
	SnapshotReport,
} from './changeEngine.ts';
import { ChangeJournal } from './changeJournal.ts';
import { ContentPins } from './contentPins.ts';
import { ContentStore } from './contentStore.ts';
import { Copying, inSlices } from './slices.ts';
import { textOfBytes } from '../fileProbe.ts';
import { forgetOld, forgetSessions } from './forgetting.ts';
import { tooWideGap } from './gaps.ts';
import { LastLook } from './lastLook.ts';
import { canonical, rootsOf } from './roots.ts';
import { Reviews } from './reviews.ts';
import { safeRead } from './safeRead.ts';
import { defaultBounds } from './snapshotTypes.ts';
import { Snapshots } from './snapshots.ts';
import { WatchedPlaces } from './watchedPlaces.ts';
import { WholeRestore } from './wholeRestore.ts';

export class LocalEngine implements ChangeEngine {
	readonly checkpoints: Checkpoints;
	readonly #unwalked: readonly string[];
	readonly #maxFileBytes: number;
	readonly #store: ContentStore;
	readonly #journal: ChangeJournal;
	readonly #reviews: Reviews;
	readonly #snapshots: Snapshots;
	readonly #calls: CallChanges;
	readonly #places: WatchedPlaces;
	readonly #intents: RestoreIntents;
	readonly #lastLook: LastLook;
	readonly #restore: WholeRestore;
	readonly #evidence = new EvidenceLog();
	readonly #pins = new ContentPins({
		waiting: () => this.#reviews.pinned(),
		elsewhere: () => this.#journal.pinnedElsewhere(),
		isAtWork: (hash) => this.checkpoints.isNeeded(hash) || this.#snapshots.isCurrent(hash),
	});
	#last: Promise<unknown> = Promise.resolve();
	/** What was told last is judged, and counts. */
	#noted: Promise<unknown> = Promise.resolve();
	/** What the engine before has recorded since the look that it has kept. */
	#takenOver: readonly ChangeRecord[];
	readonly #copying = new Copying({
		next: (work) => this.#next(work),
		begun: () => this.#calls.begun(),
	});

	/** @throws the system's error when the store cannot be made or read */
	constructor(
		{ roots, exclude = [], storeFolder, home, since = Infinity, bounds = {} }: EngineOptions,
		log: (line: string) => void,
	) {
		const { all, named, walked, unwalked } = rootsOf(roots, home);
		this.#unwalked = unwalked;
		this.#maxFileBytes = bounds.maxFileBytes ?? limits.changeFileBytes;
		mkdirSync(storeFolder, { recursive: true, mode: 0o700 });
		const folder = realpathSync(storeFolder);
		const options = { maxFileBytes: this.#maxFileBytes, log };
		this.#store = new ContentStore({
			...options,
			folder: join(folder, 'contents'),
			maxBytes: bounds.maxStoreBytes ?? limits.changeStoreBytes,
			minFreeBytes: bounds.minFreeBytes ?? limits.changeFreeBytes,
			isPinned: (hash) => this.#pins.has(hash),
			onFull: () => this.#pins.lookElsewhere(),
		});
		const journal = join(folder, 'journal');
		mkdirSync(journal, { recursive: true, mode: 0o700 });
		// The journal takes away the marks that tell which windows have ended.
		this.#intents = new RestoreIntents(journal, join(folder, 'waiting'), log);
		const intents = this.#intents.left();
		this.#lastLook = new LastLook(journal, walked, log);
		const { spans = [], saves = [] } = this.#lastLook.before ?? {};
		this.#evidence.add([...spans, ...saves]);
		this.#journal = new ChangeJournal({
			folder: journal,
			maxRecords: limits.changeRecords,
			maxCheckpoints: bounds.maxCheckpoints,
			maxCheckpointMs: bounds.maxCheckpointMs,
			maxFileBytes: limits.changeJournalBytes,
			log,
		});
		const { startedAt = Infinity } = this.#lastLook.before?.scan ?? {};
		this.#takenOver = this.#journal.records.filter(({ at }) => at >= startedAt);
		const kept = { store: this.#store, journal: this.#journal };
		this.#reviews = new Reviews(this.#store, this.#journal);
		const isWatched = (file: string): boolean => this.#snapshots.isWatched(file);
		this.#calls = new CallChanges({ ...kept, roots: named, isWatched });
		this.#snapshots = new Snapshots(
			walked,
			this.#store,
			{ ...defaultBounds, ...bounds },
			exclude,
			this.#lastLook,
			since,
		);
		this.#places = new WatchedPlaces({ roots: all, named, unwalked, snapshots: this.#snapshots });
		this.#restore = new WholeRestore({
			...kept,
			reviews: this.#reviews,
			snapshots: this.#snapshots,
			// The user asked for it, whatever commands run meanwhile.
			noteUsers: (file, hash) => this.#evidence.add([{ type: 'save', path: file, at: Date.now(), hash }]),
			takeEarly: (file) => this.#takeEarly(file),
		});
		this.#store.touch(this.#reviews.pinned());
		this.checkpoints = new Checkpoints({
			...kept,
			intents: this.#intents,
			snapshots: this.#snapshots,
			roots: all,
			isInside: (file) => this.#places.isInside(file),
			maxFileBytes: this.#maxFileBytes,
			maxCheckpointMs: bounds.maxCheckpointMs ?? limits.changeCheckpointMs,
			next: (work) => this.#next(work),
			take: (record) => this.#take(record),
			note: (evidence) => this.#evidence.add(evidence),
			log,
		});
		this.checkpoints.resume(intents);
		forgetOld(this.#forgetting, Date.now() - (bounds.maxCheckpointMs ?? limits.changeCheckpointMs));
		this.#store.fit();
	}

	async snapshot(): Promise<SnapshotReport> {
		return this.#next(async () => {
			const start = performance.now();
			this.#takeOver();
			// What a call is about to change is read first, however many looks wait.
			await this.#calls.begun();
			const { count: said } = this.#evidence;
			const { observed, gaps, from } = await inSlices(this.#snapshots.take(), () => this.#calls.begun());
			// What is told while a look is under way may be about what the look has seen.
			await this.#noted;
			const evidenceOf = this.#evidence.lookup(said);
			const span = { from, to: Date.now() };
			const records = observed.map((one) => attribute(one, span, evidenceOf(one))).filter(this.#isNew);
			this.#journal.together(() => this.#takeUp(records));
			// Only now: what a look has found, and the journal does not have, is to be found again.
			if (this.#journal.mend()) this.#snapshots.keep();
			this.#takenOver = [];
			// A change of this look may still be one of the look before, which took its time.
			this.#evidence.forget(from);
			this.#copying.begin(this.#snapshots.copyAll());
			const files = records.filter((record) => !isOfFolder(record));
			const notLookedAt = [...gaps, ...this.#unwalked.map((root) => tooWideGap(root))];
			return { records: files, gaps: notLookedAt, tookMs: performance.now() - start };
		});
	}

	#takeUp(records: readonly ChangeRecord[]): void {
		this.#journal.append(...this.checkpoints.placed(records));
		this.#pins.during(records, () => {
			for (const record of records) this.#take(record);
		});
	}

	/** The engine before may have recorded it, and ended before its look was kept. */
	readonly #isNew = (record: ChangeRecord): boolean =>
		!this.#takenOver.some((one) => isSameChange(one, record));

	async isResumed(): Promise<boolean> {
		return this.#lastLook.before !== undefined;
	}

	async capture(paths: readonly string[]): Promise<void> {
		return this.#next(async () => {
			for (const one of paths.slice(0, limits.unrequestedPaths)) {
				// What an agent names is judged first, and nothing is touched where it leads elsewhere (hazard D11).
				const place = await this.#places.placeOf(one);
				if (place === undefined) continue;
				if (this.#unwalked.some((root) => isBelow(root, place))) this.#snapshots.allow(place);
				this.#takeEarly(place);
			}
		});
	}

	async allow(file: string): Promise<void> {
		return this.#next(async () => {
			const place = canonical(file);
			if (!(await isUnmoved(place))) return;
			this.#snapshots.allow(place);
		});
	}

	/** Comes before looks and copies: the call may write in a moment. */
	async beginCall(call: CallId, files: readonly NamedFile[]): Promise<void> {
		await this.#calls.begin(call, files);
	}

	async endCall(call: CallId, late: readonly string[] = []): Promise<void> {
		await this.#calls.end(call, late);
	}

	async callChange(call: CallId, file: string): Promise<CallChange | undefined> {
		return this.#calls.of(call, file);
	}

	async callTexts({ call, item }: CalledChange): Promise<CallTexts | undefined> {
		await this.#calls.begun();
		const seen = this.#calls.of(call, item.type === 'diff' ? item.path : sourcePath(item));
		return callTexts(item, { before: textOf(seen?.before), after: textOf(seen?.after) });
	}

	async callPart(change: CalledChange): Promise<CallPart | undefined> {
		const texts = await this.callTexts(change);
		const review = texts === undefined ? undefined : await this.review(change.path, change.live);
		if (texts === undefined || review?.type !== 'text') return undefined;
		return callPart(review.texts, review.live, texts);
	}

	async note(evidence: readonly Evidence[]): Promise<void> {
		const judging = Promise.all([this.#places.placed(evidence), this.#noted]).then(([judged]) => {
			this.#lastLook.note(judged);
			this.#evidence.add(judged);
			return judged;
		});
		this.#noted = judging.catch(() => undefined);
		await this.#next(async () => {
			const judged = await judging;
			const inside = this.#places.wentWith(judged);
			this.#evidence.add(inside);
			// What an editor has saved is looked at before an agent writes on it: afterwards nothing tells their parts apart.
			const saved = judged.filter((one) => one.type === 'save' && this.#places.isWithin(one.path));
			for (const one of [...inside, ...saved.slice(0, limits.unrequestedPaths)])
				if ('path' in one) this.#takeEarly(one.path);
		});
	}

	async pending(): Promise<readonly Pending[]> {
		return this.#next(async () => {
			this.#takeOver();
			this.#journal.mend();
			return [...this.#journal.pending.values()];
		});
	}

	async records(): Promise<readonly ChangeRecord[]> {
		return this.#next(async () => this.#journal.records.filter((record) => !isOfFolder(record)));
	}

	async review(file: string, live?: string): Promise<Review> {
		return this.#next(async () => this.#reviews.review(file, live ?? this.#textOnDisk(file)));
	}

	async settle(file: string, texts: ReviewTexts): Promise<SettleAnswer> {
		return this.#answer(() => this.#reviews.settle(file, texts));
	}

	async keepFile(file: string): Promise<void> {
		return this.#answer(() => this.#reviews.keep(file));
	}

	async restoreFile(file: string, userEdits: 'keep' | 'discard'): Promise<RestoreAnswer> {
		return this.#answer(() => this.#restore.file(file, userEdits));
	}

	async content(hash: string): Promise<Uint8Array | undefined> {
		return this.#next(async () => this.#store.get(hash));
	}

	async forget(sessions: ForgottenSessions): Promise<void> {
		return this.#next(async () => {
			this.#takeOver();
			forgetSessions(this.#forgetting, sessions);
			this.#pins.renew();
		});
	}

	get #forgetting(): Parameters<typeof forgetSessions>[0] {
		return { store: this.#store, journal: this.#journal, calls: this.#calls, checkpoints: this.checkpoints };
	}

	/** The window that was reloaded may have ended later than this one began. */
	#takeOver(): void {
		const intents = this.#intents.left();
		if (this.#journal.takeOver()) this.#pins.renew();
		this.checkpoints.resume(intents);
	}

	#take(record: ChangeRecord): void {
		if (isOfFolder(record)) return;
		this.#reviews.add(record);
		this.#pins.renew();
	}

	#takeEarly(file: string): void {
		this.#snapshots.capture(file, this.#evidence.count);
	}

	async copied(): Promise<void> {
		await this.#copying.done;
	}

	#textOnDisk(file: string): string | undefined {
		const found = safeRead(file, Math.min(limits.changeTextBytes, this.#maxFileBytes));
		return found.type === 'read' ? textOfBytes(found.bytes) : undefined;
	}

	/** Something else waits after an answer of the user. */
	#answer<Answer>(work: () => Answer): Promise<Answer> {
		return this.#next(async () => {
			const answer = work();
			this.#pins.renew();
			return answer;
		});
	}

	/** One after the other: a question that fails does not stop those behind it. */
	#next<Answer>(work: () => Promise<Answer>): Promise<Answer> {
		const next = this.#last.then(work);
		this.#last = next.catch(() => undefined);
		return next;
	}
}

function textOf(bytes: Uint8Array | undefined): string | undefined {
	return bytes === undefined ? undefined : textOfBytes(bytes);
}
