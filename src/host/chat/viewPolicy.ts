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
