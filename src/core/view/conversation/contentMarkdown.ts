import { t } from '../../base/l10n.ts';
import * as limits from '../../base/limits.ts';
import { lastPart } from '../../base/uriName.ts';
import type { Content } from '../../session/model/content.ts';
import { clippedText } from '../visibleText.ts';
import { base64Bytes, formatBytes } from '../quantities.ts';
import { isForUser } from '../projectContent.ts';
import { embeddedMarkdown } from './embeddedMarkdown.ts';
import { codeSpan, fenced, prose } from './markdownText.ts';

/** Content as a part of a document. What is not text is named. @param maxChars of each text */
export function contentMarkdown(list: readonly Content[], maxChars: number = limits.toolOutputChars): string {
	return list
		.filter(isForUser)
		.map((content) => partMarkdown(content, maxChars))
		.filter((part) => part !== '')
		.join('\n\n');
}

function partMarkdown(content: Content, maxChars: number): string {
	if (content.type === 'text') return embeddedMarkdown(clippedText(content.text, maxChars));
	if (content.type === 'resource' && content.text !== undefined)
		return `${codeSpan(content.uri)}\n\n${fenced(clippedText(content.text, maxChars))}`;
	const name = `*${prose(contentName(content))}*`;
	return content.type === 'resource_link' ? `${name} ${codeSpan(content.uri)}` : name;
}

/** Text as it was written, to be copied; other kinds of content by their name in brackets. */
export function contentSource(list: readonly Content[]): string {
	return list
		.filter(isForUser)
		.map((content) => (content.type === 'text' ? content.text : `[${contentName(content)}]`))
		.join('\n\n');
}

/** Content that is not text, in words. */
function contentName(content: Content): string {
	switch (content.type) {
		case 'text':
			return t('text');
		case 'resource_link':
			return content.title ?? content.name;
		case 'resource':
			return lastPart(content.uri);
		case 'image':
			return t('image, {0}, {1}', content.mimeType, formatBytes(base64Bytes(content.data)));
		case 'audio':
			return t('audio, {0}, {1}', content.mimeType, formatBytes(base64Bytes(content.data)));
		case 'unknown':
			return t('content of kind {0}', content.kind);
	}
}
