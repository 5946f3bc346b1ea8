import type { ContentBlock } from '@agentclientprotocol/sdk/unstable';
import { AgentError } from '../../base/errors.ts';
import { sentence } from '../../base/sentence.ts';
import type { Annotations, Content, ResourceContent } from '../../session/model/content.ts';
import type { AgentCapabilities } from '../../session/model/capabilities.ts';
import type { Decoded } from '../decoder.ts';
import { stringAt } from '../../base/json.ts';
import { nameOfUri } from '../../base/uriName.ts';

/** The part of a version's decoder that reads content. */
export interface ContentDecoder {
	decode(root: 'ContentBlock', value: unknown): Decoded<ContentBlock>;
}

/**
 * A content block of the wire as the model has it.
 * A kind we do not know, or a known one that is malformed, becomes a placeholder that names it (acp C65, C124).
 * @returns undefined when it is no content block at all
 */
export function decodeContent(decoder: ContentDecoder, raw: unknown): Content | undefined {
	const kind = stringAt(raw, 'type');
	if (kind === undefined) return undefined;
	// A schema that is open for more takes every kind.
	const decoded = kinds.has(kind) ? decoder.decode('ContentBlock', raw) : undefined;
	return decoded?.ok === true ? toContent(decoded.value) : { type: 'unknown', kind };
}

/** The content of a list; what is no content is left out. */
export function contentsOf(decoder: ContentDecoder, items: readonly unknown[]): Content[] {
	return items.map((item) => decodeContent(decoder, item)).filter((content) => content !== undefined);
}

/** The content of a message: null and an empty list clear, a list replaces; what is left out or malformed keeps. */
export function contentPatch(
	decoder: ContentDecoder,
	raw: unknown,
): { readonly content?: readonly Content[] } {
	if (raw === null) return { content: [] };
	return Array.isArray(raw) ? { content: contentsOf(decoder, raw) } : {};
}

const kinds: ReadonlySet<string> = new Set<ContentBlock['type']>([
	'text',
	'image',
	'audio',
	'resource_link',
	'resource',
]);

function toContent(block: ContentBlock): Content {
	const annotations = toAnnotations(block.annotations);
	return { ...toPlainContent(block), ...(annotations === undefined ? {} : { annotations }) };
}

/** Empty annotations say nothing, so they are none. */
function toAnnotations(raw: ContentBlock['annotations']): Annotations | undefined {
	const audience = raw?.audience?.filter((role) => role === 'user' || role === 'assistant') ?? [];
	const annotations = {
		...(audience.length > 0 ? { audience } : {}),
		...(typeof raw?.priority === 'number' ? { priority: raw.priority } : {}),
		...(typeof raw?.lastModified === 'string' ? { lastModified: raw.lastModified } : {}),
	};
	return Object.keys(annotations).length > 0 ? annotations : undefined;
}

function toPlainContent(block: ContentBlock): Content {
	switch (block.type) {
		case 'text':
			return { type: 'text', text: block.text };
		case 'image':
			return { type: 'image', mimeType: block.mimeType, data: block.data };
		case 'audio':
			return { type: 'audio', mimeType: block.mimeType, data: block.data };
		case 'resource_link':
			return {
				type: 'resource_link',
				uri: block.uri,
				name: block.name,
				...(typeof block.title === 'string' ? { title: block.title } : {}),
				...(typeof block.description === 'string' ? { description: block.description } : {}),
				...(typeof block.size === 'number' ? { size: block.size } : {}),
				...mimeTypeOf(block),
			};
		case 'resource': {
			const { resource } = block;
			const body = 'text' in resource ? { text: resource.text } : { blobBytes: bytesOf(resource.blob) };
			return { type: 'resource', uri: resource.uri, ...mimeTypeOf(resource), ...body };
		}
	}
}

/** Bytes that base64 stands for, give or take its padding. */
function bytesOf(base64: string): number {
	return Math.floor((base64.length * 3) / 4);
}

function mimeTypeOf(from: { mimeType?: string | null }): { mimeType?: string } {
	return typeof from.mimeType === 'string' ? { mimeType: from.mimeType } : {};
}

/**
 * What the user sends, as content blocks of the wire. Only kinds the agent advertised go out (acp C48): an embedded
 * resource falls back to a link (acp C49), the rest is refused.
 * @throws AgentError `unsupported` for content that this agent does not take
 */
export function encodePrompt(content: readonly Content[], capabilities: AgentCapabilities): ContentBlock[] {
	const first = content.findIndex(({ type }) => type === 'text');
	return content.map((item, at) => encodeContent(at > first ? apart(item) : item, capabilities));
}

/** Models read the texts of a prompt one right after the other: what was attached in words is no part of the last one. */
function apart(content: Content): Content {
	const isInWords = content.type === 'text' && content.attached !== undefined;
	return isInWords ? { ...content, text: `\n\n${content.text}` } : content;
}

function encodeContent(content: Content, capabilities: AgentCapabilities): ContentBlock {
	switch (content.type) {
		case 'text':
			return { type: 'text', text: content.text };
		case 'resource_link': {
			const { uri, name, title, size } = content;
			return {
				type: 'resource_link',
				uri,
				name,
				...(title === undefined ? {} : { title }),
				...(size === undefined ? {} : { size }),
				...mimeTypeOf(content),
			};
		}
		case 'resource':
			return encodeResource(content, capabilities);
		case 'image':
			if (!capabilities.promptImage)
				throw new AgentError('unsupported', sentence('This agent does not take images.'));
			return { type: 'image', mimeType: content.mimeType, data: content.data };
		case 'audio':
			if (!capabilities.promptAudio)
				throw new AgentError('unsupported', sentence('This agent does not take audio.'));
			return { type: 'audio', mimeType: content.mimeType, data: content.data };
		case 'unknown':
			throw new AgentError('unsupported', sentence('Content of kind "{0}" cannot be sent.', content.kind));
	}
}

function encodeResource(content: ResourceContent, capabilities: AgentCapabilities): ContentBlock {
	const { uri, text } = content;
	if (capabilities.promptEmbeddedContext && text !== undefined) {
		return { type: 'resource', resource: { uri, text, ...mimeTypeOf(content) } };
	}
	return {
		type: 'resource_link',
		uri,
		name: nameOfUri(uri.replace(/[?#].*$/, '')) || uri,
		...mimeTypeOf(content),
	};
}
