import type * as Documents from './conversationDocuments.ts';
import type * as Highlighter from './highlight/highlighter.ts';
import type * as MentionSearch from './mentions/mentionSearch.ts';
import type * as RunningAgent from './runningAgent.ts';

/** What is not needed to open a window: each is a bundle of its own beside the one of the window (`esbuild.mjs`). */
interface LazyBundles {
	/** The process, JSON-RPC and the codec. */
	readonly './runningAgent.cjs': typeof RunningAgent;
	readonly './mentionSearch.cjs': typeof MentionSearch;
	readonly './highlighter.cjs': typeof Highlighter;
	/** The conversation as Markdown and as text. */
	readonly './conversationDocuments.cjs': typeof Documents;
}

/** Loads a bundle with its first use; later ones cost nothing. */
export function lazyBundle<Name extends keyof LazyBundles>(name: Name): LazyBundles[Name] {
	// oxlint-disable-next-line no-require-imports -- the bundles are CommonJS, and this one is looked up beside ours
	return require(name) as LazyBundles[Name];
}
