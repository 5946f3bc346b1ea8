/** Which candidates fit what is typed, in which order. Pure. */
import fuzzysort from 'fuzzysort';
import type { Candidate } from './candidates.ts';

/** Candidates as they are gathered; each list is in its own order. */
export interface MentionSources {
	/** What the user looks at: the selection, the open editors, the problems and changes. */
	readonly near: readonly Candidate[];
	readonly files: readonly Candidate[];
	readonly folders: readonly Candidate[];
	/** Other conversations, the newest first. */
	readonly sessions: readonly Candidate[];
}

/** Worse resemblances are none. */
const threshold = 0.2;
/** What is near goes before what is as good a match. */
const nearBonus = 0.15;
/** A folder goes behind a file that is as good a match. */
const folderMalus = 0.05;

/** Without a query, so many conversations stand before the files. */
const newestSessions = 3;

/** Each thing once, the best first. Without a query what is near comes first, then the files, then the folders. */
export function rankMentions(query: string, gathered: MentionSources, limit: number): readonly Candidate[] {
	const { near, files, folders, sessions } = gathered;
	const wanted = query.replaceAll('\\', '/').replace(/^\.\//u, '');
	if (wanted === '')
		return unique([...near, ...sessions.slice(0, newestSessions), ...files, ...folders, ...sessions], limit);
	const scored = [
		...matches(wanted, near, nearBonus, limit),
		...matches(wanted, files, 0, limit),
		...matches(wanted, folders, -folderMalus, limit),
		...matches(wanted, sessions, 0, limit),
	];
	const best = scored.toSorted((a, b) => b.score - a.score || a.length - b.length);
	return unique(
		best.map(({ found }) => found),
		limit,
	);
}

interface Scored {
	readonly found: Candidate;
	readonly score: number;
	readonly length: number;
}

function matches(query: string, list: readonly Candidate[], bonus: number, limit: number): readonly Scored[] {
	const results = fuzzysort.go(query, list, {
		keys: [nameOf, labelOf, descriptionOf],
		// A hit in the last part of a path is what is mostly meant.
		scoreFn: ([name, label, description]) =>
			Math.max(name?.score ?? 0, (label?.score ?? 0) * 0.95, (description?.score ?? 0) * 0.8),
		threshold,
		// Of equal names the shorter path is wanted, so there have to be some to choose from.
		limit: limit * 4,
	});
	return results.map(({ obj, score }) => ({
		found: obj,
		score: score + bonus,
		length: obj.mention.label.length,
	}));
}

function nameOf({ mention }: Candidate): string {
	return mention.label.slice(mention.label.lastIndexOf('/') + 1);
}

function labelOf({ mention }: Candidate): string {
	return mention.label;
}

function descriptionOf({ mention }: Candidate): string {
	return mention.description;
}

function unique(list: readonly Candidate[], limit: number): readonly Candidate[] {
	const known = new Map<string, Candidate>();
	for (const one of list) {
		if (known.size >= limit) break;
		if (!known.has(one.mention.id)) known.set(one.mention.id, one);
	}
	return [...known.values()];
}
