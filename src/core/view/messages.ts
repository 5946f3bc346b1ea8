/**
 * The words between the extension host and the chat view.
 * Host to view: a snapshot, then deltas with consecutive `seq` of the same `generation`. A view that sees a gap asks
 * for a resync; a snapshot is the only recovery. View to host: intents. They name only ids the host made.
 */
import type { FormValues } from '../session/elicitation.ts';
import type { EntryId, NoticeAction } from '../session/model.ts';
import type { ViewEntry, ViewOp, ViewSession } from './viewModel.ts';

/** An agent of the settings that can be started from the empty view. */
export interface ViewAgent {
	readonly name: string;
	readonly title: string;
}

/** What goes with the next prompt. Kept by the host; the view names it by its id. */
export type ViewAttachment = ViewFile | ViewMedia;

export interface ViewFile {
	readonly type: 'file';
	/** Its URI. */
	readonly id: string;
	readonly name: string;
}

export interface ViewMedia {
	readonly type: 'image' | 'audio';
	readonly id: string;
	readonly name: string;
	readonly mimeType: string;
	/** Base64; what the chip shows. */
	readonly data: string;
}

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
			readonly draft: string;
			readonly attachments: readonly ViewAttachment[];
	  }
	| {
			readonly type: 'delta';
			readonly generation: number;
			readonly seq: number;
			readonly ops: readonly ViewOp[];
	  }
	/** Replaces what the composer holds, such as a prompt that could not be sent. */
	| { readonly type: 'draft'; readonly text: string; readonly attachments: readonly ViewAttachment[] }
	/** Adds to what the composer holds. `problem` is a sentence about what was not added. */
	| {
			readonly type: 'attached';
			readonly attachments: readonly ViewAttachment[];
			/** Of the `addMedia` that this answers. */
			readonly requestId?: string;
			readonly problem?: string;
	  }
	/** A media file that the host read: the view scales it down and hands it back as `addMedia`. */
	| { readonly type: 'takeMedia'; readonly name: string; readonly data: string }
	| { readonly type: 'raw'; readonly entryId: EntryId; readonly input: string; readonly output: string }
	| { readonly type: 'focusComposer' };

/**
 * What the view posts: an intent, and the key of the session that was on show when the user had it. The host may have
 * switched to another session meanwhile, in which the same ids mean something else.
 */
export type PostedFromView = FromView & { readonly sessionKey?: string };

export type FromView =
	/** First message of each life of the view. `clientId` tells one life from the next. */
	| { readonly type: 'ready'; readonly clientId: string }
	| { readonly type: 'resync' }
	/** `attachments` are ids. */
	| { readonly type: 'submit'; readonly text: string; readonly attachments: readonly string[] }
	| { readonly type: 'stop' }
	| { readonly type: 'answer'; readonly permissionId: EntryId; readonly optionId: string }
	| { readonly type: 'setOption'; readonly optionId: string; readonly value: string | boolean }
	/** Choose in VS Code's own list: among the values of that option, or without one among all options. */
	| { readonly type: 'pickOption'; readonly optionId?: string }
	/** The mode after the current one. */
	| { readonly type: 'cycleMode' }
	| { readonly type: 'newSession'; readonly agent?: string }
	| { readonly type: 'attach' }
	/** Pasted, dropped or picked. The host answers each with one `attached`. */
	| {
			readonly type: 'addMedia';
			readonly requestId: string;
			readonly kind: 'image' | 'audio';
			readonly name: string;
			readonly mimeType: string;
			/** Base64. */
			readonly data: string;
	  }
	/** Files dropped on the view, by URI. */
	| { readonly type: 'addFiles'; readonly uris: readonly string[] }
	| { readonly type: 'draftChanged'; readonly text: string; readonly attachments: readonly string[] }
	| {
			readonly type: 'elicitation';
			readonly entryId: EntryId;
			readonly action: 'accept' | 'decline' | 'cancel';
			/** For a form that is accepted. */
			readonly values?: FormValues;
	  }
	| { readonly type: 'login'; readonly methodId: string }
	| { readonly type: 'cancelLogin' }
	/** Gives the prompt that waits for a login back to the composer. */
	| { readonly type: 'takeBackPrompt' }
	| { readonly type: 'dismissNotice'; readonly id: string }
	| { readonly type: 'openTerminal'; readonly terminalId: string }
	| { readonly type: 'stopTerminal'; readonly terminalId: string }
	| { readonly type: 'cancelSubagent'; readonly entryId: EntryId }
	/** Asks the agent to stop one call, where it can. */
	| { readonly type: 'cancelToolCall'; readonly entryId: EntryId }
	/** A prompt of the queue back into the composer. */
	| { readonly type: 'withdrawPrompt'; readonly queueId: string }
	/** A prompt that was not sent, back into the composer. */
	| { readonly type: 'editPrompt'; readonly entryId: EntryId }
	| { readonly type: 'openLocation'; readonly entryId: EntryId; readonly index: number }
	/** All diffs of the tool call when there is no index. */
	| { readonly type: 'openDiff'; readonly entryId: EntryId; readonly index?: number }
	/** A link in agent text, exactly as written. The host decides what it may open. */
	| { readonly type: 'openLink'; readonly href: string }
	| { readonly type: 'openOutput'; readonly terminalId: string }
	| { readonly type: 'requestRaw'; readonly entryId: EntryId }
	| { readonly type: 'copy'; readonly text: string }
	| { readonly type: 'notice'; readonly entryId: EntryId; readonly action: NoticeAction };
