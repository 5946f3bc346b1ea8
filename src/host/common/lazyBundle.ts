import { language, translations } from '../../core/base/l10n.ts';
import type * as ConversationLogs from '../conversations/conversationLogs.ts';
import type * as Documents from '../conversations/conversationDocuments.ts';
import type * as Highlighter from '../highlight/highlighter.ts';
import type * as McpFile from '../mcp/mcpFile.ts';
import type * as MentionSearch from '../mentions/mentionSearch.ts';
import type * as RulesAtWork from '../permissions/rulesAtWork.ts';
import type * as RunningAgent from '../agents/runningAgent.ts';

/** What is not needed to open a window: each is a bundle of its own beside the one of the window (`esbuild.mjs`), with a language of its own to be told. */
interface LazyBundles {
	/** The process, JSON-RPC and the codec. */
	readonly './runningAgent.cjs': typeof RunningAgent;
	/** A reader of JSON with comments. */
	readonly './mcpFile.cjs': typeof McpFile;
	readonly './mentionSearch.cjs': typeof MentionSearch;
	readonly './highlighter.cjs': typeof Highlighter;
	/** Rules of the user, made and applied, and the log of answers. */
	readonly './permissionRules.cjs': typeof RulesAtWork;
	/** What keeps conversations on the disk. */
	readonly './conversationLogs.cjs': typeof ConversationLogs;
	/** The conversation as Markdown and as text. */
	readonly './conversationDocuments.cjs': typeof Documents;
}

/** Loads a bundle with its first use and tells it the language; later uses cost nothing. */
export function lazyBundle<Name extends keyof LazyBundles>(name: Name): LazyBundles[Name] {
	// oxlint-disable-next-line no-require-imports -- the bundles are CommonJS, and this one is looked up beside ours
	const bundle = require(name) as LazyBundles[Name];
	bundle.setTranslations(translations(), language());
	return bundle;
}
