/** What messages say, compared between the transcript as it was shown and the history as the agent tells it. */
import { type Content, cutMark, textOf } from '../model/content.ts';

/** So much of the beginning and of the end of a prompt is compared with one that is worded differently. */
const comparedChars = 2_000;

/** Shorter prompts that begin in the same way are often others. */
const leastSame = 20;

/** Stands for what is no text. */
const other = '\u0001';

/** Two messages of the same words say the same: agents wrap and join what they tell anew. */
export function wordsOf(content: readonly Content[]): string {
	return content.map(wordsIn).join('');
}

function wordsIn(content: Content): string {
	if (content.type !== 'text') return other;
	const { text } = content;
	return withoutBlanks(text.endsWith(cutMark) ? text.slice(0, -cutMark.length) : text);
}

function withoutBlanks(text: string): string {
	return text.replaceAll(/\s+/gu, '');
}

/**
 * What is left of a text after the words that it begins with. Agents join the texts of a prompt with blanks of their own,
 * or with none, so blanks count for nothing.
 * @returns undefined where the text begins with other words
 */
export function textAfterWords(text: string, words: string): string | undefined {
	if (text.startsWith(words)) return text.slice(words.length);
	let at = 0;
	for (let next = 0; next < words.length; next++) {
		const code = words.charCodeAt(next);
		if (isBlank(code)) continue;
		while (at < text.length && isBlank(text.charCodeAt(at))) at++;
		if (text.charCodeAt(at) !== code) return undefined;
		at++;
	}
	return text.slice(at);
}

/** True for texts of the same words. */
export function isSameText(text: string, other: string): boolean {
	return textAfterWords(text, other)?.trim() === '';
}

/** @param code of one unit: no blank has two */
function isBlank(code: number): boolean {
	// Most text is plain letters, for which an expression costs many times as much.
	if (code > 0x20 && code < 0x7f) return false;
	return /\s/u.test(String.fromCharCode(code));
}

/**
 * True when the agent tells a prompt as it was sent: the same words, and nothing else than what was attached. What it
 * leaves out of that is no other word.
 * @param sent as the user has sent it
 */
export function isToldAsSent(sent: readonly Content[], told: readonly Content[]): boolean {
	if (!isSameText(textOf(sent), textOf(told))) return false;
	const attached = sent.filter(({ type }) => type !== 'text');
	let next = 0;
	return told.every((part) => {
		if (part.type === 'text') return true;
		const at = attached.findIndex((own, n) => n >= next && isSameThing(own, part));
		next = at + 1;
		return at !== -1;
	});
}

function isSameThing(own: Content, told: Content): boolean {
	switch (told.type) {
		case 'image':
		case 'audio':
			return own.type === told.type && own.data === told.data;
		case 'resource':
		case 'resource_link':
			// What an agent does not take embedded goes out as a link.
			return (own.type === 'resource' || own.type === 'resource_link') && own.uri === told.uri;
		case 'text':
		case 'unknown':
			return false;
	}
}

/** What of some messages the history does not tell. */
interface Untold {
	/** For each message what is left of it, empty where that is nothing. */
	readonly left: readonly (readonly Content[])[];
	/** Where the messages go on, the history goes on in other words. */
	readonly isReworded: boolean;
}

/**
 * What of the messages, one after the other, comes after what the agent tells.
 * @param told words of the agent's messages in the same place
 */
export function untold(messages: readonly (readonly Content[])[], told: string): Untold {
	const said = messages.map(wordsOf);
	const same = sameStart(said.join(''), told);
	const isReworded = same < told.length && same < said.reduce((sum, words) => sum + words.length, 0);
	let left = same;
	const rest = messages.map((content, n) => {
		const skipped = Math.min(left, said[n]?.length ?? 0);
		left -= skipped;
		// In the middle of a message that goes on in other words nothing can be cut off.
		const isWhole = skipped === 0 || (isReworded && skipped < (said[n]?.length ?? 0));
		return isWhole ? content : contentAfter(content, skipped);
	});
	return { left: rest, isReworded };
}

function sameStart(text: string, other: string): number {
	if (other.startsWith(text)) return text.length;
	if (text.startsWith(other)) return other.length;
	let same = 0;
	while (same < text.length && text[same] === other[same]) same++;
	return same;
}

/** Without the parts that hold so many words, counted as `wordsOf` does. */
function contentAfter(content: readonly Content[], count: number): readonly Content[] {
	let left = count;
	return content.flatMap((part) => {
		const skipped = Math.min(left, wordsIn(part).length);
		left -= skipped;
		if (skipped === 0) return [part];
		if (part.type !== 'text') return [];
		const text = textAfter(part.text, skipped);
		return withoutBlanks(text) === '' ? [] : [{ ...part, text }];
	});
}

function textAfter(text: string, count: number): string {
	let at = 0;
	for (let left = count; left > 0 && at < text.length; at++) if (/\S/u.test(text.charAt(at))) left--;
	return text.slice(at).trimStart();
}

/**
 * True when one prompt is the other as the agent words it: with its links written out, or with something before or after
 * it.
 */
export function isSamePrompt(content: readonly Content[], told: readonly Content[]): boolean {
	const [one, other] = [promptWords(content), promptWords(told)];
	const [short, long] = one.length < other.length ? [one, other] : [other, one];
	if (short === '') return false;
	const same = sameStart(short, long);
	return same === short.length || same >= Math.max(leastSame, short.length * 0.8) || long.endsWith(short);
}

/** One prompt is compared with several. */
const known = new WeakMap<readonly Content[], string>();

function promptWords(content: readonly Content[]): string {
	const before = known.get(content);
	if (before !== undefined) return before;
	const text = textOf(content);
	const compared =
		text.length <= comparedChars * 2 ? text : text.slice(0, comparedChars) + text.slice(-comparedChars);
	const words = withoutBlanks(compared.replaceAll(/\[([^[\]\n]*)\]\([^()\n]*\)/gu, '$1'));
	known.set(content, words);
	return words;
}
