import { isFields } from '../../core/base/fields.ts';
import { isStrings } from '../settings/jsonShapes.ts';

/** Says how text of some scopes looks. Later rules win over earlier ones that are as specific. */
export interface TokenRule {
	/** Selectors of scopes. */
	readonly scope: string | string[];
	readonly settings: TokenSettings;
}

export interface TokenSettings {
	/** `#rgb`, `#rrggbb`, each with or without alpha. */
	readonly foreground?: string;
	/** Words such as `bold italic`; empty text takes them away. */
	readonly fontStyle?: string;
}

/** The rules in a list of somebody else's. What is none, or has no scope, is left out (as VS Code does). */
export function readTokenRules(list: unknown): readonly TokenRule[] {
	if (!Array.isArray(list)) return [];
	return list.filter(isFields).flatMap(({ scope, settings }) => {
		const isScope = (typeof scope === 'string' && scope !== '') || isStrings(scope);
		return isScope && isFields(settings) ? [{ scope, settings: readTokenSettings(settings) }] : [];
	});
}

export function readTokenSettings(raw: unknown): TokenSettings {
	if (typeof raw === 'string') return { foreground: raw };
	if (!isFields(raw)) return {};
	const { foreground, fontStyle } = raw;
	return {
		...(typeof foreground === 'string' ? { foreground } : {}),
		...(typeof fontStyle === 'string' ? { fontStyle } : {}),
	};
}

/** The colours to use: the rules of a theme, or the ones that stand for variables of VS Code. */
export interface TokenTheme {
	readonly rules: readonly TokenRule[];
	readonly isFallback: boolean;
}

export function isSameTheme(one: TokenTheme, other: TokenTheme): boolean {
	return one.isFallback === other.isFallback && JSON.stringify(one.rules) === JSON.stringify(other.rules);
}
