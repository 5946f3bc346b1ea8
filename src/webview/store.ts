/**
 * What the host posted, checked and put together. A delta counts only if it follows the last one of the same
 * generation; after a gap or an impossible step the view asks for a snapshot and ignores deltas until it comes.
 */
import type { EntryId } from '../core/session/model/entry.ts';
import type { ToView, ViewOp, ViewSessionUpdate } from '../core/view/toView.ts';
import { writtenText } from '../core/view/projectContent.ts';
import type { ViewEntry, ViewMessage, ViewMessageFields } from '../core/view/viewEntry.ts';
import type { ViewSession } from '../core/view/viewSession.ts';
import { showsTerminal, withOutput } from './terminal/withOutput.ts';
import type { DrawQueue } from './transcript/drawQueue.ts';

type Snapshot = Extract<ToView, { type: 'snapshot' }>;
type Delta = Extract<ToView, { type: 'delta' }>;

/** Hears about what changed, already checked. */
export interface StoreListener {
	/** @param before the entries until now */
	onSnapshot(snapshot: Snapshot, isOtherSession: boolean, before: ReadonlyMap<EntryId, ViewEntry>): void;
	onEntry(entry: ViewEntry, before: ViewEntry | undefined): void;
	/** @param olderCount entries before those that are left */
	onForgotten(ids: readonly EntryId[], olderCount: number): void;
	onSession(session: ViewSession): void;
	onGap(): void;
}

/** A lost snapshot is asked for again, but not with every delta. */
const askAgainMs = 1000;

/**
 * The session and the entries that the view has received, in their order. Tells its listener what changed.
 */
export class Store {
	readonly #listener: StoreListener;
	readonly #drawQueue: DrawQueue;
	readonly #entries = new Map<EntryId, ViewEntry>();
	/** What the user wrote before the entries that are here. */
	#olderPrompts: readonly string[] = [];
	#session: ViewSession | undefined;
	#generation = -1;
	#seq = -1;
	#isInSync = false;
	#askedAt = Number.NEGATIVE_INFINITY;

	/** @param drawQueue gets text that grows, which is most of what is posted, straight */
	constructor(listener: StoreListener, drawQueue: DrawQueue) {
		this.#listener = listener;
		this.#drawQueue = drawQueue;
	}

	get session(): ViewSession | undefined {
		return this.#session;
	}

	entry(id: EntryId): ViewEntry | undefined {
		return this.#entries.get(id);
	}

	/** Texts of the user's messages, also of those that are not on the page, the newest first, none twice in a row. */
	prompts(): string[] {
		const texts = [...this.#olderPrompts];
		for (const entry of this.#entries.values()) {
			if (entry.type !== 'message' || entry.role !== 'user') continue;
			const text = writtenText(entry.content);
			if (text !== '' && text !== texts.at(-1)) texts.push(text);
		}
		return texts.reverse();
	}

	/** No session any more. */
	clear(generation: number): void {
		this.#generation = generation;
		this.#isInSync = false;
		this.#session = undefined;
		this.#entries.clear();
		this.#olderPrompts = [];
	}

	replace(snapshot: Snapshot): void {
		const isOtherSession = this.#session?.key !== snapshot.session.key;
		this.#generation = snapshot.generation;
		this.#seq = snapshot.seq;
		this.#session = snapshot.session;
		this.#isInSync = true;
		this.#askedAt = Number.NEGATIVE_INFINITY;
		const before = new Map(this.#entries);
		this.#olderPrompts = snapshot.olderPrompts ?? [];
		this.#entries.clear();
		for (const entry of snapshot.entries) this.#entries.set(entry.id, entry);
		this.#listener.onSnapshot(snapshot, isOtherSession, before);
	}

	apply(delta: Delta): void {
		// Left over from before the snapshot that is shown.
		if (delta.generation < this.#generation) return;
		if (delta.generation === this.#generation && delta.seq <= this.#seq) return;
		const follows = delta.generation === this.#generation && delta.seq === this.#seq + 1;
		if (!this.#isInSync || !follows || !delta.ops.every((op) => this.#step(op))) return this.#ask();
		this.#seq = delta.seq;
	}

	#ask(): void {
		this.#isInSync = false;
		if (performance.now() - this.#askedAt < askAgainMs) return;
		this.#askedAt = performance.now();
		this.#listener.onGap();
	}

	/** False if the step names something that is not there. */
	#step(op: ViewOp): boolean {
		switch (op.type) {
			case 'entry':
				this.#put(op.entry);
				return true;
			case 'text':
				return this.#appendText(op.id, op.text, op.fields);
			case 'terminalText':
				this.#appendOutput(op.terminalId, op.text);
				return true;
			case 'forget':
				for (const id of op.ids) this.#entries.delete(id);
				this.#olderPrompts = op.olderPrompts;
				this.#listener.onForgotten(op.ids, op.olderCount);
				return true;
			case 'session':
				return this.#updateSession(op.session);
		}
	}

	#updateSession(update: ViewSessionUpdate): boolean {
		if (this.#session === undefined) return false;
		const { commands, options } = this.#session;
		this.#session = { commands, options, ...update };
		this.#listener.onSession(this.#session);
		return true;
	}

	#put(entry: ViewEntry): void {
		const before = this.#entries.get(entry.id);
		this.#entries.set(entry.id, entry);
		this.#listener.onEntry(entry, before);
	}

	#appendText(id: EntryId, text: string, fields: ViewMessageFields | undefined): boolean {
		const known = this.#entries.get(id);
		if (known?.type !== 'message') return false;
		const content = withText(known.content, text);
		// One that is complete grows outside of a turn, which is told of as well.
		if (fields !== undefined || known.isComplete) this.#put({ ...(fields ?? known), content });
		else {
			this.#entries.set(id, { ...known, content });
			this.#drawQueue.addText(id, text);
		}
		return true;
	}

	#appendOutput(terminalId: string, text: string): void {
		for (const [id, entry] of this.#entries) {
			if (entry.type !== 'tool_call' || !showsTerminal(entry, terminalId)) continue;
			this.#entries.set(id, withOutput(entry, terminalId, text));
			this.#drawQueue.addOutput(id, terminalId, text);
		}
	}
}

/** Joins the last text of a message, or begins one. Strings are joined lazily, so this does not copy. */
function withText(content: ViewMessage['content'], text: string): ViewMessage['content'] {
	if (text === '') return content;
	const at = content.findLastIndex(({ type }) => type === 'text');
	const last = content[at];
	if (last?.type !== 'text') return [...content, { type: 'text', text }];
	return content.with(at, { ...last, text: last.text + text });
}
