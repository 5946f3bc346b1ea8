/** What the demo agent says about the things that came with a prompt. */
import { basename } from 'node:path';
import type { ContentBlock } from '@agentclientprotocol/sdk';

/** A line of Markdown for each image, sound and embedded resource. */
export function describeAttachments(prompt: readonly ContentBlock[]): string[] {
	return prompt.flatMap((block) => {
		if (block.type === 'image') return `- I see an ${code(block.mimeType)} of ${sizeOf(block.data)}.`;
		if (block.type === 'audio') return `- I hear an ${code(block.mimeType)} of ${sizeOf(block.data)}.`;
		if (block.type !== 'resource') return [];
		const { resource } = block;
		const name = code(nameOf(resource.uri));
		if ('text' in resource) return `- I have read ${name}: ${linesOf(resource.text)}.`;
		return `- I got ${name}, which is ${sizeOf(resource.blob)} and no text.`;
	});
}

/** True for what can only be looked at or listened to. */
export function hasMedia(prompt: readonly ContentBlock[]): boolean {
	return prompt.some(({ type }) => type === 'image' || type === 'audio');
}

function nameOf(uri: string): string {
	const path = uri.replace(/[?#].*$/, '');
	try {
		return basename(decodeURIComponent(path)) || uri;
	} catch {
		return basename(path);
	}
}

function linesOf(text: string): string {
	const count = text === '' ? 0 : text.replace(/\r?\n$/, '').split('\n').length;
	return count === 1 ? '1 line' : `${count} lines`;
}

/** Of what base64 stands for. */
function sizeOf(base64: string): string {
	const bytes = Buffer.byteLength(base64, 'base64');
	return bytes < 1024 ? `${bytes} bytes` : `${Math.round(bytes / 1024)} KB`;
}

/** Untrusted words as inline code, so that nothing in them is Markdown. */
function code(text: string): string {
	return `\`${text.replaceAll(/[`\s]+/g, ' ')}\``;
}
