import { createLink, isLiveHref, type OpenLink } from './links.ts';

/**
 * A file with a line, such as `src/a.ts:12`, `C:\a.ts:12:3` or `a.ts#L12`. It begins where no path goes on, so that a
 * long word costs no more than its length, and not behind what hides.
 */
const fileWithLine =
	/(?<![\w.@+\\/:\p{Cf}-])(?:[a-z]:[\\/])?[\w.@+\\/-]*\.[a-z]\w{0,9}(?::\d{1,7}(?::\d{1,5})?|#L\d{1,7})(?![\w/\\\p{Cf}])/giu;

/** A server and its port. */
const host = /^[\w.-]+\.(?:com|org|net|io|dev|local):\d+$/iu;

/** Text with what looks like a place in a file as links. Whether there is such a file the host finds out (hazard E3). */
export function pathLinks(text: string, openLink: OpenLink): readonly (Node | string)[] {
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
