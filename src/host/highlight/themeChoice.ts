/** Which colour theme is on. VS Code tells extensions only its kind, so the rest is read from the settings. */
import type { ContributedTheme } from './contributions.ts';

export type ThemeKind = 'light' | 'dark' | 'high_contrast' | 'high_contrast_light';

/** The settings that decide. */
export interface ThemeSettings {
	readonly colorTheme: string;
	readonly preferredDark: string;
	readonly preferredLight: string;
	readonly preferredHighContrast: string;
	readonly preferredHighContrastLight: string;
	readonly detectsColorScheme: boolean;
	readonly detectsHighContrast: boolean;
}

const kindOfUi: Readonly<Record<string, ThemeKind>> = {
	vs: 'light',
	'vs-dark': 'dark',
	'hc-black': 'high_contrast',
	'hc-light': 'high_contrast_light',
};

/** Names that VS Code gave to its own themes in other versions. */
const renamed: Readonly<Record<string, string>> = {
	'Default Dark Modern': 'Dark Modern',
	'Default Light Modern': 'Light Modern',
	'Default Dark+': 'Dark+',
	'Default Light+': 'Light+',
	'VS Code Dark': 'Dark 2026',
	'Experimental Dark': 'Dark 2026',
	'VS Code Light': 'Light 2026',
	'Experimental Light': 'Light 2026',
};

/**
 * The theme that is on.
 * @param kind of it, as VS Code says; a theme of another kind cannot be the one
 * @returns undefined if none that we know of fits: it may live on the user's side of a remote window
 */
export function activeTheme(
	themes: readonly ContributedTheme[],
	settings: ThemeSettings,
	kind: ThemeKind,
): ContributedTheme | undefined {
	return namesFor(settings, kind)
		.map((name) => themeNamed(themes, name))
		.find((theme) => theme !== undefined && kindOfUi[theme.uiTheme] === kind);
}

/** What settings call a theme. */
export function settingsName({ id, label }: ContributedTheme): string {
	return id ?? label;
}

/** The names that may be on, the likeliest first. */
function namesFor(settings: ThemeSettings, kind: ThemeKind): readonly string[] {
	const preferred = {
		light: settings.preferredLight,
		dark: settings.preferredDark,
		high_contrast: settings.preferredHighContrast,
		high_contrast_light: settings.preferredHighContrastLight,
	}[kind];
	const isHighContrast = kind === 'high_contrast' || kind === 'high_contrast_light';
	const detects = isHighContrast ? settings.detectsHighContrast : settings.detectsColorScheme;
	if (!detects) return [settings.colorTheme];
	// The system decides between light and dark; whether it asks for high contrast shows in the kind alone.
	return isHighContrast ? [settings.colorTheme, preferred] : [preferred, settings.colorTheme];
}

function themeNamed(themes: readonly ContributedTheme[], name: string): ContributedTheme | undefined {
	const other = renamed[name] ?? Object.keys(renamed).find((old) => renamed[old] === name);
	return (
		themes.find(({ id }) => id === name) ??
		themes.find(({ label }) => label === name) ??
		themes.find(({ id, label }) => other !== undefined && (id === other || label === other))
	);
}
