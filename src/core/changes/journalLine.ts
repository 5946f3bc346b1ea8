/**
 * What is kept of changes over a reload: lines of JSON, of which the last about a path counts. What does not have the
 * shape that is expected is left out, and a journal of a newer release is not read at all. Pure.
 */
import { isJsonObject, type JsonObject, parseJson } from '../base/json.ts';
import type { Checkpoint } from './checkpoints/checkpoint.ts';
import { commitName, type GitPoint } from './checkpoints/gitPoint.ts';
import type { Author, ChangeRecord, EvidenceName, FileState, TurnId } from './record.ts';

/** A file of which changes wait: what the user accepted, and that with what agents changed. */
export interface Pending {
	readonly path: string;
	/** Where it was when the user accepted it. */
	readonly movedFrom?: string;
	readonly base: FileState;
	readonly agent: FileState;
	/** The user has a part in it that nothing tells apart, such as in a file that is undone as a whole: Undo asks. */
	readonly hasUserEdits?: boolean;
}

/** What a tool call changed of a file: contents by their hash, where they were seen and are kept. */
export interface CallSides {
	readonly session: string;
	readonly call: string;
	/** As the agent writes it. */
	readonly path: string;
	/** Absolute, without links. */
	readonly place: string;
	/** When the call first named the file. */
	readonly before?: string;
	/** When the call had ended. */
	readonly after?: string;
}

export type JournalLine =
	| { readonly type: 'version'; readonly version: number }
	| { readonly type: 'record'; readonly record: ChangeRecord }
	/** Between the records: the last line about it tells where it is. */
	| { readonly type: 'checkpoint'; readonly checkpoint: Checkpoint }
	| { readonly type: 'pending'; readonly pending: Pending }
	| { readonly type: 'settled'; readonly path: string }
	| { readonly type: 'call'; readonly sides: CallSides };

/** The first line of each journal. Of version 1 no line held several. */
export const journalVersion = 2;

export function formatLine(line: JournalLine): string {
	return `${JSON.stringify(line)}\n`;
}

/** As one line of the file: all of them are there after an end at any moment, or none. */
export function formatTogether(lines: readonly JournalLine[]): string {
	return `${JSON.stringify({ type: 'together', lines })}\n`;
}

/** @returns nothing for what is no line: damaged, cut off, or of another program */
export function parseLines(text: string): readonly JournalLine[] {
	const value = objectOf(parseJson(text));
	const { type, lines } = value;
	const all = type === 'together' && Array.isArray(lines) ? lines : [value];
	return all.flatMap((line: unknown) => lineOf(objectOf(line)) ?? []);
}

function lineOf(line: JsonObject): JournalLine | undefined {
	switch (line['type']) {
		case 'version':
			return isCount(line['version']) ? { type: 'version', version: line['version'] } : undefined;
		case 'settled':
			return isText(line['path']) ? { type: 'settled', path: line['path'] } : undefined;
		case 'pending': {
			const pending = pendingOf(line['pending']);
			return pending === undefined ? undefined : { type: 'pending', pending };
		}
		case 'call': {
			const sides = sidesOf(line['sides']);
			return sides === undefined ? undefined : { type: 'call', sides };
		}
		case 'record': {
			const record = recordOf(line['record']);
			return record === undefined ? undefined : { type: 'record', record };
		}
		case 'checkpoint': {
			const checkpoint = checkpointOf(line['checkpoint']);
			return checkpoint === undefined ? undefined : { type: 'checkpoint', checkpoint };
		}
		default:
			return undefined;
	}
}

function checkpointOf(value: unknown): Checkpoint | undefined {
	const { type, id, session, at, of, prompt, git } = objectOf(value);
	if ((type !== 'prompt' && type !== 'restore') || !isText(id) || !isText(session)) return undefined;
	if (typeof at !== 'number') return undefined;
	const optional = { ...(isText(of) ? { of } : {}), ...(isHash(prompt) ? { prompt } : {}) };
	const points = Array.isArray(git) ? git.flatMap((point: unknown) => gitPointOf(objectOf(point)) ?? []) : [];
	return { type, id, session, at, ...optional, ...(points.length === 0 ? {} : { git: points }) };
}

