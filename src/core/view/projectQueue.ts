import { t } from '../base/l10n.ts';
import type { Content } from '../session/model/content.ts';
import type { QueuedPrompt } from '../session/model/turnState.ts';
import type { ViewQueuedPrompt } from './viewSession.ts';

/** A prompt in the queue is there to be recognised: its whole text comes back when it is taken back. */
const maxChars = 2000;

/** The prompts that wait, first in line first. */
export function projectQueue(queue: readonly QueuedPrompt[]): readonly ViewQueuedPrompt[] {
	return queue.map(({ id, content, place, isNext }) => ({
		id,
		text: queuedText(content),
		place,
		...(isNext === undefined ? {} : { isNext }),
	}));
}

function queuedText(content: readonly Content[]): string {
	const text = content
		.map(partText)
		.filter((part) => part !== '')
		.join(' ');
	return text.length > maxChars ? `${text.slice(0, maxChars)}…` : text;
}

/** Text as it is, anything else by its name in brackets. */
function partText(content: Content): string {
	switch (content.type) {
		case 'text':
			return content.attached === undefined ? content.text.trim() : `[${content.attached.name}]`;
		case 'resource_link':
			return t('[file {0}]', content.name);
		case 'resource':
			return t('[file {0}]', content.uri.split('/').findLast((part) => part !== '') ?? content.uri);
		case 'image':
		case 'audio':
			return content.type === 'image' ? t('[image]') : t('[audio]');
		case 'unknown':
			return `[${content.kind}]`;
	}
}
