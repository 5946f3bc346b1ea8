import * as vscode from 'vscode';
import { setTranslations } from '../../core/base/l10n.ts';

/**
 * From now on everything is said in the language of the window, or in English where there is no bundle for it. To be
 * called before anything is shown.
 */
export function useWindowLanguage(): void {
	const { bundle } = vscode.l10n;
	if (bundle !== undefined) setTranslations(bundle, vscode.env.language);
}
