import type { SearchedParts } from '../transcript/transcript.ts';
import { precedes } from '../transcript/promptSteps.ts';
import { foldedText, goTo, unfold } from './searchedTranscript.ts';
import { comparable, countIn, textMatches } from './textMatches.ts';

/** Time for looking in one frame, in milliseconds. */
const frameBudgetMs = 8;
/** What changes while the bar is open is looked into at most this often. */
const againMs = 250;
/** More places than this are neither counted nor marked. */
const maxMatches = 2000;

interface Match {
	readonly entry: HTMLElement;
	/** Its place among those of the entry. */
	readonly ordinal: number;
	/** Absent for what the entry holds folded away. */
	readonly range?: StaticRange;
}

/** What the bar shows. `current` counts from 1; 0 without a match. */
export interface FindResult {
	readonly current: number;
	readonly count: number;
	readonly isMore: boolean;
}

/**
 * Finds a text in the conversation: in what is drawn, and in what is folded away. Looks a few milliseconds in each
 * frame, and again only into entries that changed. Marks what it found without touching the document.
 */
export class ConversationFind {
	readonly #searched: SearchedParts;
	readonly #onResult: (result: FindResult) => void;
	readonly #observer = new MutationObserver((records) => this.#changed(records));
	#cache = new WeakMap<HTMLElement, readonly Match[]>();
	#query = '';
	#matches: readonly Match[] = [];
	#current: Match | undefined;
	/** The current one was gone to, although it may not be drawn yet. */
	#isSeen = false;
	/** The next one of the look that is under way, or 0. */
	#frame = 0;
	#again: ReturnType<typeof setTimeout> | undefined;

	constructor(searched: SearchedParts, onResult: (result: FindResult) => void) {
		this.#searched = searched;
		this.#onResult = onResult;
	}

	/** Looks for `text` and goes to the first place from here on. */
	search(text: string): void {
		this.#query = comparable(text);
		this.#cache = new WeakMap();
		this.#observer.disconnect();
		if (this.#query === '') return this.clear();
		const options = { subtree: true, childList: true, characterData: true, attributeFilter: ['hidden'] };
		this.#observer.observe(this.#searched.list, options);
		const from = this.#current?.entry ?? this.#searched.place.firstSeen;
		this.#look(() => {
			const first = this.#matches.find(({ entry }) => !from || !precedes(entry, from)) ?? this.#matches[0];
			this.#select(first, first !== undefined && !isFolded(first));
			this.#show();
		});
	}

	/** Goes to the next place, or the one before; round at the ends. Unfolds what holds it. */
	step(direction: 1 | -1): void {
		if (this.#current === undefined) return;
		// What was not seen, as what is folded away, is shown before the next one is.
		const at = this.#matches.indexOf(this.#current) + (this.#isSeen ? direction : 0);
		const next = this.#matches.at(at % this.#matches.length);
		if (next === undefined) return;
		this.#select(next, true);
		unfold(this.#searched, next.entry, next.range !== undefined);
		this.#show();
		if (next.range !== undefined) return;
		// What was unfolded is drawn in the next frame.
		this.#frame = requestAnimationFrame(() => {
			this.#frame = requestAnimationFrame(() => this.#look(() => this.#show()));
		});
	}

	/** Nothing is looked for, and nothing is marked any more. */
	clear(): void {
		this.#observer.disconnect();
		cancelAnimationFrame(this.#frame);
		clearTimeout(this.#again);
		this.#again = undefined;
		this.#query = '';
		this.#matches = [];
		this.#select(undefined, false);
		CSS.highlights.delete('acp-find');
	}

	#changed(records: readonly MutationRecord[]): void {
		for (const { target } of records) {
			const around = target instanceof Element ? target : target.parentElement;
			const entry = around?.closest<HTMLElement>('.entry');
			if (entry) this.#cache.delete(entry);
		}
		this.#again ??= setTimeout(() => {
			this.#again = undefined;
			// A look that is under way goes on: where it goes at its end would be lost.
			if (this.#frame === 0) this.#look(() => undefined);
			else this.#changed([]);
		}, againMs);
	}

	#look(done: () => void): void {
		cancelAnimationFrame(this.#frame);
		const entries = [...this.#searched.list.querySelectorAll<HTMLElement>('.entry:not([hidden])')];
		const matches: Match[] = [];
		let at = 0;
		const slice = (): void => {
			const deadline = performance.now() + frameBudgetMs;
			for (; at < entries.length && matches.length < maxMatches; at += 1) {
				if (performance.now() > deadline) return void (this.#frame = requestAnimationFrame(slice));
				const entry = entries[at];
				if (entry !== undefined) matches.push(...this.#matchesOf(entry));
			}
			this.#frame = 0;
			this.#found(matches.slice(0, maxMatches));
			done();
		};
		slice();
	}

	#matchesOf(entry: HTMLElement): readonly Match[] {
		const known = this.#cache.get(entry);
		if (known !== undefined) return known;
		const found: Match[] = textMatches(entry, this.#query, maxMatches).map((range, ordinal) => {
			return { entry, ordinal, range };
		});
		const folded = countIn(comparable(foldedText(this.#searched, entry)), this.#query, maxMatches);
		for (let more = 0; more < folded; more += 1) found.push({ entry, ordinal: found.length });
		this.#cache.set(entry, found);
		return found;
	}

	/** The place that was gone to stays the current one, by its number in its entry: the text around may be drawn anew. */
	#found(matches: readonly Match[]): void {
		this.#matches = matches;
		const ranges = matches.flatMap(({ range }) => range ?? []);
		CSS.highlights.set('acp-find', new Highlight(...ranges));
		const own = matches.filter(({ entry }) => entry === this.#current?.entry);
		const kept = own[this.#current?.ordinal ?? 0] ?? own.at(-1);
		this.#select(kept ?? matches[0], kept !== undefined && this.#isSeen);
	}

	#select(match: Match | undefined, isSeen: boolean): void {
		this.#current = match;
		this.#isSeen = isSeen;
		const mark = new Highlight(...(match?.range === undefined ? [] : [match.range]));
		mark.priority = 1;
		CSS.highlights.set('acp-find-current', mark);
		const current = match === undefined ? 0 : this.#matches.indexOf(match) + 1;
		const count = this.#matches.length;
		this.#onResult({ current, count, isMore: count === maxMatches });
	}

	#show(): void {
		if (this.#current !== undefined) goTo(this.#searched, this.#current.entry, this.#current.range);
	}
}

/** It is neither drawn nor, where it is in a folded part, in sight. */
function isFolded({ entry, range }: Match): boolean {
	return range === undefined || entry.closest('[hidden]') !== null;
}
