/** Turns of a transcript, by the prompts that they begin with. */
import type { Entry } from '../model/entry.ts';
import { isPrompt } from './historySides.ts';

/** From its prompt to the next one. What comes before the first prompt counts as a turn as well. */
export interface Turn {
	readonly from: number;
	readonly to: number;
	/** Place of the last entry that is in the history as well. */
	readonly lastKnown: number | undefined;
}

/** @param known by place those that are in the history as well */
export function turnsOf(entries: readonly Entry[], known: ReadonlyMap<number, number>): readonly Turn[] {
	const turns: Turn[] = [];
	let from = 0;
	let lastKnown: number | undefined;
	for (const [at, entry] of entries.entries()) {
		if (isPrompt(entry) && at > from) {
			turns.push({ from, to: at, lastKnown });
			[from, lastKnown] = [at, undefined];
		}
		if (known.has(at)) lastKnown = at;
	}
	if (entries.length > 0) turns.push({ from, to: entries.length, lastKnown });
	return turns;
}

/** By place the last place of that turn. Agents tell one prompt as several messages: in a row they are one. */
export function endsOfTurns(entries: readonly Entry[]): readonly number[] {
	const ends: number[] = [];
	let end = entries.length - 1;
	for (let at = entries.length - 1; at >= 0; at--) {
		ends.push(end);
		if (isPrompt(entries[at]) && !isPrompt(entries[at - 1])) end = at - 1;
	}
	return ends.toReversed();
}

/** With the number of its turn, as each message of the user's begins one. */
export function numbered(entries: readonly Entry[]): readonly Entry[] {
	let turn = 0;
	return entries.map((entry) => {
		if (isPrompt(entry)) turn++;
		return entry.turn === turn ? entry : { ...entry, turn };
	});
}
