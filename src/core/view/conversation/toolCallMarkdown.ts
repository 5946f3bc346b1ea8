import { t } from '../../base/l10n.ts';
import type { ToolCallEntry } from '../../session/model/entry.ts';
import type { SessionState } from '../../session/model/sessionState.ts';
import type { ToolContent } from '../../session/model/toolContent.ts';
import { shownContent, terminalLabel } from '../projectToolCall.ts';
import { commandOf } from '../rawText.ts';
import { commandEnd, commandOutput } from './commandOutput.ts';
import { contentMarkdown } from './contentMarkdown.ts';
import { diffText } from './diffText.ts';
import { callState, changeName, kindName, placeName } from './entryWords.ts';
import { codeSpan, fenced, prose, quoted } from './markdownText.ts';

type Label = (path: string) => string;

/** A tool call: what, where and how it ended in one paragraph, then what came of it. */
export function toolCallMarkdown(state: SessionState, call: ToolCallEntry, label: Label): string {
	const content = shownContent(state, call);
	const parts = content.map((item) => itemMarkdown(state, call, item, label));
	return [headOf(call), placesOf(call, label), commandLine(call, content), ...parts]
		.filter((part) => part !== '')
		.join('\n\n');
}

function headOf(call: ToolCallEntry): string {
	const title = call.title === '' ? '' : ` ${prose(call.title)}`;
	return `**${kindName(call)}:**${title} — *${prose(callState(call))}*`;
}

function placesOf({ locations, title }: ToolCallEntry, label: Label): string {
	const names = new Set(locations.map((location) => placeName(location, label)));
	return [...names]
		.filter((name) => !title.includes(name))
		.map((name) => codeSpan(name))
		.join(', ');
}

/** The command, where neither the title nor a terminal says it. */
function commandLine({ kind, rawInput, title }: ToolCallEntry, content: readonly ToolContent[]): string {
	const command = kind === 'execute' ? commandOf(rawInput) : undefined;
	if (command === undefined || title.includes(command)) return '';
	return content.some(({ type }) => type === 'terminal') ? '' : fenced(`$ ${command}`, 'console');
}

function itemMarkdown(state: SessionState, call: ToolCallEntry, item: ToolContent, label: Label): string {
	switch (item.type) {
		case 'content': {
			const markdown = contentMarkdown([item.content]);
			return markdown === '' ? '' : quoted(markdown);
		}
		case 'diff':
		case 'file_change': {
			const text = diffText(item);
			const name = prose(changeName(item, label));
			return text === '' ? name : `${name}\n\n${fenced(text, 'diff')}`;
		}
		case 'terminal':
			return terminalMarkdown(state, call, item.terminalId);
	}
}

function terminalMarkdown(state: SessionState, call: ToolCallEntry, terminalId: string): string {
	const terminal = state.terminals.get(terminalId);
	const command = `$ ${terminalLabel(call, terminal)}`;
	if (terminal === undefined) return fenced(command, 'console');
	const { text, isCut } = commandOutput(terminal);
	const lines = [
		command,
		...(isCut ? [t('… earlier output is left out')] : []),
		...(text === '' ? [] : [text]),
	];
	const end = commandEnd(terminal) ?? t('still running');
	return `${fenced(lines.join('\n'), 'console')}\n\n*${prose(end)}*`;
}
