import {
	either,
	itemsOf,
	list,
	object,
	read,
	type Shape,
	text,
	where,
	withDefault,
} from '../../core/base/shape.ts';

/** Says how text of some scopes looks. Later rules win over earlier ones that are as specific. */
export interface TokenRule {
	/** Selectors of scopes. */
	readonly scope: string | readonly string[];
	readonly settings: RuleStyle;
}

interface RuleStyle {
	/** `#rgb`, `#rrggbb`, each with or without alpha. */
	readonly foreground?: string;
	/** Words such as `bold italic`; empty text takes them away. */
	readonly fontStyle?: string;
}

const settingsObject: Shape<RuleStyle> = object({
	foreground: withDefault(text, undefined),
	fontStyle: withDefault(text, undefined),
});
const tokenRule: Shape<TokenRule> = object({
	scope: either(
		where(text, (scope) => scope !== ''),
		list(text),
	),
	settings: settingsObject,
});

/**
 * The rules in a list that a theme or a setting gives. An item that is no rule, or has no scope, is left out (as VS
 * Code does).
 */
export function readTokenRules(raw: unknown): readonly TokenRule[] {
	return read(itemsOf(tokenRule), raw) ?? [];
}

/** The style of one rule of the user's own colours; a text alone is its colour. Empty where it cannot be read. */
export function readRuleStyle(raw: unknown): RuleStyle {
	return typeof raw === 'string' ? { foreground: raw } : (read(settingsObject, raw) ?? {});
}

/** The colours to use: the rules of a theme, or the ones that stand for variables of VS Code. */
export interface TokenTheme {
	readonly rules: readonly TokenRule[];
	readonly isFallback: boolean;
}

export function isSameTheme(one: TokenTheme, other: TokenTheme): boolean {
	return one.isFallback === other.isFallback && JSON.stringify(one.rules) === JSON.stringify(other.rules);
}
