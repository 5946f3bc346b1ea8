import type { ViewAttachment, ViewContext, ViewMention } from '../../core/view/viewAttachment.ts';
import type * as MentionSearchBundle from './mentionSearch.ts';
import { lazyBundle } from '../common/lazyBundle.ts';
import { type Candidate, candidate } from './candidates.ts';
import { copiedFrom } from './editorContext.ts';
import type { MentionSearch } from './mentionSearch.ts';

/**
 * What can be mentioned. Finding it takes a fuzzy matcher and an index of the workspace: a bundle of its own, which
 * loads with the first `@` instead of with the window.
 */
export class Mentions {
	#search: MentionSearch | undefined;
	/** What was offered last for a pasted text. */
	#copied: ViewContext | undefined;

	/** See `MentionSearch.find`. */
	find(
		query: string,
		sessions: readonly Candidate[],
		answer: (items: readonly ViewMention[]) => void,
	): Promise<void> {
		this.#search ??= new (lazyBundle<typeof MentionSearchBundle>('./mentionSearch.cjs').MentionSearch)();
		return this.#search.find(query, answer, sessions);
	}

	/** The lines that a pasted text is, if an editor shows them. */
	pasted(text: string): ViewMention | undefined {
		this.#copied = copiedFrom(text);
		return this.#copied === undefined ? undefined : candidate(this.#copied, '').mention;
	}

	offered(id: string): ViewAttachment | undefined {
		return this.#copied?.id === id ? this.#copied : this.#search?.offered(id);
	}
}
