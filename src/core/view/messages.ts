/**
 * The words between the extension host and the chat view.
 * Host to view: a snapshot, then deltas with consecutive `seq` of the same `generation`. A view that sees a gap asks
 * for a resync; a snapshot is the only recovery. View to host: intents. They name only ids the host made.
 */
import type { EntryId, NoticeAction } from '../session/model.ts';
import type { ViewEntry, ViewOp, ViewSession } from './viewModel.ts';

/** An agent of the settings that can be started from the empty view. */
export interface ViewAgent {
	readonly name: string;
	readonly title: string;
}

/** A workspace file that was found for an `@` mention or attached. */
export interface ViewAttachment {
	readonly uri: string;
	readonly name: string;
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
	| { readonly type: 'attached'; readonly attachments: readonly ViewAttachment[] }
	| { readonly type: 'raw'; readonly entryId: EntryId; readonly input: string; readonly output: string }
	| { readonly type: 'focusComposer' };

export type FromView =
	/** First message of each life of the view. `clientId` tells one life from the next. */
	| { readonly type: 'ready'; readonly clientId: string }
	| { readonly type: 'resync' }
	| { readonly type: 'submit'; readonly text: string; readonly attachments: readonly ViewAttachment[] }
	| { readonly type: 'stop' }
	| { readonly type: 'answer'; readonly permissionId: EntryId; readonly optionId: string }
	| { readonly type: 'setMode'; readonly modeId: string }
	| { readonly type: 'newSession'; readonly agent?: string }
	| { readonly type: 'attach' }
	| { readonly type: 'draftChanged'; readonly text: string; readonly attachments: readonly ViewAttachment[] }
	| { readonly type: 'openLocation'; readonly entryId: EntryId; readonly index: number }
	/** All diffs of the tool call when there is no index. */
	| { readonly type: 'openDiff'; readonly entryId: EntryId; readonly index?: number }
	/** A link in agent text, exactly as written. The host decides what it may open. */
	| { readonly type: 'openLink'; readonly href: string }
	| { readonly type: 'openOutput'; readonly terminalId: string }
	| { readonly type: 'requestRaw'; readonly entryId: EntryId }
	| { readonly type: 'copy'; readonly text: string }
	| { readonly type: 'notice'; readonly entryId: EntryId; readonly action: NoticeAction };
