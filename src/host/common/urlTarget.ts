import { t } from '../../core/base/l10n.ts';
import type { UrlTarget } from '../../core/view/viewEntry.ts';

/**
 * What a user has to see of an address before going there: the host that the browser will talk to, and what is odd
 * about it (acp C98, C101). Read by the same parser that opens it.
 * @param text http or https
 */
export function urlTarget(text: string): UrlTarget {
	const url = URL.parse(text);
	if (url === null) return { host: '', warnings: [t('This is no address that can be opened.')] };
	const isPunycode = url.hostname.split('.').some((label) => label.startsWith('xn--'));
	const warnings = [
		url.username === '' && url.password === ''
			? undefined
			: t('What stands before "@" is not the site: the browser goes to {0}.', url.host),
		url.protocol === 'http:' && !isLocal(url.hostname) ? t('The connection is not encrypted.') : undefined,
		isPunycode
			? t('The name has letters that are not plain ones (Punycode): it may look like another site.')
			: undefined,
		isPunycode || writtenHost(text) === url.hostname
			? undefined
			: t('It is written in a way that hides where it leads: the browser goes to {0}.', url.host),
		/^(\[[\da-f:.]+\]|[\d.]+)$/iu.test(url.hostname) && !isLocal(url.hostname)
			? t('It is a bare number, not the name of a site.')
			: undefined,
	];
	return { host: url.host, warnings: warnings.filter((warning) => warning !== undefined) };
}

/**
 * What is opened for an address: its normalised spelling, which every parser reads in the same way. VS Code and the
 * browser take backslashes and characters before "@" apart differently. Undefined for what is no web page.
 */
export function openableUrl(text: string): string | undefined {
	const url = URL.parse(text);
	return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined;
}

/** The host as a person reads it off the text. */
function writtenHost(text: string): string {
	const authority = /^[a-z]+:\/\/([^/?#]*)/iu.exec(text)?.[1] ?? '';
	return authority
		.slice(authority.lastIndexOf('@') + 1)
		.replace(/:\d*$/u, '')
		.toLowerCase();
}

function isLocal(host: string): boolean {
	return host === 'localhost' || host.endsWith('.localhost') || host === '127.0.0.1' || host === '[::1]';
}
