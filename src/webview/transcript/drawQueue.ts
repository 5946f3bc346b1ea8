import type { EntryId } from '../../core/session/model/entry.ts';
import type { ViewEntry } from '../../core/view/viewEntry.ts';
import type { EntryDrawing } from './entryDrawing.ts';
import type { ShownEntries } from './shownEntries.ts';

/** Time for drawing in one frame. What is left comes in the next. */
const frameBudgetMs = 16;

/** What is to be drawn of one entry. Text and output after the entry, if both. */
interface Pending {
	readonly entry?: ViewEntry;
	text: string;
	/** By terminal. */
	readonly output: Map<string, string>;
}

/** Collects what has changed and has it drawn once per animation frame. */
export class DrawQueue {
	readonly #drawing: EntryDrawing;
	readonly #shown: ShownEntries;
	readonly #pending = new Map<EntryId, Pending>();
	/** Those that wait and are not on the page yet. */
	readonly #added = new Set<EntryId>();
	readonly #working = new Set<EntryId>();
	#isFrameRequested = false;

	constructor(drawing: EntryDrawing, shown: ShownEntries) {
		this.#drawing = drawing;
		this.#shown = shown;
	}

	isWaiting(id: EntryId): boolean {
		return this.#pending.has(id);
	}

	/** Entries that are not on the page yet. */
	get addedCount(): number {
		return this.#added.size;
	}

	/** The entry holds all text and output so far: what of them waits must not come after it once more. */
	put(entry: ViewEntry): void {
		if (this.#shown.get(entry.id) === undefined) this.#added.add(entry.id);
		this.#pending.set(entry.id, { entry, text: '', output: new Map() });
		this.#requestFrame();
	}

	addText(id: EntryId, text: string): void {
		this.#pendingOf(id).text += text;
	}

	/** @param id a card that shows the terminal */
	addOutput(id: EntryId, terminalId: string, text: string): void {
		const { output } = this.#pendingOf(id);
		output.set(terminalId, (output.get(terminalId) ?? '') + text);
	}

	addWork(id: EntryId): void {
		this.#working.add(id);
		this.#requestFrame();
	}

	/** The entry is gone. */
	forget(id: EntryId): void {
		this.#pending.delete(id);
		this.#added.delete(id);
		this.#working.delete(id);
	}

	/** All that waits is out of date. */
	clear(): void {
		this.#pending.clear();
		this.#added.clear();
	}

	/** Draws now all that waits, and does work until the time is up. */
	flush(budgetMs = frameBudgetMs): void {
		this.#draw(Number.POSITIVE_INFINITY);
		this.#work(performance.now() + budgetMs);
	}

	#draw(deadline: number): void {
		for (const [id, { entry, text, output }] of this.#pending) {
			this.#pending.delete(id);
			this.#added.delete(id);
			if (entry !== undefined) this.#drawing.draw(entry);
			const view = this.#shown.get(id)?.view;
			if (text !== '') view?.appendText?.(text);
			for (const [terminalId, more] of output) view?.appendOutput?.(terminalId, more);
			this.#working.add(id);
			if (performance.now() > deadline) break;
		}
		this.#drawing.drawn();
	}

	#work(deadline: number): void {
		// The newest first: that is what the reader sees.
		for (const id of [...this.#working].reverse()) {
			if (this.#shown.get(id)?.view.work?.(deadline) ?? true) this.#working.delete(id);
			if (performance.now() > deadline) break;
		}
		if (this.#pending.size > 0 || this.#working.size > 0) this.#requestFrame();
	}

	#pendingOf(id: EntryId): Pending {
		const pending = this.#pending.get(id) ?? { text: '', output: new Map() };
		this.#pending.set(id, pending);
		this.#requestFrame();
		return pending;
	}

	#requestFrame(): void {
		if (this.#isFrameRequested) return;
		this.#isFrameRequested = true;
		requestAnimationFrame(() => {
			this.#isFrameRequested = false;
			const deadline = performance.now() + frameBudgetMs;
			this.#draw(deadline);
			this.#work(deadline);
		});
	}
}
