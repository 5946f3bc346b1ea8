/**
 * What the extension host says to the chat view: a snapshot, then deltas with consecutive `seq` of the same
 * `generation`. A view that sees a gap asks for a resync; a snapshot is the only recovery.
 *
 * Messages in both directions, and steps of a delta, have names in camel case; what the model has keeps ACP's names.
 */
import type { EntryId } from '../session/model/entry.ts';
import type { ViewAttachment, ViewMention } from './viewAttachment.ts';
import type { ViewChanges } from './viewChanges.ts';
import type { ViewEntry, ViewMessageFields } from './viewEntry.ts';
import type { ViewSession } from './viewSession.ts';

/** A message from the host to the chat view. The host is trusted, so the view does not check it. */
export type ToView =
	/** No session yet: the way forward. `problems` says which settings entry is wrong and why. */
	| {
			readonly type: 'empty';
			readonly generation: number;
			readonly agents: readonly ViewAgent[];
			readonly problems: readonly string[];
	  }
	| {
			readonly type: 'snapshot';
			readonly generation: number;
			readonly seq: number;
			readonly session: ViewSession;
			readonly entries: readonly ViewEntry[];
			/** By the name that an entry had before the one that it has now: the reader stays there. */
			readonly names?: Readonly<Record<EntryId, EntryId>>;
			/** Older entries that are left out: `showOlder` brings them. None when absent. */
			readonly olderCount?: number;
			/** What the user wrote last in those, in the order of the conversation. */
			readonly olderPrompts?: readonly string[];
			readonly draft: string;
			readonly attachments: readonly ViewAttachment[];
			/** Changes of the draft that the host knows of. */
			readonly draftRevision?: number;
	  }
	| {
			readonly type: 'delta';
			readonly generation: number;
			readonly seq: number;
			readonly ops: readonly ViewOp[];
	  }
	/**
	 * What waits of changes in the folders of the session on show; nothing when absent. After each snapshot, if anything:
	 * then it is no news.
	 */
	| { readonly type: 'changes'; readonly changes?: ViewChanges; readonly isWithSnapshot?: true }
	/** Replaces what the composer holds: by what another view holds, or by a prompt that could not be sent and what stood there. */
	| {
			readonly type: 'draft';
			readonly text: string;
			/** Absent where they stay the same. */
			readonly attachments?: readonly ViewAttachment[];
			/** The text that the host knew of before: what was typed beyond it stays. */
			readonly replaces: string;
			/** As of a snapshot. */
			readonly draftRevision?: number;
	  }
	/** Adds to what the composer holds. `problem` is a sentence about what was not added. */
	| {
			readonly type: 'attached';
			readonly attachments: readonly ViewAttachment[];
			/** Of the `addMedia` or `addMention` that this answers. */
			readonly requestId?: string;
			readonly problem?: string;
	  }
	/** A media file that the host read: the view scales it down and hands it back as `addMedia`. */
	| { readonly type: 'takeMedia'; readonly name: string; readonly data: string }
	/** The text of that `pasted` is these lines. */
	| { readonly type: 'pastedFrom'; readonly requestId: string; readonly mention: ViewMention }
	/** What fits the `findMentions` of that id, the best first. A later answer to the same replaces the one before. */
	| { readonly type: 'mentions'; readonly requestId: string; readonly items: readonly ViewMention[] }
	| { readonly type: 'raw'; readonly entryId: EntryId; readonly input: string; readonly output: string }
	/** Answers the `highlight` of that id. */
	| ({ readonly type: 'highlighted'; readonly requestId: string } & ViewHighlight)
	/** Colours that were handed out are those of another theme now. */
	| { readonly type: 'themeChanged' }
	/** `isTimely` when the user has asked for it just now, and not before the page was there. */
	| { readonly type: 'focusComposer'; readonly isTimely?: true }
	/** Brings the card that waits for the user into sight and focuses it; without one it is `focusComposer`. */
	| { readonly type: 'showWaiting'; readonly isTimely?: true };

/** An agent of the settings that can be started from the empty view. */
export interface ViewAgent {
	readonly name: string;
	readonly title: string;
}

/** How a piece of code looks. Without a colour it has that of the block. */
export interface ViewCodeStyle {
	/** `#rgb`, `#rrggbb`, either with alpha, or the name of one of VS Code's variables. */
	readonly color?: string;
	readonly isBold?: boolean;
	readonly isItalic?: boolean;
	readonly isUnderline?: boolean;
}

/** The colours of a text: pairs of a length and the index of a style. The lengths sum up to that of the text. */
export interface ViewHighlight {
	readonly styles: readonly ViewCodeStyle[];
	readonly runs: readonly number[];
}

/** One step of a delta. Applied in order. */
export type ViewOp =
	/** Adds the entry at the end, or replaces the one of that id in its place. */
	| { readonly type: 'entry'; readonly entry: ViewEntry }
	/** Appends to the last text content of a message, and replaces all but its content if that changed, too. */
	| {
			readonly type: 'text';
			readonly id: EntryId;
			readonly text: string;
			readonly fields?: ViewMessageFields;
	  }
	/** Appends to the output of a terminal shown in any card. */
	| { readonly type: 'terminalText'; readonly terminalId: string; readonly text: string }
	/** Takes entries off the page that are older than those it keeps; those it does not have are no gap. */
	| {
			readonly type: 'forget';
			readonly ids: readonly EntryId[];
			/** As of a snapshot. */
			readonly olderCount: number;
			readonly olderPrompts: readonly string[];
	  }
	| { readonly type: 'session'; readonly session: ViewSessionUpdate };

/** Lists that may be long and seldom change go out only when they did; what is left out stays. */
export type ViewSessionUpdate = Omit<ViewSession, LongList> & Partial<Pick<ViewSession, LongList>>;

type LongList = 'commands' | 'options';
