import type { Fence } from './fenceColours.ts';
import type { OpenLink } from './links.ts';

/** What drawing Markdown needs from around it. */
export interface MarkdownContext {
	readonly openLink: OpenLink;
	readonly copy: (text: string) => void;
	readonly insertCode: (text: string) => void;
	/** @param language what stands behind the fence */
	readonly openCode: (text: string, language: string) => void;
	/** Gets the colours of a block that is closed. */
	readonly colour: (fence: Fence) => void;
	/** A single line break in the source is one on the screen: for what a person typed. */
	readonly keepsBreaks: boolean;
	/** Deeper nesting is shown as its source: layout recurses. */
	readonly maxDepth: number;
	/** What is drawn stands in a link. */
	readonly isInLink?: true;
}
