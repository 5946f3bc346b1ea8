/**
 * What the chat view says to the extension host: intents. They name only ids that the host made. The view shows untrusted
 * text, so it is not trusted (hazard E4): a message has the shape that stands here, each text and list in it is bounded,
 * and nothing else comes through.
 */
import * as limits from '../base/limits.ts';
import {
	boolean,
	either,
	list,
	number,
	oneOf,
	optional,
	read,
	record,
	type TypeOf,
	variants,
	where,
	withDefault,
} from '../base/shape.ts';
import type { NoticeAction } from '../session/model/entry.ts';
import { bounded, name } from './sessionKey.ts';

const maxText = 4 * 1024 * 1024;
const maxNames = 1000;
const maxQuery = 200;

const longText = bounded(maxText);
const names = list(name, maxNames);
/** A place in a list, or a count. */
const index = where(number, (value) => Number.isInteger(value) && value >= 0);
/** What the composer holds. `attachments` are ids; `revision` counts the changes of the draft. */
const draft = { text: longText, attachments: names, revision: withDefault(index, undefined) };

/** All that a notice can offer to do. */
export const noticeActions: readonly NoticeAction[] = [
	'show_log',
	'restart',
	'reconnect',
	'open_settings',
	'new_session',
	'resume',
	'resume_turn',
	'retry',
	'approve',
	'force_stop',
	'login',
	'enter_secret',
	'choose_mcp_servers',
	'redo_restore',
];

const queueAction = oneOf('remove', 'up', 'down', 'sendNow');
/** What can be done with a prompt that waits here. */
export type QueueAction = TypeOf<typeof queueAction>;

const changeAnswer = oneOf('keep', 'undo');

const fromView = variants({
	/**
	 * First message of each life of the view. `clientId` tells one life from the next; `entryId` is what an
	 * earlier life had at its top, where that was not the end.
	 */
	ready: { clientId: name, entryId: optional(name) },
	resync: {},
	/** The next older entries, or all of them; a snapshot follows. */
	showOlder: { isAll: boolean },
	/** The reader is at the end of a long conversation: the newest entries are enough again. */
	forgetOlder: {},
	/** `isUrgent`: it does not wait for the end of a turn that runs. */
	submit: { ...draft, isUrgent: optional(boolean) },
	draftChanged: draft,
	stop: {},
	/** `revision` of the permission as the card shows it. */
	answer: { permissionId: name, optionId: name, revision: index },
	/** Make a rule of a permission that waits, or show the one that answered it. */
	rule: { permissionId: name },
	setOption: { optionId: name, value: either(name, boolean) },
	/** Choose in VS Code's own list: among the values of that option, or without one among all options. */
	pickOption: { optionId: optional(name) },
	/** The mode after the current one. */
	cycleMode: {},
	newSession: { agent: optional(name) },
	attach: {},
	/** Pasted, dropped or picked; `data` is Base64. The host answers each with one `attached`. */
	addMedia: {
		requestId: name,
		kind: oneOf('image', 'audio'),
		name,
		mimeType: name,
		// Base64 is a third longer than what it stands for.
		data: bounded(limits.promptImageBytes * 2),
	},
	/** Files dropped on the view, by URI. */
	addFiles: { uris: names },
	/** What can be attached whose name resembles the query. */
	findMentions: { requestId: name, query: bounded(maxQuery) },
	/** One of what was found. Answered with one `attached`. */
	addMention: { requestId: name, id: name },
	/** Several lines were pasted as text. Answered with `pastedFrom` if an editor shows where they are from. */
	pasted: { requestId: name, text: bounded(limits.embeddedFileBytes) },
	/** Shows in the editor what an attachment stands for. */
	openAttachment: { id: name },
	elicitation: {
		entryId: name,
		action: oneOf('accept', 'decline', 'cancel'),
		/** For a form that is accepted. */
		values: optional(record(either(longText, number, boolean, names), name, maxNames)),
	},
	login: { methodId: name },
	cancelLogin: {},
	/** Gives the prompt that waits for a login back to the composer. */
	takeBackPrompt: {},
	dismissNotice: { id: name },
	openTerminal: { terminalId: name },
	stopTerminal: { terminalId: name },
	cancelSubagent: { entryId: name },
	/** Asks the agent to stop one call, where it can. */
	cancelToolCall: { entryId: name },
	/** A prompt of the queue back into the composer. */
	withdrawPrompt: { queueId: name },
	/** One that waits here: dropped, moved, or sent before all others, into the turn that runs or in its place. */
	changeQueue: { queueId: name, action: queueAction },
	/** What waits after a failure goes out again. */
	resumeQueue: {},
	/** A prompt that was not sent, back into the composer. */
	editPrompt: { entryId: name },
	openLocation: { entryId: name, index },
	/** All diffs of the tool call when there is no index. */
	openDiff: { entryId: name, index: optional(index) },
	/** All that waits of changes, as the state of that revision told it. */
	answerChanges: { answer: changeAnswer, revision: index },
	/** All that waits in these files. */
	answerFiles: { answer: changeAnswer, paths: names },
	/** What waits of the changes of a call, or of one of them. */
	answerCall: { answer: changeAnswer, entryId: name, index: optional(index) },
	/** About the checkpoint of a message of the user: no file changes before the user has agreed to it. */
	checkpoint: { action: oneOf('restore', 'compare', 'edit'), entryId: name },
	/** The file itself, or the Changes view where there is none any more. */
	openChangedFile: { path: name },
	/** Everything that waits: side by side in one tab, or in the Changes view. */
	showChanges: { place: oneOf('tab', 'list') },
	/** A link in agent text, exactly as written. The host decides what it may open. */
	openLink: { href: name },
	openOutput: { terminalId: name },
	requestRaw: { entryId: name },
	copy: { text: longText },
	/** The text of a message, as it was written. */
	copyMessage: { entryId: name },
	/** Into the editor that had the focus last. */
	insertCode: { text: longText },
	/** As a new file. `language` is what stands behind the fence. */
	openCode: { text: longText, language: name },
	/** A closed block of code wants its colours. `language` is what stands behind the fence. */
	highlight: { requestId: name, language: name, text: bounded(limits.highlightChars) },
	notice: { entryId: name, action: oneOf(...noticeActions) },
});
/** A message from the chat view to the host, checked by `parseFromView`. */
export type FromView = TypeOf<typeof fromView>;

/**
 * What the view posts: an intent, and the key of the session that was on show when the user had it. The host may have
 * switched to another session meanwhile, in which the same ids mean something else.
 */
export type PostedFromView = FromView & { readonly sessionKey?: string };

/** The message if it is one of ours, without anything that does not belong to it; else undefined. */
export function parseFromView(raw: unknown): FromView | undefined {
	return read(fromView, raw);
}
