import * as vscode from 'vscode';
import type { ThemeKind, ThemeSettings } from './themeChoice.ts';

const customizationSetting = 'editor.tokenColorCustomizations';

const names = {
	colorTheme: 'workbench.colorTheme',
	preferredDark: 'workbench.preferredDarkColorTheme',
	preferredLight: 'workbench.preferredLightColorTheme',
	preferredHighContrast: 'workbench.preferredHighContrastColorTheme',
	preferredHighContrastLight: 'workbench.preferredHighContrastLightColorTheme',
} as const;

export function themeSettings(): ThemeSettings {
	const settings = vscode.workspace.getConfiguration();
	const text = (name: string): string => settings.get<string>(name) ?? '';
	return {
		colorTheme: text(names.colorTheme),
		preferredDark: text(names.preferredDark),
		preferredLight: text(names.preferredLight),
		preferredHighContrast: text(names.preferredHighContrast),
		preferredHighContrastLight: text(names.preferredHighContrastLight),
		detectsColorScheme: settings.get('window.autoDetectColorScheme') === true,
		detectsHighContrast: settings.get('window.autoDetectHighContrast') !== false,
	};
}

export function customizations(): unknown {
	return vscode.workspace.getConfiguration().get(customizationSetting);
}

const kinds: Readonly<Record<vscode.ColorThemeKind, ThemeKind>> = {
	[vscode.ColorThemeKind.Light]: 'light',
	[vscode.ColorThemeKind.Dark]: 'dark',
	[vscode.ColorThemeKind.HighContrast]: 'high_contrast',
	[vscode.ColorThemeKind.HighContrastLight]: 'high_contrast_light',
};

export function themeKind(): ThemeKind {
	return kinds[vscode.window.activeColorTheme.kind];
}

/** Fires when another theme may be on, or its colours may be others. */
export function onDidChangeTheme(listener: () => void): vscode.Disposable {
	const watched = [
		...Object.values(names),
		'window.autoDetectColorScheme',
		'window.autoDetectHighContrast',
		customizationSetting,
	];
	return vscode.Disposable.from(
		vscode.window.onDidChangeActiveColorTheme(listener),
		vscode.workspace.onDidChangeConfiguration((event) => {
			if (watched.some((name) => event.affectsConfiguration(name))) listener();
		}),
	);
}
