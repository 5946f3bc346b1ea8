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
} from '../../session/model/entry.ts';
import type { SessionState } from '../../session/model/sessionState.ts';
import { formatDuration } from '../duration.ts';
import { saidDetails, askedCallOf } from '../permissionSubject.ts';
import { subagentOf } from '../project.ts';
import { contentMarkdown, cut } from './contentMarkdown.ts';
import {
	compactionTitle,
	permissionState,
	questionState,
	severityName,
	stepState,
	subagentState,
	thoughtName,
} from './entryWords.ts';
import { codeSpan, embeddedMarkdown, fenced, prose, quoted } from './markdownText.ts';
import { toolCallMarkdown } from './toolCallMarkdown.ts';

type Label = (path: string) => string;

/** One entry as Markdown that can stand among others; empty when there is nothing to show of it. */
export function entryMarkdown(state: SessionState, entry: Entry, label: Label): string {
	const markdown = aloneMarkdown(state, entry, label);
	const parent = state.entries.get(subagentOf(state, entry) ?? '');
	if (markdown === '' || parent?.type !== 'subagent') return markdown;
	return quoted(`*${t('Subagent {0}', prose(parent.title))}*\n\n${markdown}`);
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
			return `**${t('Subagent:')}** ${prose(entry.title)} — *${subagentState(entry.state)}*${about}`;
		}
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
	return quoted(`*${thoughtName(duration)}*\n\n${markdown}`);
}

function planMarkdown({ items, document, isRemoved }: PlanEntry): string {
	const title = isRemoved === true ? `**${t('Plan')}** — *${t('removed')}*` : `**${t('Plan')}**`;
	const steps = items.map(({ content, status, priority }) => {
		const state = status === 'in_progress' || status === 'cancelled' ? ` — *${stepState(status)}*` : '';
		const weight = priority === 'high' ? ` (${t('high')})` : '';
		return `- [${status === 'completed' ? 'x' : ' '}] ${prose(content)}${weight}${state}`;
	});
	const body = [documentMarkdown(document), steps.join('\n')].filter((part) => part !== '');
	return [title, ...body].join('\n\n');
}

function documentMarkdown(document: PlanEntry['document']): string {
	switch (document?.type) {
		case 'markdown':
			return quoted(embeddedMarkdown(cut(document.text, limits.toolOutputChars)));
		case 'file':
			return codeSpan(document.uri);
		case 'other':
			return `*${t('A plan of kind {0}', prose(document.kind))}*`;
		case undefined:
			return '';
	}
}

function permissionMarkdown(state: SessionState, entry: PermissionEntry, label: Label): string {
	const details = saidDetails(entry, askedCallOf(state, entry), label) ?? '';
	const head = `**${t('Permission:')}** ${prose(entry.title)} — *${prose(permissionState(entry))}*`;
	const about = entry.description === undefined ? [] : [quoted(prose(entry.description))];
	const isSaid = details === '' || entry.title.includes(details);
	return [head, ...about, ...(isSaid ? [] : [fenced(details)])].join('\n\n');
}

function questionMarkdown(entry: ElicitationEntry): string {
	const address = entry.mode.type === 'url' ? `\n\n${codeSpan(entry.mode.url)}` : '';
	return `**${t('Question:')}** ${prose(entry.message)} — *${questionState(entry)}*${address}`;
}

function compactionMarkdown({ status, summary, error }: CompactionEntry): string {
	const head = `*${compactionTitle(status)}*${error === undefined ? '' : `: ${prose(error)}`}`;
	const markdown = contentMarkdown(summary);
	return markdown === '' ? head : `${head}\n\n${quoted(markdown)}`;
}

function noticeMarkdown(entry: NoticeEntry): string {
	const detail = entry.detail === undefined || entry.detail === '' ? '' : `\n\n${prose(entry.detail)}`;
	return quoted(`**${severityName(entry)}:** ${prose(entry.title)}${detail}`);
}
