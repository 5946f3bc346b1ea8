import type { Content } from '../session/model/content.ts';
import type { ViewContent } from './viewEntry.ts';

/** What the user wrote: the text of a prompt without what says in words what they attached. */
export function writtenText(list: readonly (Content | ViewContent)[]): string {
	return list.map((part) => (part.type === 'text' && part.attached === undefined ? part.text : '')).join('');
}
