import { Tokenizer, type Tokens } from 'marked';

/** Emphasis reaches so far at most. Its end is looked for from each `*` and `_`. */
const maxEmphasisChars = 1024;
/** A run without a blank that is longer holds no e-mail address. One is looked for from each place in it. */
const maxRunChars = 1024;

/**
 * The rules of marked whose cost grows with the square of a text that has no end in sight: 60 KB of `_a_b` would take
 * seconds (hazard E5). These look ahead a bounded number of characters.
 */
export class BoundedTokenizer extends Tokenizer {
	override emStrong(src: string, masked: string, before?: string): Tokens.Em | Tokens.Strong | undefined {
		// As it is given, it is looked through once for all of its words.
		if (masked.length <= maxEmphasisChars) return super.emStrong(src, masked, before);
		const maskedHere = masked.slice(masked.length - src.length);
		return super.emStrong(src.slice(0, maxEmphasisChars), maskedHere.slice(0, maxEmphasisChars), before);
	}

	override url(src: string): Tokens.Link | undefined {
		return /^(?:https?:|ftp:|www\.)/iu.test(src) ? super.url(src) : super.url(withoutLongRun(src));
	}

	/** Neighbouring texts become one token, so where it is cut does not show. */
	override inlineText(src: string): Tokens.Text | undefined {
		return super.inlineText(withoutLongRun(src));
	}
}

function withoutLongRun(src: string): string {
	const start = src.slice(0, maxRunChars);
	return start.length < src.length && !/\s/u.test(start) ? start : src;
}
