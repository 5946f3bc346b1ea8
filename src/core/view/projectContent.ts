import type { Content } from '../session/model/content.ts';
import { base64Bytes } from './quantities.ts';
import type { ViewContent } from './viewEntry.ts';

/** What the user is shown of a list: what is meant for the model alone is left out (acp C125). */
export function viewContents(list: readonly Content[]): readonly ViewContent[] {
	return list.filter(isForUser).map(viewContent);
}

/** Content without what the view has no use for. */
export function viewContent(content: Content): ViewContent {
	if (content.type !== 'audio') return content;
	const { type, mimeType, data } = content;
	return { type, mimeType, bytes: base64Bytes(data) };
}

/** False for content that the agent marked as being for the model only (acp C125). */
export function isForUser({ annotations }: Content): boolean {
	const audience = annotations?.audience ?? [];
	return audience.length === 0 || audience.includes('user');
}

/** What the user wrote: the text of a prompt without what says in words what they attached. */
export function writtenText(list: readonly (Content | ViewContent)[]): string {
	return list.map((part) => (part.type === 'text' && part.attached === undefined ? part.text : '')).join('');
}
