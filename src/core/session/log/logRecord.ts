/**
 * A conversation as lines of JSON. The first says what the file is; each of the others is a step, and the last word
 * about an entry or a terminal counts. A line that is incomplete or not ours is left out; the lines after it count.
 */
import type { Entry, EntryId } from '../model/entry.ts';
import type { TerminalState } from '../model/terminalState.ts';
import { parseJson } from '../../base/json.ts';
import {
	boolean,
	list,
	matches,
	number,
	object,
	optional,
	type Shape,
	text,
	variants,
} from '../../base/shape.ts';
import { entry, terminal } from './entryShape.ts';

/** Files of a greater version were written by a newer ACP Host: they are left alone. */
export const logVersion = 1;

export type LogRecord =
	| LogHeader
	| { readonly type: 'entry'; readonly entry: Entry }
	/** More of the last text of a message. */
	| { readonly type: 'text'; readonly id: EntryId; readonly text: string }
	| { readonly type: 'terminal'; readonly terminal: TerminalState }
	/** More output. */
	| { readonly type: 'output'; readonly terminalId: string; readonly text: string }
	/** Everything before it is gone from the transcript. */
	| { readonly type: 'reset' }
	/** A turn runs from here on, or none does. Conversations on the disk have it under these names. */
	| { readonly type: 'busy'; readonly isBusy: boolean }
	| { readonly type: 'draft'; readonly draft: StoredText };

/** What stood in the composer, or was on its way to the agent. The greater count is the newer one. */
export interface StoredText {
	readonly text: string;
	readonly count: number;
}

export interface LogHeader {
	readonly type: 'conversation';
	readonly version: number;
	/** Of the session it belongs to. */
	readonly key: string;
	/** Older entries that found no room. */
	readonly leftOut: number;
	/** Names of files that it continues and that another window was still writing then. */
	readonly from?: readonly string[];
	/** Of each of those, how much was read: what was added since is not in here. Version 0.3.0 does not say it. */
	readonly fromBytes?: readonly number[];
}

const record: Shape<LogRecord> = variants({
	conversation: {
		version: number,
		key: text,
		leftOut: number,
		from: optional(list(text)),
		fromBytes: optional(list(number)),
	},
	entry: { entry },
	text: { id: text, text },
	terminal: { terminal },
	output: { terminalId: text, text },
	reset: {},
	busy: { isBusy: boolean },
	draft: { draft: object({ text, count: number }) },
});

/** True when a name or a fixed value of the records has it in it: a line without it could not be read. */
export function isInRecords(part: string): boolean {
	return record.words.some((word) => word.includes(part));
}

/** Undefined for a line that is not a record of ours, such as one that was not written to its end (hazard G4). */
export function parseRecord(line: string): LogRecord | undefined {
	const raw = parseJson(line);
	return matches(record, raw) ? raw : undefined;
}
