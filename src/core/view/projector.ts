import type { MessageEntry, ToolCallEntry } from '../session/model/entry.ts';
import type { SessionState } from '../session/model/sessionState.ts';
import type { DiffContent } from '../session/model/toolContent.ts';
import type { ViewFileReview } from './viewChanges.ts';
import type { DiffSummary, UrlTarget, ViewChange, ViewChangedSince } from './viewEntry.ts';

/** What the projection needs from outside the model. */
export interface Projector {
	/** A path as people read it. */
	label(path: string): string;
	/** Counts and first lines of a diff. */
	summarize(diff: DiffContent): DiffSummary;
	/** What became of the change of a file that a call told of; undefined where it is not known. */
	review?(state: SessionState, call: ToolCallEntry, change: ViewChange): ViewFileReview | undefined;
	/** What agents have changed since a message of the user was sent; undefined where that is nothing, or not known. */
	changedSince?(state: SessionState, message: MessageEntry): ViewChangedSince | undefined;
	/** What to know of an address before going there. */
	urlTarget(url: string): UrlTarget;
}
