/**
 * Keeps the evidence of who changed a file (`Evidence`) until every look that may need it is done. Its size is bounded,
 * because agents send it.
 */
import * as limits from '../base/limits.ts';
import { type Evidence, isOfBytes } from './attribution.ts';
import type { Observed } from './observed.ts';

/** Writes, diffs, patches and saves: of one path, at one time. */
type PathEvidence = Extract<Evidence, { readonly path: string }>;
/** Turns and commands: they begin, and a later word with the same id says that they have ended. */
type SpanEvidence = Exclude<Evidence, PathEvidence>;

interface Word {
	readonly evidence: PathEvidence;
	/** Counted from the first one. */
	readonly index: number;
	/** A change was attributed with it: it speaks for no other. */
	isUsed: boolean;
}

/** Commands and turns at a time: each change is held against all of them. */
const mostSpans = 1_000;

export class EvidenceLog {
	readonly #maxCount: number;
	/** Oldest first. */
	#words: readonly Word[] = [];
	#count = 0;
	readonly #spans = new Map<string, SpanEvidence>();

	constructor(maxCount: number = limits.changeEvidence) {
		this.#maxCount = maxCount;
	}

	/** Words of files that were ever added. */
	get count(): number {
		return this.#count;
	}

	/** The oldest is forgotten where there is too much. */
	add(all: readonly Evidence[]): void {
		const words: Word[] = [];
		for (const one of all) {
			if ('path' in one) words.push({ evidence: one, index: this.#count++, isUsed: false });
			else this.#spans.set(keyOf(one), one);
		}
		this.#words = [...this.#words, ...words].slice(-this.#maxCount);
		for (const key of this.#spans.keys()) {
			if (this.#spans.size <= Math.min(this.#maxCount, mostSpans)) break;
			this.#spans.delete(key);
		}
	}

	/**
	 * Looks up what may speak for changes, which are asked for in the order in which they were seen: turns and commands,
	 * and what names their paths and has not spoken for an earlier one.
	 * @param said how many words had been said before any of them was seen, but for those that know their own number
	 */
	lookup(said = Infinity): (observed: Observed) => readonly Evidence[] {
		const spans = [...this.#spans.values()];
		const byPath = new Map<string, Word[]>();
		for (const word of this.#words) {
			const known = byPath.get(word.evidence.path);
			if (known === undefined) byPath.set(word.evidence.path, [word]);
			else known.push(word);
		}
		const wordsOf = (path: string): readonly Word[] => byPath.get(path) ?? [];
		return (seen) => {
			const observed = { said, ...seen };
			const paths = [observed.path, observed.movedFrom ?? []].flat();
			const folders = paths.flatMap(foldersAbove).flatMap(wordsOf);
			const words = paths.flatMap(wordsOf).filter((word) => !word.isUsed && speaksFor(word, observed));
			for (const word of words) word.isUsed = true;
			return [...spans, ...ofFolders(folders, observed), ...words.map(({ evidence }) => evidence)];
		};
	}

	/** @param before nothing that ended before this time, in milliseconds since 1970, is needed any more */
	forget(before: number): void {
		this.#words = this.#words.filter(({ evidence, isUsed }) => !isUsed && evidence.at >= before);
		for (const [key, { to = Infinity }] of this.#spans) if (to < before) this.#spans.delete(key);
	}
}

/** What was said later speaks only for its own bytes, and what was there before the change for none. */
function speaksFor({ evidence, index }: Word, { before, after, said = Infinity }: Observed): boolean {
	if (isOfBytes(evidence, after)) return true;
	return index < said && !isOfBytes(evidence, before);
}

/**
 * What words of the folders above say. An agent's move or removal takes all that is in it along; what is made or changed in it is
 * another matter. What the user has made or pasted has come with all that is new in it by then.
 */
function ofFolders(
	words: readonly Word[],
	{ path, movedFrom, before, after, changedAt = Infinity, said = Infinity }: Observed,
): readonly Evidence[] {
	const goesWithFolder = movedFrom !== undefined || after.type === 'absent';
	const isNew = movedFrom === undefined && before.type === 'absent';
	return words.flatMap(({ evidence, index }) => {
		if (evidence.hash !== undefined) return [];
		// Times of files have parts of milliseconds, those of words have none.
		const cameWithFolder = isNew && changedAt < evidence.at + 1;
		const speaksForFile = evidence.type === 'save' ? cameWithFolder : goesWithFolder && index < said;
		return speaksForFile ? { ...evidence, path } : [];
	});
}

function foldersAbove(path: string): readonly string[] {
	const folders: string[] = [];
	for (let at = path.search(/[\\/][^\\/]*$/u); at > 0; at = path.slice(0, at).search(/[\\/][^\\/]*$/u)) {
		folders.push(path.slice(0, at));
	}
	return folders;
}

/** Two agents may call their commands the same. */
function keyOf(one: SpanEvidence): string {
	return `${one.type} ${one.type === 'user_command' ? '' : one.turn.session} ${one.id}`;
}
