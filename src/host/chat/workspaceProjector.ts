import type { MessageEntry, ToolCallEntry } from '../../core/session/model/entry.ts';
import type { SessionState } from '../../core/session/model/sessionState.ts';
import type { DiffContent } from '../../core/session/model/toolContent.ts';
import { summarizeDiff } from '../../core/view/diffSummary.ts';
import type { Projector } from '../../core/view/projector.ts';
import type { ViewFileReview } from '../../core/view/viewChanges.ts';
import type { DiffSummary, ViewChange, ViewChangedSince } from '../../core/view/viewEntry.ts';
import type { ChatChanges } from '../changesInChat/chatChanges.ts';
import { pathLabel } from '../common/pathLabel.ts';
import { urlTarget } from '../common/urlTarget.ts';

/** Paths relative to the workspace, and summaries of diffs that are computed once for each diff. */
export class WorkspaceProjector implements Projector {
	readonly label = pathLabel;
	readonly urlTarget = urlTarget;
	readonly #summaries = new WeakMap<DiffContent, DiffSummary>();
	readonly #changes: Pick<ChatChanges, 'inChat'> | undefined;

	constructor(changes?: Pick<ChatChanges, 'inChat'>) {
		this.#changes = changes;
	}

	review(state: SessionState, call: ToolCallEntry, change: ViewChange): ViewFileReview | undefined {
		return this.#changes?.inChat?.reviewOf(state, call, change);
	}

	changedSince(state: SessionState, message: MessageEntry): ViewChangedSince | undefined {
		return this.#changes?.inChat?.changedSince(state, message);
	}

	summarize(diff: DiffContent): DiffSummary {
		const known = this.#summaries.get(diff);
		if (known !== undefined) return known;
		const summary = summarizeDiff(diff);
		this.#summaries.set(diff, summary);
		return summary;
	}
}
