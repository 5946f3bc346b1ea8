import type { EntryId } from '../../core/session/model/entry.ts';
import type { ViewEntry, ViewPermission, ViewToolCall } from '../../core/view/viewEntry.ts';
import type { Post } from '../page/api.ts';
import { element } from '../page/dom.ts';
import type { MarkdownContext } from '../markdown/context.ts';
import { colourScript } from '../markdown/colourScript.ts';
import type { ViewMemory } from '../page/viewMemory.ts';

/** One entry on the screen. Its element lives as long as the entry. */
export interface EntryView<E extends ViewEntry = ViewEntry> {
	readonly element: HTMLElement;
	/** Shows the entry as it is now. Touches only what differs. */
	update(entry: E): void;
	/** Where entries that belong to this one are put. */
	readonly steps?: HTMLElement;
	/** One of them was put there, or taken away. */
	addStep?(by: 1 | -1): void;
	/** Draws again what depends on other entries. */
	refresh?(): void;
	/** Of a permission: what it is about has changed, so its answers wait anew. */
	restartGuard?(): void;
	/** Of a permission: it may have moved, so its answers wait; an answer that was given already still counts. */
	delayGuard?(): void;
	/** Shows what is folded away, because something in it waits for the reader. */
	unfold?(): void;
	/** Text that was added at the end of a message. */
	appendText?(text: string): void;
	/** Output that was added to a terminal. */
	appendOutput?(terminalId: string, text: string): void;
	/** Raw input and output that were asked for. */
	showRaw?(input: string, output: string): void;
	/** Draws what may take time, until `deadline`. False if something is left for the next frame. */
	work?(deadline: number): boolean;
	dispose?(): void;
}

/** What entries need from around them. */
export interface EntryContext {
	readonly post: Post;
	readonly memory: ViewMemory;
	agentTitle(): string;
	/** The pending permissions that are about this tool call, oldest first. */
	questionsAbout(id: EntryId): readonly ViewPermission[];
	/** The tool call, if it is on the page. */
	callOf(id: EntryId | undefined): ViewToolCall | undefined;
	/** What a pending permission may be about has come on show: its answers wait anew (hazard C6). */
	subjectShown(toolCallId: EntryId): void;
	/** Asks for a call of `work` in the next frame. */
	requestWork(id: EntryId): void;
}

/** The element of an entry. Arrow keys move between these, so they take focus from script only. */
export function createArticle(id: EntryId, className: string): HTMLElement {
	const article = element('article', `entry ${className}`);
	article.dataset['entryId'] = id;
	article.tabIndex = -1;
	return article;
}

/** How Markdown inside an entry reaches the host. `keepsBreaks` for text that a person typed. */
export function markdownContext(post: Post, keepsBreaks = false): MarkdownContext {
	return {
		openLink: (href) => post({ type: 'openLink', href }),
		copy: (text) => post({ type: 'copy', text }),
		insertCode: (text) => post({ type: 'insertCode', text }),
		openCode: (text, language) => post({ type: 'openCode', text, language }),
		colour: (fence) =>
			colourScript.whenLoaded(
				({ colourFence }) => colourFence(fence, post),
				() => undefined,
			),
		keepsBreaks,
		maxDepth: 24,
	};
}
