import type { ViewAttachment, ViewMention } from '../../core/view/messages.ts';
import type * as Runtime from './mentionSearch.ts';

/**
 * What can be mentioned. Finding it takes a fuzzy matcher and an index of the workspace: a bundle of its own, which
 * loads with the first `@` instead of with the window.
 */
export class Mentions {
	#search: Runtime.MentionSearch | undefined;

	/** See `MentionSearch.find`. */
	find(query: string, answer: (items: readonly ViewMention[]) => void): Promise<void> {
		this.#search ??= new (searchRuntime().MentionSearch)();
		return this.#search.find(query, answer);
	}

	/** What was offered under that id. */
	offered(id: string): ViewAttachment | undefined {
		return this.#search?.offered(id);
	}
}

function searchRuntime(): Pick<typeof Runtime, 'MentionSearch'> {
	// oxlint-disable-next-line no-require-imports -- the bundles are CommonJS, and this one is looked up beside ours
	return require('./mentionSearch.cjs') as typeof Runtime;
}
