/** What the chat view says to the extension host: intents. They name only ids that the host made. */
import type { FormValues } from '../session/model/elicitation.ts';
import type { EntryId, NoticeAction } from '../session/model/entry.ts';

/**
 * What the view posts: an intent, and the key of the session that was on show when the user had it. The host may have
 * switched to another session meanwhile, in which the same ids mean something else.
 */
export type PostedFromView = FromView & { readonly sessionKey?: string };

/** What can be done with a prompt that waits here. */
export type QueueAction = 'remove' | 'up' | 'down' | 'send_now';

export type FromView =
	/** First message of each life of the view. `clientId` tells one life from the next. */
	| { readonly type: 'ready'; readonly clientId: string }
	| { readonly type: 'resync' }
	/** The next older entries, or all of them; a snapshot follows. */
	| { readonly type: 'showOlder'; readonly isAll: boolean }
	/** The reader is at the end of a long conversation: a snapshot of the newest entries is enough again. */
	| { readonly type: 'forgetOlder' }
	/** `attachments` are ids. `revision` counts the changes of the draft. */
	| {
			readonly type: 'submit';
			readonly text: string;
			readonly attachments: readonly string[];
			readonly revision?: number;
	  }
	| { readonly type: 'stop' }
	/** `revision` of the permission as the card shows it. */
	| {
			readonly type: 'answer';
			readonly permissionId: EntryId;
			readonly optionId: string;
			readonly revision: number;
	  }
	/** Make a rule of a permission that waits, or show the one that answered it. */
	| { readonly type: 'rule'; readonly permissionId: EntryId }
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
	/** What can be attached whose name resembles the query. */
	| { readonly type: 'findMentions'; readonly requestId: string; readonly query: string }
	/** One of what was found. Answered with one `attached`. */
	| { readonly type: 'addMention'; readonly requestId: string; readonly id: string }
	/** Several lines were pasted as text. Answered with `pastedFrom` if an editor shows where they are from. */
	| { readonly type: 'pasted'; readonly requestId: string; readonly text: string }
	/** Shows in the editor what an attachment stands for. */
	| { readonly type: 'openAttachment'; readonly id: string }
	| {
			readonly type: 'draftChanged';
			readonly text: string;
			readonly attachments: readonly string[];
			readonly revision?: number;
	  }
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
	/** One that waits here: dropped, moved, or sent before all others, for which the turn that runs is stopped. */
	| { readonly type: 'changeQueue'; readonly queueId: string; readonly action: QueueAction }
	/** What waits after a failure goes out again. */
	| { readonly type: 'resumeQueue' }
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
	/** The text of a message, as it was written. */
	| { readonly type: 'copyMessage'; readonly entryId: EntryId }
	/** Into the editor that had the focus last. */
	| { readonly type: 'insertCode'; readonly text: string }
	/** As a new file. `language` is what stands behind the fence. */
	| { readonly type: 'openCode'; readonly text: string; readonly language: string }
	/** A closed block of code wants its colours. `language` is what stands behind the fence. */
	| {
			readonly type: 'highlight';
			readonly requestId: string;
			readonly language: string;
			readonly text: string;
	  }
	| { readonly type: 'notice'; readonly entryId: EntryId; readonly action: NoticeAction };
