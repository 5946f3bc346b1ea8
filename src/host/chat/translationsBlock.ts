import type { Translations } from '../../core/base/l10n.ts';

/**
 * Markup with what the page's own copy of `t` is told (`webview/main.ts`): data, which no engine runs. Nothing
 * where there are no translations, as in English.
 * @param nonce of the page's policy
 */
export function translationsBlock(translations: Translations, nonce: string): string {
	if (Object.keys(translations).length === 0) return '';
	// No text can end the block.
	const data = JSON.stringify(translations).replaceAll('<', String.raw`\u003c`);
	return `<script nonce="${nonce}" type="application/json" id="translations">${data}</script>\n`;
}
