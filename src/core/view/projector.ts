import type { DiffContent } from '../session/model/toolContent.ts';
import type { DiffSummary, UrlTarget } from './viewEntry.ts';

/** What the projection needs from outside the model. */
export interface Projector {
	/** A path as people read it. */
	label(path: string): string;
	/** Counts and first lines of a diff. */
	summarize(diff: DiffContent): DiffSummary;
	/** What to know of an address before going there. */
	urlTarget(url: string): UrlTarget;
}
