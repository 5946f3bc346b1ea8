/**
 * The agent tells its history anew; what of the transcript only this side knows comes back at its place: permissions
 * with the call that they were about, the rest in the turn of the same prompt. The agent's word wins: what it tells in
 * other words, or no longer, is as it says. What has no place in its history stands at the end of its turn, under a
 * line that says so; where whole turns are left out, a line says that.
 */
import { isSameWords, type Saying, saying } from '../model/saying.ts';
import type { Entry, EntryId, MessageEntry, NoticeEntry, NoticeMark } from '../model/entry.ts';
import {
	isHostOnly,
	isPrompt,
	matchesOf,
	type Matches,
	type Side,
	sideOf,
	withPromptsApart,
} from './historySides.ts';
import { endsOfTurns, numbered, type Turn, turnsOf } from './historyTurns.ts';
import { untold, wordsOf } from './historyWords.ts';
import { withUndone } from './restores.ts';
import { withWhatIsKnown } from './knownEntry.ts';

export interface MergedHistory {
	readonly entries: readonly Entry[];
	/** By the name of an entry that was shown that of what the history tells of it. */
	readonly names: ReadonlyMap<EntryId, EntryId>;
}

/**
 * Takes n log n steps of the entries, and looks at each text a fixed number of times.
 * @param shown the transcript as it was, without what the agent has not been sent
 * @param told the history as the agent tells it
 * @param newId for the lines that are added
 * @param hasTerminal true for the id of a terminal that the history has told of
 */
export function mergeHistory(
	shown: readonly Entry[],
	told: readonly Entry[],
	newId: () => EntryId,
	hasTerminal: (terminalId: string) => boolean,
): MergedHistory {
	const begin = shown.findLastIndex((entry) => marks(entry) === 'new_session') + 1;
	const before = sideOf(shown.slice(begin));
	const after = sideOf(withPromptsApart(before, sideOf(told), newId));
	const merge = new HistoryMerge(before, after, newId, hasTerminal);
	// What an earlier session of the agent has said is in no history that it can tell.
	return { entries: numbered([...shown.slice(0, begin), ...merge.result()]), names: merge.names() };
}

class HistoryMerge {
	readonly #before: Side;
	readonly #after: Side;
	readonly #newId: () => EntryId;
	readonly #hasTerminal: (terminalId: string) => boolean;
	readonly #matches: Matches;
	/** By place in the history what stands right after that entry, and at the end of its turn. -1: before everything. */
	readonly #beside = new Map<number, Entry[]>();
	readonly #atEnd = new Map<number, Entry[]>();
	/** What something of ours stands under, and the history does not tell of. */
	readonly #needed = new Set<EntryId>();
	/** By place in the history the last place of that turn. */
	readonly #turnEnds: readonly number[];
	/** Messages of the history that were not shown, by what names them: how many. */
	readonly #newMessages = new Map<string, number>();
	/** By place of what was shown the place in the history of the next entry that is in both. */
	readonly #nextPlaces: readonly number[];
	/** Place in the history that what comes next stands after. */
	#anchor = -1;

