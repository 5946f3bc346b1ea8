import * as limits from '../../core/base/limits.ts';
import type { EntryId } from '../../core/session/model/entry.ts';
import type { Change } from '../../core/session/model/events.ts';

/** What is new of an entry. The content of a message can be long, so it goes out again only if it was replaced. */
export interface EntryNews {
	isWhole: boolean;
	/** Of a message: something beside its content. */
	hasFields: boolean;
	/** Of a message: what was appended to its last text. */
	text: string;
}

/** What changed of a session since the last post to a view. */
export class DirtySet {
	readonly entries = new Map<string, EntryNews>();
	readonly terminals = new Set<string>();
	isSession = false;
	isReset = false;
	/** As a reset tells them. */
	names: ReadonlyMap<EntryId, EntryId> | undefined;
	/** What waits of changes, and what became of those of calls. */
	isReview = false;
	/** What it is to draw, in characters of text, roughly. */
	chars = 0;

	get isEmpty(): boolean {
		const hasEntries = this.entries.size > 0 || this.terminals.size > 0;
		return !hasEntries && !this.isSession && !this.isReset && !this.isReview;
	}

	add(changes: readonly Change[]): void {
		for (const change of changes) {
			this.chars += change.type === 'text' ? change.text.length : limits.changeChars;
			if (change.type === 'entry' && change.keepsContent === true) this.#news(change.id).hasFields = true;
			else if (change.type === 'entry') this.addEntry(change.id);
			else if (change.type === 'text') this.#news(change.id).text += change.text;
			else if (change.type === 'terminal') this.terminals.add(change.terminalId);
			else if (change.type === 'reset') {
				this.isReset = true;
				this.#addNames(change.names);
			} else this.isSession = true;
		}
	}

	/** What was told anew twice has the names of the second time. */
	#addNames(names: ReadonlyMap<EntryId, EntryId> | undefined): void {
		if (names === undefined) return;
		const before = [...(this.names ?? [])].map(([id, then]) => [id, names.get(then) ?? then] as const);
		this.names = new Map([...names, ...before]);
	}

	addEntry(id: string): void {
		this.#news(id).isWhole = true;
	}

	clear(): void {
		this.chars = 0;
		this.entries.clear();
		this.terminals.clear();
		this.isSession = false;
		this.isReset = false;
		this.names = undefined;
		this.isReview = false;
	}

	#news(id: string): EntryNews {
		let news = this.entries.get(id);
		if (news === undefined) this.entries.set(id, (news = { isWhole: false, hasFields: false, text: '' }));
		return news;
	}
}
