import { t } from '../../base/l10n.ts';
import * as limits from '../../base/limits.ts';
import type {
	CompactionEntry,
	ElicitationEntry,
	Entry,
	MessageEntry,
	NoticeEntry,
	PermissionEntry,
	PlanEntry,
	ToolCallEntry,
} from '../../session/model/entry.ts';
import type { SessionState } from '../../session/model/sessionState.ts';
import { formatDuration } from '../quantities.ts';
import { permissionTitle } from '../callTitle.ts';
import { clippedText } from '../visibleText.ts';
import { askedCallOf, detailsOf } from '../permissionSubject.ts';
import { subagentOf } from '../project.ts';
import { contentMarkdown } from './contentMarkdown.ts';
import * as words from '../entryWords.ts';
import { embeddedMarkdown } from './embeddedMarkdown.ts';
import { codeSpan, fenced, prose, quoted } from './markdownText.ts';
import type { ToolContent } from '../../session/model/toolContent.ts';
import { shownContent, terminalLabel } from '../projectToolCall.ts';
import { commandOf } from '../rawText.ts';
import { commandEnd, commandOutput } from './commandOutput.ts';
import { diffText } from './diffText.ts';
import { noticeWords, subagentTitle } from '../sayings.ts';

type Label = (path: string) => string;

/** One entry as Markdown that can stand among others; empty when there is nothing to show of it. */
export function entryMarkdown(state: SessionState, entry: Entry, label: Label): string {
	const markdown = aloneMarkdown(state, entry, label);
	const parent = state.entries.get(subagentOf(state, entry) ?? '');
	if (markdown === '' || parent?.type !== 'subagent') return markdown;
	return quoted(`*${words.subagentName(parent.kind)} ${prose(subagentTitle(parent))}*\n\n${markdown}`);
}

function aloneMarkdown(state: SessionState, entry: Entry, label: Label): string {
	switch (entry.type) {
		case 'message':
			return messageMarkdown(entry);
		case 'tool_call':
			return toolCallMarkdown(state, entry, label);
		case 'plan':
			return planMarkdown(entry);
		case 'permission':
			return permissionMarkdown(state, entry, label);
		case 'elicitation':
			return questionMarkdown(entry);
		case 'compaction':
			return compactionMarkdown(entry);
		case 'subagent': {
			const about = entry.description === undefined ? '' : `\n\n${prose(entry.description)}`;
			return `**${words.subagentName(entry.kind)}:** ${prose(subagentTitle(entry))} — *${words.subagentState(entry.state)}*${about}`;
		}
		case 'attempt':
			return quoted(`*${prose(words.attemptState(entry.attempts))}*`);
		case 'notice':
			return noticeMarkdown(entry);
	}
}

function messageMarkdown({ role, content, isUnsent, startedAt, endedAt }: MessageEntry): string {
	const markdown = contentMarkdown(content, limits.conversationChars);
	if (markdown === '') return '';
	if (role === 'agent') return markdown;
	if (role === 'user')
		return isUnsent === true ? `${quoted(markdown)}\n\n*${t('Not sent')}*` : quoted(markdown);
	const duration = formatDuration(endedAt - startedAt);
	return quoted(`*${words.thoughtName(duration)}*\n\n${markdown}`);
}

function planMarkdown({ items, document, isRemoved }: PlanEntry): string {
	const title = isRemoved === true ? `**${t('Plan')}** — *${t('removed')}*` : `**${t('Plan')}**`;
	const steps = items.map(({ content, status, priority }) => {
		const state =
			status === 'in_progress' || status === 'cancelled' ? ` — *${words.callStatus(status)}*` : '';
		const weight = priority === 'high' ? ` (${t('high')})` : '';
		return `- [${status === 'completed' ? 'x' : ' '}] ${prose(content)}${weight}${state}`;
	});
	const body = [documentMarkdown(document), steps.join('\n')].filter((part) => part !== '');
	return [title, ...body].join('\n\n');
}

function documentMarkdown(document: PlanEntry['document']): string {
	switch (document?.type) {
		case 'markdown':
			return quoted(embeddedMarkdown(clippedText(document.text)));
		case 'file':
			return codeSpan(document.uri);
		case 'other':
			return `*${t('A plan of kind {0}', prose(document.kind))}*`;
		case undefined:
			return '';
	}
}

function permissionMarkdown(state: SessionState, entry: PermissionEntry, label: Label): string {
	const title = permissionTitle(state, entry, label);
	const parts = detailsOf(entry, askedCallOf(state, entry), label);
	const isPlan = parts?.isMarkdown === true;
	const plan = isPlan ? [quoted(embeddedMarkdown(clippedText(parts.what)))] : [];
	const what = parts === undefined || isPlan ? [] : [parts.what];
	const details = [...what, ...(parts?.given ?? [])].join('\n');
	const head = `**${t('Permission:')}** ${prose(title)} — *${prose(words.permissionState(entry))}*`;
	const about = entry.description === undefined ? [] : [quoted(prose(entry.description))];
	const isSaid = details === '' || title.includes(details);
	return [head, ...about, ...plan, ...(isSaid ? [] : [fenced(details)])].join('\n\n');
}

function questionMarkdown(entry: ElicitationEntry): string {
	const address = entry.mode.type === 'url' ? `\n\n${codeSpan(entry.mode.url)}` : '';
	return `**${t('Question:')}** ${prose(entry.message)} — *${words.questionState(entry)}*${address}`;
}

function compactionMarkdown({ status, summary, error }: CompactionEntry): string {
	const head = `*${words.compactionTitle(status)}*${error === undefined ? '' : `: ${prose(error)}`}`;
	const markdown = contentMarkdown(summary);
	return markdown === '' ? head : `${head}\n\n${quoted(markdown)}`;
}

function noticeMarkdown(entry: NoticeEntry): string {
	const { title, detail = '' } = noticeWords(entry);
	const more = detail === '' ? '' : `\n\n${prose(detail)}`;
	return quoted(`**${words.severityName(entry.severity)}:** ${prose(title)}${more}`);
}

/** A tool call: what, where and how it ended in one paragraph, then what came of it. */
function toolCallMarkdown(state: SessionState, call: ToolCallEntry, label: Label): string {
	const content = shownContent(state, call);
	const parts = content.map((item) => itemMarkdown(state, call, item, label));
	return [headOf(call), placesOf(call, label), commandLine(call, content), ...parts]
		.filter((part) => part !== '')
		.join('\n\n');
}

function headOf(call: ToolCallEntry): string {
	const title = call.title === '' ? '' : ` ${prose(call.title)}`;
	return `**${words.kindName(call.kind)}:**${title} — *${prose(words.callState(call))}*`;
}

function placesOf({ locations, title }: ToolCallEntry, label: Label): string {
	const names = new Set(locations.map((location) => words.placeName(location, label)));
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
			const name = prose(words.changeName(item, call, label));
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
