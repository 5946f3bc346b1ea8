import { isJsonObject, type JsonObject } from '../../core/base/json.ts';
import type { ContributedTheme, ReadPackaged } from './contributions.ts';
import { fallbackRules } from './fallbackRules.ts';
import { activeTheme, settingsName, type ThemeKind, type ThemeSettings } from './themeChoice.ts';
import { readThemeFile } from './themeFile.ts';
import { readTokenRules, readRuleStyle, type TokenRule, type TokenTheme } from './tokenRule.ts';

export interface ThemeSources {
	readonly themes: readonly ContributedTheme[];
	readonly settings: ThemeSettings;
	readonly kind: ThemeKind;
	/** The value of `editor.tokenColorCustomizations`. */
	readonly customizations: unknown;
	readonly read: ReadPackaged;
	readonly log: (line: string) => void;
}

/** The colours of the theme that is on; the ones that follow VS Code's variables if it cannot be read. */
export async function resolveTheme(sources: ThemeSources): Promise<TokenTheme> {
	const theme = activeTheme(sources.themes, sources.settings, sources.kind);
	const rules = theme === undefined ? undefined : await rulesOf(theme, sources);
	if (theme === undefined || rules === undefined) return { rules: fallbackRules, isFallback: true };
	return {
		rules: [...rules, ...customRules(sources.customizations, settingsName(theme))],
		isFallback: false,
	};
}

async function rulesOf(
	theme: ContributedTheme,
	{ read, log }: ThemeSources,
): Promise<readonly TokenRule[] | undefined> {
	try {
		return await readThemeFile(theme.file, read);
	} catch (error) {
		log(`The colour theme ${theme.label} cannot be read: ${String(error)}`);
		return undefined;
	}
}

/** Groups of scopes that the setting `editor.tokenColorCustomizations` has names for. */
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
 * The user's own colours, read as VS Code reads them: rules that come after those of the theme.
 * @param setting the value of the setting
 * @param theme what settings call the theme that is on
 */
export function customRules(setting: unknown, theme: string | undefined): readonly TokenRule[] {
	if (!isJsonObject(setting)) return [];
	const ofTheme = Object.entries(setting)
		.filter(([key]) => theme !== undefined && names(key).some((name) => isMatch(name, theme)))
		.map(([, block]) => block)
		.filter(isJsonObject);
	return [setting, ...ofTheme].flatMap(rulesOfBlock);
}

/** Groups first, so that rules about scopes win. */
function rulesOfBlock(block: JsonObject): readonly TokenRule[] {
	const grouped = Object.entries(groups)
		.filter(([group]) => block[group] !== undefined)
		.map(([group, scopes]) => ({ scope: [...scopes], settings: readRuleStyle(block[group]) }));
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
