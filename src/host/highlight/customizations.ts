/** The user's own colours: the setting `editor.tokenColorCustomizations`, read as VS Code reads it. */
import { type Fields, isFields } from '../../core/base/fields.ts';
import { readTokenRules, readTokenSettings, type TokenRule } from './tokenRule.ts';

const groups: Readonly<Record<string, readonly string[]>> = {
	comments: ['comment', 'punctuation.definition.comment'],
	strings: ['string', 'meta.embedded.assembly'],
	keywords: ['keyword - keyword.operator', 'keyword.control', 'storage', 'storage.type'],
	numbers: ['constant.numeric'],
	types: ['entity.name.type', 'entity.name.class', 'support.type', 'support.class'],
	functions: ['entity.name.function', 'support.function'],
	variables: ['variable', 'entity.name.variable'],
};

/**
 * The rules that come after those of the theme.
 * @param setting the value of the setting
 * @param theme what settings call the theme that is on
 */
export function customRules(setting: unknown, theme: string | undefined): readonly TokenRule[] {
	if (!isFields(setting)) return [];
	const ofTheme = Object.entries(setting)
		.filter(([key]) => theme !== undefined && names(key).some((name) => isMatch(name, theme)))
		.map(([, block]) => block)
		.filter(isFields);
	return [setting, ...ofTheme].flatMap(rulesOf);
}

/** Groups first, so that rules about scopes win. */
function rulesOf(block: Fields): readonly TokenRule[] {
	const grouped = Object.entries(groups)
		.filter(([group]) => block[group] !== undefined)
		.map(([group, scopes]) => ({ scope: [...scopes], settings: readTokenSettings(block[group]) }));
	return [...grouped, ...readTokenRules(block['textMateRules'])];
}

/** The themes that a key such as `[Monokai][*Dark*]` is about. */
function names(key: string): readonly string[] {
	return /^\[.*\]$/s.test(key) ? [...key.matchAll(/\[(.+?)\]/g)].map(([, name]) => name ?? '') : [];
}

function isMatch(pattern: string, theme: string): boolean {
	const isOpenBefore = pattern.startsWith('*');
	const isOpenAfter = pattern.endsWith('*');
	if (isOpenBefore && isOpenAfter) return theme.includes(pattern.slice(1, -1));
	if (isOpenAfter) return theme.startsWith(pattern.slice(0, -1));
	return isOpenBefore ? theme.endsWith(pattern.slice(1)) : theme === pattern;
}
