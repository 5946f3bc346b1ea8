/**
 * Makes visible what a hostile title or command would hide: text that runs backwards, characters without width,
 * controls, blanks that push the dangerous half out of sight (hazard C7). Nothing is dropped and nothing is
 * interpreted: each such character is replaced by its code in angle brackets, which are drawn as a marker.
 */
import { t } from '../base/l10n.ts';
import * as limits from '../base/limits.ts';

/** A stretch of text. `isMarker` when it stands for something that could not be seen. */
interface TextSegment {
	readonly text: string;
	readonly isMarker: boolean;
}

/** Which characters of a text stay as they are. */
export interface RevealOptions {
	/** Keep line breaks and tabs, as in a command of several lines. Otherwise they are marked as well. */
	readonly isMultiline?: boolean;
}

/** Blanks in a row that are shown as they are; more become a count, as do more of any other that are the same. Indentation may be deeper. */
const blankRun = 8;
const indentRun = 40;
/** Line breaks in a row that are shown as they are. */
const breakRun = 3;
/** As many belong to one marker: an expression that repeats without end needs a stack without end. */
const longestRun = 10_000;
const mostBreaks = 1000;
const mostJoined = 100;

/**
 * Kept as they are although invisible: joiners and variation selectors inside an emoji. Marked: format, control,
 * private-use and lone surrogate code points, those that are none or are drawn as nothing, separators, fillers and blanks
 * other than the plain space.
 */
const suspicious = new RegExp(
	[
		// An emoji with what belongs to it: matched first, so that its joiners are passed over.
		String.raw`(?<emoji>[\p{Extended_Pictographic}#*0-9]\uFE0F\u20E3?(?:\u200D\p{Extended_Pictographic}\uFE0F?){0,${mostJoined}}`,
		String.raw`|\p{Extended_Pictographic}\p{Emoji_Modifier}?(?:\u200D\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?){1,${mostJoined}})`,
		String.raw`|(?<breaks>\n(?:[ \t]{0,${mostBreaks}}\n){${breakRun},${mostBreaks}})`,
		String.raw`|(?<indent>(?<=^|\n)[ \t]{${blankRun + 1},${longestRun}})`,
		// Behind a blank there is only the rest of a longer run.
		String.raw`|(?<blanks>(?<=[^\n])[ \t]{${blankRun + 1},${longestRun}})`,
		String.raw`|(?<control>[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]|(?! )\p{Zs}`,
		String.raw`|[\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\u{16FE4}\u{1D159}])(?:\k<control>{${blankRun},${longestRun}})?`,
	].join(''),
	'gu',
);

/** Splits untrusted text into what can be shown as it is and markers for what cannot. */
export function revealHidden(text: string, { isMultiline = false }: RevealOptions = {}): TextSegment[] {
	const segments: TextSegment[] = [];
	let shown = 0;
	for (const match of text.matchAll(suspicious)) {
		const marker = markerFor(match, isMultiline);
		if (marker === undefined) continue;
		if (match.index > shown) segments.push({ text: text.slice(shown, match.index), isMarker: false });
		segments.push({ text: marker, isMarker: true });
		shown = match.index + match[0].length;
	}
	if (shown < text.length) segments.push({ text: text.slice(shown), isMarker: false });
	return segments;
}

/** The same as one string, for names and tooltips. */
export function visibleText(text: string, options?: RevealOptions): string {
	return revealHidden(text, options)
		.map((segment) => segment.text)
		.join('');
}

function markerFor(match: RegExpExecArray, isMultiline: boolean): string | undefined {
	const groups = match.groups ?? {};
	const found = match[0];
	if (groups['emoji'] !== undefined) return undefined;
	if (groups['breaks'] !== undefined) return t('⟨{0} line breaks⟩', found.split('\n').length - 1);
	if (groups['indent'] !== undefined && isMultiline && found.length <= indentRun) return undefined;
	if (groups['control'] === undefined) return t('⟨{0} blanks⟩', found.length);
	if (found === '\n') return isMultiline ? undefined : '⏎';
	if (found === '\t') return isMultiline ? undefined : t('⟨tab⟩');
	return codeOf(groups['control'], found);
}

/** @param run it many times over, or once */
function codeOf(character: string, run: string): string {
	const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
	const count = run.length / character.length;
	return count === 1 ? `⟨U+${code}⟩` : `⟨U+${code} × ${count}⟩`;
}

/** A text of an agent as far as it is shown in one place, with the count of what is left out. */
export function clippedText(text: string, maxChars: number = limits.toolOutputChars): string {
	const cut = text.length - maxChars;
	return cut <= 0 ? text : `${text.slice(0, maxChars)}\n${t('… {0} more characters', cut)}`;
}