	constructor(before: Side, after: Side, newId: () => EntryId, hasTerminal: (terminalId: string) => boolean) {
		this.#before = before;
		this.#after = after;
		this.#newId = newId;
		this.#hasTerminal = hasTerminal;
		this.#matches = matchesOf(before, after);
		this.#turnEnds = endsOfTurns(after.entries);
		this.#nextPlaces = this.#placesAhead();
		for (const [at, { type }] of after.entries.entries()) {
			const key = after.keys[at];
			if (type !== 'message' || key === undefined || !this.#matches.isNew(at)) continue;
			this.#newMessages.set(key, (this.#newMessages.get(key) ?? 0) + 1);
		}
		for (const entry of before.entries) if (isHostOnly(entry)) this.#need(entry);
		this.#walk();
	}

	names(): ReadonlyMap<EntryId, EntryId> {
		return new Map([...this.#matches.toldOf].map(([id, told]) => [id, told.id]));
	}

	result(): readonly Entry[] {
		const { shownAs } = this.#matches;
		const merged = [...(this.#beside.get(-1) ?? []), ...(this.#atEnd.get(-1) ?? [])];
		for (const [at, entry] of this.#after.entries.entries()) {
			const shown = shownAs.get(at);
			merged.push(shown === undefined ? entry : withWhatIsKnown(entry, shown, this.#hasTerminal));
			for (const kept of this.#beside.get(at) ?? []) merged.push(kept);
			for (const kept of this.#atEnd.get(at) ?? []) merged.push(kept);
		}
		return this.#underTheirParents(merged);
	}

	/** What stood under an entry stands under what the history tells of it. */
	#underTheirParents(merged: readonly Entry[]): readonly Entry[] {
		const ids = new Set(merged.map(({ id }) => id));
		const toldName = (id: EntryId): EntryId | undefined =>
			ids.has(id) ? id : this.#matches.toldOf.get(id)?.id;
		// Where that entry is gone, what came after it; an earlier session of the agent keeps its names.
		const nameNow = (id: EntryId): EntryId | undefined => {
			const { entries, byId } = this.#before;
			if (!byId.has(id)) return id;
			const at = entries.findIndex((entry) => entry.id === id);
			return entries
				.slice(at)
				.flatMap((entry) => toldName(entry.id) ?? [])
				.at(0);
		};
		return merged.map((one) => {
			const entry = one.type === 'notice' ? withUndone(one, nameNow) : one;
			const { parentId, ...rest } = entry;
			if (parentId === undefined || ids.has(parentId)) return entry;
			const parent = this.#matches.toldOf.get(parentId);
			return { ...rest, ...(parent === undefined ? {} : { parentId: parent.id }) };
		});
	}

	#walk(): void {
		const turns = turnsOf(this.#before.entries, this.#matches.inOrder);
		const last = turns.findLastIndex(({ from }) => !isUnsent(this.#before.entries[from]));
		let leftOut: Turn[] = [];
		for (const [n, turn] of turns.entries()) {
			const isLast = n === last && this.#isLive(turn);
			if (this.#isLeftOut(turn, isLast)) {
				leftOut.push(turn);
				continue;
			}
			this.#leaveOut(leftOut);
			leftOut = [];
			if (turn.lastKnown === undefined) this.#keepTurn(turn, isLast);
			else this.#mergeTurn(turn, turn.lastKnown, isLast);
		}
		this.#leaveOut(leftOut);
	}

	/** The agent has not only told it, which it may take back. */
	#isLive({ from, to }: Turn): boolean {
		return this.#before.entries.slice(from, to).some((entry) => !isHostOnly(entry) && !isRetold(entry));
	}

	#placesAhead(): readonly number[] {
		const places: number[] = [];
		let next = this.#after.entries.length;
		for (let at = this.#before.entries.length - 1; at >= 0; at--) {
			next = this.#matches.inOrder.get(at) ?? next;
			places.push(next);
		}
		return places.toReversed();
	}

	/** The agent had the turn to its end, and does not tell of it: it has forgotten it, or taken it back. */
	#isLeftOut({ from, to, lastKnown }: Turn, isLast: boolean): boolean {
		const prompt = this.#before.entries[from];
		if (lastKnown !== undefined || isLast || !isPrompt(prompt) || isUnsent(prompt)) return false;
		return !this.#before.entries.slice(from, to).some((entry) => marks(entry) === 'outside_history');
	}

	#leaveOut(turns: readonly Turn[]): void {
		const [first] = turns;
		const last = turns.at(-1);
		if (first === undefined || last === undefined) return;
		const ours = this.#before.entries
			.slice(first.from, last.to)
			.filter((entry) => isHostOnly(entry) || this.#needed.has(entry.id))
			.filter((entry) => !this.#staysWithCall(entry));
		const title = saying('turns_left_out', turns.length);
		this.#put(this.#endOfTurn(this.#nextPlaces[first.from]), [this.#line('left_out', title), ...ours]);
	}

	/** A turn of which the history knows nothing. What comes before the first prompt is left to the history. */
	#keepTurn({ from, to }: Turn, isLast: boolean): void {
		const entries = this.#before.entries.slice(from, to);
		const [prompt] = entries;
		const isWhole = isLast || isPrompt(prompt);
		const kept = entries
			.filter((entry) => isWhole || isHostOnly(entry) || this.#needed.has(entry.id))
			.filter((entry) => !this.#isTold(entry) && !this.#staysWithCall(entry))
			.filter(isNoLine);
		const next = this.#nextPlaces[from];
		if (isLast && next === this.#after.entries.length) this.#anchor = next - 1;
		const isSent = prompt !== undefined && isPrompt(prompt) && !isUnsent(prompt);
		const line = this.#line('outside_history', saying('turn_outside_history'));
		const lined = isSent ? [prompt, line, ...kept.filter((entry) => entry !== prompt)] : this.#withLine(kept);
		this.#put(this.#endOfTurn(next), lined);
	}

	/** A turn that the history tells of, too. */
	#mergeTurn({ from, to }: Turn, lastKnown: number, isLast: boolean): void {
		const end: Entry[] = [];
		let isMarked = false;
		let isLeftOut = false;
		for (let at = from; at < to; at++) {
			const entry = this.#before.entries[at];
			const known = this.#matches.inOrder.get(at);
			this.#anchor = known ?? this.#anchor;
			if (known !== undefined) isLeftOut = false;
			if (entry === undefined || known !== undefined || this.#matches.toldOf.has(entry.id)) continue;
			isLeftOut ||= marks(entry) === 'left_out' && at < lastKnown;
			isMarked ||= marks(entry) === 'outside_history' || (marks(entry) === 'left_out' && !isLeftOut);
			const isAtEnd = at > lastKnown || isMarked || this.#isNeeded(entry);
			if (this.#staysWithCall(entry)) continue;
			const isTakenBack = isRetold(entry) && !isMarked && !this.#isNeeded(entry);
			// What is left of turns that the history lacks stays before what it tells after them.
			if (isLeftOut) this.#putBeside(entry);
			else if (isAtEnd && !isTakenBack) end.push(entry);
			else if (isHostOnly(entry)) this.#putBeside(entry);
		}
		const next = this.#nextPlaces[to];
		// A turn that the agent has ended well has no line of ours at its end: how it words that counts.
		const isCutOff = isLast && this.#before.entries.slice(from, to).findLast(isNoRestore)?.type === 'notice';
		const kept = this.#untoldOf(end, isCutOff || isMarked, next);
		this.#put(this.#endOfTurn(next), this.#withLine(kept.filter(isNoLine)));
	}

	/** What of the end of a turn the history does not tell. */
	#untoldOf(end: readonly Entry[], isCutOff: boolean, next: number | undefined): readonly Entry[] {
		const left = new Map<EntryId, MessageEntry['content']>();
		for (const role of ['agent', 'thought', 'user'] as const) {
			const messages = end.filter(
				(entry): entry is MessageEntry =>
					entry.type === 'message' && entry.role === role && !isHostOnly(entry),
			);
			if (messages.length === 0) continue;
			const contents = messages.map(({ content }) => content);
			const inTurn = untold(contents, this.#wordsTold(role, this.#endOfTurn(next) + 1));
			const rest = inTurn.isReworded ? untold(contents, this.#wordsTold(role, next)) : inTurn;
			for (const [n, message] of messages.entries()) {
				const isKept = !rest.isReworded || (isCutOff && !this.#isTold(message));
				left.set(message.id, isKept ? (rest.left[n] ?? []) : []);
			}
		}
		return end.flatMap((entry): Entry[] => {
			const content = left.get(entry.id);
			if (entry.type !== 'message' || content === undefined) return [entry];
			return content.length === 0 ? [] : [{ ...entry, content }];
		});
	}

	/** What the history tells after the last entry that was shown as well. */
	#wordsTold(role: MessageEntry['role'], next: number | undefined): string {
		return this.#after.entries
			.slice(this.#anchor + 1, next)
			.map((entry) => (entry.type === 'message' && entry.role === role ? wordsOf(entry.content) : ''))
			.join('');
	}

	/** True for what stands in the history in another place. */
	#isTold(entry: Entry): boolean {
		if (this.#matches.toldOf.has(entry.id)) return true;
		const key = this.#before.keyOf(entry);
		const count = key === undefined ? 0 : (this.#newMessages.get(key) ?? 0);
		if (key === undefined || count === 0) return false;
		this.#newMessages.set(key, count - 1);
		return true;
	}

	/** Says of the first entry that an agent would tell that it does not, unless a line before it does. */
	#withLine(entries: readonly Entry[]): readonly Entry[] {
		const at = entries.findIndex((entry) => !isHostOnly(entry) || this.#isNeeded(entry));
		const isSaid = entries.slice(0, Math.max(at, 0)).some((entry) => marks(entry) === 'left_out');
		if (at === -1 || isSaid) return entries;
		const line = this.#line('outside_history', saying('rest_outside_history'));
		return [...entries.slice(0, at), line, ...entries.slice(at)];
	}

	#isNeeded({ id, parentId = '' }: Entry): boolean {
		return this.#needed.has(id) || this.#needed.has(parentId);
	}

	/** What is about a call that the history tells of stands right after it. @returns false for anything else */
	#staysWithCall(entry: Entry): boolean {
		const call = isHostOnly(entry) ? this.#matches.calls.get(entry.parentId ?? '') : undefined;
		if (call !== undefined) push(this.#beside, call, entry);
		return call !== undefined;
	}

	#need({ parentId = '' }: Entry): void {
		const parent = this.#before.byId.get(parentId);
		if (parent === undefined || this.#needed.has(parent.id) || this.#matches.toldOf.has(parent.id)) return;
		this.#needed.add(parent.id);
		this.#need(parent);
	}

	/** Of the turn of the last entry that is in both, before the next such entry. */
	#endOfTurn(next = this.#after.entries.length): number {
		return Math.max(this.#anchor, Math.min(this.#turnEnds[this.#anchor] ?? -1, next - 1));
	}

	/** Right after the last entry that is in both, and after what stands there already. */
	#putBeside(entry: Entry): void {
		push(this.#atEnd.has(this.#anchor) ? this.#atEnd : this.#beside, this.#anchor, entry);
	}

	#put(at: number, entries: readonly Entry[]): void {
		for (const entry of entries) push(this.#atEnd, at, entry);
	}

	#line(marks: NoticeMark, title: Saying): NoticeEntry {
		const line = { type: 'notice', origin: 'host', severity: 'info', turn: 0, actions: [] } as const;
		return { ...line, id: this.#newId(), title, marks };
	}
}

function marks(entry: Entry): NoticeMark | undefined {
	return entry.type === 'notice' ? entry.marks : undefined;
}

/** The agent has told it in its history before. */
function isRetold({ origin }: Entry): boolean {
	return origin === 'replay';
}

/** Lines about single turns are drawn anew each time. */
function isNoLine(entry: Entry): boolean {
	return marks(entry) !== 'outside_history';
}

/** Going back says nothing of how a turn ended. */
function isNoRestore(entry: Entry): boolean {
	return entry.type !== 'notice' || entry.wentBack === undefined;
}

function isUnsent(entry: Entry | undefined): boolean {
	return entry?.type === 'message' && entry.isUnsent === true;
}

/** What is said twice in a row, such as at each start of the agent, is said once. */
function push(lists: Map<number, Entry[]>, at: number, entry: Entry): void {
	const list = lists.get(at) ?? [];
	const last = list.at(-1);
	const isSame =
		last?.type === 'notice' &&
		entry.type === 'notice' &&
		entry.wentBack === undefined &&
		isSameWords(last.title, entry.title) &&
		isSameWords(last.detail, entry.detail);
	if (isSame) list.pop();
	list.push(entry);
	lists.set(at, list);
}
