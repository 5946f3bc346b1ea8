/** A message of the user, as a Pioneer gateway takes it. */
import type { Content } from '../../session/model/content.ts';
import { pathFromUri } from '../threadFacts.ts';

/**
 * Offsets count bytes; nothing is marked. A file is mentioned by its path to a gateway of this machine; one elsewhere
 * hears its name only, since paths of this machine mean nothing there and are private.
 */
export function encodeInput(content: Content, isLocal: boolean): readonly object[] {
	switch (content.type) {
		case 'text':
			return [text(content.text)];
		case 'resource_link': {
			const { name, uri } = content;
			const path = pathFromUri(uri);
			if (path === undefined) return [text(`[${name}](${uri})`)];
			return [isLocal ? { type: 'mention', name, path } : text(name)];
		}
		case 'resource': {
			const path = pathFromUri(content.uri);
			const name = path === undefined || isLocal ? content.uri : path.slice(path.lastIndexOf('/') + 1);
			return content.text === undefined ? [] : [text(`${name}:\n\n${content.text}`)];
		}
		default:
			return [];
	}
}

function text(words: string): object {
	return { type: 'text', text: words, textElements: [] };
}
