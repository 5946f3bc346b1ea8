/** What is known to speak for authors, until the snapshots that it is needed for are taken. Bounded: agents say it. */
import * as limits from '../base/limits.ts';
import type { Evidence } from './attribution.ts';
import type { Observed } from './observed.ts';

/** Writes, diffs, patches and saves: of one path, at one time. */
type PathEvidence = Extract<Evidence, { readonly path: string }>;
/** Turns and commands: they begin, and a later word with the same id says that they have ended. */
type SpanEvidence = Exclude<Evidence, PathEvidence>;

export class EvidenceLog {
	readonly #maxCount: number;
	/** Oldest first. */
	#paths: readonly PathEvidence[] = [];
	readonly #spans = new Map<string, SpanEvidence>();

	constructor(maxCount: number = limits.changeEvidence) {
		this.#maxCount = maxCount;
	}

	/** The oldest is forgotten where there is too much. */
	add(all: readonly Evidence[]): void {
		const paths: PathEvidence[] = [];
		for (const one of all) {
			if ('path' in one) paths.push(one);
			else this.#spans.set(`${one.type} ${one.id}`, one);
		}
		this.#paths = [...this.#paths, ...paths].slice(-this.#maxCount);
		for (const key of this.#spans.keys()) {
			if (this.#spans.size <= this.#maxCount) break;
			this.#spans.delete(key);
		}
	}

	/** Looks up what may speak for changes: turns and commands, and what names their paths. */
	lookup(): (observed: Observed) => readonly Evidence[] {
		const spans = [...this.#spans.values()];
		const byPath = new Map<string, PathEvidence[]>();
		for (const one of this.#paths) {
			const known = byPath.get(one.path);
			if (known === undefined) byPath.set(one.path, [one]);
			else known.push(one);
		}
		return ({ path, movedFrom }) => [
			...spans,
			...(byPath.get(path) ?? []),
			...(movedFrom === undefined ? [] : (byPath.get(movedFrom) ?? [])),
		];
	}

	/** @param before nothing that ended before this time, in milliseconds since 1970, is needed any more */
	forget(before: number): void {
		this.#paths = this.#paths.filter(({ at }) => at >= before);
		for (const [key, { to = Infinity }] of this.#spans) if (to < before) this.#spans.delete(key);
	}
}
