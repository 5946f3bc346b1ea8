import type { TokenRule } from './tokenRule.ts';

/** The colours to use: the rules of a theme, or the ones that stand for variables of VS Code. */
export interface TokenTheme {
	readonly rules: readonly TokenRule[];
	readonly isFallback: boolean;
}

export function isSameTheme(one: TokenTheme, other: TokenTheme): boolean {
	return one.isFallback === other.isFallback && JSON.stringify(one.rules) === JSON.stringify(other.rules);
}
