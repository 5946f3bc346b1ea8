import { t } from '../../base/l10n.ts';
import * as limits from '../../base/limits.ts';
import type { Entry } from '../../session/model/entry.ts';
import type { SessionState } from '../../session/model/sessionState.ts';
import { sessionTitle } from '../projectSession.ts';
import { entryMarkdown } from './entryMarkdown.ts';
import { codeSpan, prose } from './markdownText.ts';
import { leftOutText, newestParts } from './newestParts.ts';

/** The speaker. Entries without one, such as a notice of ours, get no heading of their own. */
type Speaker = 'user' | 'agent' | undefined;

/**
 * The conversation as a Markdown document: a heading for each turn to speak, and everything that was said, done, asked
 * and answered. What is untrusted can neither end its part of the document nor hide another. Linear, and at most about
 * `maxChars` long: the oldest entries are left out then, and the document says so.
 * @param label how to show an absolute path
 */
export function conversationMarkdown(
	state: SessionState,
	label: (path: string) => string,
	maxChars: number = limits.conversationChars,
): string {
	const partOf = (entry: Entry) => {
		const text = entryMarkdown(state, entry, label);
		return text === '' ? undefined : { text, speaker: speakerOf(entry) };
	};
	const { parts, leftOut } = newestParts([...state.entries.values()], partOf, maxChars);
	const document = [...headOf(state)];
	if (leftOut > 0) document.push(`*${leftOutText(leftOut)}*`);
	let last: Speaker;
	for (const { text, speaker } of parts) {
		if (speaker === 'user') document.push(`## ${t('You')}`);
		else if (speaker === 'agent' && last !== 'agent') document.push(`## ${prose(state.agentTitle)}`);
		if (speaker !== undefined) last = speaker;
		document.push(text);
	}
	return `${document.join('\n\n')}\n`;
}

function headOf(state: SessionState): readonly string[] {
	const title = sessionTitle(state);
	return [
		`# ${title === '' ? t('Conversation') : prose(title)}`,
		t('A conversation with {0} in {1}', prose(state.agentTitle), codeSpan(state.cwd)),
	];
}

function speakerOf(entry: Entry): Speaker {
	if (entry.type === 'notice') return undefined;
	return entry.type === 'message' && entry.role === 'user' ? 'user' : 'agent';
}
