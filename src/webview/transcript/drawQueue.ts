import type { EntryId } from '../../core/session/model/entry.ts';
import type { ViewEntry } from '../../core/view/viewEntry.ts';
import type { EntryDrawing } from './entryDrawing.ts';
import type { ShownEntries } from './shownEntries.ts';

/** Time for drawing in one frame. What is left comes in the next. */
const frameBudgetMs = 16;

/** What is to be drawn of one entry. Text after the entry, if both. */
interface Pending {
	entry?: ViewEntry;
	text: string;
}

/** Collects what has changed and has it drawn once per animation frame. */
export class DrawQueue {
	readonly #drawing: EntryDrawing;
	readonly #shown: ShownEntries;
	readonly #pending = new Map<EntryId, Pending>();
	readonly #output = new Map<string, string>();
	readonly #working = new Set<EntryId>();
	#isFrameRequested = false;
	#onDrawn: (() => void) | undefined;

	constructor(drawing: EntryDrawing, shown: ShownEntries) {
		this.#drawing = drawing;
		this.#shown = shown;
	}

	isWaiting(id: EntryId): boolean {
		return this.#pending.has(id);
	}

	/** Entries that have news and are not drawn yet. */
	get waitingCount(): number {
		return this.#pending.size;
	}

	put(entry: ViewEntry): void {
		// It holds all output so far: what waits must not come after it once more.
		if (entry.type === 'tool_call' && this.#output.size > 0) this.#appendOutputs();
		this.#pending.set(entry.id, { entry, text: '' });
		this.#requestFrame();
	}

	addText(id: EntryId, text: string): void {
		const pending = this.#pending.get(id) ?? { text: '' };
		// An entry that waits holds its text already: the store put it there before.
		pending.text += text;
		this.#pending.set(id, pending);
		this.#requestFrame();
	}

	addOutput(terminalId: string, text: string): void {
		this.#output.set(terminalId, (this.#output.get(terminalId) ?? '') + text);
		this.#requestFrame();
	}

	addWork(id: EntryId): void {
		this.#working.add(id);
		this.#requestFrame();
	}

	/** Calls `work` once all that waits now is drawn. */
	whenDrawn(work: () => void): void {
		this.#onDrawn = work;
		this.#requestFrame();
	}

	/** The entry is gone. */
	forget(id: EntryId): void {
		this.#pending.delete(id);
		this.#working.delete(id);
	}

	/** All that waits is out of date. */
	clear(): void {
		this.#pending.clear();
		this.#output.clear();
	}

	/** Draws now all that waits, and does work until the time is up. */
	flush(budgetMs = frameBudgetMs): void {
		this.#draw(Number.POSITIVE_INFINITY);
		this.#work(performance.now() + budgetMs);
	}

	#draw(deadline: number): void {
		for (const [id, { entry, text }] of this.#pending) {
			this.#pending.delete(id);
			if (entry !== undefined) this.#drawing.draw(entry);
			if (text !== '') this.#shown.get(id)?.view.appendText?.(text);
			this.#working.add(id);
			if (performance.now() > deadline) break;
		}
		this.#drawing.drawn();
	}

	#work(deadline: number): void {
		if (this.#output.size > 0) this.#appendOutputs();
		// The newest first: that is what the reader sees.
		for (const id of [...this.#working].reverse()) {
			if (this.#shown.get(id)?.view.work?.(deadline) ?? true) this.#working.delete(id);
			if (performance.now() > deadline) break;
		}
		if (this.#pending.size > 0 || this.#working.size > 0) return this.#requestFrame();
		const onDrawn = this.#onDrawn;
		this.#onDrawn = undefined;
		onDrawn?.();
	}

	#appendOutputs(): void {
		for (const { view } of this.#shown.views) {
			if (view.appendOutput === undefined) continue;
			for (const [terminalId, text] of this.#output) view.appendOutput(terminalId, text);
		}
		this.#output.clear();
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
