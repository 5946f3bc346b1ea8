/**
 * Keeps one chat view equal to one session. It is the only writer to the view; every message carries
 * `{generation, seq}`. At most one post a frame, and fewer in a flood. While the view is hidden nothing is queued: it
 * gets a snapshot when it is shown. A snapshot is also the only recovery from a gap.
 */
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import type { Event } from '../../core/base/emitter.ts';
import { toError } from '../../core/base/errors.ts';
import { t } from '../../core/base/l10n.ts';
import * as limits from '../../core/base/limits.ts';
import type { Change } from '../../core/session/model/events.ts';
import type { Entry, EntryId } from '../../core/session/model/entry.ts';
import type { SessionState } from '../../core/session/model/sessionState.ts';
import { entryWindow } from '../../core/view/entryWindow.ts';
import type { ToView, ViewOp, ViewSessionUpdate } from '../../core/view/toView.ts';
import { changesActions, projectEntry } from '../../core/view/project.ts';
import type { Projector } from '../../core/view/projector.ts';
import { writtenText } from '../../core/view/projectContent.ts';
import { projectSession } from '../../core/view/projectSession.ts';
import type { ViewChanges } from '../../core/view/viewChanges.ts';
import type { ViewEntry } from '../../core/view/viewEntry.ts';
import type { ViewSession } from '../../core/view/viewSession.ts';
import type { CardsOf } from '../changesInChat/changesInChat.ts';
import { type DraftReplaced, hasSameAttachments, type HostedSession } from '../sessions/hostedSession.ts';
import { DirtySet, type EntryNews } from './dirtySet.ts';
import { ShownTerminals } from './shownTerminals.ts';

/** Where the publisher posts to: a webview that may be hidden. */
export interface PublisherTarget {
	/** True while posts arrive. */
	isReady(): boolean;
	/** Must not throw and is never waited for: a post may stay unanswered for ever (hazard E8). */
	post(message: ToView): void;
}

/** What is told of changes beside the state of the session: a projection of the review, which has its own state. */
export interface PublishedChanges {
	readonly inChat: { of(hosted: HostedSession): ViewChanges | undefined } | undefined;
	/** What waits may be another thing now, and what became of the changes of these calls of a session. */
	readonly onDidChange: Event<CardsOf>;
}

/** Keeps one view up to date with one session: a snapshot first, then deltas with ascending `seq`. */
export class Publisher implements Disposable {
	readonly #target: PublisherTarget;
	readonly #projector: Projector;
	readonly #changes: PublishedChanges | undefined;
	readonly #dirty = new DirtySet();
	readonly #terminals = new ShownTerminals();
	#hosted: HostedSession | undefined;
	#subscription: Disposable | undefined;
	#timer: NodeJS.Timeout | undefined;
	/** When the timer fires. */
	#due = 0;
	#lastFlush = Number.NEGATIVE_INFINITY;
	/** Characters of the last post. */
	#lastChars = 0;
	#generation = 0;
	#seq = 0;
	#isStale = true;
	/** Entries at the start that the view does not have, except those that wait for an answer. */
	#leftOut = 0;
	#older: ReadonlySet<EntryId> = new Set();
	/** Entries of the last snapshot. */
	#shownCount = 0;
	/** Where the page was left, which may not be in the conversation yet. */
	#place: EntryId | undefined;
	/** The lists that the view has. */
	#posted: Pick<ViewSession, 'commands' | 'options' | 'planIds'> | undefined;

	/** Of agent and turn, as the buttons that were posted know them. */
	#stage = '';
	/** Of what the view was told of changes; undefined for nothing. */
	#toldChanges: number | undefined;

	constructor(target: PublisherTarget, projector: Projector, changes?: PublishedChanges) {
		this.#target = target;
		this.#projector = projector;
		this.#changes = changes;
	}