function gitPointOf({ folder, head, stashes, index }: JsonObject): GitPoint | undefined {
	if (!isText(folder)) return undefined;
	const { branch, commit } = objectOf(head);
	const place = { ...(isText(branch) ? { branch } : {}), ...(isCommit(commit) ? { commit } : {}) };
	return {
		folder,
		...(isJsonObject(head) ? { head: place } : {}),
		...(Array.isArray(stashes) ? { stashes: stashes.filter(isCommit) } : {}),
		...(isText(index) ? { index } : {}),
	};
}

function pendingOf(value: unknown): Pending | undefined {
	const { path, movedFrom, base, agent, hasUserEdits } = objectOf(value);
	const [before, after] = [stateOf(base), stateOf(agent)];
	if (!isText(path) || before === undefined || after === undefined) return undefined;
	return {
		path,
		...(isText(movedFrom) ? { movedFrom } : {}),
		base: before,
		agent: after,
		...(hasUserEdits === true ? { hasUserEdits } : {}),
	};
}

function recordOf(value: unknown): ChangeRecord | undefined {
	const { path, movedFrom, before, after, newFolder, turn, author, evidence, command, at } = objectOf(value);
	const [old, now, whose] = [stateOf(before), stateOf(after), turnOf(turn)];
	if (!isText(path) || old === undefined || now === undefined || typeof at !== 'number') return undefined;
	if (!isOneOf(authors, author) || !Array.isArray(evidence)) return undefined;
	return {
		path,
		...(isText(movedFrom) ? { movedFrom } : {}),
		before: old,
		after: now,
		...(isFolderAbove(newFolder, path) ? { newFolder } : {}),
		...(whose === undefined ? {} : { turn: whose }),
		author,
		evidence: evidence.filter((name) => isOneOf(evidenceNames, name)),
		...(isText(command) ? { command } : {}),
		at,
	};
}

function sidesOf(value: unknown): CallSides | undefined {
	const { session, call, path, place, before, after } = objectOf(value);
	if (!isText(session) || !isText(call) || !isText(path) || !isText(place)) return undefined;
	return {
		session,
		call,
		path,
		place,
		...(isHash(before) ? { before } : {}),
		...(isHash(after) ? { after } : {}),
	};
}

const authors: readonly Author[] = ['agent', 'user', 'unknown'];
const evidenceNames: readonly EvidenceName[] = [
	'restored',
	'bytes',
	'named',
	'saved',
	'command',
	'user_command',
	'undeclared',
	'outside_turns',
];

/** A file at a moment, as it was written down; undefined for what has another shape. */
export function stateOf(value: unknown): FileState | undefined {
	const { type, mode, size, hash } = objectOf(value);
	const content = isHash(hash) ? { hash } : {};
	switch (type) {
		case 'absent':
		case 'unknown':
		case 'special':
		case 'folder':
			return { type };
		case 'link':
			return { type, ...content };
		case 'file':
			return isCount(mode) && isCount(size) ? { type, mode: mode & 0o777, size, ...content } : undefined;
		default:
			return undefined;
	}
}

/** Folders up to it are removed once they are empty. */
export function isFolderAbove(folder: unknown, file: string): folder is string {
	return isText(folder) && folder !== '' && ['/', '\\'].some((slash) => file.startsWith(folder + slash));
}

function turnOf(value: unknown): TurnId | undefined {
	const { session, turn } = objectOf(value);
	return isText(session) && isText(turn) ? { session, turn } : undefined;
}

function objectOf(value: unknown): JsonObject {
	return isJsonObject(value) ? value : {};
}

function isText(value: unknown): value is string {
	return typeof value === 'string';
}

function isCount(value: unknown): value is number {
	return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isOneOf<Item extends string>(items: readonly Item[], value: unknown): value is Item {
	return items.some((item) => item === value);
}

function isCommit(value: unknown): value is string {
	return isText(value) && commitName.test(value);
}

function isHash(value: unknown): value is string {
	return isText(value) && /^[0-9a-f]{64}$/u.test(value);
}
