/** The transcript that was shown and the history that the agent tells, and which entries of them are the same. */
import { alignment } from './alignment.ts';
import type { Entry, EntryId, MessageEntry } from '../model/entry.ts';
import { textOf } from '../model/content.ts';
import { idInSession } from '../../base/ofSession.ts';
import { isSamePrompt, textAfterWords, wordsOf } from './historyWords.ts';

/** One of the two. */
export interface Side {
	readonly entries: readonly Entry[];
	readonly byId: ReadonlyMap<EntryId, Entry>;
	/** By place of an entry what names it; undefined where only this side knows of it. */
	readonly keys: readonly (string | undefined)[];
	readonly keyOf: (entry: Entry) => string | undefined;
}

export interface Matches {
	/** By place of an entry that was shown the place of the same one in the history, both rising. */
	readonly inOrder: ReadonlyMap<number, number>;
	/** By id of a call the place of the same one, also where that stands out of order. */
	readonly calls: ReadonlyMap<EntryId, number>;
	/** By id of an entry that was shown the same one in the history. */
	readonly toldOf: ReadonlyMap<EntryId, Entry>;
	/** By place in the history the same entry as it was shown. */
	readonly shownAs: ReadonlyMap<number, Entry>;
	/** Places in the history of what was not shown. */
	readonly isNew: (at: number) => boolean;
}

export function sideOf(entries: readonly Entry[]): Side {
	const byId = new Map(entries.map((entry) => [entry.id, entry]));
	const keys = entries.map((entry) => keyOf(entry, byId));
	const known = new Map(entries.map(({ id }, at) => [id, keys[at]]));
	return { entries, byId, keys, keyOf: ({ id }) => known.get(id) };
}

/** True for what no agent tells: it is the host's own, was asked of the user, or never reached the agent. */
export function isHostOnly(entry: Entry): boolean {
	switch (entry.type) {
		case 'message':
			return entry.isUnsent === true;
		case 'attempt':
			return entry.attemptId === undefined;
		case 'permission':
		case 'elicitation':
		case 'notice':
			return true;
		case 'tool_call':
		case 'plan':
		case 'compaction':
		case 'subagent':
			return false;
	}
}

/** A message of the user's to the session itself: with it a turn begins. */
export function isPrompt(entry: Entry | undefined): entry is MessageEntry {
	return entry?.type === 'message' && entry.role === 'user' && entry.parentId === undefined;
}

export function matchesOf(before: Side, after: Side): Matches {
	const inOrder = new Map(inOrderBy(before, after));
	const same = [...inOrder].toSorted(([a], [b]) => a - b);
	for (const [at, other] of rewordedPrompts(before, after, same)) inOrder.set(at, other);
	const calls = callsOf(before, after, inOrder);
	const toldOf = new Map<EntryId, Entry>();
	const shownAs = new Map<number, Entry>();
	const pair = (shown: Entry | undefined, other: number): void => {
		const told = after.entries[other];
		if (shown === undefined || told === undefined) return;
		toldOf.set(shown.id, told);
		shownAs.set(other, shown);
	};
	for (const [at, other] of inOrder) pair(before.entries[at], other);
	for (const [id, other] of calls) pair(before.byId.get(id), other);
	return { inOrder, calls, toldOf, shownAs, isNew: (at) => !shownAs.has(at) };
}

/** Entries with a key only, so that what this side alone knows of parts nothing. */
function inOrderBy(before: Side, after: Side): (readonly [number, number])[] {
	const named = namedIn(before);
	const others = namedIn(after);
	const same = alignment(
		named.map(([, key]) => key),
		others.map(([, key]) => key),
	);
	return [...same].map(([n, m]) => [named[n]?.[0] ?? 0, others[m]?.[0] ?? 0] as const);
}

function namedIn({ keys }: Side): (readonly [at: number, key: string])[] {
	return [...keys.entries()].flatMap(([at, key]) => (key === undefined ? [] : [[at, key] as const]));
}

/** Between what is the same, a prompt whose words differ a little is the next one that could be meant. */
function rewordedPrompts(
	before: Side,
	after: Side,
	same: readonly (readonly [number, number])[],
): (readonly [number, number])[] {
	return gapsBetween(before, after, same).flatMap(({ shown, told }) => {
		let next = 0;
		return told.flatMap(({ at, content }) => {
			const ahead = shown.slice(next, next + promptsAhead);
			const found = ahead.findIndex((prompt) => isSamePrompt(prompt.content, content));
			const prompt = ahead[found];
			if (prompt === undefined) return [];
			next += found + 1;
			return [[prompt.at, at] as const];
		});
	});
}

interface Prompt {
	readonly at: number;
	readonly content: MessageEntry['content'];
}