	/** Shows another session; none where that is gone: nothing of it comes after what is shown instead. */
	bind(hosted: HostedSession | undefined): void {
		this.#subscription?.dispose();
		this.#subscription = undefined;
		this.#hosted = hosted;
		// The page forgets them with the session that it showed.
		this.#toldChanges = undefined;
		if (hosted === undefined) return this.snapshot();
		const store = new DisposableStore();
		store.add(hosted.session.onDidChange((changes) => this.#mark(changes)));
		if (this.#changes !== undefined)
			store.add(this.#changes.onDidChange((cards) => this.#markReview(cards(hosted.session.state))));
		store.add(hosted.draftReplaced.event((replaced) => this.#postDraft(hosted, replaced)));
		this.#subscription = store;
		this.showNewest();
	}

	/** Posts more of the older entries, with all that the view has. */
	showOlder(isAll: boolean): void {
		this.#leftOut = isAll ? 0 : Math.max(0, this.#leftOut - limits.viewOlderEntries);
		this.snapshot();
	}

	/** Posts the newest entries. @param place an older one that the reader was at, which is brought as well */
	showNewest(place?: EntryId): void {
		this.#place = place;
		this.#leftOut = this.#hosted === undefined ? 0 : leftOutOf(this.#hosted.session.state, place);
		this.snapshot();
	}

	/** Posts a transcript that has taken the place of another one: as much of it, and what the reader was at. */
	#showAgain(state: SessionState, names: ReadonlyMap<EntryId, EntryId> = new Map()): void {
		const count = state.entries.size - this.#shownCount;
		this.#leftOut = Math.max(0, Math.min(count, leftOutOf(state, this.#place)));
		this.snapshot(names);
	}

	/** Takes all but the newest entries off the page. */
	forgetOlder(): void {
		if (this.#hosted === undefined || this.#isStale || !this.#target.isReady()) return;
		const { state } = this.#hosted.session;
		this.#leftOut = leftOutOf(state);
		// Those that the page has, and those that the next post tells of.
		const planIds = [...(this.#posted?.planIds ?? []), ...state.plans.values()];
		const { older } = entryWindow(state, this.#leftOut, planIds);
		// One of those that were left out is needed now.
		if (![...this.#older].every((id) => older.has(id))) return this.snapshot();
		const ids = [...older].filter((id) => !this.#older.has(id));
		this.#older = older;
		this.#terminals.forget(older);
		this.#postOps([{ type: 'forget', ids, olderCount: older.size, olderPrompts: promptsIn(state, older) }]);
	}

	/** Posts everything anew that the view has to have. @param names as a reset tells them */
	snapshot(names: ReadonlyMap<EntryId, EntryId> = new Map()): void {
		const hosted = this.#hosted;
		this.#dirty.clear();
		this.#terminals.clear();
		this.#isStale = true;
		clearTimeout(this.#timer);
		this.#timer = undefined;
		if (hosted === undefined || !this.#target.isReady()) return;
		this.#isStale = false;
		this.#generation++;
		this.#seq = 0;
		const { state } = hosted.session;
		const session = projectSession(state);
		const { shown, older } = entryWindow(state, this.#leftOut, session.planIds);
		this.#posted = session;
		this.#stage = stageOf(state);
		this.#older = older;
		this.#shownCount = shown.length;
		const here = new Set(shown);
		this.#target.post({
			type: 'snapshot',
			generation: this.#generation,
			seq: this.#seq,
			session,
			entries: shown.flatMap((id) => this.#project(state, id)),
			...(names.size === 0 ? {} : { names: Object.fromEntries([...names].filter(([, id]) => here.has(id))) }),
			...(older.size === 0 ? {} : { olderCount: older.size, olderPrompts: promptsIn(state, older) }),
			draft: hosted.draft.text,
			attachments: hosted.draft.attachments,
			draftRevision: hosted.draftRevision,
		});
		// A page that was hidden may be another one.
		this.#postChanges(hosted, true);
	}

	/** The view was shown: what it missed comes as a snapshot. */
	resume(): void {
		if (this.#isStale) this.showNewest();
	}

	/** The view was hidden: nothing is kept for it. */
	pause(): void {
		this.#dirty.clear();
		this.#isStale = true;
	}

	dispose(): void {
		clearTimeout(this.#timer);
		this.#subscription?.dispose();
	}

	#postDraft({ draft, draftRevision }: HostedSession, { before, from }: DraftReplaced): void {
		if (this.#isStale || from === this.#target) return;
		const { text, attachments } = draft;
		const known = hasSameAttachments(draft, before) ? {} : { attachments };
		this.#target.post({ type: 'draft', text, ...known, replaces: before.text, draftRevision });
	}

	#postChanges(hosted: HostedSession, isAgain = false): void {
		const changes = this.#changes?.inChat?.of(hosted);
		const told = this.#toldChanges;
		if (changes?.revision === told && (!isAgain || told === undefined)) return;
		this.#toldChanges = changes?.revision;
		const isKnown = isAgain ? ({ isWithSnapshot: true } as const) : {};
		this.#target.post({ type: 'changes', ...(changes === undefined ? {} : { changes }), ...isKnown });
	}

	#markReview(cards: readonly EntryId[]): void {
		if (this.#isStale) return;
		this.#dirty.isReview = true;
		for (const id of cards) this.#dirty.addEntry(id);
		this.#flushSoon();
	}

	#mark(changes: readonly Change[]): void {
		if (this.#isStale) return;
		this.#dirty.add(changes);
		this.#flushSoon();
	}

	#flushSoon(): void {
		// At once after a pause, else a frame after the last post. In a flood nobody could read each frame, and drawing them
		// keeps the rest from coming: more of it goes together, and what is left of it goes when the turn ends. What a card
		// holds is known only once it is posted, so a post that was long counts as one, too.
		const isLong = Math.max(this.#dirty.chars, this.#lastChars) > limits.floodChars;
		const state = this.#hosted?.session.state;
		const isFlood = isLong && state !== undefined && stageOf(state) === this.#stage;
		const due = this.#lastFlush + (isFlood ? limits.floodMs : limits.flushMs);
		if (this.#timer !== undefined && due === this.#due) return;
		clearTimeout(this.#timer);
		this.#due = due;
		this.#timer = setTimeout(
			() => {
				this.#timer = undefined;
				this.#lastFlush = performance.now();
				this.#flush();
			},
			Math.max(0, due - performance.now()),
		);
	}

	#flush(): void {
		const hosted = this.#hosted;
		if (hosted === undefined || this.#isStale || this.#dirty.isEmpty) return;
		if (!this.#target.isReady()) return this.pause();
		const { state } = hosted.session;
		if (this.#dirty.isReset) return this.#showAgain(state, this.#dirty.names);
		if (this.#needsOlder(state)) return this.snapshot();
		this.#markActions(state);
		const ops = this.#ops(state);
		if (this.#dirty.isReview) this.#postChanges(hosted);
		this.#dirty.clear();
		this.#lastChars = ops.reduce((sum, op) => sum + charsOf(op), 0);
		if (ops.length > 0) this.#postOps(ops);
	}

	#postOps(ops: readonly ViewOp[]): void {
		this.#seq++;
		this.#target.post({ type: 'delta', generation: this.#generation, seq: this.#seq, ops });
	}

	#markActions(state: SessionState): void {
		const stage = stageOf(state);
		const isOther = [...this.#dirty.entries.keys()].some((id) => isCutLine(state.entries.get(id)));
		if (stage === this.#stage && !isOther) return;
		this.#stage = stage;
		for (const entry of state.entries.values()) if (changesActions(entry)) this.#dirty.addEntry(entry.id);
	}

	/** What is new belongs to an entry that was left out. */
	#needsOlder({ entries }: SessionState): boolean {
		if (this.#older.size === 0) return false;
		return [...this.#dirty.entries.keys()].some((id) => {
			const parentId = entries.get(id)?.parentId;
			return parentId !== undefined && !this.#older.has(id) && this.#older.has(parentId);
		});
	}

	#ops(state: SessionState): ViewOp[] {
		const ops: ViewOp[] = [];
		for (const terminalId of this.#dirty.terminals) {
			const op = this.#terminals.textSince(state, terminalId);
			if (op !== undefined) ops.push(op);
			else for (const id of this.#terminals.entriesOf(terminalId)) this.#dirty.addEntry(id);
		}
		for (const [id, news] of this.#dirty.entries) {
			if (this.#older.has(id)) continue;
			ops.push(...this.#entryOps(state, id, news));
		}
		if (this.#dirty.isSession) ops.push({ type: 'session', session: this.#sessionUpdate(state) });
		return ops;
	}

	#entryOps(state: SessionState, id: string, { isWhole, hasFields, text }: EntryNews): ViewOp[] {
		if (!isWhole && !hasFields) return [{ type: 'text', id, text }];
		return this.#project(state, id).map((entry): ViewOp => {
			if (isWhole || entry.type !== 'message') return { type: 'entry', entry };
			const { content: _known, ...fields } = entry;
			return { type: 'text', id, text, fields };
		});
	}

	/** Agents send hundreds of commands, and turns, usage and the like change all the time. */
	#sessionUpdate(state: SessionState): ViewSessionUpdate {
		const projected = projectSession(state);
		const { commands, options, ...session } = projected;
		const before = this.#posted;
		this.#posted = projected;
		return {
			...session,
			...(before?.commands === commands ? {} : { commands }),
			...(before?.options === options ? {} : { options }),
		};
	}

	#project(state: SessionState, id: string): ViewEntry[] {
		const entry = state.entries.get(id);
		if (entry === undefined) return [];
		const projected = this.#projectSafely(state, entry);
		if (projected.type === 'tool_call') this.#terminals.note(state, projected);
		return [projected];
	}

	/** One entry that cannot be shown keeps none of the others from it. */
	#projectSafely(state: SessionState, entry: Entry): ViewEntry {
		try {
			return projectEntry(state, entry, this.#projector);
		} catch (error) {
			const title = t('This part of the conversation cannot be shown');
			const detail = toError(error).message;
			return { type: 'notice', id: entry.id, severity: 'error', title, detail, actions: [] };
		}
	}
}

/** A new one takes the buttons of those before it. */
function isCutLine(entry: Entry | undefined): boolean {
	return entry?.type === 'notice' && entry.wentBack !== undefined;
}

/** What it is to draw, in characters of text. */
function charsOf(op: ViewOp): number {
	if (op.type !== 'entry') return 'text' in op ? op.text.length : 0;
	const { entry } = op;
	if (entry.type !== 'message' && entry.type !== 'tool_call') return limits.changeChars;
	const texts = entry.content.map((part) =>
		part.type === 'text' ? part.text : part.type === 'terminal' ? part.output : '',
	);
	return texts.reduce((sum, text) => sum + text.length, limits.changeChars);
}

/** What the user wrote last in these entries, as far as it is not too long. */
function promptsIn({ entries }: SessionState, older: ReadonlySet<EntryId>): string[] {
	const prompts: string[] = [];
	let left = limits.viewOlderPromptChars;
	for (const entry of [...entries.values()].reverse()) {
		if (entry.type !== 'message' || entry.role !== 'user' || !older.has(entry.id)) continue;
		const text = writtenText(entry.content);
		left -= text.length;
		if (left < 0 || prompts.length === limits.viewOlderPrompts) break;
		if (text !== prompts[0]) prompts.unshift(text);
	}
	return prompts;
}

/** Entries at the start that a view of the newest ones, and of what comes after `place`, does not have. */
function leftOutOf({ entries }: SessionState, place?: EntryId): number {
	const newest = Math.max(0, entries.size - limits.viewEntries);
	const at = place === undefined ? -1 : [...entries.keys()].indexOf(place);
	// What is further away comes when the reader asks for it.
	return at === -1 || newest - at > limits.viewOlderEntries ? newest : Math.min(newest, at);
}

function stageOf({ agent, turn, lastEnd }: SessionState): string {
	return `${agent.type} ${turn.type} ${lastEnd?.isResuming}`;
}
