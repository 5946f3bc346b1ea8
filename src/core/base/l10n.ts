/**
 * The language of everything the user reads. English sentences are the keys, so a sentence without a translation is
 * shown in English; bundles have the format of VS Code's `l10n/bundle.l10n.<language>.json`.
 * Each bundle of ours (`esbuild.mjs`) has its own copy of this module and has to be told the translations.
 */
import type { Spoken } from './sentence.ts';

export type Translations = Readonly<Record<string, string>>;

const source = 'en';

let current: Translations = {};
let currentLanguage = source;

/**
 * From now on `t` answers with these; sentences that are shown already stay as they are.
 * @param language of the translations, BCP 47, for what `Intl` says
 */
export function setTranslations(translations: Translations, language = source): void {
	current = translations;
	currentLanguage = language;
}

/** What `setTranslations` was told last, to hand it on to a bundle or a page of its own. */
export function translations(): Translations {
	return current;
}

/** The language that sentences, numbers and times are shown in, BCP 47. */
export function language(): string {
	return currentLanguage;
}

/** For what `Intl` writes with the words around it: in English the machine's own way counts. */
export function locale(): string | undefined {
	return currentLanguage === source ? undefined : currentLanguage;
}

/**
 * The sentence in the user's language.
 * @param message English, a literal, with `{0}`, `{1}` … where arguments go in
 * @param args shown as they are; the caller makes untrusted text visible before (`visibleText`)
 */
export function t(message: string, ...args: readonly (string | number)[]): string {
	const sentence = Object.hasOwn(current, message) ? (current[message] ?? message) : message;
	return sentence.replaceAll(/\{(\d+)\}/g, (place, index: string) => String(args[Number(index)] ?? place));
}

/** What was put together without a language, in the user's; words of others as they are. */
export function spoken(words: Spoken): string {
	if (typeof words === 'string') return words;
	return t(words.sentence, ...words.args.map((arg) => (typeof arg === 'number' ? arg : spoken(arg))));
}

/** `1.2`, `3`: with at most one digit after the point. */
export function oneDecimal(value: number): string {
	return Number(value.toFixed(1)).toLocaleString(currentLanguage, { useGrouping: false });
}
