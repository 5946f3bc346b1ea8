import { customRules } from './customizations.ts';
import type { ContributedTheme } from './contributions.ts';
import { fallbackRules } from './fallbackRules.ts';
import type { ReadPackaged } from './packagedFile.ts';
import { activeTheme, settingsName, type ThemeKind, type ThemeSettings } from './themeChoice.ts';
import { readThemeFile } from './themeFile.ts';
import type { TokenRule } from './tokenRule.ts';
import type { TokenTheme } from './tokenTheme.ts';

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
