/** A sentence of ours that has no language yet: it gets one where it is shown (`spoken` of `l10n.ts`). */
export interface Sentence {
	/** English, with `{0}`, `{1}` … where arguments go in: the key of its translations. */
	readonly sentence: string;
	/** Shown as they are; the caller makes untrusted text visible before. */
	readonly args: readonly SentenceArgument[];
}

type SentenceArgument = string | number | Sentence;

/** Words of others as they are, or a sentence of ours. */
export type Spoken = string | Sentence;

/** @param english a literal, so that it can be collected for translation */
export function sentence(english: string, ...args: readonly SentenceArgument[]): Sentence {
	return { sentence: english, args };
}

/** One after the other, with commas between them. */
export function listing(words: readonly Spoken[]): Spoken {
	if (words.every((word) => typeof word === 'string')) return words.join(', ');
	return { sentence: words.map((_, at) => `{${at}}`).join(', '), args: words };
}

/** True for a sentence of ours among values that are something else otherwise. */
export function isSentence(value: unknown): value is Sentence {
	return typeof value === 'object' && value !== null && 'sentence' in value && 'args' in value;
}

/** The sentence with each text in it changed, such as made visible. */
export function withTexts({ sentence: english, args }: Sentence, change: (text: string) => string): Sentence {
	const changed = args.map((arg) => {
		if (typeof arg === 'string') return change(arg);
		return typeof arg === 'number' ? arg : withTexts(arg, change);
	});
	return { sentence: english, args: changed };
}
