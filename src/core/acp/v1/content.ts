import type { ContentBlock } from '@agentclientprotocol/sdk/unstable';
import { AgentError } from '../../base/errors.ts';
import type { Content, ResourceContent } from '../../session/content.ts';
import type { AgentCapabilities } from '../../session/model.ts';
import { isJsonObject, stringAt } from '../json.ts';
import type { V1Decoder } from './types.ts';

/**
 * A content block of the wire as the model has it.
 * A kind we do not know, or a known one that is malformed, becomes a placeholder that names it (acp C65, C124).
 * @returns undefined when it is no content block at all
 */
export function decodeContent(decoder: V1Decoder, raw: unknown): Content | undefined {
	const decoded = decoder.decode('ContentBlock', raw);
	if (decoded.ok) return toContent(decoded.value);
	const kind = isJsonObject(raw) ? stringAt(raw, 'type') : undefined;
	return kind === undefined ? undefined : { type: 'unknown', kind };
}

function toContent(block: ContentBlock): Content {
	switch (block.type) {
		case 'text':
			return { type: 'text', text: block.text };
		case 'image':
			return { type: 'image', mimeType: block.mimeType, data: block.data };
		case 'audio':
			return { type: 'audio', mimeType: block.mimeType };
		case 'resource_link':
			return {
				type: 'resource_link',
				uri: block.uri,
				name: block.name,
				...(typeof block.title === 'string' ? { title: block.title } : {}),
				...mimeTypeOf(block),
			};
		case 'resource': {
			const { resource } = block;
			const text = 'text' in resource ? { text: resource.text } : {};
			return { type: 'resource', uri: resource.uri, ...mimeTypeOf(resource), ...text };
		}
	}
}

function mimeTypeOf(from: { mimeType?: string | null }): { mimeType?: string } {
	return typeof from.mimeType === 'string' ? { mimeType: from.mimeType } : {};
}

/**
 * What the user sends, as content blocks of the wire. Only kinds the agent advertised go out (acp C48): an embedded
 * resource falls back to a link (acp C49), the rest is refused.
 * @throws AgentError `denied` for content that this agent does not take
 */
export function encodePrompt(content: readonly Content[], capabilities: AgentCapabilities): ContentBlock[] {
	return content.map((item) => encodeContent(item, capabilities));
}

function encodeContent(content: Content, capabilities: AgentCapabilities): ContentBlock {
	switch (content.type) {
		case 'text':
			return { type: 'text', text: content.text };
		case 'resource_link': {
			const title = content.title === undefined ? {} : { title: content.title };
			return {
				type: 'resource_link',
				uri: content.uri,
				name: content.name,
				...title,
				...mimeTypeOf(content),
			};
		}
		case 'resource':
			return encodeResource(content, capabilities);
		case 'image':
			if (!capabilities.promptImage) throw new AgentError('denied', 'This agent does not take images.');
			return { type: 'image', mimeType: content.mimeType, data: content.data };
		case 'audio':
			throw new AgentError('denied', 'Audio cannot be sent.');
		case 'unknown':
			throw new AgentError('denied', `Content of kind "${content.kind}" cannot be sent.`);
	}
}

function encodeResource(content: ResourceContent, capabilities: AgentCapabilities): ContentBlock {
	const { uri, text } = content;
	if (capabilities.promptEmbeddedContext && text !== undefined) {
		return { type: 'resource', resource: { uri, text, ...mimeTypeOf(content) } };
	}
	return { type: 'resource_link', uri, name: lastSegment(uri), ...mimeTypeOf(content) };
}

function lastSegment(uri: string): string {
	const segment =
		uri
			.replace(/[?#].*$/, '')
			.split('/')
			.findLast((part) => part !== '') ?? uri;
	try {
		return decodeURIComponent(segment);
	} catch {
		return segment;
	}
}
