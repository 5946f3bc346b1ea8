/** Parts of the page of a chat view that are text alone: no VS Code, so that tests can load them. */
import type { Translations } from '../../core/base/l10n.ts';

/**
 * The Content-Security-Policy of a chat view: our own scripts, styles and font, images from data, and no request at
 * all (hazards E1, E2). https://code.visualstudio.com/api/extension-guides/webview#content-security-policy
 * @param source where styles and fonts may come from
 * @param nonce of the scripts that may run
 */
export function viewPolicy(source: string, nonce: string): string {
	return [
		`default-src 'none'`,
		`script-src 'nonce-${nonce}'`,
		`style-src ${source}`,
		`font-src ${source}`,
		`img-src data:`,
		`form-action 'none'`,
		`base-uri 'none'`,
		`require-trusted-types-for 'script'`,
		`trusted-types lit-html`,
	].join('; ');
}

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
