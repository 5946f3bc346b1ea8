/** A message of the user, as a Pioneer gateway takes it. */
import type { Content } from '../../session/model/content.ts';

/** Offsets count bytes; nothing is marked. Paths of this machine mean nothing to a gateway: they go as words. */
export function encodeInput(content: Content): readonly object[] {
	switch (content.type) {
		case 'text':
			return [text(content.text)];
		case 'resource_link':
			return [text(`[${content.name}](${content.uri})`)];
		case 'resource':
			return content.text === undefined ? [] : [text(`${content.uri}:\n\n${content.text}`)];
		default:
			return [];
	}
}

function text(words: string): object {
	return { type: 'text', text: words, textElements: [] };
}
