/** Merges what an agent wrote to the disk into a text that the user has not saved yet. Pure. */
import { isSameLines, segmentsOf } from './segments.ts';

interface Conflict {
	/** First line in the merged text, from 0. */
	readonly start: number;
	/** As the merged text has them. */
	readonly ours: readonly string[];
	readonly theirs: readonly string[];
}

interface Merged {
	/** With the changes of both; where they meet, with `ours`. */
	readonly text: string;
	/** Where `theirs` is not in the text. */
	readonly conflicts: readonly Conflict[];
}

/**
 * @param base what both began with
 * @param ours with the user's edits, none of which is lost
 * @param theirs with the agent's
 */
export function merged(base: string, ours: string, theirs: string): Merged {
	const lines: string[] = [];
	const conflicts: Conflict[] = [];
	for (const segment of segmentsOf(base, ours, theirs)) {
		const isConflict = segment.differs === 'both' && !isSameLines(segment.ours, segment.theirs);
		if (isConflict) conflicts.push({ start: lines.length, ours: segment.ours, theirs: segment.theirs });
		// Too many to be arguments of one call.
		for (const line of segment.differs === 'theirs' ? segment.theirs : segment.ours) lines.push(line);
	}
	return { text: lines.join(''), conflicts };
}
