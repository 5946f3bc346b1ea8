import type { OpenLink } from './links.ts';

/** What drawing Markdown needs from around it. */
export interface MarkdownContext {
	readonly openLink: OpenLink;
	readonly copy: (text: string) => void;
	/** A single line break in the source is one on the screen: for what a person typed. */
	readonly keepsBreaks: boolean;
	/** Deeper nesting is shown as its source: layout recurses. */
	readonly maxDepth: number;
}