/** The prompts of both between what is the same. */
function gapsBetween(
	before: Side,
	after: Side,
	same: readonly (readonly [number, number])[],
): { shown: Prompt[]; told: Prompt[] }[] {
	let [at, other] = [0, 0];
	const ends = [...same, [before.entries.length, after.entries.length] as const];
	return ends.map(([end, otherEnd]) => {
		const gap = { shown: promptsIn(before, at, end), told: promptsIn(after, other, otherEnd) };
		[at, other] = [end + 1, otherEnd + 1];
		return gap;
	});
}

/** So many prompts are looked at to find the one that a message of the history begins with. */
const promptsAhead = 20;

/**
 * Prompts that were not answered stand in a row in the history, where messages without a name are one: they are taken
 * apart again.
 * @param newId for all but the first of each
 */
export function withPromptsApart(before: Side, after: Side, newId: () => EntryId): readonly Entry[] {
	const parts = new Map<number, readonly string[]>();
	const same = inOrderBy(before, after).toSorted(([a], [b]) => a - b);
	for (const { shown, told } of gapsBetween(before, after, same)) {
		let next = 0;
		for (const { at, content } of told) {
			const apart = promptsApart(shown.slice(next, next + promptsAhead), content);
			if (apart === undefined) continue;
			next += apart.count;
			if (apart.texts.length > 1) parts.set(at, apart.texts);
		}
	}
	return after.entries.flatMap((entry, at): Entry[] => {
		const texts = parts.get(at);
		if (texts === undefined || entry.type !== 'message' || entry.messageId !== undefined) return [entry];
		return texts.map((text, n) => ({
			...entry,
			id: n === 0 ? entry.id : newId(),
			content: [{ type: 'text', text }],
		}));
	});
}

/** One prompt is compared with several. */
const knownTexts = new WeakMap<Prompt['content'], string>();

function wholeText(content: Prompt['content']): string {
	const text = knownTexts.get(content) ?? textOf(content);
	knownTexts.set(content, text);
	return text;
}

/** @returns undefined where the message begins with none of the prompts */
function promptsApart(
	shown: readonly Prompt[],
	content: Prompt['content'],
): { count: number; texts: readonly string[] } | undefined {
	if (content.some(({ type }) => type !== 'text')) return undefined;
	let left = textOf(content);
	let count = 0;
	const texts: string[] = [];
	for (const [n, prompt] of shown.entries()) {
		const text = wholeText(prompt.content);
		// Those between that the agent has forgotten are skipped.
		const rest = text.trim() === '' ? undefined : textAfterWords(left, text);
		if (rest === undefined) continue;
		texts.push(text);
		left = rest;
		count = n + 1;
	}
	const last = texts.pop();
	return last === undefined ? undefined : { count, texts: [...texts, last + left] };
}

function promptsIn({ entries }: Side, from: number, to: number): Prompt[] {
	return entries.slice(from, to).flatMap((entry, n) => {
		const isSent = isPrompt(entry) && entry.isUnsent !== true;
		return isSent ? [{ at: from + n, content: entry.content }] : [];
	});
}

/** Ids of calls survive a replay, also where the agent has moved them. */
function callsOf(
	before: Side,
	after: Side,
	inOrder: ReadonlyMap<number, number>,
): ReadonlyMap<EntryId, number> {
	const mine = onlyCalls(before);
	const its = onlyCalls(after);
	const calls = new Map<EntryId, number>();
	for (const [at, { id, type }] of before.entries.entries()) {
		if (type !== 'tool_call') continue;
		const key = before.keys[at] ?? '';
		const other = inOrder.get(at) ?? (mine.get(key) === undefined ? undefined : its.get(key));
		if (other !== undefined) calls.set(id, other);
	}
	return calls;
}

/** By key the place of a call; undefined for a name that the agent has given twice. */
function onlyCalls({ entries, keys }: Side): ReadonlyMap<string, number | undefined> {
	const places = new Map<string, number | undefined>();
	for (const [at, { type }] of entries.entries()) {
		if (type !== 'tool_call') continue;
		const key = keys[at] ?? '';
		places.set(key, places.has(key) ? undefined : at);
	}
	return places;
}

function keyOf(entry: Entry, byId: ReadonlyMap<EntryId, Entry>): string | undefined {
	const parent = byId.get(entry.parentId ?? '');
	const within = (name: string): string =>
		`${entry.type} ${idInSession(parent?.type === 'subagent' ? parent.sessionId : undefined, name)}`;
	switch (entry.type) {
		case 'message':
			// What never reached the agent is not in its history.
			return entry.isUnsent === true ? undefined : within(`${entry.role} ${wordsOf(entry.content)}`);
		case 'tool_call':
			return within(entry.toolCallId);
		case 'plan':
			return within(entry.planId);
		case 'compaction':
			return within(entry.compactionId);
		case 'subagent':
			return within(entry.sessionId);
		case 'attempt':
			return entry.attemptId === undefined ? undefined : within(entry.attemptId);
		case 'permission':
		case 'elicitation':
		case 'notice':
			return undefined;
	}
}
