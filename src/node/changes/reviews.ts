/**
 * Which changes wait for the user: kept in the journal as two states of each file, the one that was accepted and the
 * one with what agents changed. Contents are in the store; hunks are made of them when a surface asks.
 */
import * as limits from '../../core/base/limits.ts';
import { isShared } from '../../core/changes/attribution.ts';
import type { Pending } from '../../core/changes/journalLine.ts';
import { merged } from '../../core/changes/segments.ts';
import { type ChangeRecord, type FileState, hashesOf, isSameState } from '../../core/changes/record.ts';
import { agentChanged, type Hunk, hunksOf, type ReviewTexts } from '../../core/changes/review.ts';
import type { ChangeJournal } from './changeJournal.ts';
import type { Review, SettleAnswer } from './changeEngine.ts';
import { type ContentStore, hashOf } from './contentStore.ts';
import { textOfBytes } from '../fileProbe.ts';

export class Reviews {
	readonly #store: ContentStore;
	readonly #journal: ChangeJournal;
	/** What was told last of each file that waits: answers are to that. */
	readonly #shown = new Map<string, Pending>();

	constructor(store: ContentStore, journal: ChangeJournal) {
		this.#store = store;
		this.#journal = journal;
	}

	/** Takes up what a snapshot saw. What the user did waits for nothing. */
	add(record: ChangeRecord): void {
		const { path, movedFrom, before, after } = record;
		if (movedFrom !== undefined && this.#of(path) !== undefined) {
			// What waits of the file that was there goes on with this content: a move would take its place.
			const { movedFrom: _, ...here } = record;
			this.add({ ...here, path: movedFrom, after: { type: 'absent' } });
			this.add({ ...here, before: { type: 'absent' } });
			// What was moved there is not the agent's own, and may be nowhere else once its removal is kept.
			const waiting = this.#of(path);
			return waiting === undefined ? undefined : this.#set({ ...waiting, hasUserEdits: true });
		}
		const known = this.#of(movedFrom ?? path);
		const isUsers = record.author === 'user' || record.evidence.includes('outside_turns');
		if (isUsers) return known === undefined ? undefined : this.#userChanged(known, record);
		if (known === undefined) {
			const moved = movedFrom === undefined ? {} : { movedFrom };
			return this.#set({ path, ...moved, base: before, agent: after, ...sharedOf(isShared(record)) });
		}
		const source = known.movedFrom ?? movedFrom;
		const moved = source === undefined || source === path ? {} : { movedFrom: source };
		if (movedFrom !== undefined) this.#journal.append({ type: 'settled', path: movedFrom });
		const isAgents = isSameState(known.agent, before) || isSameState(known.agent, after);
		const texts = this.#textsOf(known);
		const [old, now] = [this.#textOf(before), this.#textOf(after)];
		if (texts !== undefined && old !== undefined && now !== undefined) {
			const next = agentChanged(texts, old, now);
			const isGone = after.type === 'absent';
			// Lines of the user in what waited are gone with the file.
			const takesOwn = isGone && !isAgents && !hunksOf(texts, old).every(isOfAgent);
			// Of a file that the agent had made, nothing else has them.
			const isOnlyCopy = takesOwn && known.base.type === 'absent';
			const base = isOnlyCopy ? before : this.#stored(known.base, next.base);
			const agent = isGone ? after : this.#stored(after, next.agent);
			const shared = sharedOf(known.hasUserEdits === true || isShared(record) || takesOwn);
			if (base !== undefined && agent !== undefined) {
				return this.#set({ path, ...moved, base, agent, ...shared });
			}
		}
		const hasUserEdits = known.hasUserEdits === true || !isAgents;
		this.#set({
			path,
			...moved,
			base: known.base,
			agent: after,
			...sharedOf(hasUserEdits || isShared(record)),
		});
	}

	/** @param live the text as it is now; undefined where it is none */
	review(path: string, live: string | undefined): Review {
		const pending = this.#of(path);
		if (pending === undefined) return { type: 'nothing' };
		const texts = isFile(pending.base) && isFile(pending.agent) ? this.#textsOf(pending) : undefined;
		const isMode =
			isFile(pending.base) && isFile(pending.agent) && modeOf(pending.base) !== modeOf(pending.agent);
		if (texts === undefined || live === undefined || isLong(live) || isMode) {
			return { type: 'whole', pending, isUndoable: this.#isKnown(pending.base) };
		}
		this.#shown.set(path, pending);
		return { type: 'text', texts, live, hunks: hunksOf(texts, live) };
	}

	settle(path: string, answer: ReviewTexts): SettleAnswer {
		const pending = this.#of(path);
		const answered = pending === undefined ? undefined : this.#answered(path, pending, answer);
		// What cannot be told waits still.
		if (pending === undefined || answered === undefined) return 'drifted';
		const { base, agent } = answered;
		if (base === agent && isOnlyText(pending)) {
			this.keep(path);
			return 'done';
		}
		const old = this.#stored(pending.base, base, 'last');
		const isGone = pending.agent.type === 'absent';
		const now = isGone ? pending.agent : this.#stored(pending.agent, agent, 'last');
		// Without room for them, what waited before waits still: nothing is lost by that.
		if (old === undefined || now === undefined || !this.#isKnown(old)) return 'not_stored';
		this.#set({ ...pending, base: old, agent: now });
		const set = this.#of(path);
		if (set !== undefined) this.#shown.set(path, set);
		return 'done';
	}

	keep(path: string): void {
		this.#shown.delete(path);
		if (this.#of(path) !== undefined) this.#journal.append({ type: 'settled', path });
	}

	/** What an agent changed since the user saw it is not answered by that. */
	#answered(path: string, pending: Pending, answer: ReviewTexts): ReviewTexts | undefined {
		const shown = this.#shown.get(path) ?? pending;
		if (shown === pending) return answer;
		const [seen, now] = [this.#textsOf(shown), this.#textsOf(pending)];
		if (seen === undefined || now === undefined) return undefined;
		const base = merged(seen.base, now.base, answer.base);
		const agent = merged(seen.agent, now.agent, answer.agent);
		return { base: base.text, agent: agent.text };
	}

	/** Contents that have to stay. */
	*pinned(): Generator<string> {
		for (const { base, agent } of this.#journal.pending.values()) {
			yield* [...hashesOf(base), ...hashesOf(agent)];
		}
	}

	#of(path: string): Pending | undefined {
		return this.#journal.pending.get(path);
	}

	/** Lines of the user are told from the live text; a file that is no text says so by itself. */
	#userChanged(known: Pending, { path, movedFrom, before, after }: ChangeRecord): void {
		if (movedFrom !== undefined) this.#journal.append({ type: 'settled', path: movedFrom });
		const [texts, text] = [this.#textsOf(known), this.#textOf(after)];
		const isText = texts !== undefined && text !== undefined;
		// It may be back where the agent has taken it from.
		const { movedFrom: source, ...here } = known;
		const isHere = source === undefined || source === path;
		if (isHere && isSameState(known.base, after)) {
			// Of a text nothing is shown then, and what the editor's own undo brings back of it waits as before.
			const mayComeBack = isText && isFile(known.base) && isFile(known.agent);
			return mayComeBack ? undefined : this.keep(path);
		}
		// All was undone, and what the user writes there since is theirs.
		const isOver = isText && isSameState(known.base, before) && !hunksOf(texts, text).some(isOfAgent);
		if (isOver && movedFrom === undefined) return this.keep(path);
		if (isText && movedFrom === undefined) return;
		this.#set({ ...(isHere ? here : known), path, ...(isText ? {} : { hasUserEdits: true }) });
	}

	#set(pending: Pending): void {
		const isBack = isSameState(pending.base, pending.agent) && pending.movedFrom === undefined;
		this.#journal.append(isBack ? { type: 'settled', path: pending.path } : { type: 'pending', pending });
	}

	#textsOf({ base, agent, hasUserEdits }: Pending): ReviewTexts | undefined {
		const [old, now] = [this.#textOf(base), this.#textOf(agent)];
		if (old === undefined || now === undefined) return undefined;
		return { base: old, agent: now, ...(hasUserEdits === true ? { isShared: true } : {}) };
	}

	/** A file that is not there has no text, as an empty one. */
	#textOf(state: FileState): string | undefined {
		if (state.type === 'absent') return '';
		if (state.type !== 'file' || state.hash === undefined || state.size > limits.changeTextBytes) {
			return undefined;
		}
		const bytes = this.#store.get(state.hash);
		const text = bytes === undefined ? undefined : textOfBytes(bytes);
		return text === undefined || isLong(text) ? undefined : text;
	}

	/** The state with that text in the store; undefined where there is no room for it. */
	#stored(state: FileState, text: string, room: 'spare' | 'last' = 'spare'): FileState | undefined {
		if (state.type === 'absent' && text === '') return state;
		const bytes = Buffer.from(text, 'utf8');
		const hash = hashOf(bytes);
		if (this.#store.put(hash, bytes, room) !== 'stored') return undefined;
		return { type: 'file', mode: modeOf(state) ?? 0o644, size: bytes.length, hash };
	}

	#isKnown(state: FileState): boolean {
		return state.type === 'absent' || hashesOf(state).some((hash) => this.#store.has(hash));
	}
}

/** So many lines take too long to be told apart. */
export function isLong(text: string): boolean {
	let lines = 0;
	for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
		if (++lines > limits.changeTextLines) return true;
	}
	return text.length > 2 * limits.changeTextBytes;
}

function sharedOf(hasUserEdits: boolean): Pick<Pending, 'hasUserEdits'> {
	return hasUserEdits ? { hasUserEdits } : {};
}

/** Where it is, that it is there, and its mode are as the user has accepted them. */
function isOnlyText({ movedFrom, base, agent }: Pending): boolean {
	const isSameMode = !isFile(base) || modeOf(base) === modeOf(agent);
	return movedFrom === undefined && isFile(agent) && isSameMode;
}

function isOfAgent({ hasUserEdits }: Hunk): boolean {
	return !hasUserEdits;
}

function isFile({ type }: FileState): boolean {
	return type === 'file';
}

function modeOf(state: FileState): number | undefined {
	return state.type === 'file' ? state.mode : undefined;
}
