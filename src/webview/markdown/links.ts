import { element } from '../page/dom.ts';
import { revealHidden, visibleText } from '../../core/view/visibleText.ts';

/** Hands the target of a link, exactly as written, to the host. */
export type OpenLink = (href: string) => void;

/**
 * A file with a line, such as `src/a.ts:12`, `C:\a.ts:12:3` or `a.ts#L12`. It begins where no path goes on, so that a
 * long word costs no more than its length, and not behind what hides.
 */
const fileWithLine =
	/(?<![\w.@+\\/:\p{Cf}-])(?:[a-z]:[\\/])?[\w.@+\\/-]*\.[a-z]\w{0,9}(?::\d{1,7}(?::\d{1,5})?|#L\d{1,7})(?![\w/\\\p{Cf}])/giu;

/** What stands in each of them: nearly no text has it, and to look for it takes no time. */
const line = /[:L]\d/iu;

/** A server and its port. */
const host = /^[\w.-]+\.(?:com|org|net|io|dev|local):\d+$/iu;

/**
 * True for what may be a live link in untrusted text: http, https, mailto and paths of files (hazard E3).
 * Anything odd is not: other schemes, hidden characters, credentials in the address, a path with a host.
 */
export function isLiveHref(href: string): boolean {
	if (href === '' || href.length > 4096 || hasHidden(href)) return false;
	if (isFileWithLine(href) || /^[a-z]:[\\/]/i.test(href)) return true;
	const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(href)?.[1]?.toLowerCase();
	switch (scheme) {
		case 'http':
		case 'https':
			return isPlainWebAddress(href);
		case 'mailto':
			return /^mailto:[^\s@/?]+@[^\s@/?]+(\?[^\s]*)?$/i.test(href);
		case 'file':
			return /^file:\/\/\/[^?\\]+$/i.test(href) && isPath(href.slice('file://'.length));
		case undefined:
			return isPath(href);
		default:
			return false;
	}
}

/** A link that the host opens. It has no `href`: nothing but our own click handler can follow it. */
export function createLink(href: string, openLink: OpenLink): HTMLElement {
	const link = element('a', 'link');
	link.role = 'link';
	link.tabIndex = 0;
	link.title = visibleText(href);
	link.addEventListener('click', () => openLink(href));
	link.addEventListener('keydown', (event) => {
		if (event.key !== 'Enter') return;
		event.preventDefault();
		openLink(href);
	});
	return link;
}

/** Text with what looks like a place in a file as links. Whether there is such a file the host finds out (hazard E3). */
export function pathLinks(text: string, openLink: OpenLink): readonly (Node | string)[] {
	if (!line.test(text)) return [text];
	const nodes: (Node | string)[] = [];
	let end = 0;
	for (const { 0: path, index } of text.matchAll(fileWithLine)) {
		if (host.test(path) || !isLiveHref(path)) continue;
		const link = createLink(path, openLink);
		link.append(path);
		nodes.push(text.slice(end, index), link);
		end = index + path.length;
	}
	return [...nodes, text.slice(end)];
}

function hasHidden(href: string): boolean {
	return revealHidden(href).some((segment) => segment.isMarker);
}

/** `src/a.ts:12` and `a.ts:12:3`, which look like a scheme. A name with a dot, so `javascript:1` is none. */
function isFileWithLine(href: string): boolean {
	return /^[\w-]*\.[\w.-]+:\d+(:\d+)?$/.test(href);
}

function isPlainWebAddress(href: string): boolean {
	if (!/^https?:\/\/[^/\\@\s]+([/?#]|$)/i.test(href)) return false;
	try {
		const url = new URL(href);
		return url.username === '' && url.password === '' && url.hostname !== '';
	} catch {
		return false;
	}
}

function isPath(href: string): boolean {
	if (/^(\/\/|\\|[#?&])/.test(href)) return false;
	const decoded = tryDecode(href);
	if (decoded === undefined || hasHidden(decoded)) return false;
	// A colon is only for a line number: `a.ts:12`. Encoded or not, it must not make a scheme.
	if (decoded.split('/').includes('..') && decoded.startsWith('/')) return false;
	return (
		!/:(?!\d+(:\d+)?$)/.test(decoded.replace(/^\/[a-z]:/i, '')) &&
		!decoded.startsWith('//') &&
		!/[<>"|*]/.test(decoded)
	);
}

function tryDecode(text: string): string | undefined {
	try {
		return decodeURIComponent(text);
	} catch {
		return undefined;
	}
}
